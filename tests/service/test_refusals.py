"""Every reason for a refusal, over gRPC: its code, its metadata, and what is decided before what."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final

import pytest
from google.rpc import code_pb2, error_details_pb2, status_pb2

from euchre.v1 import action_pb2, cards_pb2, ruleset_pb2, view_pb2
from euchre.v1 import rules_service_pb2 as pb
from euchre.v1.analysis_service_pb2 import SolveRequest
from euchre.v1.analysis_service_pb2_grpc import AnalysisServiceStub
from euchre.v1.errors_pb2 import ErrorReason
from euchre_rules import actions, game, presets, shuffle
from euchre_service import aborting, boundary
from euchre_service.keyring import Keyring, MasterKey
from euchre_service.refusal import CODES
from tests.analysis.serving import serving
from tests.rules.tables import BUCK, CLASSIC, deck_for
from tests.security import provoking
from tests.service.desk import Desk
from tests.service.fakes import details, error_info
from tests.service.games import RULESETS, game_of, plies
from tests.service.wire import Stub, Table, applying, refusal, served, wire_deck

REASONS: Final = [name.removeprefix("ERROR_REASON_") for name in ErrorReason.DESCRIPTOR.values_by_name][1:]
ERRORS_PROTO: Final = Path(__file__).parents[2] / "protos/euchre/v1/errors.proto"

Provoke = Callable[[Stub], status_pb2.Status]
PROVOKERS: Final[dict[str, Provoke]] = dict(provoking.PROVOKERS)


@pytest.fixture(scope="module")
def stub() -> Iterator[Stub]:
    with served() as stub:
        yield stub


def provokes(reason: str) -> Callable[[Provoke], Provoke]:
    def register(provoke: Provoke) -> Provoke:
        PROVOKERS[reason] = provoke
        return provoke

    return register


def by_moves(reason: str, refused: str, *moves: str, base: str = "classic", **rules: Any) -> None:
    """A move that is refused for this reason after others; `deck` deals the hand."""
    deck = rules.pop("deck", ())
    rules["first_dealer"] = ruleset_pb2.FIRST_DEALER_SEAT_0

    def provoke(stub: Stub) -> status_pb2.Status:
        table = Table(stub, base, **rules).deal(deck)
        return table.act(*moves).refused(refused)

    PROVOKERS[reason] = provoke


def documented() -> dict[str, dict[str, Any]]:
    """The example in the comment of each reason."""
    examples = re.findall(r"// `(\{.*\})`\n\s+ERROR_REASON_(\w+) =", ERRORS_PROTO.read_text())
    return {name: json.loads(example) for example, name in examples}


# --- one for each reason -----------------------------------------------------------------------------------

CREATE: Final = pb.CreateGameRequest(ruleset=ruleset_pb2.Ruleset(base="classic"))
HANDS: Final = ["9c Kc Ad Ts 9s", "9h Th Qs Jc Qd", "Jd Kh As Ks Td", "Jh Ah Ac Kd 9d"]
DECK: Final = deck_for(CLASSIC, 0, HANDS, upcard="Qh")
BUCK_DECK: Final = deck_for(BUCK, 0, HANDS, upcard="Qh")
LOW: Final = deck_for(CLASSIC, 0, {1: "9h Th 9s As Js"}, upcard="9c")
ALL_BUT_DEALER: Final = ("1 pass", "2 pass", "3 pass")
IN_PLAY: Final = ("1 order", "0 discard 9c", "1 partner", "3 partner", "2 partner", "0 partner")


@provokes("MALFORMED_REQUEST")
def _(stub: Stub) -> status_pb2.Status:
    return refusal(lambda: stub.Play(pb.PlayRequest(turn=Table(stub).deal().turn(0))))


@provokes("UNKNOWN_RULESET")
def _(stub: Stub) -> status_pb2.Status:
    return refusal(lambda: Table(stub, "whist"))


@provokes("OPTION_INVALID")
def _(stub: Stub) -> status_pb2.Status:
    return refusal(lambda: Table(stub, target=100_000))


@provokes("OPTION_CONFLICT")
def _(stub: Stub) -> status_pb2.Status:
    return refusal(lambda: Table(stub, ghost_swap=ruleset_pb2.GHOST_SWAP_ON_TURN_ONCE))


@provokes("DECK_INVALID")
def _(stub: Stub) -> status_pb2.Status:
    return refusal(lambda: Table(stub).deal([*DECK[:-1], DECK[0]]))


@provokes("BATCH_SIZE")
def _(stub: Stub) -> status_pb2.Status:
    return refusal(lambda: stub.BatchApply(pb.BatchApplyRequest()))


def _passed_out(table: Table, deck: Sequence[int] = ()) -> Table:
    """Deal a hand in which everybody passes."""
    table.deal(deck)
    while table.phase != "DEAL":
        table.act(f"{table.actor} pass")
    return table


def _unrevealed(table: Table, hand_number: int) -> status_pb2.Status:
    request = pb.RevealDealRequest(state=table.state, key=table.created.host_key, hand_number=hand_number)
    return refusal(lambda: table.stub.RevealDeal(request))


@provokes("HAND_NOT_OVER")
def _(stub: Stub) -> status_pb2.Status:
    return _unrevealed(_passed_out(_passed_out(Table(stub))).deal(), 3)


@provokes("HAND_STACKED")
def _(stub: Stub) -> status_pb2.Status:
    return _unrevealed(_passed_out(_passed_out(_passed_out(Table(stub))), DECK), 3)


def _with_state(stub: Stub, change: Callable[[bytes], bytes]) -> status_pb2.Status:
    table = Table(stub).deal()
    return table.refused("0 pass", state=change(table.state))


@provokes("STATE_CORRUPT")
def _(stub: Stub) -> status_pb2.Status:
    return _with_state(stub, lambda state: state[:-1])


@provokes("STATE_NOT_OURS")
def _(stub: Stub) -> status_pb2.Status:
    return _with_state(stub, lambda state: state[:-1] + bytes([state[-1] ^ 1]))


@provokes("STATE_KEY_UNKNOWN")
def _(stub: Stub) -> status_pb2.Status:
    other = Desk(Keyring([MasterKey(b"else", bytes(32))]))
    table = game.new_game(presets.CLASSIC, 0)
    return _with_state(stub, lambda _: other.seal(game_of(table, random.Random(0), b"else")))


@provokes("STATE_VERSION_NEWER")
def _(stub: Stub) -> status_pb2.Status:
    return _with_state(stub, lambda state: b"\x09" + state[1:])


@provokes("SEAT_KEY_WRONG")
def _(stub: Stub) -> status_pb2.Status:
    table = Table(stub).deal()
    return table.refused(f"{table.actor} pass", key=table.key((table.actor + 1) % 4))


@provokes("HOST_KEY_REQUIRED")
def _(stub: Stub) -> status_pb2.Status:
    table = Table(stub)
    turn = table.turn(table.actor)
    return refusal(lambda: stub.Deal(pb.DealRequest(turn=turn, deck=wire_deck(DECK))))


@provokes("STALE_PLY")
def _(stub: Stub) -> status_pb2.Status:
    table = Table(stub).deal()
    return table.refused(f"{table.actor} pass", expected_ply=7)


@provokes("STATE_FORKED")
def _(stub: Stub) -> status_pb2.Status:
    table = Table(stub).deal()
    return table.refused(f"{table.actor} pass", expected_state_id=bytes(16))


@provokes("GAME_OVER")
def _(stub: Stub) -> status_pb2.Status:
    desk = Desk.sealed()
    over = [ply.after for ply in plies(RULESETS["classic"], random.Random(1))][-1]
    at = game_of(over, random.Random(1), desk.states.key_id)
    turn = pb.Turn(state=desk.seal(at), seat=0, key=desk.seat_key(at, 0))
    return refusal(lambda: stub.Swap(pb.SwapRequest(turn=turn)))


@provokes("HAND_NOT_DEALT")
def _(stub: Stub) -> status_pb2.Status:
    return Table(stub).refused("0 pass")


by_moves("WRONG_PHASE", "1 play 9h", deck=DECK)
by_moves("NOT_YOUR_TURN", "2 pass", deck=DECK)
by_moves("CARD_NOT_HELD", "0 discard Ah", "1 order", deck=DECK)
by_moves("MUST_FOLLOW_SUIT", "2 play Td", *IN_PLAY, "1 play Qs", deck=DECK)
by_moves("UPCARD_NOT_DISCARDABLE", "0 discard Qh", "1 order", deck=DECK)
by_moves("UPCARD_MUST_BE_TAKEN", "0 decline", *ALL_BUT_DEALER, "0 order", deck=DECK)
by_moves("BID_TOO_LOW", "2 bid 4", "1 bid 4", base="ghost_hand")
by_moves("BID_NOT_OFFERED", "1 bid 6", base="ghost_hand")
by_moves("SUIT_TURNED_DOWN", "1 name h", *ALL_BUT_DEALER, "0 pass", deck=DECK)
by_moves("TRUMP_NOT_OFFERED", "1 name nt", *ALL_BUT_DEALER, "0 pass", deck=DECK)
by_moves("DEALER_MUST_CALL", "0 pass", *ALL_BUT_DEALER, "0 pass", *ALL_BUT_DEALER, base="egn", deck=DECK)
by_moves("NATURAL_TRUMP_REQUIRED", "1 order", deck=LOW, min_trump_to_call=True)
by_moves("MUST_GO_ALONE", "2 order", "1 pass", deck=DECK, canadian=True)
by_moves("ALONE_NOT_OFFERED", "1 order alone", deck=DECK)
by_moves("SWAP_ALREADY_USED", "1 swap", "1 swap", base="ghost_hand")
by_moves("SWAP_TOO_LATE", "1 swap", "1 bid 3", "2 pass", "0 pass", base="ghost_hand")
by_moves("MAY_NOT_FOLD", "1 fold", "1 order", "0 discard 9c", base="buck", deck=BUCK_DECK)
by_moves("HAND_NOT_ENTITLED", "1 redeal", deck=DECK, farmers=ruleset_pb2.FARMERS_REDEAL_ALL_LOW)
by_moves("EXCHANGE_UNFINISHED", "1 pass", "1 lay 9h", deck=LOW, go_under=True)
by_moves("RENEGE_NOT_PROVED", "1 claim 2", deck=DECK, renege=ruleset_pb2.RENEGE_ALLOW_CLAIM)
by_moves("RENEGE_OWN_SIDE", "1 claim 3", deck=DECK, renege=ruleset_pb2.RENEGE_ALLOW_CLAIM)


@provokes("NOT_SOLVABLE")
def _(_: Stub) -> status_pb2.Status:
    with serving() as analyst:
        table = Table(Stub(analyst.channel), fast_break=True).deal()
        asked = SolveRequest(state=table.state, key=table.created.host_key)
        return refusal(lambda: AnalysisServiceStub(analyst.channel).Solve(asked))


@provokes("OVERLOADED")
def _(_: Stub) -> status_pb2.Status:
    with served(max_concurrent_calls=1) as busy:
        table = Table(busy).deal()
        items = [applying(table.turn(table.actor), actions.PASS)] * 1000
        running = [busy.BatchApply.future(pb.BatchApplyRequest(items=items)) for _ in range(4)]
        refused = [error for error in (one.exception() for one in running) if error is not None]
    return refusal(raising(refused[0]))


@provokes("INTERNAL")
def _(stub: Stub) -> status_pb2.Status:
    return _with_fault(stub, KeyError("Jd"))


@provokes("DEADLINE_EXCEEDED")
def _(stub: Stub) -> status_pb2.Status:
    # A client whose time is up hears nothing any more; so the answer is made to come too early.
    return _with_fault(stub, aborting.too_late())


@provokes("SHUTTING_DOWN")
def _(_: Stub) -> status_pb2.Status:
    begin = boundary.Boundary.__init__

    def begin_to_close(self: boundary.Boundary, *settings: Any) -> None:
        begin(self, *settings)
        self.refuse_calls()

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(boundary.Boundary, "__init__", begin_to_close)
        with served() as closing:
            return refusal(lambda: closing.ListRulesets(pb.ListRulesetsRequest()))


def _with_fault(stub: Stub, fault: Exception) -> status_pb2.Status:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(shuffle, "first_dealer", raising(fault))
        return refusal(lambda: stub.CreateGame(CREATE))


def raising(error: BaseException) -> Callable[..., Any]:
    def fail(*_: object) -> None:
        raise error

    return fail


@pytest.mark.parametrize("reason", REASONS)
def test_reason_is_as_documented(stub: Stub, reason: str) -> None:
    status = PROVOKERS[reason](stub)
    info = error_info(status)
    example = documented()[reason]
    assert (info.reason, info.domain) == (reason, "euchre.v1")
    assert (example["reason"], example["domain"]) == (reason, "euchre.v1")
    assert set(info.metadata) == set(example["metadata"])
    assert status.code == code_pb2.Code.Value(CODES[reason].name)
    assert re.search(rf"// {CODES[reason].name}\.", comment_of(reason))
    for kind, wanted in (
        (error_details_pb2.BadRequest, "BadRequest" in comment_of(reason)),
        (error_details_pb2.RetryInfo, reason in {"OVERLOADED", "RATE_LIMITED", "TOO_MANY_CALLS"}),
    ):
        assert len(details(status, kind)) == wanted


def comment_of(reason: str) -> str:
    text = ERRORS_PROTO.read_text()
    before = text[: text.index(f"  ERROR_REASON_{reason} =")]
    return before[before.rindex(";\n") :]


def test_every_reason_has_its_code() -> None:
    assert set(CODES) == set(REASONS) == set(documented())


def test_fault_tells_nothing(stub: Stub) -> None:
    assert b"Jd" not in PROVOKERS["INTERNAL"](stub).SerializeToString()


# --- malformed requests name the field ---------------------------------------------------------------------

CLUB: Final = cards_pb2.CARD_NINE_OF_CLUBS
NO_SUCH_TRUMP: Final = action_pb2.NameTrump(trump=7)  # type: ignore[arg-type]
NO_SUCH_BID: Final = action_pb2.TricksBid(tricks=3, trump=9)  # type: ignore[arg-type]
PUBLIC: Final = view_pb2.ViewSelector(audience=view_pb2.AUDIENCE_PUBLIC)
Ask = Callable[[Stub, pb.Turn], Any]

MALFORMED: Final[list[tuple[str, Ask]]] = [
    ("ruleset.base", lambda s, t: s.CreateGame(pb.CreateGameRequest())),
    ("ruleset.base", lambda s, t: s.ResolveRuleset(pb.ResolveRulesetRequest())),
    ("seed", lambda s, t: s.CreateGame(created(seed=b"short"))),
    ("label", lambda s, t: s.CreateGame(created(label="x" * 65))),
    ("initial_scores", lambda s, t: s.CreateGame(created(initial_scores=[1]))),
    ("initial_scores", lambda s, t: s.CreateGame(created(initial_scores=[10, 0]))),
    ("initial_scores", lambda s, t: s.CreateGame(created(initial_scores=[-1001, 0]))),
    ("views", lambda s, t: s.CreateGame(created(views=[PUBLIC] * 9))),
    ("views[1].seat", lambda s, t: s.CreateGame(created(views=[PUBLIC, {"seat": 4}]))),
    ("turn", lambda s, t: s.Swap(pb.SwapRequest())),
    ("turn.seat", lambda s, t: s.Swap(pb.SwapRequest(turn=without_seat(t)))),
    ("turn.seat", lambda s, t: s.Swap(pb.SwapRequest(turn=with_seat(t, 4)))),
    ("turn.views", lambda s, t: s.Swap(pb.SwapRequest(turn=with_views(t, *[PUBLIC] * 9)))),
    ("turn.views[0].seat", lambda s, t: s.Swap(pb.SwapRequest(turn=with_views(t, {"audience": 1})))),
    ("turn.views[0].audience", lambda s, t: s.Swap(pb.SwapRequest(turn=with_views(t, {"audience": 9})))),
    ("deck[1]", lambda s, t: s.Deal(pb.DealRequest(turn=t, deck=[CLUB, cards_pb2.CARD_UNSPECIFIED]))),
    ("call", lambda s, t: s.Bid(pb.BidRequest(turn=t))),
    ("name_trump.trump", lambda s, t: s.Bid(pb.BidRequest(turn=t, name_trump=action_pb2.NameTrump()))),
    ("name_trump.trump", lambda s, t: s.Bid(pb.BidRequest(turn=t, name_trump=NO_SUCH_TRUMP))),
    ("tricks_bid.amount", lambda s, t: s.Bid(pb.BidRequest(turn=t, tricks_bid=action_pb2.TricksBid()))),
    ("tricks_bid.trump", lambda s, t: s.Bid(pb.BidRequest(turn=t, tricks_bid=NO_SUCH_BID))),
    ("exchange", lambda s, t: s.Discard(pb.DiscardRequest(turn=t))),
    ("card", lambda s, t: s.Play(pb.PlayRequest(turn=t, card=99))),  # type: ignore[arg-type]
    ("exchange", lambda s, t: s.Exchange(pb.ExchangeRequest(turn=t))),
    ("lay_down.card", lambda s, t: s.Exchange(pb.ExchangeRequest(turn=t, lay_down=action_pb2.LayDown()))),
    ("give_card.card", lambda s, t: s.Exchange(pb.ExchangeRequest(turn=t, give_card=action_pb2.GiveCard()))),
    ("alone", lambda s, t: s.GoAlone(pb.GoAloneRequest(turn=t))),
    ("fold", lambda s, t: s.Fold(pb.FoldRequest(turn=t))),
    ("offender", lambda s, t: s.CallRenege(pb.CallRenegeRequest(turn=t))),
    ("offender", lambda s, t: s.CallRenege(pb.CallRenegeRequest(turn=t, offender=4))),
    ("action", lambda s, t: s.Apply(pb.ApplyRequest(turn=t))),
    ("action.play_card.card", lambda s, t: s.Apply(applied(t, play_card={}))),
    ("action.claim_renege.offender", lambda s, t: s.Apply(applied(t, claim_renege={}))),
    ("action.deal_hand.deck[0]", lambda s, t: s.Apply(applied(t, deal_hand={"deck": [1]}))),
    ("action.deal_hand.entropy[0].seat", lambda s, t: s.Apply(applied(t, deal_hand={"entropy": [{}]}))),
    ("entropy[0].value", lambda s, t: s.Deal(pb.DealRequest(turn=t, entropy=[given(0, 31)]))),
    ("entropy[1].seat", lambda s, t: s.Deal(pb.DealRequest(turn=t, entropy=[given(0), given(0)]))),
    ("entropy[0].seat", lambda s, t: s.Deal(pb.DealRequest(turn=t, entropy=[given(4)]))),
    ("hand_number", lambda s, t: s.RevealDeal(pb.RevealDealRequest(state=t.state, key=t.key))),
    ("seat", lambda s, t: s.ListLegalActions(pb.ListLegalActionsRequest(state=t.state, key=t.key))),
    ("seat", lambda s, t: s.ListLegalActions(listed(t, seat=4))),
    ("view.seat", lambda s, t: s.GetView(viewed(t, seat=4))),
    ("view.audience", lambda s, t: s.GetView(viewed(t, audience=9))),
]


def created(**more: Any) -> pb.CreateGameRequest:
    return pb.CreateGameRequest(ruleset=ruleset_pb2.Ruleset(base="classic"), **more)


def applied(turn: pb.Turn, **kind: Any) -> pb.ApplyRequest:
    return pb.ApplyRequest(turn=turn, action=action_pb2.Action(**kind))


def given(seat: int, size: int = 32) -> action_pb2.SeatEntropy:
    return action_pb2.SeatEntropy(seat=seat, value=bytes(size))


def listed(turn: pb.Turn, seat: int) -> pb.ListLegalActionsRequest:
    return pb.ListLegalActionsRequest(state=turn.state, key=turn.key, seat=seat)


def viewed(turn: pb.Turn, **view: Any) -> pb.GetViewRequest:
    selector = view_pb2.ViewSelector(**view)
    return pb.GetViewRequest(state=turn.state, key=turn.key, view=selector)


def without_seat(turn: pb.Turn) -> pb.Turn:
    return pb.Turn(state=turn.state, key=turn.key)


def with_seat(turn: pb.Turn, seat: int) -> pb.Turn:
    return pb.Turn(state=turn.state, key=turn.key, seat=seat)


def with_views(turn: pb.Turn, *views: Any) -> pb.Turn:
    return pb.Turn(state=turn.state, key=turn.key, seat=turn.seat, views=views)


@pytest.mark.parametrize(
    ("path", "ask"), MALFORMED, ids=[f"{n} {path}" for n, (path, _) in enumerate(MALFORMED)]
)
def test_malformed_request_names_the_field(stub: Stub, path: str, ask: Ask) -> None:
    table = Table(stub).deal(DECK)
    status = refusal(lambda: ask(stub, table.turn(table.actor)))
    info = error_info(status)
    assert (info.reason, dict(info.metadata)) == ("MALFORMED_REQUEST", {"field": path})
    (bad,) = details(status, error_details_pb2.BadRequest)
    assert [violation.field for violation in bad.field_violations] == [path]


def fields_of(status: status_pb2.Status) -> dict[str, str]:
    """The fields at fault, each with what is wrong with it."""
    (bad,) = details(status, error_details_pb2.BadRequest)
    return {violation.field: violation.description for violation in bad.field_violations}


@pytest.mark.parametrize(
    ("option", "value"), [("renege", 9), ("renege", -1), ("stick_dealer", 99), ("target", 100_000)]
)
def test_a_value_that_an_option_does_not_have_names_the_option(stub: Stub, option: str, value: int) -> None:
    ruleset = ruleset_pb2.Ruleset(base="classic", hand_size=9)
    setattr(ruleset, option, value)
    status = refusal(lambda: stub.ResolveRuleset(pb.ResolveRulesetRequest(ruleset=ruleset)))
    assert error_info(status).reason == "OPTION_INVALID"
    assert fields_of(status).keys() == {"ruleset.hand_size", f"ruleset.{option}"}
    assert all(told.endswith(".") for told in fields_of(status).values())


def test_an_unknown_preset_names_the_base(stub: Stub) -> None:
    assert fields_of(refusal(lambda: Table(stub, "whist"))).keys() == {"ruleset.base"}


def test_a_wrong_pack_and_a_wrong_batch_name_their_fields(stub: Stub) -> None:
    wrong = wire_deck([*DECK[:-1], DECK[0]])
    table = Table(stub)
    turn = table.turn(table.actor, key=table.created.host_key)
    deal = action_pb2.DealHand(deck=wrong)
    asked = pb.ApplyRequest(turn=turn, action=action_pb2.Action(deal_hand=deal))
    for field, ask in {
        "deck": lambda: stub.Deal(pb.DealRequest(turn=turn, deck=wrong)),
        "action.deal_hand.deck": lambda: stub.Apply(asked),
        "items": lambda: stub.BatchApply(pb.BatchApplyRequest()),
    }.items():
        assert fields_of(refusal(ask)).keys() == {field}


@pytest.mark.parametrize("tricks", [7, 8, 2**32 - 1])
def test_a_bid_that_no_game_has_is_refused_in_its_turn(stub: Stub, tricks: int) -> None:
    """Before it come the state, the key, the phase and the turn, as for any other bid."""
    bid = action_pb2.TricksBid(tricks=tricks)

    def reason_of(turn: pb.Turn) -> str:
        return error_info(refusal(lambda: stub.Bid(pb.BidRequest(turn=turn, tricks_bid=bid)))).reason

    undealt = Table(stub, "ghost_hand")
    auction = Table(stub, "ghost_hand").deal()
    calling = Table(stub).deal()
    assert reason_of(pb.Turn(state=b"x", seat=0, key=b"k")) == "STATE_CORRUPT"
    assert reason_of(pb.Turn(state=auction.turn(0).state, seat=0, key=bytes(16))) == "SEAT_KEY_WRONG"
    assert reason_of(undealt.turn(undealt.actor)) == "HAND_NOT_DEALT"
    assert reason_of(calling.turn(calling.actor)) == "WRONG_PHASE"
    assert reason_of(auction.turn((auction.actor + 1) % 3)) == "NOT_YOUR_TURN"
    turn = auction.turn(auction.actor)
    applied = pb.ApplyRequest(turn=turn, action=action_pb2.Action(tricks_bid=bid))
    for ask in (
        lambda: stub.Bid(pb.BidRequest(turn=turn, tricks_bid=bid)),
        lambda: stub.Apply(applied),
    ):
        info = error_info(refusal(ask))
        assert (info.reason, dict(info.metadata)) == ("BID_NOT_OFFERED", {"bid": f"bid {tricks}"})
