"""What a tournament shows: win rates and points from paired blocks, and how sure they are.

The unit is the block: its games share their cards, so only whole blocks are independent. Everything is
read from a `Store`, at any time, also while it is written.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from euchre_arena.tournament import student
from euchre_arena.tournament.estimates import ALIKE, LEVEL, Estimate, estimate, share
from euchre_arena.tournament.sprt import ELO_PER_SIGMA
from euchre_arena.tournament.store import Store


@dataclass(frozen=True)
class Standing:
    """How one entrant did.

    Attributes:
        entrant: its number.
        label: its name.
        games: games it sat in.
        won: its share of wins in a seat.
        fair: the share that equals would have had.
        points: points a hand of its side; more is better also where a game counts down; unknown while no
            hand is finished.
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
        points: difference of their points a hand; unknown while no hand is finished.
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
    """One entrant's part in a block: its mean share of wins, and points a hand if a hand was finished."""

    won: float
    points: float | None


def _halves(store: Store) -> dict[tuple[int, int], dict[int, _Half]]:
    """Returns what each entrant did in each block, by contest and block."""
    blocks: dict[tuple[int, int], dict[int, _Half]] = defaultdict(dict)
    for contest, block, entrant, won, points, hands in store.query(
        "WITH finished AS (SELECT game, count(*) AS hands FROM hands WHERE outcome <> '' GROUP BY game) "
        "SELECT contest, block, entrant, avg(won), sum(places.points), coalesce(sum(finished.hands), 0) "
        "FROM games JOIN places USING (game) LEFT JOIN finished USING (game) "
        "GROUP BY contest, block, entrant ORDER BY block, contest, entrant"
    ):
        blocks[contest, block][entrant] = _Half(won, points / hands if hands else None)
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
            estimate([half.points for half in by_entrant[entrant] if half.points is not None], level),
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
    points = [
        own.points - other.points
        for own, other in halves
        if own.points is not None and other.points is not None
    ]
    deviation = score.error * math.sqrt(len(halves)) * math.sqrt(games)
    return Pairing(
        *pair,
        len(halves),
        score,
        estimate(points, level),
        better=superiority(score, len(halves)),
        elo=ELO_PER_SIGMA * (score.mean - 0.5) / deviation if math.isfinite(deviation) else math.nan,
        trinomial=(
            sum(difference < 0 for difference in differences),
            sum(difference == 0 for difference in differences),
            sum(difference > 0 for difference in differences),
        ),
    )


def superiority(score: Estimate, blocks: int) -> float:
    """Returns the likelihood that a score of more than one half is deserved.

    It is never surer than if each block had been a coin's toss and all had fallen alike: few blocks may
    resemble each other by chance, and then their spread tells too little. Where they do not differ at all it
    is just that.
    """
    if blocks == 0:
        return 0.5
    by_chance = 0.5 ** (blocks + 1)
    off = score.mean - 0.5
    if math.isfinite(score.error):
        return min(max(student.cdf(off / score.error, blocks - 1), by_chance), 1 - by_chance)
    if abs(off) < ALIKE:
        return 0.5
    return 1 - by_chance if off > 0 else by_chance
