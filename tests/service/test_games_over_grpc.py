"""Whole random games over gRPC: by the RPC named after each act, by Apply and by BatchApply, on one server
or on two in turns. Whatever the door, the states are the same byte for byte."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest

from euchre.v1 import rules_service_pb2 as pb
from euchre.v1 import ruleset_pb2, state_pb2, view_pb2
from euchre_rules import actions
from euchre_service.wire_actions import from_wire
from euchre_service.wire_rulesets import to_wire
from tests.service.games import RULESETS
from tests.service.wire import SEED, Stub, applying, by_name, served, served_elsewhere


@pytest.fixture(scope="module")
def stub() -> Iterator[Stub]:
    with served() as stub:
        yield stub


@pytest.fixture(scope="module")
def elsewhere() -> Iterator[Stub]:
    """Another server with the same keys."""
    with served_elsewhere() as stub:
        yield stub


class Step(NamedTuple):
    """An act of a game and what it led to."""

    turn: pb.Turn
    action: int
    phase: int
    transition: pb.Transition


def create(stub: Stub, ruleset: ruleset_pb2.Ruleset, seed: bytes = SEED) -> pb.CreateGameResponse:
    response: pb.CreateGameResponse = stub.CreateGame(pb.CreateGameRequest(ruleset=ruleset, seed=seed))
    return response


def play(stub: Stub, ruleset: ruleset_pb2.Ruleset, seed: int, most: int = 120) -> list[Step]:
    """A random game, each act by the RPC named after it, with the key of the seat."""
    rng = random.Random(seed)
    game = create(stub, ruleset, rng.randbytes(32))
    last = game.transition
    steps: list[Step] = []
    while last.next.phase != state_pb2.PHASE_GAME_OVER and len(steps) < most:
        seat, key = last.next.seat, game.seat_keys[last.next.seat]
        listed = stub.ListLegalActions(pb.ListLegalActionsRequest(state=last.state, seat=seat, key=key))
        assert listed.next == last.next
        action = from_wire(rng.choice(listed.actions).action, "")
        turn = pb.Turn(
            state=last.state, seat=seat, key=key, expected_ply=last.info.ply, views=[view_pb2.ViewSelector()]
        )
        answer = by_name(stub, turn, action, last.next.phase)
        assert answer.info.ply == last.info.ply + 1
        assert answer.info.parent_state_id == last.info.state_id
        assert answer.info.game_id == game.transition.info.game_id
        assert answer.views[0].next == answer.next
        assert list(answer.views[0].events) == list(answer.events)
        steps.append(Step(turn, action, last.next.phase, answer))
        last = answer
    return steps


@pytest.mark.slow
@pytest.mark.parametrize("name", RULESETS)
def test_every_door_leads_to_the_same_states(stub: Stub, elsewhere: Stub, name: str) -> None:
    steps = play(stub, to_wire(RULESETS[name]), seed=3)
    requests = [applying(step.turn, step.action) for step in steps]
    for server in (stub, elsewhere):
        answers = server.BatchApply(pb.BatchApplyRequest(items=requests)).results
        assert [answer.transition for answer in answers] == [step.transition for step in steps]
    for step, request in zip(steps[::3], requests[::3], strict=True):
        assert elsewhere.Apply(request).transition == step.transition
        assert by_name(stub, *step[:3]).SerializeToString() == step.transition.SerializeToString()


@pytest.mark.parametrize("base", ["buck", "classic", "egn", "ghost_hand", "openspiel"])
def test_game_of_a_preset_ends(stub: Stub, base: str) -> None:
    # Random bids at Ghost Hand lose more points than they win.
    deals = 15 if base == "ghost_hand" else 0
    steps = play(stub, ruleset_pb2.Ruleset(base=base, num_deals=deals), seed=8, most=5000)
    (won,) = (event.game_won for event in steps[-1].transition.events if event.HasField("game_won"))
    assert len(won.sides) == 1
    assert not steps[-1].transition.next.HasField("seat")


def test_named_rpcs_take_part(stub: Stub) -> None:
    """The games above use every RPC that is named after an act."""
    used = set()
    for name in ("classic", "ghost_hand", "hidden_folds", "dummy", "railroad", "go_under"):
        for seed in range(2):
            used |= {actions.KINDS[step.action] for step in play(stub, to_wire(RULESETS[name]), seed)}
    assert used >= set(actions.Kind) - {actions.Kind.CLAIM, actions.Kind.REDEAL}


def test_servers_with_the_same_keys_answer_in_turns(stub: Stub, elsewhere: Stub) -> None:
    alone = play(stub, ruleset_pb2.Ruleset(base="classic"), seed=4)
    servers = [elsewhere, stub]
    for number, step in enumerate(alone):
        assert by_name(servers[number % 2], *step[:3]) == step.transition


def test_same_seed_makes_the_same_game_anywhere(stub: Stub, elsewhere: Stub) -> None:
    ruleset = ruleset_pb2.Ruleset(base="ghost_hand", target=20)
    one, other = create(stub, ruleset), create(elsewhere, ruleset)
    assert one == other
    assert one.SerializeToString(deterministic=True) == other.SerializeToString(deterministic=True)


def test_games_without_a_seed_differ(stub: Stub) -> None:
    games = [create(stub, ruleset_pb2.Ruleset(base="classic"), b"") for _ in range(3)]
    assert len({game.transition.info.game_id for game in games}) == 3
    assert len({game.host_key for game in games}) == 3


def test_label_makes_another_game_with_the_same_cards(stub: Stub) -> None:
    def labelled(label: str) -> tuple[pb.CreateGameResponse, Any]:
        table = view_pb2.ViewSelector(audience=view_pb2.AUDIENCE_TABLE)
        ruleset = ruleset_pb2.Ruleset(base="classic")
        request = pb.CreateGameRequest(ruleset=ruleset, seed=SEED, label=label, deal=True, views=[table])
        made: pb.CreateGameResponse = stub.CreateGame(request)
        return made, [list(seat.cards) for seat in made.transition.views[0].seats]

    (one, dealt), (other, dealt_again) = labelled("table 1"), labelled("table 2")
    assert one.transition.info.game_id != other.transition.info.game_id
    assert not {one.host_key, *one.seat_keys} & {other.host_key, *other.seat_keys}
    assert dealt == dealt_again


def test_deal_on_creation_is_the_deal_that_follows(stub: Stub) -> None:
    request = pb.CreateGameRequest(ruleset=ruleset_pb2.Ruleset(base="classic"), seed=SEED)
    apart = stub.CreateGame(request)
    turn = pb.Turn(
        state=apart.transition.state, seat=apart.transition.next.seat, key=apart.host_key, expected_ply=0
    )
    dealt = stub.Deal(pb.DealRequest(turn=turn)).transition
    request.deal = True
    assert stub.CreateGame(request).transition == dealt


def test_repeated_call_gives_the_same_bytes(stub: Stub, elsewhere: Stub) -> None:
    """As after a lost reply: whoever asks again, and wherever, gets the answer that was lost."""
    for step in play(stub, ruleset_pb2.Ruleset(base="buck"), seed=6, most=60):
        wanted = step.transition.SerializeToString(deterministic=True)
        for server in (stub, stub, elsewhere):
            answer = by_name(server, *step[:3])
            assert answer.SerializeToString(deterministic=True) == wanted


def test_another_key_cannot_continue_a_game(stub: Stub) -> None:
    game = create(stub, ruleset_pb2.Ruleset(base="classic"))
    again = create(stub, ruleset_pb2.Ruleset(base="classic"), bytes(32))
    assert not set(game.seat_keys) & set(again.seat_keys)
    assert len({*game.seat_keys, game.host_key}) == 5
