"""Our own games written as EGN end as they did when they are read again, or are refused for a reason."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from euchre_client import GameRecord, RulesClient
from euchre_client.egn import NotInEgn, Unsayable, read, replay, write
from euchre_rules import presets
from euchre_rules.errors import RulesetError
from euchre_rules.options import (
    AloneTiming,
    BestOrder,
    DealPattern,
    LoneDefender,
    LonerLead,
    PartnersBest,
    Renege,
    StickDealer,
)
from euchre_rules.ruleset import Ruleset
from tests.records.games import Habits, play, rules_of

SETTINGS = settings(
    deadline=None, derandomize=True, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
HOUSE: dict[str, list[Any]] = {
    "canadian": [True],
    "deal_pattern": list(DealPattern),
    "stick_dealer": [StickDealer.OFF, StickDealer.ON, StickDealer.ON_OR_PAY1],
    "lone_defender": list(LoneDefender),
    "loner_lead": list(LonerLead),
    "alone_timing": list(AloneTiming),
    "partners_best": list(PartnersBest),
    "best_order": list(BestOrder),
    "discard_may_be_upcard": [True],
    "round2_no_trump": [True],
    "min_rank": [7, 8],
    "joker": [True],
    "fast_break": [True],
    "four_trick_tokens": [True],
    "loner_march_score": [3, 5],
    "loner_set_score": [2, 4],
    "target": [5, 11],
    "num_deals": [2, 3],
    "go_under": [True],
    "renege": [Renege.ALLOW_CLAIM],
}
MAY_BE_REFUSED = {
    Unsayable.PARTNER_ALONE,
    Unsayable.LONE_DEFENDER,
    Unsayable.JOKER_UPCARD,
    Unsayable.EXCHANGE,
    Unsayable.REDEAL,
    Unsayable.RENEGE,
    Unsayable.SCORING,
    Unsayable.PACK_UNKNOWN,
}
NEVER = {"ghost_hand", "buck", "two_handed", "three_handed", "three_handed_dummy", "bid_partners"}


def house_rules(base: str, rng: random.Random) -> Ruleset:
    while True:
        names = rng.sample(sorted(HOUSE), rng.randint(0, 6))
        try:
            return rules_of(base, **{name: rng.choice(HOUSE[name]) for name in names})
        except RulesetError:
            continue


def written(record: GameRecord) -> tuple[str, NotInEgn | None]:
    try:
        return write(record), None
    except NotInEgn as refused:
        return "", refused


def told_again(rules: RulesClient, record: GameRecord) -> bool:
    """Writes a game, reads it and replays it; tells whether EGN could tell it."""
    text, refusal = written(record)
    if refusal is not None:
        assert refusal.what in MAY_BE_REFUSED
        assert refusal.fault.reason == refusal.what
        return False
    game = read(text)
    replayed = replay(rules, game)
    assert replayed.final_score == record.scores
    assert write(game) == text
    again = replayed.to_record(game.players)
    assert [hand.scores for hand in again.hands] == [hand.scores for hand in record.hands]
    if record.winners:
        assert again.winners == record.winners
    return True


@pytest.mark.parametrize("base", ["egn", "classic", "openspiel"])
@settings(SETTINGS, max_examples=25)
@given(seed=st.integers(0, 1 << 32), partners=st.sampled_from([0.3, 0.9]))
def test_games_of_house_rules(rules: RulesClient, base: str, seed: int, partners: float) -> None:
    rng = random.Random(seed)
    habits = Habits(passes=0.6, partners=partners)
    told_again(rules, play(rules, house_rules(base, rng), rng, hands=2, habits=habits).table.record)


@pytest.mark.parametrize("base", ["egn", "openspiel", "classic", "classic_32", "british", "railroad"])
def test_most_games_can_be_told(rules: RulesClient, base: str) -> None:
    told = 0
    for seed in range(5):
        rng = random.Random(seed)
        habits = Habits(passes=0.8, partners=1.0)
        told += told_again(rules, play(rules, rules_of(base), rng, hands=1, habits=habits).table.record)
    assert told >= (5 if base in ("egn", "classic", "classic_32") else 2)


@pytest.mark.parametrize("base", sorted(set(presets.PRESETS) & NEVER))
@settings(SETTINGS, max_examples=2)
@given(seed=st.integers(0, 1 << 32))
def test_games_of_other_forms_are_refused(rules: RulesClient, base: str, seed: int) -> None:
    record = play(rules, rules_of(base), random.Random(seed), hands=1).table.record
    with pytest.raises(NotInEgn) as refused:
        write(record)
    assert refused.value.what in {
        Unsayable.PLAYERS,
        Unsayable.SIDES,
        Unsayable.AUCTION,
    }
    assert refused.value.fault.deal is None
