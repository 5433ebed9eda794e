"""The plots of a report as PNG files."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final

import matplotlib as mpl
import numpy as np
from matplotlib.axes import Axes
from matplotlib.colors import LinearSegmentedColormap
from matplotlib.figure import Figure
from matplotlib.ticker import NullFormatter

from euchre_arena.report.axes import ends
from euchre_arena.report.chart import TOGETHER
from euchre_arena.report.figures import Figures, HandPoints
from euchre_arena.tournament.estimates import Estimate

_INK, _SOFT, _GRID, _PAPER, _MARK = "#1c1c1a", "#62625d", "#e6e6e0", "#fdfdfb", "#1f5f99"
_COLOURS: Final = ("#0063a6", "#c2500a", "#00795b", "#9b3f7f", "#7d6500", "#55555f")
_DASHES: Final = ("-", (0, (6, 2)), ":", "-.", (0, (4, 2)), (0, (9, 2)))
_AHEAD_BEHIND: Final = LinearSegmentedColormap.from_list("ahead", ["#e3a878", "#fdfdfb", "#7fb2db"])
_DPI: Final = 160
_STYLE: Final[dict[Any, Any]] = {
    "font.family": "sans-serif",
    "font.size": 10,
    "text.color": _INK,
    "axes.labelcolor": _SOFT,
    "axes.edgecolor": _SOFT,
    "axes.facecolor": _PAPER,
    "axes.titlesize": 12,
    "axes.titlelocation": "left",
    "axes.titlepad": 14,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.spines.left": False,
    "figure.facecolor": _PAPER,
    "xtick.color": _SOFT,
    "ytick.color": _INK,
    "ytick.left": False,
    "ytick.labelsize": 10,
    "grid.color": _GRID,
    # A name with a dollar sign is no formula.
    "text.parse_math": False,
}


def draw(figures: Figures, folder: Path) -> list[Path]:
    """Draws every plot that there is something to draw for.

    Args:
        figures: the tournament.
        folder: where to put the files; it is made if it does not exist.

    Returns:
        The files.

    Raises:
        OSError: they cannot be written.
    """
    folder.mkdir(parents=True, exist_ok=True)
    plots: list[tuple[str, object, Callable[[Figures], Figure]]] = [
        ("standings", bool(figures.ratings), _standings),
        ("ratings", len(figures.snapshots) > 1, _ratings),
        ("pairwise", figures.pairings, _pairwise),
        ("points_by_seat", figures.by_seat, lambda them: _points("Points a hand by seat", them.by_seat)),
        ("points_by_call", figures.by_call, lambda them: _points("Points a hand by call", them.by_call)),
        ("decision_times", figures.times, _times),
    ]
    files = []
    with mpl.rc_context(_STYLE):
        for name, wanted, plot in plots:
            if wanted:
                files.append(folder / f"{name}.png")
                plot(figures).savefig(files[-1], dpi=_DPI, bbox_inches="tight", pad_inches=0.25)
    return files


def _standings(figures: Figures) -> Figure:
    rated = [one.label for one in figures.standings if one.label in figures.ratings]
    figure, axes = _axes(len(rated))
    axes.set_title(f"Ratings ({figures.rating_scale}) with 95 % intervals")
    _intervals(axes, [(label, figures.ratings[label]) for label in rated])
    return figure


def _ratings(figures: Figures) -> Figure:
    figure = Figure(figsize=(8, 4.5))
    axes = figure.add_subplot()
    axes.set_title(f"{figures.rating_scale} rating as games accumulate")
    axes.set_xlabel("Games")
    axes.grid(axis="y")
    shown = [one.label for one in figures.standings]
    settled = figures.snapshots[len(figures.snapshots) // 4 :]
    for place, entrant in enumerate(shown):
        shots = [shot for shot in figures.snapshots if entrant in shot.ratings]
        course = [(shot.games, shot.ratings[entrant]) for shot in shots]
        if not course:
            continue
        colour, dashes = _COLOURS[place % TOGETHER], _DASHES[place // TOGETHER % TOGETHER]
        games = [count for count, _ in course]
        axes.plot(games, [one.mean for _, one in course], color=colour, linestyle=dashes, label=entrant)
        if len(shown) <= TOGETHER:
            band = [(count, one.low, one.high) for count, one in course if one.bounded]
            axes.fill_between(*np.reshape(band, (-1, 3)).T, color=colour, alpha=0.13, linewidth=0)
    bounds = ends(one for shot in settled for one in shot.ratings.values())
    axes.set_ylim(min(bounds) - 20, max(bounds) + 20)
    axes.legend(loc="upper left", bbox_to_anchor=(1.01, 1), frameon=False, handlelength=3)
    return figure


def _pairwise(figures: Figures) -> Figure:
    order = [one.label for one in figures.standings]
    size = len(order)
    names = figures.entrants
    rates = {(names[one.first], names[one.second]): one.score for one in figures.pairings}
    figure = Figure(figsize=(2 + 0.8 * size, 1.2 + 0.6 * size))
    axes = figure.add_subplot()
    axes.set_title("Score in percent, row against column")
    known = [[rates.get((row, column)) for column in order] for row in order]
    shades = [[one.mean if one else 0.5 for one in row] for row in known]
    axes.imshow(shades, cmap=_AHEAD_BEHIND, vmin=0, vmax=1, aspect="auto")
    for row, cells in enumerate(known):
        for column, one in enumerate(cells):
            if one:
                axes.text(column, row, f"{100 * one.mean:.1f}", ha="center", va="center")
    axes.set_xticks(range(size), order, rotation=30 if size > 3 else 0, ha="right" if size > 3 else "center")
    axes.set_yticks(range(size), order)
    axes.spines["bottom"].set_visible(False)
    axes.tick_params(length=0)
    return figure


def _points(title: str, rows: Sequence[HandPoints]) -> Figure:
    figure, axes = _axes(len(rows))
    axes.set_title(f"{title}, with 95 % intervals")
    axes.axvline(0, color=_SOFT, linewidth=0.8)
    _intervals(axes, [(f"{row.entrant}: {row.kind}", row.points) for row in rows])
    return figure


def _times(figures: Figures) -> Figure:
    figure, axes = _axes(len(figures.times))
    axes.set_title("Milliseconds a decision: median, 95 % and 99 %")
    axes.set_xscale("log")
    axes.xaxis.set_major_formatter("{x:g}")
    axes.xaxis.set_minor_formatter(NullFormatter())
    for place, row in enumerate(figures.times):
        axes.plot([row.p50, row.p95], [place, place], color=_MARK, linewidth=2.5, alpha=0.55)
        axes.plot([row.p95, row.p99], [place, place], color=_MARK, linewidth=1)
        axes.plot([row.p50], [place], "o", color=_MARK, markersize=5)
    _name(axes, [f"{row.entrant}: {row.phase}" for row in figures.times])
    return figure


def _axes(rows: int) -> tuple[Figure, Axes]:
    figure = Figure(figsize=(7, 1.1 + 0.3 * max(rows, 2)))
    axes = figure.add_subplot()
    axes.grid(axis="x")
    axes.set_axisbelow(True)
    return figure, axes


def _intervals(axes: Axes, rows: Sequence[tuple[str, Estimate]]) -> None:
    for place, (_, one) in enumerate(rows):
        if one.bounded:
            axes.plot([one.low, one.high], [place, place], color=_MARK, linewidth=2.5, alpha=0.55)
        axes.plot([one.mean], [place], "o", color=_MARK, markersize=5)
    _name(axes, [name for name, _ in rows])


def _name(axes: Axes, names: Sequence[str]) -> None:
    axes.set_yticks(range(len(names)), names)
    axes.set_ylim(len(names) - 0.5, -0.5)
