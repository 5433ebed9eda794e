"""Decisions in games that are played at random."""

from __future__ import annotations

import random
from collections.abc import Iterator

from euchre_analysis.honest import honest_actions
from euchre_rules import phases
from euchre_rules.ruleset import Ruleset
from euchre_rules.state import State
from tests.service.games import RULESETS, plies


def decisions(rules: Ruleset | str, seed: int, *, hands: int = 1) -> Iterator[State]:
    """Yields every table of some hands where somebody has a choice."""
    rng = random.Random(f"{rules} {seed}")
    ruleset = RULESETS[rules] if isinstance(rules, str) else rules
    for ply in plies(ruleset, rng, hands=hands):
        state = ply.after
        if state.phase not in (phases.DEAL, phases.GAME_OVER) and len(honest_actions(state)) > 1:
            yield state
