"""Random hands in the engine and in the naive rules of `tests/reference`: the same at every node."""

from __future__ import annotations

import random
from typing import Any

import pytest

from euchre_rules import actions, game
from euchre_rules.errors import RulesetError
from euchre_rules.ruleset import OPTION_NAMES
from tests.reference import naive_euchre as naive
from tests.rules.naive import agrees, both, ruleset

HANDS = 500
NUMBERS = [0, 1, 2, 3, 5, 7, 24]
TENDENCY = {"fold": 0.15, "moon": 0.3, "alone": 0.6}
"""How readily an answer is chosen, so that most hands are played; 1 for the others."""


def random_changes(which: str, rng: random.Random) -> dict[str, Any]:
    """Up to four options that both sides accept."""
    while True:
        allowed = naive.ALLOWED[which]
        names = rng.sample(sorted(allowed), rng.randrange(5))
        changes = {}
        for name in names:
            values = [value for value in allowed[name] if value is not int]
            numbers = NUMBERS if int in allowed[name] else []
            changes[name] = rng.choice([*values, *numbers])
        try:
            ruleset(which, changes)
        except RulesetError:
            # A zero, for instance, is no score to the engine.
            continue
        if changes.get("set_penalty") != 0:
            return changes


@pytest.mark.parametrize("which", ["classic", "ghost", "buck"])
@pytest.mark.parametrize("block", range(3))
def test_same_hands(which: str, block: int) -> None:
    rng = random.Random(f"{which} {block}")
    ended = 0
    for _ in range(HANDS):
        changes = random_changes(which, rng) if block else {}
        deck = naive.full_deck()
        rng.shuffle(deck)
        dealer = rng.randrange(3 if which == "ghost" else 4)
        state, oracle = both(which, changes, dealer, deck)
        line: list[str] = []
        while True:
            assert agrees(state, oracle) is None, f"{changes} dealer {dealer} deck {deck} line {line}"
            legal = naive.legal(oracle)
            if not legal:
                break
            weights = [TENDENCY.get(words, 1.0) for words in legal]
            words = rng.choices(legal, weights)[0]
            game.apply(state, state.actor, actions.parse(words))
            oracle = naive.apply(oracle, words)
            line.append(words)
        ended += oracle.outcome == "scored"
    assert ended > HANDS // 2


def test_the_engine_has_every_value_of_the_naive_rules() -> None:
    for which in naive.DEFAULTS:
        default = ruleset(which, {})
        for name, values in naive.ALLOWED[which].items():
            made = [ruleset(which, {name: 9 if value is int else value}) for value in values]
            assert len(made) == len(set(made))
            assert name in OPTION_NAMES
            assert default in made or int in values
