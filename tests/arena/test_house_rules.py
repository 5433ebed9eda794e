"""`euchre play` and `euchre tournament` with house rules, from a file or as JSON."""

from __future__ import annotations

import json
import shlex
from pathlib import Path

import pytest

from euchre_arena.report.gather import command_of
from euchre_arena.ruleset_choice import as_written, rules_of, title_of
from euchre_arena.ruleset_files import FileFault
from euchre_arena.tournament.plan import Plan
from euchre_arena.tournament.store import Store
from euchre_client import RulesClient
from tests.arena.conftest import Run
from tests.arena.tournaments import results

HOUSE = '{"stickDealer": "STICK_DEALER_OFF", "base": "classic", "target": 2}'


@pytest.fixture
def house(tmp_path: Path) -> Path:
    file = tmp_path / "house.json"
    file.write_text(HOUSE)
    return file


def test_the_same_rules_are_kept_as_the_same_text(house: Path) -> None:
    kept = as_written(str(house))
    assert json.loads(kept) == {"base": "classic", "stick_dealer": "STICK_DEALER_OFF", "target": 2}
    assert kept == as_written(HOUSE) == as_written(kept)
    assert title_of(kept) == "Classic with house rules"
    assert (as_written("Ghost Hand"), title_of("ghost_hand")) == ("ghost_hand", "Ghost Hand")


def test_a_preset_comes_before_a_file_of_its_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "classic").write_text(HOUSE)
    assert as_written("classic") == "classic"
    assert json.loads(as_written("./classic"))["target"] == 2
    (tmp_path / "fridays").write_text('{"base": "classic", "target": 3}')
    assert json.loads(as_written("fridays"))["target"] == 3
    assert as_written("x" * 5000) == "x" * 5000


@pytest.mark.parametrize("text", ["nowhere.json", "{", '{"base": "classic", "targets": 3}'])
def test_what_is_no_ruleset(text: str) -> None:
    with pytest.raises(FileFault):
        as_written(text)


@pytest.mark.parametrize("bot", ["heuristic", "expert"])
def test_a_person_plays_by_house_rules(run: Run, house: Path, tmp_path: Path, bot: str) -> None:
    path = tmp_path / "game.json"
    done = run("play", house, "--bots", bot, "--seed", 2, "--save", path, stdin="1\n" * 500)
    assert done.exit_code == 0, done.stderr
    assert done.stdout.startswith("Classic with house rules. You sit in seat 0.")
    record = json.loads(path.read_text())
    assert record["ruleset"]["target"] == 2
    assert max(record["scores"]) in range(2, 6)


def test_a_tournament_by_house_rules(run: Run, rules: RulesClient, house: Path, tmp_path: Path) -> None:
    arguments = ("--blocks", 3, "--processes", 0, "--json")
    kept, again = tmp_path / "kept.sqlite", tmp_path / "again.sqlite"
    done = run("tournament", "heuristic", "random", "--ruleset", house, "--store", kept, *arguments)
    assert done.exit_code == 0, done.stderr
    with Store(kept) as store:
        plan = store.plan
        assert plan is not None
        assert rules.resolve_ruleset(rules_of(plan.ruleset)).target == 2
        assert (
            max(
                score for (scores,) in store.query("SELECT scores FROM games") for score in json.loads(scores)
            )
            < 6
        )
        # What the report says plays it anew.
        command = shlex.split(command_of(plan))
        repeated = run(*command[1:], "--store", again, "--processes", 0, "--json")
        assert repeated.exit_code == 0, repeated.stderr
        with Store(again) as other:
            assert results(store) == results(other)


def test_a_tournament_goes_on_by_the_same_rules_alone(run: Run, house: Path, tmp_path: Path) -> None:
    start = (
        "tournament",
        "random",
        "random",
        "--blocks",
        1,
        "--processes",
        0,
        "--store",
        tmp_path / "t.sqlite",
    )
    assert run(*start, "--preset", house).exit_code == 0
    assert run(*start, "--preset", HOUSE, "--resume").exit_code == 0
    refused = run(*start, "--preset", "classic", "--resume")
    assert refused.exit_code == 1
    assert "another tournament" in refused.stderr


@pytest.mark.parametrize(
    "command", [("play",), ("tournament", "random", "random", "--processes", "0", "--preset")]
)
@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("nowhere.json", "nowhere.json: It cannot be read"),
        ('{"base": "classic", "targets": 3}', "did you mean 'target'?"),
        ('{"base": "classic", "players": 3}', "players"),
        ("whist", "whist"),
    ],
)
def test_why_they_cannot_be_played(run: Run, command: tuple[str, ...], text: str, said: str) -> None:
    done = run(*command, text)
    assert done.exit_code == 1
    assert said in done.stderr
    assert done.stderr.count("\n") == 1


def test_a_plan_tells_its_rules() -> None:
    assert rules_of(Plan("buck", ("random", "random")).ruleset) == "buck"
