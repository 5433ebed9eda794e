"""`AUDIENCE_NEXT`: the host sees the table as the seat does that acts next."""

from __future__ import annotations

import random

import pytest

from euchre.v1 import rules_service_pb2 as pb
from euchre.v1 import ruleset_pb2, view_pb2
from euchre_rules import actions, phases
from euchre_rules.state import NOBODY
from euchre_service.refusal import ServiceError
from tests.service.desk import Desk, apply_request
from tests.service.games import RULESETS, game_of, plies

NEXT = view_pb2.ViewSelector(audience=view_pb2.AUDIENCE_NEXT)


@pytest.mark.parametrize("name", RULESETS)
def test_is_the_view_of_the_seat_that_acts(name: str) -> None:
    desk, rng = Desk.sealed(), random.Random(name)
    for ply in plies(RULESETS[name], rng, hands=3):
        at = game_of(ply.before, rng, desk.states.key_id)
        turn = pb.Turn(state=desk.seal(at), seat=ply.seat, key=desk.host_key(at), views=[NEXT])
        answer = desk.call("Apply", apply_request(turn, ply.action, ply.deck)).transition
        if ply.after.actor == NOBODY:
            assert not answer.views
            continue
        (view,) = answer.views
        assert (view.audience, view.seat) == (view_pb2.AUDIENCE_SEAT, ply.after.actor)
        assert view.legal_actions
        del turn.views[:]
        turn.views.add(audience=view_pb2.AUDIENCE_SEAT, seat=ply.after.actor)
        assert desk.call("Apply", apply_request(turn, ply.action, ply.deck)).transition == answer
        look = pb.GetViewRequest(state=answer.state, key=turn.key, view=NEXT)
        shown = desk.call("GetView", look).view
        del view.events[:]
        assert shown == view


def test_follows_what_was_forced() -> None:
    desk, rng = Desk.sealed(), random.Random(5)
    ply = next(p for p in plies(RULESETS["classic"], rng) if len(p.after.winners) == 4)
    at = game_of(ply.before, rng, desk.states.key_id)
    turn = pb.Turn(state=desk.seal(at), seat=ply.seat, key=desk.host_key(at), views=[NEXT])
    turn.play_on = pb.PLAY_ON_FORCED
    answer = desk.call("Apply", apply_request(turn, ply.action)).transition
    assert answer.info.ply > at.ply + 1
    assert answer.views[0].seat == answer.next.seat


def test_keeps_its_place_among_the_views() -> None:
    desk = Desk.sealed()
    request = pb.CreateGameRequest(ruleset=ruleset_pb2.Ruleset(base="buck"), seed=bytes(32), deal=True)
    request.views.extend([view_pb2.ViewSelector(audience=view_pb2.AUDIENCE_PUBLIC), NEXT])
    first, second = desk.call("CreateGame", request).transition.views
    assert (first.audience, second.audience) == (view_pb2.AUDIENCE_PUBLIC, view_pb2.AUDIENCE_SEAT)


@pytest.mark.parametrize("method", ["Apply", "GetView"])
def test_is_for_the_host_alone(method: str) -> None:
    desk = Desk.sealed()
    ruleset = ruleset_pb2.Ruleset(base="classic")
    new = desk.call("CreateGame", pb.CreateGameRequest(ruleset=ruleset, seed=bytes(32), deal=True))
    state, seat = new.transition.state, new.transition.next.seat
    key = new.seat_keys[seat]
    requests = {
        "Apply": apply_request(pb.Turn(state=state, seat=seat, key=key, views=[NEXT]), actions.PASS),
        "GetView": pb.GetViewRequest(state=state, key=key, view=NEXT),
    }
    with pytest.raises(ServiceError) as refused:
        desk.call(method, requests[method])
    assert refused.value.reason == "HOST_KEY_REQUIRED"


def test_nobody_is_next_when_the_game_is_over() -> None:
    desk, rng = Desk.sealed(), random.Random(11)
    ply = next(p for p in plies(RULESETS["classic"], rng, hands=99) if p.after.phase == phases.GAME_OVER)
    at = game_of(ply.after, rng, desk.states.key_id)
    with pytest.raises(ServiceError) as refused:
        desk.call("GetView", pb.GetViewRequest(state=desk.seal(at), key=desk.host_key(at), view=NEXT))
    assert refused.value.reason == "GAME_OVER"
