"""Every game that can be played can be written down, read, and played again to the same end."""

from __future__ import annotations

import random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from euchre_client import (
    GameRecord,
    RulesClient,
    parse_record,
    public_view,
    record_of_replay,
    recreate,
)
from euchre_rules import presets
from tests.records.games import Habits, Played, play, rules_of

BASES = sorted(presets.PRESETS)
SLOW_ENOUGH = settings(
    max_examples=3,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)


def check_forms(record: GameRecord) -> None:
    assert GameRecord.from_json(record.to_json()) == record
    assert GameRecord.from_bytes(record.to_bytes()) == record
    assert parse_record(record.to_json().encode()) == record
    assert parse_record(record.to_bytes()) == record
    assert GameRecord.from_json(record.to_json()).to_bytes() == record.to_bytes()


def check_replay(rules: RulesClient, record: GameRecord) -> None:
    request = record.replay_request(views=[public_view()])
    response = rules.replay(
        request.ruleset, request.hands, initial_scores=request.initial_scores, views=request.views
    )
    assert not response.HasField("fault"), response.fault
    told = [tuple(hand.scores) for hand in response.hands[: len(record.hands)]]
    assert told == [hand.scores or record.scores for hand in record.hands]
    (view,) = response.transition.views
    assert tuple(side.score for side in view.sides) == record.scores
    assert tuple(view.game.sides) == record.winners
    again = record_of_replay(request, response, players=record.players)
    assert [(hand.outcome, hand.tricks, hand.changes, hand.acts) for hand in again.hands] == [
        (hand.outcome, hand.tricks, hand.changes, hand.acts) for hand in record.hands
    ]
    assert (again.winners, again.games, again.carry) == (record.winners, record.games, record.carry)


def check_recreation(rules: RulesClient, played: Played) -> None:
    record = GameRecord.from_bytes(played.table.record.to_bytes())
    again = recreate(rules, record)
    assert again.state == played.states[-1]
    assert again.record == record
    assert again.seat_keys == played.table.seat_keys


@pytest.mark.parametrize("claims", [False, True], ids=["", "claims"])
@pytest.mark.parametrize("base", BASES)
@SLOW_ENOUGH
@given(
    seed=st.integers(0, 1 << 32),
    passes=st.sampled_from([0.2, 0.6, 0.95]),
    stacks=st.sampled_from([0.0, 0.5]),
)
def test_a_game_is_the_same_however_it_comes_back(
    rules: RulesClient, base: str, claims: bool, seed: int, passes: float, stacks: float
) -> None:
    habits = Habits(passes=passes, stacks=stacks)
    played = play(rules, rules_of(base, claims=claims), random.Random(seed), hands=2, habits=habits)
    record = played.table.record
    check_forms(record)
    check_replay(rules, record)
    check_recreation(rules, played)


def test_a_hand_in_progress_comes_back(rules: RulesClient) -> None:
    played = play(rules, rules_of("classic"), random.Random(4), hands=1)
    record = played.table.record
    for kept in range(0, len(record.hands[0].acts), 5):
        part = GameRecord.from_bytes(record.to_bytes())
        del part.hands[1:]
        del part.hands[0].acts[kept:]
        part.hands[0].outcome, part.hands[0].scores, part.hands[0].tricks = "", (), ()
        part.hands[0].changes, part.winners, part.games, part.carry = (), (), 0, ()
        part.scores = part.initial_scores
        again = recreate(rules, part)
        assert again.record == part
        assert again.state == played.states[1 + kept]
        check_forms(part)
        check_replay(rules, part)


def test_renege_claims_are_among_the_games(rules: RulesClient) -> None:
    acts = [
        act.text
        for seed in range(6)
        for hand in play(
            rules, rules_of("ghost_hand", claims=True), random.Random(seed), hands=1
        ).table.record.hands
        for act in hand.acts
    ]
    assert any(text.startswith("claim") for text in acts)
