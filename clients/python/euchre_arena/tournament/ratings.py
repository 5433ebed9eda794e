"""Ratings: one number for each entrant, from everything that was played, with its uncertainty.

All are on Elo's scale, where 400 more are ten times the odds to be ahead of somebody, and their mean is 0. At
tables of two sides they come from `ratings_of_pairs`, at tables of individuals, where a game is an order of
finishing, from `ratings_of_orders`. Needs the extra `arena`.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from euchre_arena.tournament.estimates import LEVEL, Estimate
from euchre_arena.tournament.store import Store

ELO_SCALE: Final = 400 / math.log(10)
"""Elo of a factor e in the odds."""

RESAMPLES: Final = 200
"""Draws of the bootstrap that tells the uncertainty of pairs."""


@dataclass(frozen=True)
class Rating:
    """The rating of one entrant.

    Attributes:
        entrant: its number.
        elo: on the scale of Elo, the mean of all being 0.
    """

    entrant: int
    elo: Estimate


def ratings(store: Store, *, level: float = LEVEL) -> list[Rating]:
    """Rates the entrants.

    Args:
        store: the tournament.
        level: confidence of the intervals.

    Returns:
        The ratings in the order of entry; none before anything was won.

    Raises:
        ImportError: the extra `arena` is not installed.
    """
    return ratings_at(store, [None], level=level)[0]


def ratings_at(
    store: Store, ends: Sequence[int | None], *, level: float = LEVEL, resamples: int = RESAMPLES
) -> list[list[Rating]]:
    """Rates the entrants as of several moments, which is quicker than one by one.

    Args:
        store: the tournament.
        ends: for each moment, in order, the block from which on blocks do not count; `None`: all count.
        level: confidence of the intervals.
        resamples: draws of the bootstrap.

    Returns:
        The ratings of each moment; see `ratings`.

    Raises:
        ImportError: the extra `arena` is not installed.
    """
    # Only here, because each takes a second to import and comes with an extra.
    if store.query("SELECT max(side) FROM places")[0][0] in (None, 1):
        from euchre_arena.tournament.ratings_of_pairs import rate_pairs

        return [rate_pairs(store, end, level, resamples) for end in ends]
    from euchre_arena.tournament.ratings_of_orders import rate_orders

    return rate_orders(store, ends, level)


def centred(estimates: Sequence[Estimate]) -> list[Rating]:
    """Returns ratings by entrant, moved so that their mean is 0."""
    mean = sum(one.mean for one in estimates) / len(estimates)
    return [
        Rating(entrant, Estimate(one.mean - mean, one.low - mean, one.high - mean, one.error))
        for entrant, one in enumerate(estimates)
    ]
