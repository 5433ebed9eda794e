from __future__ import annotations

import math
import shlex
from pathlib import Path

import pytest

from euchre.v1.ruleset_pb2 import Ruleset
from euchre_arena.report.gather import gather
from euchre_arena.tournament.plan import Format, OnFailure, Plan, Sprt
from euchre_arena.tournament.results import Failure
from euchre_arena.tournament.store import Store
from tests.arena.conftest import Run
from tests.arena.report_store import BUCK, CLASSIC, GHOST, stored


def test_numbers_of_a_duel() -> None:
    with stored(Plan("classic", ("good", "bad", "bad"), blocks=9), CLASSIC, 9) as store:
        figures = gather(store)
    assert figures.entrants == ("good", "bad", "bad #2")
    # Three contests of nine blocks of two games; the lower number wins six blocks of nine.
    assert (figures.course.games, figures.course.blocks, figures.course.hands) == (54, 27, 54)
    assert figures.course.games_planned == 54
    first, second, third = figures.standings
    assert [one.label for one in figures.standings] == ["good", "bad", "bad #2"]
    for standing, share in ((first, 2 / 3), (second, 1 / 2), (third, 1 / 3)):
        assert standing.games == 36
        assert standing.won.mean == pytest.approx(share)
        assert standing.points.mean == pytest.approx(2 * share)
    scores = {(figures.entrants[one.first], figures.entrants[one.second]): one for one in figures.pairings}
    assert len(scores) == 6
    assert scores["good", "bad"].score.mean == pytest.approx(2 / 3)
    assert scores["good", "bad"].better == pytest.approx(1 - scores["bad", "good"].better)
    assert scores["good", "bad"].better > 0.5


def test_points_by_seat_and_call() -> None:
    with stored(Plan("classic", ("good", "bad"), blocks=9), CLASSIC, 9) as store:
        figures = gather(store)
    # Of the two games of a block seat 0 deals one and seat 1 the other; `good` sits in seats 0 and 2, then
    # in 1 and 3, so that it deals both.
    seats = {(one.entrant, one.kind): one for one in figures.by_seat}
    assert set(seats) == {("good", "dealer's side"), ("bad", "other side")}
    good = seats["good", "dealer's side"]
    assert good.hands == 18
    assert good.points.mean == pytest.approx(2 * 6 / 9)
    # Nine blocks of means 2, 2, 0: the error of their mean, times the quantile of Student's distribution.
    error = math.sqrt((6 * (2 / 3) ** 2 + 3 * (4 / 3) ** 2) / 8 / 9)
    assert good.points.high - good.points.mean == pytest.approx(2.306004 * error)
    calls = {(one.entrant, one.kind): one for one in figures.by_call}
    assert (calls["good", "orders up"].hands, calls["good", "orders up"].points.mean) == (12, 2)
    assert calls["good", "orders up"].made == 1
    assert (calls["good", "defends"].hands, calls["good", "defends"].points.mean) == (6, 0)
    assert calls["good", "defends"].made is None


@pytest.mark.parametrize(
    ("rules", "entrants", "fair"),
    [(GHOST, ("a", "b"), 1 / 3), (GHOST, ("a", "b", "c"), 1 / 3), (BUCK, ("a", "b", "c", "d", "e"), 1 / 4)],
)
def test_individuals(rules: Ruleset, entrants: tuple[str, ...], fair: float) -> None:
    with stored(Plan(rules.base, entrants, blocks=6), rules, 6) as store:
        figures = gather(store)
    assert figures.course.fair == pytest.approx(fair)
    assert figures.course.countdown is (rules is BUCK)
    assert {one.kind for one in figures.by_seat} >= {"dealer", "first from the dealer's left"}
    # Points count as good ones also where the score counts down.
    assert all(one.points.mean >= 0 for one in figures.by_seat)
    assert figures.standings[0].label == "a"
    assert sum(one.hands for one in figures.by_seat) == figures.course.hands * rules.players


def test_ratings_over_time_end_with_all_games() -> None:
    with stored(Plan("classic", ("good", "bad"), blocks=40), CLASSIC, 40) as store:
        figures = gather(store)
    games = [shot.games for shot in figures.snapshots]
    assert games == sorted(set(games))
    assert 10 <= len(games) <= 16
    assert games[-1] == 80
    assert figures.snapshots[-1].ratings["good"].mean == pytest.approx(figures.ratings["good"].mean)
    assert sum(one.mean for one in figures.ratings.values()) == pytest.approx(0)


def test_decision_times_and_runs() -> None:
    with stored(Plan("classic", ("good", "bad")), CLASSIC, 2) as store:
        figures = gather(store)
    (times,) = figures.times
    assert (times.entrant, times.phase, times.count, times.longest) == ("good", "play", 200, 100)
    # Histograms are coarse, to an eighth.
    assert times.p50 == pytest.approx(50, rel=0.13)
    assert times.p95 == pytest.approx(95, rel=0.13)
    assert times.p50 < times.p95 <= times.p99 <= times.longest
    (run,) = figures.runs
    assert run.shares == {"Service": 0.25, "Bots": 0.5, "Rest": 0.25}


def test_failures_are_added_up() -> None:
    failures = [
        Failure(1, 1, "play", "late", "no answer", "retry"),
        Failure(1, 1, "play", "late", "still no answer", "hand"),
    ]
    with stored(Plan("classic", ("good", "bad")), CLASSIC, 5, failures=failures) as store:
        figures = gather(store)
    told = {(one.entrant, one.kind, one.consequence): (one.count, one.example) for one in figures.failures}
    assert told == {
        ("bad", "late", "retry"): (5, "no answer"),
        ("bad", "late", "hand"): (5, "still no answer"),
    }


PLANS = [
    Plan("classic", ("random", "random"), blocks=1, hands=1),
    Plan(
        "buck",
        ("heuristic", "random"),
        Format.GAUNTLET,
        blocks=1,
        seed=7,
        max_hands=2,
        baseline=1,
        sprt=Sprt(-5, 12.5, 0.01, 0.1),
        on_failure=OnFailure.GAME,
        time_limit=60.5,
    ),
]


@pytest.mark.parametrize("plan", PLANS, ids=lambda plan: plan.ruleset)
def test_the_command_plays_the_plan_again(run: Run, tmp_path: Path, plan: Plan) -> None:
    with stored(plan, CLASSIC if plan.ruleset == "classic" else BUCK, 0) as store:
        _, *arguments = shlex.split(gather(store).course.command)
    path = tmp_path / "again.sqlite"
    done = run(*arguments, "--store", path, "--processes", 0)
    assert done.exit_code == 0, done.stderr
    with Store(path) as again:
        assert again.plan == plan


def test_report_of_a_real_tournament(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    played = run("tournament", "heuristic", "random", "--blocks", 5, "--store", path, "--processes", 0)
    assert played.exit_code == 0, played.stderr
    html, folder = tmp_path / "report.html", tmp_path / "plots"
    done = report(run, path, "--html", html, "--png", folder)
    assert done == (0, "", done[2])
    assert "heuristic" in html.read_text(encoding="utf-8")
    assert {file.name for file in folder.iterdir()} >= {"standings.png", "ratings.png", "pairwise.png"}
    report(run, path)
    assert path.with_suffix(".html").is_file()
    nowhere = tmp_path / "new" / "report.html"
    assert report(run, path, "--html", nowhere) == (
        1,
        "",
        f"euchre: {nowhere} cannot be written: No such file or directory.\n",
    )
    full = tmp_path / "full.html"
    full.symlink_to("/dev/full")
    no_space = f"euchre: {full} cannot be written: No space left on device.\n"
    assert report(run, path, "--html", full) == (1, "", no_space)
    assert report(run, path, "--png", full)[2] == f"euchre: {full} cannot be written: File exists.\n"

    # A disk that lost the middle of the file.
    damaged = tmp_path / "damaged.sqlite"
    kept = bytearray(path.read_bytes())
    kept[4096:] = bytes(len(kept) - 4096)
    damaged.write_bytes(kept)
    exit_code, _, told = report(run, damaged)
    assert (exit_code, told.count("\n")) == (1, 1)
    assert f"{damaged} cannot be read: " in told


def test_files_that_are_none_of_ours(run: Run, tmp_path: Path) -> None:
    assert "There is no file" in report(run, tmp_path / "none.sqlite")[2]
    empty = tmp_path / "empty.sqlite"
    empty.touch()
    exit_code, _, told = report(run, empty)
    assert exit_code == 1
    assert "keeps no tournament" in told


def report(run: Run, *arguments: object) -> tuple[int, str, str]:
    """Runs the command in this process; it needs no service."""
    from typer.testing import CliRunner

    from euchre_arena.cli import app

    done = CliRunner().invoke(app, ["report", *map(str, arguments)])
    if done.exception is not None and not isinstance(done.exception, SystemExit):
        raise done.exception
    return done.exit_code, done.stdout, done.stderr
