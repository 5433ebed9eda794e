"""The rules in process, against OpenSpiel driven from Python by the same loop.

Random full hands of the `openspiel` preset; the legal actions are listed at every decision. Time is the
processor time of this process, so that what else the machine does takes nothing from either side. Dealing is
part of the time on both sides: OpenSpiel's through its chance nodes, sampled as its documentation
shows (by their probabilities), ours through a shuffled pack. A second figure samples OpenSpiel's chance
nodes in the cheapest way there is, by picking among the legal actions.
"""

import random
import time
from collections.abc import Callable
from typing import Any

from euchre_rules import game, phases, presets
from tests.bench.report import Measurement, median_ratio


def measure(seconds: float, runs: int) -> list[Measurement]:
    """Return the engine's figures from `runs` runs in turn of `seconds` each."""
    try:
        import pyspiel
    except ImportError:
        raise SystemExit("OpenSpiel is missing: pip install open-spiel==2.0.2") from None
    euchre = pyspiel.load_game("euchre")
    ours, documented, cheapest = [], [], []
    for _ in range(runs):
        ours.append(_our_hands(seconds))
        documented.append(_openspiel_hands(euchre, seconds, _by_probability))
        cheapest.append(_openspiel_hands(euchre, seconds, _by_legal_action))
    value = sorted(ours)[runs // 2]
    return [
        Measurement(
            "engine_vs_openspiel",
            value,
            "decisions/s",
            median_ratio(ours, documented),
            f"OpenSpiel 2.0.2 from Python, {sorted(documented)[runs // 2]:,.0f} decisions/s",
            2.0,
            tuple(ours),
        ),
        Measurement(
            "engine_vs_openspiel_cheapest_chance",
            value,
            "decisions/s",
            median_ratio(ours, cheapest),
            f"the same, its chance nodes picked uniformly, {sorted(cheapest)[runs // 2]:,.0f} decisions/s",
            None,
            tuple(ours),
        ),
    ]


def _our_hands(seconds: float) -> float:
    rules = presets.resolve("openspiel")
    chance = random.Random(1)
    draw = chance.random
    deck = list(rules.deck)
    decisions = 0
    start = time.process_time()
    while (passed := time.process_time() - start) < seconds:
        deck.sort(key=lambda _: draw())
        state = game.new_game(rules, 0)
        game.perform_deal(state, deck)
        while state.phase != phases.DEAL:
            legal = game.legal_actions(state)
            game.perform(state, legal[int(draw() * len(legal))])
            decisions += 1
    return decisions / passed


def _openspiel_hands(euchre: Any, seconds: float, sample: Callable[[Any, random.Random], int]) -> float:
    chance = random.Random(1)
    draw = chance.random
    decisions = 0
    start = time.process_time()
    while (passed := time.process_time() - start) < seconds:
        state = euchre.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(sample(state, chance))
                continue
            legal = state.legal_actions()
            state.apply_action(legal[int(draw() * len(legal))])
            decisions += 1
    return decisions / passed


def _by_probability(state: Any, chance: random.Random) -> int:
    outcomes, probabilities = zip(*state.chance_outcomes(), strict=True)
    return int(chance.choices(outcomes, probabilities)[0])


def _by_legal_action(state: Any, chance: random.Random) -> int:
    legal = state.legal_actions()
    return int(legal[int(chance.random() * len(legal))])
