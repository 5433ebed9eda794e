"""Games under house rules drawn at random: what holds at every node of the presets holds for all of them."""

from __future__ import annotations

import random
from dataclasses import replace
from enum import Enum
from typing import Any

import pytest

from euchre_rules import actions, conflicts, game, phases, presets
from euchre_rules.options import Calling, FirstLead, FoldRule, GhostSwap, Teams
from euchre_rules.ruleset import OPTION_NAMES, Ruleset, option_values
from euchre_rules.state import State
from tests.rules import nodes
from tests.rules.tables import random_deck

FORMS: list[tuple[str, dict[str, Any]]] = [
    ("classic", {}),
    ("classic", {"joker": True}),
    ("classic", {"min_rank": 7, "hand_size": 6}),
    ("egn", {}),
    ("ghost_hand", {}),
    ("buck", {}),
    ("buck", {"players": 3}),
    ("buck", {"teams": Teams.PAIRS, "fold": FoldRule.OFF}),
    ("classic", {"players": 3, "teams": Teams.MAKER_VS_REST, "allow_alone": False}),
    ("classic", {"players": 3, "teams": Teams.MAKER_VS_REST, "allow_alone": False, "dummy_hand": True}),
    ("classic", {"players": 2, "teams": Teams.SOLO, "allow_alone": False, "ghost_hand": True}),
    (
        "classic",
        {
            "calling": Calling.AUCTION,
            "upcard": False,
            "hand_size": 6,
            "maker_need": 0,
            "first_lead": FirstLead.MAKER,
        },
    ),
    (
        "ghost_hand",
        {
            "players": 4,
            "teams": Teams.PAIRS,
            "ghost_hand": False,
            "ghost_swap": GhostSwap.OFF,
            "shooter": True,
        },
    ),
]
DRAWS = 10
HANDS = 3
TENDENCY = {"fold": 0.4, "swap": 0.5, "moon": 0.4, "redeal": 0.5}


def house_rules(base: str, changes: dict[str, Any], rng: random.Random) -> Ruleset:
    """A form with many options drawn anew, as far as they do not exclude each other."""
    rules = presets.resolve(base, changes)
    fixed = {"players", "teams", "calling", "upcard", "ghost_hand", "dummy_hand", "trick_points", *changes}
    for name in rng.sample(OPTION_NAMES, 30):
        if name in fixed:
            continue
        values = option_values(name)
        low, high = values[0], values[-1]
        if isinstance(low, Enum | bool):
            value: Any = rng.choice(values)
        else:
            assert isinstance(low, int) and isinstance(high, int)
            value = rng.choice([low, min(high, low + 1), min(high, low + rng.randrange(8))])
        drawn = replace(rules, **{name: value})
        if not conflicts.faults(drawn):
            rules = drawn
    return rules


def play_hand(state: State, rng: random.Random) -> None:
    game.deal(state, state.actor, random_deck(state.rules, rng))
    looked_at = rng.random() < 0.5
    while state.phase not in (phases.DEAL, phases.GAME_OVER):
        if looked_at or rng.random() < 0.1:
            nodes.check(state)
        if rng.random() < 0.1:
            nodes.check_secrets(state, rng)
        legal = game.legal_actions(state)
        weights = [TENDENCY.get(actions.text(action), 1.0) for action in legal]
        game.apply(state, state.actor, rng.choices(legal, weights)[0])
    nodes.check(state)


@pytest.mark.parametrize("form", range(len(FORMS)))
@pytest.mark.parametrize("draw", range(DRAWS))
def test_every_node(form: int, draw: int) -> None:
    rng = random.Random(f"{form} {draw}")
    base, changes = FORMS[form]
    rules = house_rules(base, changes, rng)
    state = game.new_game(rules, rng.randrange(rules.players))
    for _ in range(HANDS):
        before, number = state.scores[:], state.hand_number
        if state.phase == phases.DEAL:
            play_hand(state, rng)
        # Where reneges may be called, a game may be found to be over when the next hand would be dealt.
        if state.hand_number > number:
            assert [new - old for new, old in zip(state.scores, before, strict=True)] == state.changes
