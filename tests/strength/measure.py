"""Matches on the same decks in every seating, and what their results prove."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from euchre.v1.ruleset_pb2 import Ruleset as WireRuleset
from euchre_bots import Bot, HeuristicBot, RandomBot
from euchre_bots.expert import ExpertBot
from euchre_rules.options import Teams
from euchre_rules.ruleset import Ruleset
from euchre_service.wire_rulesets import to_wire
from tests.strength.oracle import OracleBot
from tests.strength.table import Seats, play_game, seed_of

Z99 = 2.5758
"""Standard errors on each side of a 99 % interval."""

_MAKERS: dict[str, Callable[[int, WireRuleset], Bot]] = {
    "expert": lambda seed, rules: ExpertBot(seed, ruleset=rules),
    "heuristic": lambda seed, rules: HeuristicBot(),
    "oracle": lambda seed, rules: OracleBot(rules),
    "random": lambda seed, rules: RandomBot(seed),
}
NAMES = tuple(sorted(_MAKERS))


@dataclass(frozen=True)
class Share:
    """How many games the challenger won.

    Attributes:
        games: played.
        share: won, from 0 to 1.
        half_width: of the 99 % interval; the unit is a block of games on the same decks.
        seconds: the 50th, 95th and 99th percentile of the time of the challenger's decisions.
    """

    games: int
    share: float
    half_width: float
    seconds: tuple[float, float, float]

    def __str__(self) -> str:
        low, high = self.share - self.half_width, self.share + self.half_width
        times = " / ".join(f"{1000 * each:.1f}" for each in self.seconds)
        return (
            f"{self.games} games: {self.share:.1%} (99 %: {low:.1%} to {high:.1%}), "
            f"a decision {times} ms (50, 95, 99 %)"
        )


def seatings(rules: Ruleset) -> list[frozenset[int]]:
    """The seats of the challenger in each game of a block."""
    if rules.teams is Teams.PAIRS:
        return [frozenset({0, 2}), frozenset({1, 3})]
    return [frozenset({seat}) for seat in range(rules.players)]


def match(rules: Ruleset, challenger: str, others: str, blocks: int, seed: int) -> Iterator[Share]:
    """Play blocks of games; after each tell how things stand."""
    won: list[float] = []
    seconds: list[float] = []
    wire = to_wire(rules)
    for block in range(blocks):
        points = []
        for places in seatings(rules):
            names = [challenger if seat in places else others for seat in range(rules.players)]
            bots = [_MAKERS[name](seed + 10 * block + seat, wire) for seat, name in enumerate(names)]
            seeing = frozenset(seat for seat, name in enumerate(names) if name == "oracle")
            seats = Seats(bots, seeing)
            table = play_game(rules, seed_of(seed, block), block % rules.players, seats)
            assert table.won is not None
            sides = {rules.side_of[seat] for seat in places}
            points.append(len(sides & set(table.won.sides)) / len(table.won.sides))
            seconds += [each for seat in places for each in seats.seconds[seat]]
        won.append(sum(points) / len(points))
        yield _share(won, len(seatings(rules)), seconds)


def _share(won: list[float], games_a_block: int, seconds: list[float]) -> Share:
    error = float(np.std(won, ddof=1)) / math.sqrt(len(won)) if len(won) > 1 else 0.5
    p50, p95, p99 = np.percentile(seconds, [50, 95, 99])
    return Share(len(won) * games_a_block, float(np.mean(won)), Z99 * error, (p50, p95, p99))


def run(rules: Ruleset, challenger: str, others: str, blocks: int, seed: int, most_seconds: float) -> Share:
    """Play a match until its blocks or its time are used up."""
    started = time.monotonic()
    shares = match(rules, challenger, others, blocks, seed)
    share = next(shares)
    while time.monotonic() - started < most_seconds:
        following = next(shares, None)
        if following is None:
            break
        share = following
    return share
