"""Hands of every preset: what the expert wins by them, how long it thinks, and by which method.

    python -m tests.strength.every_preset --blocks 200 bid_partners railroad

A block is one deal at the starting score, played once for every seating of the expert against heuristic
bots. What is counted is the points of the expert's side less those of the others on average. Times are of the
processor, not of the clock.
"""

from __future__ import annotations

import argparse
import math
import time
from collections import Counter
from dataclasses import dataclass, field

import numpy as np

from euchre.v1.action_pb2 import Action
from euchre.v1.ruleset_pb2 import Ruleset as WireRuleset
from euchre.v1.state_pb2 import Phase
from euchre.v1.view_pb2 import View
from euchre_bots import Bot, HeuristicBot
from euchre_bots.expert import ExpertBot
from euchre_bots.expert.methods import method_for
from euchre_rules import game, shuffle
from euchre_rules.presets import PRESETS
from euchre_rules.ruleset import Ruleset
from euchre_rules.state import State
from euchre_service.wire_rulesets import to_wire
from tests.strength.measure import Z99, seatings
from tests.strength.table import Seats, play_hand, seed_of


@dataclass
class Decisions:
    """The expert's decisions that were a choice.

    Attributes:
        valued: by phase, those valued by simulation.
        thumbed: by phase, those made by rule of thumb.
        seconds: by phase, the processor time of each.
    """

    valued: Counter[str] = field(default_factory=Counter)
    thumbed: Counter[str] = field(default_factory=Counter)
    seconds: dict[str, list[float]] = field(default_factory=dict)

    def add(self, view: View, is_valued: bool, seconds: float) -> None:
        """Count one decision."""
        phase = Phase.Name(view.next.phase).removeprefix("PHASE_").lower()
        (self.valued if is_valued else self.thumbed)[phase] += 1
        self.seconds.setdefault(phase, []).append(seconds)

    def row(self) -> str:
        """Return shares and times as text."""
        every = [each for times in self.seconds.values() for each in times]
        number = self.valued.total() + self.thumbed.total()
        p50, p95, p99 = 1000 * np.percentile(every, [50, 95, 99])
        return (
            f"{self.thumbed.total() / number:.1%} of {number} choices by rule of thumb; "
            f"{p50:.1f} / {p95:.1f} / {p99:.1f} ms (50, 95, 99 %)"
        )

    def phases(self) -> list[str]:
        """Return one line a phase."""
        return [
            f"    {phase}: {self.valued[phase]} valued, {self.thumbed[phase]} by rule of thumb, "
            f"{1000 * np.percentile(times, 50):.1f} / {1000 * np.percentile(times, 95):.1f} ms (50, 95 %)"
            for phase, times in self.seconds.items()
        ]


class _Watched:
    """An expert whose decisions are counted."""

    def __init__(self, bot: ExpertBot, rules: WireRuleset, decisions: Decisions) -> None:
        self.name = bot.name
        self._bot, self._rules, self._decisions = bot, rules, decisions

    def decide(self, view: View) -> Action:
        """Decide as the expert does."""
        started = time.process_time()
        action = self._bot.decide(view)
        if len(view.legal_actions) > 1:
            taken = time.process_time() - started
            self._decisions.add(view, method_for(view, self._rules) is not None, taken)
        return action


def hands(rules: Ruleset, blocks: int, seed: int, samples: int | None) -> tuple[list[float], Decisions]:
    """Play blocks of deals; return each block's points and all decisions."""
    wire = to_wire(rules)
    points, decisions = [], Decisions()
    for block in range(blocks):
        deck = shuffle.shuffle(seed_of(seed, block), 1, rules.deck)
        gained = []
        for places in seatings(rules):
            bots: list[Bot] = []
            for seat in range(rules.players):
                expert = ExpertBot(seed + 10 * block + seat, ruleset=wire, samples=samples)
                bots.append(_Watched(expert, wire, decisions) if seat in places else HeuristicBot())
            table = game.new_game(rules, block % rules.players)
            play_hand(table, deck, Seats(bots))
            gained.append(_gain(table, {rules.side_of[seat] for seat in places}))
        points.append(sum(gained) / len(gained))
    return points, decisions


def _gain(table: State, sides: set[int]) -> float:
    rules = table.rules
    changes = [rules.good * (score - rules.start_score) for score in table.scores]
    own = [change for side, change in enumerate(changes) if side in sides]
    others = [change for side, change in enumerate(changes) if side not in sides]
    return sum(own) / len(own) - sum(others) / len(others)


def main() -> None:
    """Play what the command line asks for and print a line a preset."""
    parser = argparse.ArgumentParser(prog="python -m tests.strength.every_preset", description=__doc__)
    parser.add_argument("presets", nargs="*", default=sorted(PRESETS), metavar="preset")
    parser.add_argument("--blocks", type=int, default=200, help="deals; each is played in all seatings")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--samples", type=int, help="worlds for a decision")
    parser.add_argument("--phases", action="store_true", help="tell phases apart")
    options = parser.parse_args()
    for name in options.presets:
        started = time.monotonic()
        points, decisions = hands(PRESETS[name], options.blocks, options.seed, options.samples)
        half = Z99 * float(np.std(points, ddof=1)) / math.sqrt(len(points))
        print(
            f"{name}: {np.mean(points):+.2f} points a deal (99 %: {np.mean(points) - half:+.2f} to "
            f"{np.mean(points) + half:+.2f}), {decisions.row()}; {time.monotonic() - started:.0f} s",
            flush=True,
        )
        if options.phases:
            print("\n".join(decisions.phases()), flush=True)


if __name__ == "__main__":
    main()
