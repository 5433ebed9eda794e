"""The chart of ratings as games accumulate: its geometry, in percent of its width and height."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from euchre_arena.report.axes import Axis, ends
from euchre_arena.report.figures import Figures, Snapshot

TOGETHER: Final = 6
"""Up to so many entrants share one panel; more get a panel each."""

_LABEL: Final = 7.0  # Height of a label, in percent of a panel.


@dataclass(frozen=True)
class Line:
    """The course of one rating.

    Attributes:
        entrant: whose.
        colour: number of its colour, from 1.
        path: the line, as an SVG path.
        band: its intervals where they are known, as a closed SVG path; empty if they are not.
        end: where the line ends, in percent from the top.
        label: where its name goes, so that no two names overlap.
    """

    entrant: str
    colour: int
    path: str
    band: str
    end: float
    label: float


@dataclass(frozen=True)
class Panel:
    """One panel: lines to look at, before others to compare with.

    Attributes:
        title: what it shows; empty if the names of its lines say so.
        lines: lines in colour, with their bands.
        context: lines in the background.
    """

    title: str
    lines: tuple[Line, ...]
    context: tuple[Line, ...] = ()


@dataclass(frozen=True)
class Chart:
    """All panels, on the same axes.

    Attributes:
        games: the horizontal axis.
        rating: the vertical axis.
        panels: one for all, or one for each entrant.
    """

    games: Axis
    rating: Axis
    panels: tuple[Panel, ...]


def ratings_chart(figures: Figures) -> Chart | None:
    """Draws the ratings over time.

    Args:
        figures: the tournament.

    Returns:
        The chart, or `None` with fewer than two snapshots to draw a line through.
    """
    if len(figures.snapshots) < 2:
        return None
    together = len(figures.entrants) <= TOGETHER
    rating = Axis.linear(_bounds(figures.snapshots), least=3 if together else 2)
    last = max(snapshot.games for snapshot in figures.snapshots)
    order = [standing.label for standing in figures.standings]
    ticks = Axis.linear([0, last], room=0, least=4 if together else 2).ticks
    games = Axis(0, last, tuple(tick for tick in ticks if tick > 0))
    lines = tuple(
        line
        for number, entrant in enumerate(order)
        if (line := _line(figures.snapshots, entrant, number % TOGETHER + 1, games, rating))
    )
    if together:
        return Chart(games, rating, (Panel("", _labelled(lines)),))
    panels = tuple(Panel(one.entrant, (one,), tuple(line for line in lines if line != one)) for one in lines)
    return Chart(games, rating, panels)


def spread(wanted: Sequence[float], least: float) -> list[float]:
    """Moves positions apart that are too close, as little as needed and downwards only at first.

    Args:
        wanted: positions from 0 to 100.
        least: the least distance.

    Returns:
        The positions, in the order given; kept within 100 if there is room.
    """
    order = sorted(range(len(wanted)), key=lambda index: wanted[index])
    places = list(wanted)
    for above, below in pairwise(order):
        places[below] = max(places[below], places[above] + least)
    limit = 100.0
    for index in reversed(order):
        places[index] = min(places[index], limit)
        limit = places[index] - least
    return [round(place, 2) for place in places]


def _bounds(snapshots: Sequence[Snapshot]) -> list[float]:
    """Returns what the vertical axis has to hold: not all of the wide intervals of the beginning."""
    settled = snapshots[len(snapshots) // 4 :]
    values = [rating.mean for snapshot in snapshots for rating in snapshot.ratings.values()]
    return values + ends(rating for snapshot in settled for rating in snapshot.ratings.values())


def _line(snapshots: Sequence[Snapshot], entrant: str, colour: int, games: Axis, rating: Axis) -> Line | None:
    points = [
        (games.at(snapshot.games), snapshot.ratings[entrant])
        for snapshot in snapshots
        if entrant in snapshot.ratings
    ]
    if not points:
        return None
    middle = [(x, 100 - rating.at(estimate.mean)) for x, estimate in points]
    known = [(x, estimate) for x, estimate in points if estimate.bounded]
    upper = [(x, 100 - rating.at(estimate.high)) for x, estimate in known]
    lower = [(x, 100 - rating.at(estimate.low)) for x, estimate in reversed(known)]
    band = f"{_path(upper + lower)}Z" if known else ""
    end = middle[-1][1]
    return Line(entrant, colour, _path(middle), band, end, end)


def _path(points: Sequence[tuple[float, float]]) -> str:
    return "M" + "L".join(f"{x:g} {y:.4g}" for x, y in points)


def _labelled(lines: tuple[Line, ...]) -> tuple[Line, ...]:
    places = spread([line.end for line in lines], _LABEL)
    return tuple(
        Line(line.entrant, line.colour, line.path, line.band, line.end, place)
        for line, place in zip(lines, places, strict=True)
    )
