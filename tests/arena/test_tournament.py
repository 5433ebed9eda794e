from __future__ import annotations

import json
from pathlib import Path

import pytest

from euchre_arena.report.gather import gather
from euchre_arena.tournament.store import Store
from tests.arena.conftest import Run
from tests.arena.process import euchre

IN_PROCESS = ("--processes", 0)


@pytest.mark.parametrize(("preset", "blocks", "games"), [("classic", 5, 10), ("ghost", 1, 6), ("buck", 1, 8)])
def test_the_sensible_bot_wins(run: Run, preset: str, blocks: int, games: int) -> None:
    done = run(
        "tournament", "heuristic", "random", "--blocks", blocks, "--preset", preset, "--json", *IN_PROCESS
    )
    assert done.exit_code == 0, done.stderr
    answer = json.loads(done.stdout)
    assert sum(answer["games"].values()) == games
    first, second = answer["bots"]
    assert (first["label"], second["label"]) == ("heuristic", "random")
    assert first["won"]["mean"] > first["fair"] > second["won"]["mean"]
    assert first["points"]["mean"] > second["points"]["mean"]


def test_bots_by_either_way(run: Run) -> None:
    one = run("tournament", "random", "random", "--blocks", 1, "--json", *IN_PROCESS)
    other = run("tournament", "--bots", "random,random", "--blocks", 1, "--json", *IN_PROCESS)
    assert one.stdout == other.stdout
    assert [bot["label"] for bot in json.loads(one.stdout)["bots"]] == ["random", "random #2"]


def test_equals_break_even_in_duplicate(run: Run) -> None:
    done = run("tournament", "heuristic", "heuristic", "--blocks", 3, "--json", *IN_PROCESS)
    answer = json.loads(done.stdout)
    assert [bot["won"]["mean"] for bot in answer["bots"]] == [0.5, 0.5]
    assert answer["pairings"][0]["points"]["mean"] == 0
    assert answer["pairings"][0]["trinomial"] == [0, 3, 0]


def test_the_tables(run: Run) -> None:
    done = run("tournament", "heuristic", "random", "--blocks", 2)
    assert done.exit_code == 0, done.stderr
    assert "95 % interval" in done.stdout
    assert "4 games of Classic, seed 1; 0 broken off, 0 forfeited." in done.stdout
    assert "\x1b" not in done.stdout + done.stderr


def test_games_can_be_broken_off(run: Run) -> None:
    done = run("tournament", "heuristic", "random", "--blocks", 1, "--max-hands", 1, "--json", *IN_PROCESS)
    answer = json.loads(done.stdout)
    assert answer["games"] == {"void": 2}
    assert [bot["won"]["mean"] for bot in answer["bots"]] == [0, 0]


def test_records_can_be_replayed_and_hands_are_exported(run: Run, tmp_path: Path) -> None:
    table, more = tmp_path / "hands.csv", tmp_path / "hands.json"
    done = run(
        *("tournament", "heuristic", "random", "--preset", "ghost", "--blocks", 1, *IN_PROCESS),
        *("--records", tmp_path / "records", "--export", table, "--export", more),
    )
    assert done.exit_code == 0, done.stderr
    hands = json.loads(more.read_text())
    assert len(table.read_text().splitlines()) == len(hands) + 1
    for number in range(6):
        replayed = run("replay", tmp_path / "records" / f"game-{number}.json", "--json")
        of_game = [hand for hand in hands if hand["game"] == number]
        scores = [sum(hand["points"][side] for hand in of_game if hand["points"]) for side in range(3)]
        assert json.loads(replayed.stdout)["final_score"] == scores


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("heuristic", "deep"), "no bot is called 'deep'"),
        (("heuristic",), "needs two bots"),
        (("heuristic", "random", "--preset", "whist"), "whist"),
        (("heuristic", "random", "--resume"), "--store"),
        (("heuristic", "random", "--export", "hands.txt"), "neither .csv nor .json"),
        (("heuristic", "random", "--export", "no/where.csv"), "no directory no"),
        (("heuristic", "random", "--records", "/dev/null"), "cannot be made a directory"),
        (("heuristic", "random", "--sprt", "5,0"), "second bound"),
        (("heuristic", "random", "--sprt", "5"), "--sprt takes two bounds, such as 0,10, not '5'."),
        (("heuristic", "random", "--sprt", "a,b"), "--sprt takes two bounds, such as 0,10, not 'a,b'."),
        (("heuristic", "random", "--sprt", "0,1,2"), "--sprt takes two bounds, such as 0,10, not '0,1,2'."),
        (("heuristic", "random", "--sprt", "0,inf"), "--sprt takes two bounds, such as 0,10, not '0,inf'."),
        (("heuristic", "random", "--sprt", "0,5", "--alpha", "2"), "error rates of the test"),
        (("random,foo",), "no bot is called 'random,foo'; there are "),
        (("mine=nowhere",), "'nowhere' is no address; write mine=host:port."),
        (("random", "random", "random", "--format", "duel"), "a duel is between two"),
        (
            ("heuristic", "random", "--format", "gauntlet", "--baseline", "deep"),
            "the baseline 'deep' is none of the bots (heuristic, random).",
        ),
    ],
)
def test_what_cannot_be_played(run: Run, arguments: tuple[str, ...], message: str) -> None:
    done = run("tournament", *arguments)
    assert done.exit_code == 1
    assert message in done.stderr
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize(
    "options",
    [
        ("--alpha", 2),
        ("--beta", 0.1),
        ("--baseline", "random"),
        ("--format", "duel", "--baseline", "random"),
        ("--servers", 2),
    ],
)
def test_options_that_would_not_count_are_refused(run: Run, options: tuple[object, ...]) -> None:
    done = run("tournament", "heuristic", "random", *options)  # and --target
    assert (done.exit_code, done.stdout) == (2, "")
    assert str(options[-2]) in done.stderr


def test_a_full_disk_names_the_file(run: Run, tmp_path: Path) -> None:
    full = tmp_path / "hands.csv"
    full.symlink_to("/dev/full")
    done = run("tournament", "random", "random", "--blocks", 1, "--hands", 1, "--export", full, *IN_PROCESS)
    assert (done.exit_code, done.stdout) == (1, "")
    assert done.stderr == f"euchre: {full} cannot be written: No space left on device.\n"


def test_help_says_how_long_bots_of_other_programs_have(run: Run) -> None:
    done = run("tournament", "--help")
    assert "0: any time, for bots of other programs 5." in " ".join(done.stdout.replace("│", " ").split())


def test_a_store_is_not_overwritten(run: Run, tmp_path: Path) -> None:
    arguments = ("tournament", "random", "random", "--blocks", 1, "--store", tmp_path / "a", *IN_PROCESS)
    begun = run(*arguments, "--resume")
    assert (begun.exit_code, "a new tournament begins" in " ".join(begun.stderr.split())) == (0, True)
    assert "resume it" in run(*arguments).stderr
    assert run(*arguments, "--resume").exit_code == 0
    other = run(*arguments, "--resume", "--seed", 2).stderr
    assert "another tournament: seed is 1 there, 2 here" in " ".join(other.split())


def test_servers_of_its_own_and_versions(tmp_path: Path) -> None:
    path = tmp_path / "t.sqlite"
    arguments = ("heuristic", "random", "--blocks", 4, "--hands", 2, "--json")
    done = euchre("tournament", *arguments, "--store", path, "--servers", 2)
    assert done.returncode == 0, done.stderr
    answer = json.loads(done.stdout)
    told = answer["versions"]
    # This machine runs everything, so all have one version, which is empty in a tree that is not installed.
    assert told["service"] == told["arena"] == told["bots"]["heuristic"] == told["bots"]["random"]
    assert [rating["entrant"] for rating in answer["ratings"]] == [0, 1]
    with Store(path) as store:
        # So that each server has somebody to serve.
        assert store.query("SELECT processes FROM runs") == [(2,)]
        assert gather(store).course.versions.keys() >= {"Rules service", "Bot heuristic", "Bot random"}
