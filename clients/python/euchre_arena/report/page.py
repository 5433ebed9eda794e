"""A report as one HTML page that needs nothing but itself."""

from __future__ import annotations

import json
from collections.abc import Callable, Hashable, Iterable
from datetime import datetime
from typing import Any, TypeVar

from jinja2 import Environment, PackageLoader, StrictUndefined

from euchre_arena.report import wording
from euchre_arena.report.axes import Axis, ends
from euchre_arena.report.chart import ratings_chart
from euchre_arena.report.figures import Figures, HandPoints
from euchre_arena.tournament.statistics import Pairing

_T = TypeVar("_T")


def render(figures: Figures, *, made: datetime) -> str:
    """Writes a report.

    Args:
        figures: the tournament.
        made: the time to print on it.

    Returns:
        The page. All names in it are escaped.
    """
    environment = Environment(
        loader=PackageLoader("euchre_arena.report"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters.update(
        number=wording.number,
        signed=wording.signed,
        percent=wording.percent,
        likelihood=wording.likelihood,
        milliseconds=wording.milliseconds,
        duration=wording.duration,
        interval=wording.interval,
        counted=wording.counted,
    )
    return environment.get_template("report.html.j2").render(
        figures=figures,
        course=figures.course,
        headline=wording.headline(figures),
        made=made,
        chart=ratings_chart(figures),
        rating_axis=Axis.linear(ends(figures.ratings.values())),
        matrix={(one.first, one.second): one for one in figures.pairings},
        shade=shade,
        seats=_together(figures.by_seat, lambda row: row.kind),
        calls=_together(figures.by_call, lambda row: row.kind),
        seat_axis=_points_axis(figures.by_seat),
        call_axis=_points_axis(figures.by_call),
        times=_together(figures.times, lambda row: row.entrant),
        time_axis=Axis.powers(_drawn_times(figures)),
        plan=json.dumps(figures.course.plan, indent=2, ensure_ascii=False),
    )


def shade(pairing: Pairing) -> float:
    """Returns how strongly to tint a cell of the pairwise table: from -1, all lost, to 1, all won."""
    return round(2 * pairing.score.mean - 1, 3)


def _points_axis(rows: Iterable[HandPoints]) -> Axis:
    return Axis.linear([0.0, *ends(row.points for row in rows)])


def _drawn_times(figures: Figures) -> list[float]:
    return [time for row in figures.times for time in (row.p50, row.p99) if time > 0]


def _together(rows: Iterable[_T], key: Callable[[_T], Hashable]) -> dict[Any, list[_T]]:
    """Returns the rows that have a key in common, in the order of their first appearance."""
    groups: dict[Any, list[_T]] = {}
    for row in rows:
        groups.setdefault(key(row), []).append(row)
    return groups
