"""Ratings: one number for each entrant, from everything that was played, with its uncertainty.

Bots do not learn while they play, so the order of the games means nothing: the ratings are those under which
the results are likeliest (Bradley and Terry's model, at tables of individuals the winner having beaten every
other seat), and how far they can be trusted shows in how they change when other blocks are drawn (the
bootstrap). Needs the `arena` extra.
"""

from __future__ import annotations

import math
from collections import defaultdict
from dataclasses import dataclass
from typing import Any, Final

import choix
import numpy as np
import numpy.typing as npt

from euchre_arena.tournament.statistics import LEVEL
from euchre_arena.tournament.store import Store

_ELO_SCALE: Final = 400 / math.log(10)
_PRIOR: Final = 0.1
"""Adds so many wins either way to each pair, so that who lost every game is still rated."""

_Wins = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Rating:
    """The rating of one entrant.

    Attributes:
        entrant: its number.
        elo: on the scale of Elo, the mean of all being 0.
        low: lower end of the interval.
        high: upper end.
    """

    entrant: int
    elo: float
    low: float
    high: float


def ratings(
    store: Store, *, level: float = LEVEL, resamples: int = 200, seed: int = 1, up_to: int | None = None
) -> list[Rating]:
    """Rates the entrants.

    Args:
        store: the tournament.
        level: confidence of the intervals.
        resamples: draws of the bootstrap.
        seed: decides the draws.
        up_to: leaves out blocks from this number on, to see the ratings as they were.

    Returns:
        The ratings in the order of entry; none before anything was won.
    """
    entrants = store.query("SELECT count(*) FROM entrants")[0][0]
    blocks = _blocks(store, entrants, up_to)
    if not len(blocks):
        return []
    own = _fit(blocks.sum(axis=0))
    draws = np.random.default_rng(seed)
    weights = draws.multinomial(len(blocks), np.full(len(blocks), 1 / len(blocks)), size=resamples)
    drawn = np.array([_fit(np.tensordot(weight, blocks, axes=1)) for weight in weights])
    low, high = np.quantile(drawn, [(1 - level) / 2, (1 + level) / 2], axis=0)
    return [
        Rating(entrant, float(own[entrant]), float(low[entrant]), float(high[entrant]))
        for entrant in range(entrants)
    ]


def _blocks(store: Store, entrants: int, up_to: int | None) -> _Wins:
    """Returns wins by block, winner and loser."""
    wins: dict[Any, _Wins] = defaultdict(lambda: np.zeros((entrants, entrants)))
    for contest, block, winner, loser, count in store.query(
        "SELECT contest, block, w.entrant, l.entrant, "
        "sum(w.won / (SELECT count(*) FROM places p WHERE p.game = g.game AND p.won = 0)) "
        "FROM games g JOIN places w USING (game) JOIN places l USING (game) "
        "WHERE w.won > 0 AND l.won = 0 AND w.entrant <> l.entrant AND (?1 IS NULL OR block < ?1) "
        "GROUP BY 1, 2, 3, 4 ORDER BY 2, 1",
        (up_to,),
    ):
        wins[contest, block][winner, loser] += count
    return np.array(list(wins.values()))


def _fit(wins: _Wins) -> _Wins:
    met = (wins + wins.T) > 0
    strengths = choix.ilsr_pairwise_dense(wins + _PRIOR * met, alpha=1e-6)
    elo: _Wins = np.asarray(strengths) * _ELO_SCALE
    elo -= elo.mean()
    return elo
