"""How sure a tournament is when it has played little: the fewer blocks, the wider the intervals."""

from __future__ import annotations

import json
import math
import random
import re
from datetime import UTC, datetime
from pathlib import Path

import pytest
from rich.console import Console

from euchre_arena.report.clusters import BlockMean
from euchre_arena.report.gather import gather
from euchre_arena.report.page import render
from euchre_arena.report.pictures import draw
from euchre_arena.tournament import student
from euchre_arena.tournament.estimates import estimate, share
from euchre_arena.tournament.plan import Plan
from euchre_arena.tournament.ratings import ratings
from euchre_arena.tournament.statistics import pairings, standings, superiority
from euchre_arena.tournament.store import Store
from euchre_arena.tournament.tables import print_tables, summary
from tests.arena.report_store import CLASSIC, stored

MADE = datetime(2026, 1, 2, 3, 4, tzinfo=UTC)


@pytest.mark.parametrize(
    ("freedom", "probability", "value"),
    [
        (1, 0.975, 12.7062),
        (1, 0.995, 63.6567),
        (2, 0.975, 4.3027),
        (5, 0.995, 4.0321),
        (30, 0.975, 2.0423),
        (120, 0.95, 1.6577),
        (100_000, 0.975, 1.9600),
    ],
)
def test_quantiles_are_those_of_the_tables(freedom: int, probability: float, value: float) -> None:
    assert student.quantile(probability, freedom) == pytest.approx(value, abs=5e-5)
    assert student.quantile(1 - probability, freedom) == pytest.approx(-value, abs=5e-5)
    assert student.cdf(student.quantile(probability, freedom), freedom) == pytest.approx(probability)


@pytest.mark.parametrize(
    ("freedom", "value", "probability"),
    [(1, 0, 0.5), (1, 1, 0.75), (1, -1, 0.25), (2, 2**0.5, 0.853553), (10, 1.8125, 0.95), (3, 1e6, 1.0)],
)
def test_the_distribution_is_that_of_the_tables(freedom: int, value: float, probability: float) -> None:
    assert student.cdf(value, freedom) == pytest.approx(probability, abs=5e-5)


@pytest.mark.parametrize("probability", [0.0, 1.0, -0.1])
def test_there_is_no_quantile_of_certainty(probability: float) -> None:
    with pytest.raises(ValueError, match="between 0 and 1"):
        student.quantile(probability, 3)


@pytest.mark.parametrize("blocks", [2, 3, 5, 20])
def test_intervals_of_few_blocks_hold_the_truth_as_often_as_they_say(blocks: int) -> None:
    draws, tries = random.Random(1), 2000
    held = [estimate([draws.gauss(0.1, 0.3) for _ in range(blocks)]) for _ in range(tries)]
    assert sum(one.low <= 0.1 <= one.high for one in held) / tries == pytest.approx(0.95, abs=0.015)


def test_many_blocks_have_the_intervals_of_the_normal_distribution() -> None:
    draws = random.Random(2)
    told = share([draws.choice((0.0, 0.5, 1.0)) for _ in range(5000)])
    assert told.high - told.mean == pytest.approx(1.959964 * told.error, rel=1e-3)


def test_two_blocks_prove_nothing() -> None:
    scores = [0.563, 0.583]
    told = share(scores)
    assert told.low < 0.5 < told.high
    # However alike they are, they are not surer than two tosses of a coin.
    assert superiority(told, 2) == superiority(share([0.573, 0.573]), 2) == 1 - 0.5**3
    assert superiority(share([1 - one for one in scores]), 2) == 0.5**3
    assert superiority(share([0.5, 1.0]), 2) == pytest.approx(0.75)


def test_blocks_that_are_alike_tell_nothing_of_points() -> None:
    told = estimate([0.1 + 0.2, 0.3])
    assert told.mean == pytest.approx(0.3)
    assert (told.low, told.high) == (-math.inf, math.inf)
    mean = BlockMean()
    for block in range(3):
        mean.add(block, 2)
    assert not mean.estimate().bounded


def test_a_report_of_two_blocks_names_no_best() -> None:
    with stored(Plan("classic", ("heuristic", "random"), blocks=300), CLASSIC, 2) as store:
        figures = gather(store)
        told = printed(store)
    page = render(figures, made=MADE)
    assert "Nobody is proved the best: heuristic won" in page
    assert "2.00 to 2.00" not in page
    # The blocks are alike: the points and the ratings are as yet unknown, in the table as on the page.
    assert told.count("unknown") == 2 + 1 + 2
    assert page.count("no interval yet") >= 2 + 2


@pytest.mark.parametrize("blocks", [1, 2])
def test_who_won_everything_has_no_interval_of_ratings(tmp_path: Path, blocks: int) -> None:
    with stored(Plan("classic", ("good", "bad"), blocks=blocks), CLASSIC, blocks) as store:
        strong, weak = ratings(store)
        told = summary(store)["ratings"][0]["elo"]
        figures = gather(store)
    assert strong.elo.mean > 0 > weak.elo.mean
    assert not strong.elo.bounded
    assert not weak.elo.bounded
    assert (told["low"], told["high"], told["error"]) == (None, None, None)
    assert tmp_path / "standings.png" in draw(figures, tmp_path)


def test_a_field_that_nobody_upset_has_no_intervals_of_ratings() -> None:
    with stored(Plan("classic", ("good", "fair", "bad"), blocks=2), CLASSIC, 2) as store:
        assert [one.elo.bounded for one in ratings(store)] == [False] * 3
    # `good` and `fair`, who beat each other, are known also while nobody lost to `bad`.
    with stored(Plan("classic", ("good", "fair", "bad"), blocks=3), CLASSIC, 3) as store:
        assert [one.elo.bounded for one in ratings(store)] == [True] * 3


def test_intervals_of_ratings_hold_the_truth_as_often_as_they_say() -> None:
    """Duels of five blocks of two games, of which the first wins six of ten."""
    draws, truth = random.Random(3), 200 * math.log10(0.6 / 0.4)
    plan = Plan("classic", ("good", "bad"), blocks=5)
    told = []
    for _ in range(80):
        wins = [[draws.random() < 0.6 for _ in range(2)] for _ in range(5)]
        with stored(plan, CLASSIC, 5, wins=wins) as store:
            told.append(ratings(store)[0].elo)
    known = [one for one in told if one.bounded]
    assert len(known) > 60
    assert sum(one.low <= truth <= one.high for one in known) / len(known) > 0.9


def test_lines_of_ratings_have_bands_only_where_intervals_are_known(tmp_path: Path) -> None:
    # Nobody but `good` wins before the third block of three contests.
    with stored(Plan("classic", ("good", "fair", "bad"), blocks=8), CLASSIC, 8) as store:
        figures = gather(store)
    known = [shot.ratings["good"].bounded for shot in figures.snapshots]
    assert known == sorted(known)
    assert set(known) == {False, True}
    page = render(figures, made=MADE)
    assert page.count('class="band') == 3
    assert not re.search(r"\b(inf|nan)\b", page)
    assert tmp_path / "ratings.png" in draw(figures, tmp_path)


def test_points_of_no_hand_are_unknown() -> None:
    with stored(Plan("classic", ("good", "bad"), blocks=2), CLASSIC, 2, finished=False) as store:
        assert [math.isnan(one.points.mean) for one in standings(store)] == [True, True]
        assert all(math.isnan(one.points.mean) for one in pairings(store))
        told = json.loads(json.dumps(summary(store), allow_nan=False))
        page = render(gather(store), made=MADE)
        table = printed(store)
    assert told["bots"][0]["points"] == {"mean": None, "low": None, "high": None, "error": None}
    assert told["bots"][0]["won"]["mean"] == 1
    assert "0.000" not in table
    assert "nan" not in table
    # Mean and interval of points: of two bots and one pair; intervals of two ratings.
    assert table.count("unknown") == 2 * 2 + 2 + 2
    assert page.count("<td>unknown</td>") == 2
    assert "0.00" not in page.split("</style>")[1].split('id="again"')[0]


def test_nothing_is_known_before_a_block_is_finished() -> None:
    with stored(Plan("classic", ("good", "bad"), blocks=2), CLASSIC, 0) as store:
        table = printed(store)
    # Share of wins, points, and the interval of these, of either.
    assert table.count("unknown") == 2 * 3
    assert "nan" not in table


def printed(store: Store) -> str:
    console = Console(width=200)
    with console.capture() as capture:
        print_tables(console, store)
    return capture.get()
