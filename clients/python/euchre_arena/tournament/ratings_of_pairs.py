"""Ratings where two sides meet.

Bots do not learn while they play, so the order of the games means nothing: the ratings are those under which
the results are likeliest (Bradley and Terry's model), and how far they can be trusted shows in how much they
change when other blocks are drawn (the bootstrap).
"""

from __future__ import annotations

from collections import defaultdict
from typing import Any, Final

import choix
import numpy as np
import numpy.typing as npt

from euchre_arena.tournament.ratings import ELO_SCALE, Rating
from euchre_arena.tournament.statistics import Estimate
from euchre_arena.tournament.store import Store

_PRIOR: Final = 0.1
"""Adds so many wins either way to each pair, so that who lost every game is still rated."""
_SEED: Final = 1
"""Of the draws."""

_Wins = npt.NDArray[np.float64]


def rate_pairs(store: Store, end: int | None, level: float, resamples: int) -> list[Rating]:
    """Rates the entrants.

    Args:
        store: a tournament of two sides.
        end: leaves out blocks from this number on.
        level: confidence of the intervals.
        resamples: draws of the bootstrap.

    Returns:
        The ratings in the order of entry; none before anything was won.
    """
    entrants = store.query("SELECT count(*) FROM entrants")[0][0]
    blocks = _blocks(store, entrants, end)
    if not len(blocks):
        return []
    own = _fit(blocks.sum(axis=0))
    draws = np.random.default_rng(_SEED)
    weights = draws.multinomial(len(blocks), np.full(len(blocks), 1 / len(blocks)), size=resamples)
    drawn = np.array([_fit(np.tensordot(weight, blocks, axes=1)) for weight in weights])
    low, high = np.quantile(drawn, [(1 - level) / 2, (1 + level) / 2], axis=0)
    errors = drawn.std(axis=0)
    return [
        # Rounding, or the quantiles of few draws, may leave the value itself out.
        Rating(
            entrant,
            Estimate(
                float(own[entrant]),
                float(min(low[entrant], own[entrant])),
                float(max(high[entrant], own[entrant])),
                float(errors[entrant]),
            ),
        )
        for entrant in range(entrants)
    ]


def _blocks(store: Store, entrants: int, end: int | None) -> _Wins:
    """Returns wins by block, winner and loser."""
    wins: dict[Any, _Wins] = defaultdict(lambda: np.zeros((entrants, entrants)))
    for contest, block, winner, loser, count in store.query(
        "SELECT contest, block, w.entrant, l.entrant, "
        "sum(w.won / (SELECT count(*) FROM places p WHERE p.game = g.game AND p.won = 0)) "
        "FROM games g JOIN places w USING (game) JOIN places l USING (game) "
        "WHERE w.won > 0 AND l.won = 0 AND w.entrant <> l.entrant AND (?1 IS NULL OR block < ?1) "
        "GROUP BY 1, 2, 3, 4 ORDER BY 2, 1",
        (end,),
    ):
        wins[contest, block][winner, loser] += count
    return np.array(list(wins.values()))


def _fit(wins: _Wins) -> _Wins:
    met = (wins + wins.T) > 0
    strengths = choix.ilsr_pairwise_dense(wins + _PRIOR * met, alpha=1e-6)
    elo: _Wins = np.asarray(strengths) * ELO_SCALE
    elo -= elo.mean()
    return elo
