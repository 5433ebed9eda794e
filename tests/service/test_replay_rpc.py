"""Replay: recorded hands played through the rules, to their end or to the first illegal act."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from euchre.v1 import rules_service_pb2 as pb
from euchre.v1 import ruleset_pb2, view_pb2
from euchre_rules import actions, game, phases
from euchre_rules.ruleset import Ruleset
from euchre_rules.state import State
from euchre_service.wire_actions import to_wire
from euchre_service.wire_rulesets import to_wire as rules_to_wire
from tests.rules.tables import CLASSIC
from tests.service.fakes import error_info
from tests.service.games import RULESETS, Ply, plies
from tests.service.wire import Stub, by_name, refusal, served, wire_deck

TABLE = view_pb2.ViewSelector(audience=view_pb2.AUDIENCE_TABLE)


@pytest.fixture(scope="module")
def stub() -> Iterator[Stub]:
    with served() as stub:
        yield stub


def played(rules: Ruleset, seed: int, hands: int = 1000) -> list[Ply]:
    return list(plies(rules, random.Random(seed), hands))


def record(game_played: list[Ply]) -> pb.ReplayRequest:
    rules = game_played[0].after.rules
    request = pb.ReplayRequest(ruleset=rules_to_wire(rules), views=[TABLE])
    for ply in game_played:
        if ply.action == actions.DEAL:
            request.hands.add(dealer=ply.seat, deck=wire_deck(ply.deck))
        else:
            request.hands[-1].actions.add(seat=ply.seat, action=to_wire(ply.action))
    return request


def ends_of_hands(game_played: list[Ply]) -> list[State]:
    """What each hand left, as the next one was about to be dealt."""
    return [ply.before for ply in game_played[1:] if ply.action == actions.DEAL] + [game_played[-1].after]


@pytest.mark.parametrize("name", RULESETS)
def test_replay_ends_as_the_game_did(stub: Stub, name: str) -> None:
    for seed in range(2):
        live = played(RULESETS[name], seed, hands=12)
        end = live[-1].after
        answer = stub.Replay(record(live))
        assert not answer.HasField("fault")
        assert [list(hand.scores) for hand in answer.hands] == [state.scores for state in ends_of_hands(live)]
        for hand, state in zip(answer.hands, ends_of_hands(live), strict=True):
            assert hand.HasField("result") is (state.result is not None)
            assert [side.change for side in hand.result.sides] == (state.changes if state.result else [])
        assert answer.transition.info.ply == len(live)
        assert answer.transition.next.phase == end.phase
        (view,) = answer.transition.views
        assert [side.score for side in view.sides] == end.scores
        assert [seat.tricks for seat in view.seats] == end.tricks
        assert view.hand_number == end.hand_number


def test_replayed_game_goes_on(stub: Stub) -> None:
    live = played(CLASSIC, 3, hands=1)[:6]
    answer = stub.Replay(record(live))
    assert answer.transition.info.parent_state_id == b""
    turn = pb.Turn(
        state=answer.transition.state, seat=answer.transition.next.seat, key=answer.host_key, views=[TABLE]
    )
    action = game.legal_actions(live[-1].after)[0]
    moved = by_name(stub, turn, action, answer.transition.next.phase)
    assert moved.info.ply == 7
    assert moved.info.parent_state_id == answer.transition.info.state_id


def test_replay_is_repeatable(stub: Stub) -> None:
    request = record(played(CLASSIC, 4, hands=2))
    assert stub.Replay(request) == stub.Replay(request)


def test_first_illegal_act_is_named(stub: Stub) -> None:
    rng = random.Random(5)
    reasons = set()
    for seed in range(150):
        live = played(RULESETS[rng.choice(["classic", "ghost_hand", "buck", "egn"])], seed, hands=4)
        request = record(live)
        place = rng.choice([number for number, ply in enumerate(live) if ply.action != actions.DEAL])
        before: State = live[place].before
        seat, action = before.actor, rng.choice(actions.ALL_ACTIONS)
        if rng.random() < 0.3:
            seat = rng.randrange(before.rules.players)
        elif before.phase == phases.PLAY and rng.random() < 0.9:
            action = rng.choice(before.rules.deck)
        refused = game.refusal(before, seat, action)
        if refused is None or action == actions.DEAL:
            continue
        hand = sum(1 for ply in live[:place] if ply.action == actions.DEAL) - 1
        number = place - [n for n, ply in enumerate(live) if ply.action == actions.DEAL][hand] - 1
        request.hands[hand].actions[number].CopyFrom(pb.SeatAction(seat=seat, action=to_wire(action)))
        answer = stub.Replay(request)
        fault = answer.fault
        assert (fault.hand, fault.action, fault.seat) == (hand, number, seat)
        assert fault.HasField("trick") is (before.phase == phases.PLAY)
        assert not fault.trick or fault.trick == len(before.winners)
        info = error_info(fault.error)
        assert (info.reason, dict(info.metadata)) == (refused.reason, dict(refused.metadata))
        assert fault.error.message == refused.message
        assert len(answer.hands) == hand + 1
        assert answer.transition.info.ply == place
        assert list(answer.hands[-1].scores) == before.scores
        reasons.add(refused.reason)
    assert len(reasons) > 4


def test_illegal_act_in_a_later_trick(stub: Stub) -> None:
    live = played(RULESETS["egn"], 9, hands=1)
    place = next(n for n, ply in enumerate(live) if len(ply.before.winners) == 3 and ply.before.trick)
    request = record(live)
    again = next(ply.action for ply in live if ply.before.phase == phases.PLAY)
    request.hands[0].actions[place - 1].action.CopyFrom(to_wire(again))
    fault = stub.Replay(request).fault
    assert (fault.trick, fault.action) == (3, place - 1)
    assert error_info(fault.error).reason == "CARD_NOT_HELD"


def test_deal_after_the_game_was_won(stub: Stub) -> None:
    live = played(CLASSIC, 6)
    request = record(live)
    hands = len(request.hands)
    request.hands.add(deck=request.hands[0].deck)
    answer = stub.Replay(request)
    assert (answer.fault.hand, answer.fault.HasField("action")) == (hands, False)
    assert error_info(answer.fault.error).reason == "GAME_OVER"
    assert len(answer.hands) == hands
    assert answer.transition.views[0].game.sides


def test_act_after_the_hand_ended(stub: Stub) -> None:
    request = record(played(CLASSIC, 7, hands=1))
    count = len(request.hands[0].actions)
    request.hands[0].actions.add(seat=0, action=to_wire(actions.PASS))
    fault = stub.Replay(request).fault
    assert (fault.hand, fault.action) == (0, count)
    assert error_info(fault.error).reason == "HAND_NOT_DEALT"


def test_refused_deals(stub: Stub) -> None:
    request = record(played(CLASSIC, 8, hands=2))
    request.hands[1].dealer = (request.hands[1].dealer + 1) % 4
    fault = stub.Replay(request).fault
    assert (fault.hand, fault.seat) == (1, request.hands[1].dealer)
    assert error_info(fault.error).reason == "NOT_YOUR_TURN"
    request.hands[1].ClearField("dealer")
    assert not stub.Replay(request).HasField("fault")
    request.hands[0].deck[0] = request.hands[0].deck[1]
    fault = stub.Replay(request).fault
    assert (fault.hand, fault.HasField("action")) == (0, False)
    assert error_info(fault.error).reason == "DECK_INVALID"


def test_initial_scores(stub: Stub) -> None:
    request = record(played(CLASSIC, 1, hands=1)[:3])
    request.initial_scores.extend([7, 8])
    assert [side.score for side in stub.Replay(request).transition.views[0].sides] == [7, 8]


def test_no_hand_at_all(stub: Stub) -> None:
    answer = stub.Replay(pb.ReplayRequest(ruleset=ruleset_pb2.Ruleset(base="classic")))
    assert answer.transition.info.ply == 0
    assert not answer.hands


Change = Callable[[pb.ReplayRequest], Any]


@pytest.mark.parametrize(
    ("path", "change"),
    [
        ("ruleset.base", lambda r: r.ruleset.ClearField("base")),
        ("initial_scores", lambda r: r.initial_scores.append(3)),
        ("hands", lambda r: r.hands.extend([r.hands[0]] * 200)),
        ("hands[0].dealer", lambda r: setattr(r.hands[0], "dealer", 4)),
        ("hands[0].deck", lambda r: r.hands[0].ClearField("deck")),
        ("hands[0].deck[3]", lambda r: r.hands[0].deck.__setitem__(3, 0)),
        ("hands[0].actions", lambda r: r.hands[0].actions.extend([r.hands[0].actions[0]] * 100)),
        ("hands[0].actions[1].seat", lambda r: r.hands[0].actions[1].ClearField("seat")),
        ("hands[0].actions[1].seat", lambda r: setattr(r.hands[0].actions[1], "seat", 4)),
        ("hands[0].actions[1].action", lambda r: r.hands[0].actions[1].ClearField("action")),
        ("hands[0].actions[1].action", lambda r: r.hands[0].actions[1].action.deal_hand.SetInParent()),
        (
            "hands[0].actions[1].action.play_card.card",
            lambda r: r.hands[0].actions[1].action.play_card.SetInParent(),
        ),
        ("views", lambda r: r.views.extend([TABLE] * 8)),
        ("views[1].seat", lambda r: r.views.add(seat=4)),
    ],
)
def test_malformed_request(stub: Stub, path: str, change: Change) -> None:
    request = record(played(CLASSIC, 2, hands=1))
    change(request)
    info = error_info(refusal(lambda: stub.Replay(request)))
    assert (info.reason, dict(info.metadata)) == ("MALFORMED_REQUEST", {"field": path})


def test_as_many_hands_as_allowed(stub: Stub) -> None:
    request = record(played(CLASSIC, 2, hands=1)[:1])
    request.hands.extend([request.hands[0]] * 199)
    assert stub.Replay(request).fault.hand == 1
