"""What a tournament shows: win rates and points from paired blocks, and how sure they are.

The unit is the block: its games share their cards, so only whole blocks are independent. Everything is
read from a `Store`, at any time, also while it is written.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import NormalDist
from typing import Final

from euchre_arena.tournament.sprt import ELO_PER_SIGMA
from euchre_arena.tournament.store import Store

LEVEL: Final = 0.95
"""Confidence of the intervals, where none is asked for."""


@dataclass(frozen=True)
class Estimate:
    """A mean and its uncertainty.

    Attributes:
        mean: the mean.
        low: lower end of its confidence interval.
        high: upper end.
        error: its standard error; 0 where there is too little to tell.
    """

    mean: float
    low: float
    high: float
    error: float


def estimate(values: Sequence[float], level: float = LEVEL) -> Estimate:
    """Returns the mean of independent values; nothing is known of it from fewer than two."""
    count = len(values)
    if count == 0:
        return Estimate(math.nan, -math.inf, math.inf, math.inf)
    mean = math.fsum(values) / count
    if count == 1:
        return Estimate(mean, -math.inf, math.inf, math.inf)
    variance = math.fsum((value - mean) ** 2 for value in values) / (count - 1)
    error = math.sqrt(variance / count)
    reach = z_of(level) * error
    return Estimate(mean, mean - reach, mean + reach, error)


def share(values: Sequence[float], level: float = LEVEL) -> Estimate:
    """Returns the mean of independent shares from 0 to 1.

    Where all are alike, their spread tells nothing; then the interval is Wilson's for so many trials.
    """
    told = estimate(values, level)
    if told.error > 0 and math.isfinite(told.error):
        return Estimate(told.mean, max(told.low, 0.0), min(told.high, 1.0), told.error)
    low, high = wilson(told.mean, len(values), level)
    return Estimate(told.mean, low, high, told.error)


def wilson(mean: float, trials: int, level: float = LEVEL) -> tuple[float, float]:
    """Returns Wilson's interval for a share; everything from 0 to 1 if there were no trials."""
    if trials == 0:
        return 0.0, 1.0
    z2 = z_of(level) ** 2
    centre = mean + z2 / (2 * trials)
    reach = math.sqrt(z2) * math.sqrt(mean * (1 - mean) / trials + z2 / (4 * trials**2))
    scale = 1 + z2 / trials
    return max(0.0, (centre - reach) / scale), min(1.0, (centre + reach) / scale)


def z_of(level: float) -> float:
    """Returns how many standard errors an interval of a confidence reaches to either side."""
    return NormalDist().inv_cdf(0.5 + level / 2)


@dataclass(frozen=True)
class Standing:
    """How one entrant did.

    Attributes:
        entrant: its number.
        label: its name.
        games: games it sat in.
        won: its share of wins in a seat.
        fair: the share that equals would have had.
        points: points a hand of its side; more is better also where a game counts down.
        failures: its failures.
    """

    entrant: int
    label: str
    games: int
    won: Estimate
    fair: float
    points: Estimate
    failures: int


@dataclass(frozen=True)
class Pairing:
    """How one entrant did against another, block by block.

    Attributes:
        first: an entrant.
        second: the other.
        blocks: blocks in which both sat.
        score: one half and half the difference of their shares of wins; at a table of two sides the share
            of games that `first` won.
        points: difference of their points a hand.
        better: likelihood that `first` is the better one.
        elo: normalised Elo of `first` over `second`.
        trinomial: blocks in which `first` won less, as much, and more.
    """

    first: int
    second: int
    blocks: int
    score: Estimate
    points: Estimate
    better: float
    elo: float
    trinomial: tuple[int, int, int]


@dataclass(frozen=True)
class _Half:
    """One entrant's part in a block: its mean share of wins, and points a hand."""

    won: float
    points: float


def _halves(store: Store) -> dict[tuple[int, int], dict[int, _Half]]:
    """Returns what each entrant did in each block, by contest and block."""
    blocks: dict[tuple[int, int], dict[int, _Half]] = defaultdict(dict)
    for contest, block, entrant, won, points, hands in store.query(
        "SELECT contest, block, entrant, avg(won), sum(points), sum(hands) "
        "FROM games JOIN places USING (game) "
        "GROUP BY contest, block, entrant ORDER BY block, contest, entrant"
    ):
        blocks[contest, block][entrant] = _Half(won, points / hands if hands else 0.0)
    return blocks


def standings(store: Store, level: float = LEVEL) -> list[Standing]:
    """Returns how everybody did, in the order of entry."""
    by_entrant: dict[int, list[_Half]] = defaultdict(list)
    for block in _halves(store).values():
        for entrant, half in block.items():
            by_entrant[entrant].append(half)
    counts = dict(store.query("SELECT entrant, count(DISTINCT game) FROM places GROUP BY entrant"))
    failures = dict(store.query("SELECT entrant, count(*) FROM failures GROUP BY entrant"))
    sides = store.query("SELECT max(side) + 1 FROM places")[0][0] or 2
    return [
        Standing(
            entrant,
            label,
            counts.get(entrant, 0),
            share([half.won for half in by_entrant[entrant]], level),
            1 / sides,
            estimate([half.points for half in by_entrant[entrant]], level),
            failures.get(entrant, 0),
        )
        for entrant, label in store.query("SELECT entrant, label FROM entrants ORDER BY entrant")
    ]


def pairings(store: Store, level: float = LEVEL) -> list[Pairing]:
    """Returns how everybody did against everybody else whom they met, each pair both ways."""
    met: dict[tuple[int, int], list[tuple[_Half, _Half]]] = defaultdict(list)
    for block in _halves(store).values():
        for first, own in block.items():
            for second, other in block.items():
                if first != second:
                    met[first, second].append((own, other))
    games = dict(store.query("SELECT contest, max(seating) + 1 FROM games GROUP BY contest LIMIT 1"))
    a_block = next(iter(games.values()), 1)
    return [_pairing(pair, halves, a_block, level) for pair, halves in sorted(met.items())]


def _pairing(
    pair: tuple[int, int], halves: Sequence[tuple[_Half, _Half]], games: int, level: float
) -> Pairing:
    differences = [own.won - other.won for own, other in halves]
    score = share([0.5 + difference / 2 for difference in differences], level)
    points = estimate([own.points - other.points for own, other in halves], level)
    known = 0 < score.error < math.inf
    deviation = score.error * math.sqrt(len(halves)) * math.sqrt(games)
    return Pairing(
        *pair,
        len(halves),
        score,
        points,
        better=superiority(score, len(halves)),
        elo=ELO_PER_SIGMA * (score.mean - 0.5) / deviation if known else math.nan,
        trinomial=(
            sum(difference < 0 for difference in differences),
            sum(difference == 0 for difference in differences),
            sum(difference > 0 for difference in differences),
        ),
    )


def superiority(score: Estimate, blocks: int) -> float:
    """Returns the likelihood that a score of more than one half is deserved.

    Where all blocks ended alike it is that of as many tosses of a coin.
    """
    if 0 < score.error < math.inf:
        return NormalDist().cdf((score.mean - 0.5) / score.error)
    if blocks == 0 or score.mean == 0.5:
        return 0.5
    by_chance = 0.5 ** (blocks + 1)
    return 1 - by_chance if score.mean > 0.5 else by_chance
