from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from euchre_arena.cli import app
from euchre_arena.games import game_seed
from euchre_bots import make
from euchre_client import GameRecord, Match, RulesClient, Table, save_record
from tests.arena.conftest import Run
from tests.egn.files import DIRECTORY, EXPECTED


def saved(rules: RulesClient, name: str, path: Path) -> GameRecord:
    table = Table.create(rules, name, seed=game_seed("export", name))
    table.play_with([make("heuristic") for _ in range(table.seats)])
    save_record(table.record, path)
    return table.record


def test_a_record_as_egn_and_back(run: Run, rules: RulesClient, tmp_path: Path) -> None:
    record = saved(rules, "egn", tmp_path / "game.pb")
    done = run("export", tmp_path / "game.pb", "-o", tmp_path / "game.egn")
    assert (done.exit_code, done.stdout) == (0, "")
    assert json.loads((tmp_path / "game.egn").read_text())["version"] == "1.4"
    assert json.loads(run("replay", tmp_path / "game.egn", "--json").stdout) == {
        "final_score": list(record.scores)
    }
    again = GameRecord.from_json(run("export", tmp_path / "game.egn", "--json").stdout)
    assert (again.winners, again.scores, again.players) == (record.winners, record.scores, record.players)
    assert GameRecord.from_json(run("export", tmp_path / "game.pb", "--json").stdout) == record


def test_an_egn_file_keeps_its_remarks(run: Run) -> None:
    told = json.loads(run("export", DIRECTORY / "recorded-08-annotated.egn", "--egn").stdout)
    assert told == json.loads((DIRECTORY / "recorded-08-annotated.egn").read_text())
    old = json.loads(run("export", DIRECTORY / "recorded-04-v1.0.egn").stdout)
    assert old["version"] == "1.4"


@pytest.mark.parametrize("name", ["recorded-01.egn", "recorded-03-left-of-loner.egn"])
def test_an_egn_file_becomes_a_record_that_replays(run: Run, tmp_path: Path, name: str) -> None:
    assert run("export", DIRECTORY / name, "--json", "-o", tmp_path / "game.json").exit_code == 0
    assert json.loads(run("replay", tmp_path / "game.json", "--json").stdout) == {
        "final_score": EXPECTED[name]["final_score"]
    }


def test_no_server_is_needed_for_egn(rules: RulesClient, tmp_path: Path) -> None:
    saved(rules, "egn", tmp_path / "game.json")
    done = CliRunner().invoke(app, ["export", str(tmp_path / "game.json"), "--target", "localhost:1"])
    assert done.exit_code == 0


def test_games_of_a_match(run: Run, rules: RulesClient, tmp_path: Path) -> None:
    path = tmp_path / "match.json"
    match = Match(rules, "egn", games_to_win=2, seed=b"export").play_with(
        [make("heuristic") for _ in range(4)]
    )
    save_record(match, path)
    assert run("export", path).stderr == "euchre: EGN tells one game: say which of the match, with --game.\n"
    second = json.loads(run("export", path, "--game", 2).stdout)
    assert second["metadata"]["finalScore"] == list(match.games[1].scores)
    assert "no game 9" in run("export", path, "--game", 9).stderr
    assert GameRecord.from_json(run("export", path, "--game", 1, "--json").stdout) == match.games[0]
    assert json.loads(run("export", path, "--json").stdout) == match.to_dict()


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("ghost_hand", "euchre: EGN tells games of four players only. [PLAYERS]\n"),
        ("buck", "euchre: EGN has the scores of two partnerships only. [SIDES]\n"),
    ],
)
def test_what_egn_cannot_say_is_one_line(
    run: Run, rules: RulesClient, tmp_path: Path, name: str, line: str
) -> None:
    saved(rules, name, tmp_path / "game.json")
    done = run("export", tmp_path / "game.json")
    assert (done.exit_code, done.stdout, done.stderr) == (1, "", line)


def test_files_that_cannot_be_read_or_written(run: Run, rules: RulesClient, tmp_path: Path) -> None:
    assert "cannot be read" in run("export", tmp_path / "none").stderr
    (tmp_path / "broken").write_text("nonsense")
    assert "[MALFORMED_FILE]" in run("export", tmp_path / "broken").stderr
    assert "[MUST_FOLLOW_SUIT]" in run("export", DIRECTORY / "invalid-renege.egn", "--json").stderr
    saved(rules, "egn", tmp_path / "game.json")
    done = run("export", tmp_path / "game.json", "-o", tmp_path / "no" / "such")
    assert done.exit_code == 1
    assert "cannot be written" in done.stderr


def test_a_file_is_not_overwritten_unless_forced(run: Run, tmp_path: Path) -> None:
    source = DIRECTORY / "recorded-01.egn"
    target = tmp_path / "game.json"
    target.write_text("precious")
    done = run("export", source, "--json", "-o", target)
    assert (done.exit_code, target.read_text()) == (1, "precious")
    assert done.stderr == f"euchre: {target} exists already; only --force overwrites it.\n"
    assert run("export", source, "--json", "-o", target, "--force").exit_code == 0
    assert target.read_text() != "precious"


def test_one_form_at_a_time(run: Run) -> None:
    for forms in (("--json", "--egn"), ("--egn", "--json")):
        done = run("export", DIRECTORY / "recorded-01.egn", *forms)
        assert (done.exit_code, done.stdout) == (2, "")
        assert "exclude each other" in done.stderr


def test_a_file_without_an_end_is_too_long(run: Run) -> None:
    done = run("replay", "/dev/zero")
    assert (done.exit_code, "more than 64 MiB" in done.stderr) == (1, True)
