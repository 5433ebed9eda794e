"""Standings and ratings, also over time, as a report has them."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from typing import Final

from euchre_arena.report.figures import Snapshot
from euchre_arena.tournament import statistics
from euchre_arena.tournament.estimates import Estimate
from euchre_arena.tournament.ratings import Rating, ratings, ratings_at
from euchre_arena.tournament.statistics import Standing
from euchre_arena.tournament.store import Store

_VERDICTS: Final = {"accepted": "test: better", "rejected": "test: not better"}
_SNAPSHOTS: Final = 16
_RESAMPLES: Final = 100  # For the past, of which a hint of the uncertainty is enough.
_ENOUGH_BLOCKS: Final = 4  # Intervals from fewer are wilder than anything that is drawn beside them.


def ratings_of(store: Store, labels: Sequence[str]) -> dict[str, Estimate]:
    """Returns the ratings of all who have played, by label."""
    return _by_label(store, labels, ratings(store))


def standings_of(store: Store, rated: dict[str, Estimate]) -> tuple[Standing, ...]:
    """Returns how everybody did, the best first and those without a rating last."""
    told = statistics.standings(store)
    return tuple(sorted(told, key=lambda one: -rated[one.label].mean if one.label in rated else math.inf))


def snapshots_of(store: Store, labels: Sequence[str]) -> tuple[Snapshot, ...]:
    """Returns the ratings as they were after some of the blocks, the last ones with all of them.

    Blocks count in the order of their numbers, not in that in which they happened to be finished.
    """
    counts = store.query(
        "SELECT block + 1, sum(count(*)) OVER (ORDER BY block), "
        "sum(count(DISTINCT contest)) OVER (ORDER BY block) FROM games GROUP BY block"
    )
    wanted = {-(-len(counts) * step // _SNAPSHOTS) - 1 for step in range(1, _SNAPSHOTS + 1)} if counts else ()
    shown = [counts[place] for place in sorted(wanted) if counts[place][2] >= _ENOUGH_BLOCKS]
    moments = ratings_at(store, [end for end, *_ in shown], resamples=_RESAMPLES)
    return tuple(
        Snapshot(games, _by_label(store, labels, then))
        for (_, games, _), then in zip(shown, moments, strict=True)
    )


def verdicts_of(store: Store) -> dict[tuple[int, int], str]:
    """Returns what a test said of the first entrant of a contest against each other one."""
    rows = store.query("SELECT entrants, verdict FROM contests WHERE verdict IS NOT NULL")
    contests = [(json.loads(entrants), _VERDICTS[verdict]) for entrants, verdict in rows]
    return {(first, other): words for (first, *others), words in contests for other in others}


def _by_label(store: Store, labels: Sequence[str], rated: Sequence[Rating]) -> dict[str, Estimate]:
    met = {entrant for (entrant,) in store.query("SELECT DISTINCT entrant FROM places")}
    return {labels[one.entrant]: one.elo for one in rated if one.entrant in met}
