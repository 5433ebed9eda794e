"""What is decided before what, so that no refusal depends on more than its reader may know.

The order: request well-formed, state genuine, key right, ply and state id as expected, game not over and
hand dealt, phase, turn, and only then the seat's own cards and the call itself.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any, Final

import pytest
from google.rpc import status_pb2

from euchre.v1 import cards_pb2, ruleset_pb2, view_pb2
from euchre.v1 import rules_service_pb2 as pb
from euchre_rules import actions, game, phases
from euchre_rules.errors import Reason
from tests.rules.tables import CLASSIC, deck_for
from tests.service.desk import Desk, apply_request
from tests.service.fakes import error_info
from tests.service.games import RULESETS, game_of, plies
from tests.service.wire import Stub, Table, refusal, served

HANDS: Final = ["9c Kc Ad Ts 9s", "9h Th Qs Jc Qd", "Jd Kh As Ks Td", "Jh Ah Ac Kd 9d"]
DECK: Final = deck_for(CLASSIC, 0, HANDS, upcard="Qh")
IN_PLAY: Final = ("1 order", "0 discard 9c", "1 partner", "3 partner", "2 partner", "0 partner")


@pytest.fixture(scope="module")
def stub() -> Iterator[Stub]:
    with served() as stub:
        yield stub


@pytest.fixture
def table(stub: Stub) -> Table:
    """Trump is hearts, seat 1 leads."""
    dealt = Table(stub, first_dealer=ruleset_pb2.FIRST_DEALER_SEAT_0).deal(DECK)
    return dealt.act(*IN_PLAY)


def reason(status: status_pb2.Status) -> str:
    return error_info(status).reason


def test_form_is_looked_at_before_the_state(table: Table) -> None:
    turn = table.turn(1, state=b"junk", key=b"junk")
    assert reason(refusal(lambda: table.stub.Play(pb.PlayRequest(turn=turn)))) == "MALFORMED_REQUEST"


def test_state_is_looked_at_before_the_key(table: Table) -> None:
    assert reason(table.refused("1 play Qs", state=b"\x01junk", key=b"junk")) == "STATE_CORRUPT"


def test_key_is_looked_at_before_the_ply(table: Table) -> None:
    assert reason(table.refused("1 play Qs", key=b"junk", expected_ply=1)) == "SEAT_KEY_WRONG"


def test_ply_is_looked_at_before_the_rules(table: Table) -> None:
    for move in ("1 play Qs", "1 play Ah", "1 pass", "2 play As"):
        assert reason(table.refused(move, expected_ply=1)) == "STALE_PLY"
        assert reason(table.refused(move, expected_state_id=b"x" * 16)) == "STATE_FORKED"
        assert reason(table.refused(move, expected_ply=1, expected_state_id=b"x" * 16)) == "STALE_PLY"


def test_views_are_looked_at_before_the_rules(table: Table) -> None:
    views = [view_pb2.ViewSelector(audience=view_pb2.AUDIENCE_TABLE)]
    for move in ("1 play Qs", "1 play Ah", "2 play As"):
        assert reason(table.refused(move, views=views)) == "HOST_KEY_REQUIRED"


def test_phase_is_looked_at_before_the_turn(table: Table) -> None:
    assert reason(table.refused("2 pass")) == "WRONG_PHASE"
    assert reason(table.refused("1 pass")) == "WRONG_PHASE"


def test_turn_is_looked_at_before_the_cards(table: Table) -> None:
    told = {table.refused(f"2 play {card}").SerializeToString() for card in ("As", "9c", "Jh", "Qs", "B")}
    assert len(told) == 1
    assert error_info(status_pb2.Status.FromString(told.pop())).reason == "NOT_YOUR_TURN"


def test_hand_not_dealt_comes_before_phase_and_turn(stub: Stub) -> None:
    fresh = Table(stub)
    moves = ("0 pass", "1 play Jh", "2 fold", "3 order")
    assert {reason(fresh.refused(move)) for move in moves} == {"HAND_NOT_DEALT"}


def test_wrong_key_hears_the_same_whatever_it_tries(table: Table) -> None:
    """With the key of another seat, of another game, or none: a legal move looks like an illegal one."""
    other = Table(table.stub, "buck")
    told = set()
    for key in (table.key(2), other.key(1), other.created.host_key, b"", bytes(16), b"x" * 100):
        for move in ("1 play Qs", "1 play 9h", "1 play Ah", "1 pass", "1 fold", "1 deal", "1 claim 2"):
            told.add(table.refused(move, key=key).SerializeToString())
    assert len(told) == 1
    assert error_info(status_pb2.Status.FromString(told.pop())).reason == "SEAT_KEY_WRONG"


def test_seat_may_not_look_for_another(table: Table) -> None:
    for key, seat in ((table.key(2), 1), (b"", 1), (table.key(1), 2)):
        request = pb.ListLegalActionsRequest(state=table.state, seat=seat, key=key)
        assert reason(refusal(lambda r=request: table.stub.ListLegalActions(r))) == "SEAT_KEY_WRONG"  # type: ignore[misc]
        look = pb.GetViewRequest(state=table.state, key=key, view=view_pb2.ViewSelector(seat=seat))
        assert reason(refusal(lambda r=look: table.stub.GetView(r))) == "SEAT_KEY_WRONG"  # type: ignore[misc]


def test_views_need_the_right_to_them(table: Table) -> None:
    def ask(key: bytes, **view: Any) -> Any:
        selector = view_pb2.ViewSelector(**view)
        return table.stub.GetView(pb.GetViewRequest(state=table.state, key=key, view=selector))

    seat, host = table.key(1), table.created.host_key
    for key in (seat, host):
        assert ask(key, audience=view_pb2.AUDIENCE_PUBLIC).view.audience == view_pb2.AUDIENCE_PUBLIC
        assert ask(key, seat=1).view.seat == 1
    assert ask(seat).view.seat == 1
    assert ask(host, audience=view_pb2.AUDIENCE_TABLE).view.kitty
    assert reason(refusal(lambda: ask(seat, audience=view_pb2.AUDIENCE_TABLE))) == "HOST_KEY_REQUIRED"
    assert reason(refusal(lambda: ask(host))) == "MALFORMED_REQUEST"


def test_host_acts_for_every_seat(table: Table) -> None:
    host = table.created.host_key
    moved = table.stub.Play(
        pb.PlayRequest(turn=table.turn(1, key=host), card=cards_pb2.CARD_QUEEN_OF_SPADES)
    ).transition
    assert moved.next.seat == 2


@pytest.mark.parametrize("name", ["classic", "ghost_hand", "buck", "railroad", "go_under"])
def test_refusals_come_in_this_order_at_every_ply(name: str) -> None:
    """The reason of every action of every seat, at every moment of some hands."""
    desk = Desk.sealed()
    rng = random.Random(name)
    for ply in plies(RULESETS[name], rng, hands=2):
        table = ply.after
        at = game_of(table, rng, desk.states.key_id)
        state = desk.seal(at)
        for seat in range(table.rules.players):
            for action in rng.sample(actions.ALL_ACTIONS, 6):
                refused = game.refusal(table, seat, action)
                kind = actions.KINDS[action]
                if refused is None or kind in (actions.Kind.CLAIM, actions.Kind.DEAL):
                    continue
                turn = pb.Turn(state=state, seat=seat, key=desk.seat_key(at, seat))
                status = status_pb2.Status.FromString(desk.answer("Apply", apply_request(turn, action)))
                assert reason(status) in expected(table, seat, kind)


def expected(table: Any, seat: int, kind: actions.Kind) -> set[str]:
    """What may be said of an act that is refused, from what everybody at the table knows."""
    if table.phase == phases.GAME_OVER:
        return {"GAME_OVER"}
    if table.phase == phases.DEAL:
        return {"HAND_NOT_DEALT"}
    if kind not in {actions.KINDS[action] for action in game.PHASES[table.phase].admits}:
        return {"WRONG_PHASE", "SWAP_TOO_LATE", "MAY_NOT_FOLD"}
    if seat != table.actor:
        return {"NOT_YOUR_TURN", "MAY_NOT_FOLD"}
    return {str(one) for one in Reason} - {"GAME_OVER", "HAND_NOT_DEALT", "NOT_YOUR_TURN"}
