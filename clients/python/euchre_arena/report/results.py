"""Standings, pairings and ratings over time, as the statistics of a tournament's store have them."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from typing import Final

from euchre_arena.report.figures import Estimate, Pairing, Snapshot, Standing
from euchre_arena.tournament import statistics
from euchre_arena.tournament.ratings import Rating, ratings
from euchre_arena.tournament.store import Store

_VERDICTS: Final = {"accepted": "test: better", "rejected": "test: not better"}
_SNAPSHOTS: Final = 16
_RESAMPLES: Final = 100  # For the past, of which a hint of the uncertainty is enough.
_ENOUGH_BLOCKS: Final = 4  # Intervals from fewer are wilder than anything that is drawn beside them.


def standings_of(store: Store) -> tuple[Standing, ...]:
    """Returns how everybody did, the best first and those without a game last."""
    rated = {rating.entrant: _rating(rating) for rating in ratings(store)}
    told = [
        Standing(
            one.label,
            one.games,
            _estimate(one.won) if one.games else None,
            _estimate(one.points) if one.games else None,
            rated.get(one.entrant) if one.games else None,
        )
        for one in statistics.standings(store)
    ]
    return tuple(sorted(told, key=lambda one: -one.rating.value if one.rating else math.inf))


def pairings_of(store: Store, labels: Sequence[str]) -> tuple[Pairing, ...]:
    """Returns how everybody did against everybody else whom they met."""
    verdicts = _verdicts(store)
    return tuple(
        Pairing(
            labels[one.first],
            labels[one.second],
            one.blocks,
            _estimate(one.score),
            one.better,
            verdicts.get((one.first, one.second), ""),
        )
        for one in statistics.pairings(store)
    )


def snapshots_of(store: Store, labels: Sequence[str]) -> tuple[Snapshot, ...]:
    """Returns the ratings as they were after some of the blocks, the last ones with all of them.

    Blocks count in the order of their numbers, not in that in which they happened to be finished.
    """
    met = {entrant for (entrant,) in store.query("SELECT DISTINCT entrant FROM places")}
    counts = store.query(
        "SELECT block + 1, sum(count(*)) OVER (ORDER BY block), "
        "sum(count(DISTINCT contest)) OVER (ORDER BY block) FROM games GROUP BY block"
    )
    wanted = {-(-len(counts) * step // _SNAPSHOTS) - 1 for step in range(1, _SNAPSHOTS + 1)} if counts else ()
    shots = []
    for up_to, games, blocks in (counts[place] for place in sorted(wanted)):
        if blocks >= _ENOUGH_BLOCKS:
            then = ratings(store, resamples=_RESAMPLES, up_to=up_to)
            shots.append(
                Snapshot(games, {labels[one.entrant]: _rating(one) for one in then if one.entrant in met})
            )
    return tuple(shots)


def _verdicts(store: Store) -> dict[tuple[int, int], str]:
    """Returns what a test said of the first entrant of a contest against each other one."""
    rows = store.query("SELECT entrants, verdict FROM contests WHERE verdict IS NOT NULL")
    contests = [(json.loads(entrants), _VERDICTS[verdict]) for entrants, verdict in rows]
    return {(first, other): words for (first, *others), words in contests for other in others}


def _estimate(one: statistics.Estimate) -> Estimate:
    return _holding(one.mean, one.low, one.high)


def _rating(one: Rating) -> Estimate:
    return _holding(one.elo, one.low, one.high)


def _holding(value: float, low: float, high: float) -> Estimate:
    """Widens an interval to its value, which rounding or the quantiles of few draws may leave out."""
    return Estimate(value, min(low, value), max(high, value))
