"""`Turn.play_on`: a host lets what is forced happen in the same call."""

from __future__ import annotations

import random

import pytest

from euchre.v1 import rules_service_pb2 as pb
from euchre.v1 import ruleset_pb2, view_pb2
from euchre_rules import actions, game, phases
from euchre_service.refusal import ServiceError
from euchre_service.tables import MAX_FORCED
from tests.service.desk import Desk, apply_request
from tests.service.games import RULESETS, game_of, plies


def one_by_one(
    desk: Desk, request: pb.ApplyRequest, how: pb.PlayOn.ValueType
) -> tuple[pb.Transition, list[bytes], int]:
    """What a host gets that sends each forced act itself: the last answer, all events, the number of acts."""
    deals, only_cards = how != pb.PLAY_ON_FORCED, how == pb.PLAY_ON_CARDS_AND_DEAL
    dealt = False
    answer = desk.call("Apply", request).transition
    told = [event.SerializeToString() for event in answer.events]
    acts = 1
    while True:
        table = desk.open(answer.state).table
        if table.phase == phases.GAME_OVER or acts > MAX_FORCED:
            return answer, told, acts
        if dealt or (table.phase == phases.DEAL and (not deals or table.rules.claims)):
            return answer, told, acts
        if only_cards and table.phase not in (phases.PLAY, phases.DEAL):
            return answer, told, acts
        dealt = only_cards and table.phase == phases.DEAL
        legal = game.legal_actions(table)
        if len(legal) > 1:
            return answer, told, acts
        turn = pb.Turn(state=answer.state, seat=table.actor, key=request.turn.key)
        answer = desk.call("Apply", apply_request(turn, legal[0])).transition
        told += [event.SerializeToString() for event in answer.events]
        acts += 1


@pytest.mark.parametrize("how", [pb.PLAY_ON_FORCED, pb.PLAY_ON_FORCED_AND_DEAL, pb.PLAY_ON_CARDS_AND_DEAL])
@pytest.mark.parametrize("name", RULESETS)
def test_goes_on_as_the_host_would(name: str, how: pb.PlayOn.ValueType) -> None:
    desk, rng = Desk.sealed(), random.Random(name)
    longest = 0
    for ply in plies(RULESETS[name], rng, hands=3):
        at = game_of(ply.before, rng, desk.states.key_id)
        at.ply %= 1000
        turn = pb.Turn(state=desk.seal(at), seat=ply.seat, key=desk.host_key(at))
        request = apply_request(turn, ply.action, ply.deck)
        last, told, acts = one_by_one(desk, request, how)
        request.turn.play_on = how
        answer = desk.call("Apply", request).transition
        assert [event.SerializeToString() for event in answer.events] == told
        assert answer.info.ply == last.info.ply == at.ply + acts
        assert answer.next == last.next
        assert desk.open(answer.state).table == desk.open(last.state).table
        longest = max(longest, acts)
    assert longest > 2, "nothing was forced"


def test_parent_is_the_state_that_was_sent() -> None:
    desk, rng = Desk.sealed(), random.Random(3)
    ply = next(p for p in plies(RULESETS["classic"], rng) if len(p.after.winners) == 4)
    at = game_of(ply.before, rng, desk.states.key_id)
    turn = pb.Turn(state=desk.seal(at), seat=ply.seat, key=desk.host_key(at), play_on=pb.PLAY_ON_FORCED)
    shown = desk.call("GetView", pb.GetViewRequest(state=turn.state, key=turn.key, view=whole_table())).view
    answer = desk.call("Apply", apply_request(turn, ply.action)).transition
    assert answer.info.parent_state_id == shown.info.state_id


def whole_table() -> view_pb2.ViewSelector:
    return view_pb2.ViewSelector(audience=view_pb2.AUDIENCE_TABLE)


def test_seats_may_not_ask_for_it() -> None:
    desk = Desk.sealed()
    ruleset = ruleset_pb2.Ruleset(base="classic")
    new = desk.call("CreateGame", pb.CreateGameRequest(ruleset=ruleset, seed=bytes(32), deal=True))
    seat = new.transition.next.seat
    turn = pb.Turn(state=new.transition.state, seat=seat, key=new.seat_keys[seat], play_on=pb.PLAY_ON_FORCED)
    with pytest.raises(ServiceError) as refused:
        desk.call("Apply", apply_request(turn, actions.PASS))
    assert refused.value.reason == "HOST_KEY_REQUIRED"


def test_unknown_way_is_refused() -> None:
    desk = Desk.sealed()
    new = desk.call(
        "CreateGame", pb.CreateGameRequest(ruleset=ruleset_pb2.Ruleset(base="classic"), deal=True)
    )
    turn = pb.Turn(state=new.transition.state, seat=new.transition.next.seat, key=new.host_key)
    turn.MergeFromString(bytes([7 << 3, 9]))
    with pytest.raises(ServiceError) as refused:
        desk.call("Apply", apply_request(turn, actions.PASS))
    assert refused.value.reason == "MALFORMED_REQUEST"
    assert refused.value.violations[0].field == "turn.play_on"
