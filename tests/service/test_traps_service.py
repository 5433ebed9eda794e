"""Faults that other Euchre services had, by their numbers in the list of traps (section L and wire parts)."""

from __future__ import annotations

import collections
import contextlib
import itertools
import random
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any

import grpc
import pytest

from euchre.v1 import action_pb2, cards_pb2, ruleset_pb2, view_pb2
from euchre.v1 import rules_service_pb2 as pb
from euchre_rules import actions, cards, game
from euchre_service import codec
from euchre_service.refusal import ServiceError
from euchre_service.seal import PlainStates
from euchre_service.wire_actions import from_wire
from tests.rules.tables import CLASSIC, deck_for
from tests.service.desk import Desk, apply_request
from tests.service.fakes import error_info, rich_status
from tests.service.games import RULESETS, game_of, plies
from tests.service.wire import Stub, Table, applying, by_name, refusal, served

DEALERS = [
    ruleset_pb2.FIRST_DEALER_SEAT_0,
    ruleset_pb2.FIRST_DEALER_SEAT_1,
    ruleset_pb2.FIRST_DEALER_SEAT_2,
    ruleset_pb2.FIRST_DEALER_SEAT_3,
]
HANDS = ["9c Kc Ad Ts 9s", "9h Th Qs Jc Qd", "Jd Kh As Ks Td", "Jh Ah Ac Kd 9d"]
PUBLIC = view_pb2.ViewSelector(audience=view_pb2.AUDIENCE_PUBLIC)
TABLE = view_pb2.ViewSelector(audience=view_pb2.AUDIENCE_TABLE)
DECK = deck_for(CLASSIC, 0, HANDS, upcard="Qh")


@pytest.fixture(scope="module")
def stub() -> Iterator[Stub]:
    with served() as stub:
        yield stub


def dealt(stub: Stub, dealer: int = 0, **rules: Any) -> Table:
    return Table(stub, first_dealer=DEALERS[dealer], **rules).deal(DECK)


# --- B09: zero is not absent -------------------------------------------------------------------------------


def test_b09_absent_seat_is_refused_and_not_read_as_seat_0(stub: Stub) -> None:
    table = dealt(stub, dealer=3)
    assert table.actor == 0
    turn = pb.Turn(state=table.state, key=table.created.host_key)
    status = refusal(lambda: stub.Bid(pb.BidRequest(turn=turn, order_up=action_pb2.OrderUp())))
    assert dict(error_info(status).metadata) == {"field": "turn.seat"}
    turn.seat = 0
    assert stub.Bid(pb.BidRequest(turn=turn, order_up=action_pb2.OrderUp())).transition.info.ply == 2


def test_b09_seat_0_is_present_wherever_it_is_meant(stub: Stub) -> None:
    table = dealt(stub, dealer=3).act("0 order")
    view = table.view()
    assert view.HasField("maker") and view.maker == 0
    assert view.seats[0].HasField("seat") and view.sides[0].HasField("side")
    (trump,) = (event.trump_fixed for event in table.last.events if event.HasField("trump_fixed"))
    assert trump.HasField("maker")
    dealer = dealt(stub, dealer=0)
    assert dealer.view().HasField("dealer")
    (told,) = (event.dealt for event in dealer.last.events if event.HasField("dealt"))
    assert told.HasField("dealer")
    for ask in (
        lambda: stub.GoAlone(pb.GoAloneRequest(turn=table.turn(0))),
        lambda: stub.Fold(pb.FoldRequest(turn=table.turn(0))),
        lambda: stub.CallRenege(pb.CallRenegeRequest(turn=table.turn(0))),
    ):
        assert error_info(refusal(ask)).reason == "MALFORMED_REQUEST"


def test_b09_value_0_of_every_enum_means_nothing() -> None:
    assert cards_pb2.Card.Value("CARD_UNSPECIFIED") == 0
    assert cards_pb2.Suit.Value("SUIT_UNSPECIFIED") == 0
    assert cards_pb2.Trump.Value("TRUMP_UNSPECIFIED") == 0


def test_b09_no_trump_is_not_trump_not_fixed(stub: Stub) -> None:
    table = dealt(stub, round2_no_trump=True).act("1 pass", "2 pass", "3 pass", "0 pass")
    assert table.view().trump == cards_pb2.TRUMP_UNSPECIFIED
    assert table.act("1 name nt").view().trump == cards_pb2.TRUMP_NO_TRUMP


# --- B19: alone on the wire --------------------------------------------------------------------------------


def test_b19_absent_alone_is_not_alone(stub: Stub) -> None:
    with_call = ruleset_pb2.ALONE_TIMING_WITH_CALL
    passes = ("1 pass", "2 pass", "3 pass", "0 pass")
    for before, call in (
        ((), pb.BidRequest(order_up=action_pb2.OrderUp())),
        (passes, pb.BidRequest(name_trump=action_pb2.NameTrump(trump=cards_pb2.TRUMP_CLUBS))),
    ):
        for alone in (False, True):
            table = dealt(stub, alone_timing=with_call).act(*before)
            call.turn.CopyFrom(table.turn(1, views=[view_pb2.ViewSelector()]))
            (call.order_up if call.HasField("order_up") else call.name_trump).alone = alone
            (view,) = stub.Bid(call).transition.views
            assert [seat.alone for seat in view.seats] == [False, alone, False, False]


def test_b19_alone_is_refused_where_nobody_may(stub: Stub) -> None:
    table = dealt(stub, allow_alone=False)
    assert error_info(table.refused("1 order alone")).reason == "ALONE_NOT_OFFERED"
    assert table.act("1 order").phase == "EXCHANGE"


# --- B73: checked when it is received, done later ----------------------------------------------------------


def test_b73_double_tap_passes_once(stub: Stub) -> None:
    table = dealt(stub)
    ply, first = table.last.info.ply, table.state
    table.act("1 pass")
    # The second tap reaches whoever carries the state with the state as it is now.
    status = refusal(
        lambda: by_name(stub, table.turn(1, expected_ply=ply), actions.PASS, table.last.next.phase)
    )
    info = error_info(status)
    assert (info.reason, dict(info.metadata)) == (
        "STALE_PLY",
        {"expected_ply": str(ply), "ply": str(ply + 1)},
    )
    # With the old state it gives the old answer, and seat 2 has passed in neither.
    again = by_name(stub, table.turn(1, state=first, expected_ply=ply), actions.PASS, 0)
    assert again == table.last
    assert again.next.seat == 2


def test_b73_two_acts_on_one_state_are_told_apart(stub: Stub) -> None:
    table = dealt(stub)
    before = table.state
    passed = table.act("1 pass").last.info
    table.state = before
    ordered = table.act("1 order").last.info
    assert (passed.ply, passed.parent_state_id) == (ordered.ply, ordered.parent_state_id)
    status = table.refused("0 discard 9c", expected_ply=passed.ply, expected_state_id=passed.state_id)
    assert (error_info(status).reason, dict(error_info(status).metadata)) == (
        "STATE_FORKED",
        {"ply": str(passed.ply)},
    )


# --- B75: a refused move changes nothing -------------------------------------------------------------------


def test_b75_refusal_changes_nothing(stub: Stub) -> None:
    table = dealt(stub)
    before = table.view()
    for move in ("1 play Jc", "1 name h", "2 pass", "1 order alone", "1 swap", "1 discard 9h", "1 fold"):
        told = {table.refused(move).SerializeToString() for _ in range(3)}
        assert len(told) == 1
    assert table.view() == before
    ply = before.info.ply
    assert by_name(stub, table.turn(1, expected_ply=ply), actions.PASS, 0).info.ply == ply + 1


# --- B77: tampering ----------------------------------------------------------------------------------------


def test_b77_no_byte_of_a_sealed_state_can_be_changed(stub: Stub) -> None:
    table = dealt(stub)
    whole = table.state
    requests = [
        applying(
            table.turn(1, state=whole[:place] + bytes([whole[place] ^ bit]) + whole[place + 1 :]),
            actions.PASS,
        )
        for place in range(len(whole))
        for bit in (1, 0x80)
    ]
    reasons: collections.Counter[str] = collections.Counter()
    for answer in stub.BatchApply(pb.BatchApplyRequest(items=requests)).results:
        reasons[error_info(answer.error).reason] += 1
    assert sum(reasons.values()) == 2 * len(whole)
    assert set(reasons) <= {"STATE_NOT_OURS", "STATE_KEY_UNKNOWN", "STATE_VERSION_NEWER", "STATE_CORRUPT"}


def test_b77_states_cannot_be_spliced(stub: Stub) -> None:
    table = dealt(stub)
    one = table.state
    other = table.act("1 pass").state
    for cut in range(18, len(one), 7):
        spliced = one[:cut] + other[cut:]
        assert spliced not in (one, other)
        status = table.refused("1 pass", state=spliced)
        assert error_info(status).reason in {"STATE_NOT_OURS", "STATE_KEY_UNKNOWN"}


def test_b77_state_of_another_game_does_not_fit_its_keys(stub: Stub) -> None:
    table, other = dealt(stub), dealt(stub, target=11)
    assert error_info(table.refused("1 pass", state=other.state)).reason == "SEAT_KEY_WRONG"


def test_b77_card_twice_is_found_in_a_plain_state() -> None:
    rng = random.Random(1)
    desk = Desk.plain()
    for ply in itertools.islice(plies(RULESETS["classic"], rng, 1), 4, None, 5):
        at = game_of(ply.after, rng, desk.states.key_id)
        for seat, card in itertools.product(range(4), cards.members(at.table.hands[0])):
            forged = replace(at, table=at.table.copy())
            forged.table.hands[seat] ^= 1 << card
            answer = desk.answer(
                "GetView", pb.GetViewRequest(state=desk.seal(forged), view=view_pb2.ViewSelector(seat=0))
            )
            assert b"STATE_CORRUPT" in answer


def test_b77_plain_states_can_be_forged_and_only_accidents_are_found() -> None:
    """As the documentation says: a consistent forgery opens, so plain states are for trusted callers."""
    rng = random.Random(2)
    desk = Desk.plain()
    at = game_of(next(plies(CLASSIC, rng, 1)).after, rng, desk.states.key_id)
    at.table.scores[0] = 9
    at.table.hands[0], at.table.hands[1] = at.table.hands[1], at.table.hands[0]
    forged = PlainStates().seal(codec.encode(at))
    response = desk.call("GetView", pb.GetViewRequest(state=forged, view=view_pb2.ViewSelector(seat=0)))
    assert response.view.sides[0].score == 9
    wrong = forged[:50] + bytes([forged[50] ^ 1]) + forged[51:]
    assert b"STATE_NOT_OURS" in desk.answer(
        "GetView", pb.GetViewRequest(state=wrong, view=view_pb2.ViewSelector(seat=0))
    )


# --- B79: coming back --------------------------------------------------------------------------------------


def test_b79_finished_game_takes_no_move_but_may_be_looked_at(stub: Stub) -> None:
    desk = Desk.sealed()
    rng = random.Random(3)
    for name in ("classic", "receive_first", "buck"):
        over = list(plies(RULESETS[name], rng))[-1].after
        at = game_of(over, rng, desk.states.key_id)
        for seat in range(over.rules.players):
            turn = pb.Turn(state=desk.seal(at), seat=seat, key=desk.seat_key(at, seat))
            for action in (actions.PASS, actions.DEAL, actions.PLAY, actions.CLAIM, actions.SWAP):
                status = refusal(lambda t=turn, a=action: by_name(stub, t, a, 0))  # type: ignore[misc]
                assert error_info(status).reason == "GAME_OVER"
            look = pb.GetViewRequest(state=turn.state, key=turn.key, view=view_pb2.ViewSelector(seat=seat))
            view = stub.GetView(look).view
            assert list(view.game.scores) == over.scores
            assert not view.legal_actions
            listed = stub.ListLegalActions(
                pb.ListLegalActionsRequest(state=turn.state, seat=seat, key=turn.key)
            )
            assert not listed.actions and not listed.next.HasField("seat")


def test_b79_seat_key_opens_its_own_game_alone(stub: Stub) -> None:
    one, other = dealt(stub), dealt(stub, target=11)
    for seat in range(4):
        look = pb.GetViewRequest(state=one.state, key=other.key(seat), view=view_pb2.ViewSelector(seat=seat))
        assert error_info(refusal(lambda r=look: stub.GetView(r))).reason == "SEAT_KEY_WRONG"  # type: ignore[misc]


def test_b79_coming_back_means_to_ask_for_the_view(stub: Stub) -> None:
    table = dealt(stub).act("1 pass")
    for seat in range(4):
        request = pb.GetViewRequest(
            state=table.state, key=table.key(seat), view=view_pb2.ViewSelector(seat=seat)
        )
        assert stub.GetView(request) == stub.GetView(request)
        assert stub.GetView(request).view.info == table.last.info


# --- B81: one game's state in another ----------------------------------------------------------------------


def test_b81_two_games_at_once_go_as_each_alone(stub: Stub) -> None:
    def history(dealer: int, calls: int, gate: threading.Barrier | None = None) -> list[bytes]:
        table = Table(stub, first_dealer=DEALERS[dealer])
        rng = random.Random(dealer)
        states = []
        if gate is not None:
            gate.wait(10)
        for _ in range(calls):
            if table.phase == "GAME_OVER":
                table = Table(stub, first_dealer=DEALERS[dealer], target=11)
            seat = table.actor
            request = pb.ListLegalActionsRequest(state=table.state, seat=seat, key=table.key(seat))
            chosen = rng.choice(stub.ListLegalActions(request).actions).action
            turn = table.turn(seat)
            table.went(by_name(stub, turn, from_wire(chosen, ""), table.last.next.phase))
            states.append(table.state)
        return states

    dealers = [0, 2, 0, 2]
    serial = [history(dealer, 125) for dealer in dealers]
    gate = threading.Barrier(len(dealers))
    with ThreadPoolExecutor(len(dealers)) as threads:
        at_once = list(threads.map(lambda dealer: history(dealer, 125, gate), dealers))
    assert at_once == serial
    assert serial[0] == serial[2] != serial[1]


@pytest.mark.parametrize("name", ["classic", "ghost_hand", "hidden_folds"])
def test_b81_server_answers_alike_whatever_it_answered_before(name: str) -> None:
    """An old server and one that was just started: what the old one may have kept makes no difference."""
    rng = random.Random(name)
    old = Desk.sealed()
    first = next(plies(RULESETS[name], rng, 1))
    at = game_of(first.before, rng, old.states.key_id)
    states = [old.seal(at)]
    keys = [old.host_key(at), *(old.seat_key(at, seat) for seat in range(first.before.rules.players))]
    for number in range(250):
        state = states[-1] if number % 2 else rng.choice(states[-5:])
        table = old.open(state).table
        seat, key = table.actor, rng.choice(keys)
        requests: list[tuple[str, Any]] = [
            ("GetView", pb.GetViewRequest(state=state, key=key, view=PUBLIC)),
            ("ListLegalActions", pb.ListLegalActionsRequest(state=state, seat=seat, key=key)),
        ]
        legal = list(game.legal_actions(table)) or [actions.PASS]
        for action in (rng.choice(actions.ALL_ACTIONS), rng.choice(legal)):
            turn = pb.Turn(state=state, seat=seat, key=keys[0], views=[PUBLIC, TABLE])
            requests.append(("Apply", apply_request(turn, action)))
        new = Desk.sealed()
        for method, request in requests:
            answer = old.answer(method, request)
            assert answer == new.answer(method, request) == old.answer(method, request)
        with contextlib.suppress(ServiceError):
            states.append(old.call(*requests[-1]).transition.state)
    assert len(set(states)) > 50


# --- B83: more clients than the server serves at once ------------------------------------------------------


def test_b83_more_clients_than_calls_allowed() -> None:
    """Every call is answered in time, served or told to come back; nothing hangs and nothing is dropped."""
    codes: collections.Counter[str] = collections.Counter()

    with served(max_concurrent_calls=4) as stub:
        table = dealt(stub)
        request = pb.BatchApplyRequest(items=[applying(table.turn(1), actions.PASS)] * 100)
        wanted = stub.BatchApply(request)

        def client(_: int) -> None:
            for _ in range(6):
                try:
                    assert stub.BatchApply(request, timeout=30) == wanted
                    codes["OK"] += 1
                except grpc.RpcError as error:
                    codes[error_info(rich_status(error)).reason] += 1  # type: ignore[arg-type]

        with ThreadPoolExecutor(40) as clients:
            list(clients.map(client, range(40)))
        assert stub.BatchApply(request) == wanted
    assert sum(codes.values()) == 240
    assert set(codes) <= {"OK", "OVERLOADED"}
    assert codes["OK"] > 0
