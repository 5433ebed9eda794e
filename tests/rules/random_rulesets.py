"""Random valid rulesets in which every pair of option values that can go together does.

`covering(count, seed)` draws rulesets until there are `count` of them and every pair of values stands in
one, or was found impossible: no ruleset with both could be repaired into a valid one.
"""

import random
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations
from typing import Any

from euchre_rules import conflicts, presets
from euchre_rules.ruleset import OPTION_FIELDS, Ruleset, option_values

Pair = tuple[tuple[str, Any], tuple[str, Any]]

NUMBERS: dict[str, tuple[int, ...]] = {
    "players": (2, 3, 4),
    "min_rank": (7, 8, 9),
    "hand_size": (5, 6),
    "club_dealer_need": (1, 2),
    "min_bid": (1, 3, 5),
    "max_bid": (0, 4, 5),
    "shooter_score": (12, 9),
    "shooter_set": (6, 12),
    "fold_penalty": (0, 1),
    "start_score": (0, 15, 25),
    "target": (0, 5, 10),
    "num_deals": (0, 4, 9),
    "make_score": (1, 2),
    "march_score": (2, 3),
    "set_score": (2, 1),
    "loner_march_score": (3, 4, 5),
    "loner_set_score": (2, 4),
    "super_euchre": (0, 4),
    "trick_points": (-1, 0, 1),
    "set_penalty": (0, 5),
    "zero_penalty": (0, 5),
    "maker_need": (0, 3, 4),
    "other_need": (0, 1),
    "moon_score": (24, 12),
    "moon_set": (6, 24),
    "renege_points": (0, 2),
}
"""The values tried of each numeric option: its default, its edges in play, and what other sources have."""


def values(name: str) -> tuple[Any, ...]:
    """Return the values tried of an option."""
    if name in NUMBERS:
        return NUMBERS[name]
    return tuple(option_values(name))


VALUES: dict[str, tuple[Any, ...]] = {option.name: values(option.name) for option in OPTION_FIELDS}


def all_pairs() -> Iterator[Pair]:
    """Give every pair of values of two different options."""
    for one, other in combinations(VALUES, 2):
        for first in VALUES[one]:
            for second in VALUES[other]:
                yield ((one, first), (other, second))


def pairs_in(rules: Ruleset) -> set[Pair]:
    """Return every pair of values that stands in a ruleset."""
    chosen = [(name, getattr(rules, name)) for name in VALUES]
    return set(combinations(chosen, 2))


def covering(count: int, seed: int) -> tuple[list[Ruleset], list[Pair]]:
    """Return at least `count` valid rulesets, and the pairs that stand in none because none can."""
    chance = random.Random(seed)
    covered: set[Pair] = set()
    drawn: list[Ruleset] = []
    impossible: list[Pair] = []
    for pair in all_pairs():
        if pair in covered:
            continue
        rules = _draw(chance, dict(pair))
        if rules is None:
            impossible.append(pair)
        else:
            drawn.append(rules)
            covered |= pairs_in(rules)
    while len(drawn) < count:
        rules = _draw(chance, {})
        assert rules is not None, "without a wish some ruleset is always found"
        drawn.append(rules)
    return drawn, impossible


def _draw(chance: random.Random, fixed: dict[str, Any], tries: int = 30) -> Ruleset | None:
    """Return a valid ruleset with the fixed values, by repairing random ones; None when none is found."""
    for _ in range(tries):
        base = chance.choice(sorted(presets.PRESETS))
        changes = {name: chance.choice(options) for name, options in VALUES.items() if chance.random() < 0.35}
        rules = replace(presets.PRESETS[base], **(changes | fixed))
        repaired = _repair(chance, rules, fixed)
        if repaired is not None:
            return repaired
    return None


def _repair(chance: random.Random, rules: Ruleset, fixed: dict[str, Any]) -> Ruleset | None:
    for _ in range(30):
        wrong = conflicts.faults(rules)
        if not wrong:
            return rules
        clash = wrong[0].metadata
        names = [
            name for name in (clash["option"], clash.get("other", "")) if name in VALUES and name not in fixed
        ]
        if not names:
            return None
        name = chance.choice(names)
        rules = replace(rules, **{name: chance.choice(VALUES[name])})
    return None
