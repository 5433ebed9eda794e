from __future__ import annotations

import re
from datetime import UTC, datetime
from pathlib import Path

import html5lib
import pytest

from euchre_arena.report.axes import Axis
from euchre_arena.report.chart import spread
from euchre_arena.report.figures import Failure, Figures
from euchre_arena.report.gather import gather
from euchre_arena.report.page import render
from euchre_arena.report.pictures import draw
from euchre_arena.tournament.plan import Plan
from tests.arena.report_figures import made_up
from tests.arena.report_store import CLASSIC, stored

MADE = datetime(2026, 1, 2, 3, 4, tzinfo=UTC)


def page_of(figures: Figures) -> str:
    page = render(figures, made=MADE)
    html5lib.HTMLParser(strict=True).parse(page)  # Raises where it is not well-formed.
    return page


def texts(page: str) -> list[str]:
    tree = html5lib.parse(page, namespaceHTMLElements=False)
    return ["".join(cell.itertext()).strip() for cell in tree.iter() if cell.tag in ("th", "td")]


def names(count: int) -> tuple[str, ...]:
    return tuple(f"bot {chr(65 + place)}" for place in range(count))


@pytest.mark.parametrize("count", [2, 3, 6, 7, 20])
def test_holds_every_entrant_in_every_table(count: int) -> None:
    figures = made_up(names(count))
    cells = texts(page_of(figures))
    for name in figures.entrants:
        # Standings, ratings as a table, rows and columns of the matrix, two seats, four calls.
        assert cells.count(name) >= 1 + 1 + 2 + 2 + 4
    for one in figures.standings:
        assert any(f"{100 * one.won.mean:.1f}" in cell for cell in cells)


def test_needs_nothing_but_itself() -> None:
    page = page_of(made_up(names(4)))
    assert not re.search(r"https?:|//[a-z]|<script|<link|<img|@import|url\(", page)
    assert "prefers-color-scheme: dark" in page
    assert "@media print" in page


def test_escapes_names_and_messages() -> None:
    evil = "<script>alert('&')</script>"
    failure = Failure(evil, "play", "error", "retry", 1, "<b onclick=x>broken</b>")
    page = page_of(made_up((evil, 'quote " and \N{BLACK CLUB SUIT}'), failures=(failure,)))
    assert "<script" not in page
    assert "<b onclick" not in page
    assert evil in texts(page)


def test_tables_are_accessible() -> None:
    tree = html5lib.parse(page_of(made_up(names(4))), namespaceHTMLElements=False)
    tables = list(tree.iter("table"))
    assert len(tables) >= 7
    for table in tables:
        assert len(list(table.iter("caption"))) == 1
        assert all(head.get("scope") for head in table.iter("th"))
    graphics = [one for one in tree.iter() if str(one.tag).endswith("svg") and one.get("aria-hidden") is None]
    # The inner part of a chart needs no name of its own.
    assert any(one.get("role") == "img" and one.get("aria-label") for one in graphics)
    levels = [int(one.tag[1]) for one in tree.iter() if re.fullmatch("h[1-6]", str(one.tag))]
    assert levels == [1, *[2] * (len(levels) - 1)]


@pytest.mark.parametrize("count", [2, 20])
def test_draws_plots_that_are_not_blank(tmp_path: Path, count: int) -> None:
    from matplotlib import image

    figures = made_up(("cost $5 and $6", *names(count)[1:]))
    files = draw(figures, tmp_path / "plots")
    assert sorted(file.stem for file in files) == [
        "decision_times",
        "pairwise",
        "points_by_call",
        "points_by_seat",
        "ratings",
        "standings",
    ]
    for file in files:
        assert image.imread(file).std() > 0.01, file


def test_shows_a_tournament_without_a_finished_game(tmp_path: Path) -> None:
    with stored(Plan("classic", ("heuristic", "random")), CLASSIC, 0) as store:
        figures = gather(store)
    page = page_of(figures)
    assert "No game between heuristic and random is finished yet." in page
    assert draw(figures, tmp_path) == []


def test_says_when_nobody_is_proved_the_best() -> None:
    with stored(Plan("classic", ("heuristic", "random")), CLASSIC, 3) as store:
        page = page_of(gather(store))
    assert "Nobody is proved the best: heuristic won" in page


@pytest.mark.parametrize(
    ("values", "ticks"),
    [
        ([0, 100], ["0", "100"]),
        ([-240, 240], ["\N{MINUS SIGN}250", "0", "250"]),
        ([0.1, 0.6], ["0.25", "0.50"]),
        ([7], ["6.5", "7.0", "7.5"]),
    ],
)
def test_axes_have_round_ticks(values: list[float], ticks: list[str]) -> None:
    axis = Axis.linear(values)
    assert [axis.text(tick) for tick in axis.ticks] == ticks
    assert 0 <= axis.at(min(values)) <= axis.at(max(values)) <= 100


def test_labels_keep_apart() -> None:
    assert spread([50, 10, 51], 7) == [50, 10, 57]
    places = spread([99, 98, 97, 100], 7)
    assert max(places) == 100
    assert all(below - above >= 7 for above, below in zip(sorted(places), sorted(places)[1:], strict=False))
