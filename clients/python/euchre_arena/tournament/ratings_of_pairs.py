"""Ratings where two sides meet.

Bots do not learn while they play, so the order of the games means nothing: the ratings are those under which
the results are likeliest (Bradley and Terry's model), and how far they can be trusted shows in how much they
change when other blocks are drawn (the bootstrap). Of somebody who won everything, or lost everything, draws
do not tell how far it may be from the others: none of them holds a game that ended otherwise.
"""

from __future__ import annotations

import math
from collections import defaultdict
from typing import Any, Final

import choix
import numpy as np
import numpy.typing as npt

from euchre_arena.tournament import student
from euchre_arena.tournament.estimates import Estimate, z_of
from euchre_arena.tournament.ratings import ELO_SCALE, Rating
from euchre_arena.tournament.store import Store

_PRIOR: Final = 0.1
"""Adds so many wins either way to each pair, so that who lost every game is still rated."""
_SEED: Final = 1
"""Of the draws."""
_STILL: Final = 1e-3
"""Draws that differ by less Elo differ by rounding: all blocks are alike."""

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
    wins = blocks.sum(axis=0)
    own = _fit(wins)
    draws = np.random.default_rng(_SEED)
    weights = draws.multinomial(len(blocks), np.full(len(blocks), 1 / len(blocks)), size=resamples)
    drawn = np.array([_fit(np.tensordot(weight, blocks, axes=1)) for weight in weights])
    low, high = np.quantile(drawn, [(1 - level) / 2, (1 + level) / 2], axis=0)
    errors = drawn.std(axis=0)
    # Rounding, or the quantiles of few draws, may leave the value itself out.
    low, high = np.minimum(low, own), np.maximum(high, own)
    sat = (blocks + blocks.swapaxes(1, 2)).any(axis=2).sum(axis=0)
    known = _tied(wins) & (sat > 1) & (errors > _STILL)
    shown = [Estimate(*ends) for ends in np.stack([own, low, high, errors], axis=1).tolist()]
    return [
        Rating(
            entrant, _stretched(one, int(sat[entrant]), level) if known[entrant] else one.unbounded(one.mean)
        )
        for entrant, one in enumerate(shown)
    ]


def _stretched(drawn: Estimate, blocks: int, level: float) -> Estimate:
    """Returns a rating with an interval that allows for few blocks, as Student's does beside the normal one.

    Draws differ less than blocks do: their variance lacks one block's share, and nothing in them allows for
    its being a guess.

    Args:
        drawn: the rating, with the interval and the standard deviation of its draws.
        blocks: in how many blocks the entrant sat; two at least.
        level: confidence of the interval.
    """
    mean = drawn.mean
    lacking = math.sqrt(blocks / (blocks - 1))
    stretch = lacking * student.quantile(0.5 + level / 2, blocks - 1) / z_of(level)
    return Estimate(
        mean, mean - stretch * (mean - drawn.low), mean + stretch * (drawn.high - mean), lacking * drawn.error
    )


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


def _tied(wins: _Wins) -> npt.NDArray[np.bool_]:
    """Tells of each entrant whether wins over wins lead to somebody else and back."""
    reached = (wins > 0) | np.eye(len(wins), dtype=bool)
    for _ in reached:
        reached = reached @ reached
    tied: npt.NDArray[np.bool_] = (reached & reached.T).sum(axis=0) > 1
    return tied


def _fit(wins: _Wins) -> _Wins:
    met = (wins + wins.T) > 0
    strengths = choix.ilsr_pairwise_dense(wins + _PRIOR * met, alpha=1e-6)
    elo: _Wins = np.asarray(strengths) * ELO_SCALE
    elo -= elo.mean()
    return elo
