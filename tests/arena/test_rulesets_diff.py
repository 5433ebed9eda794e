"""`euchre rulesets diff`: the options in which two rulesets differ."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from euchre_client import RulesClient
from tests.arena.conftest import Run


@pytest.fixture
def house(tmp_path: Path) -> Path:
    """A file with classic to 11."""
    file = tmp_path / "house.json"
    file.write_text('{"base": "classic", "target": 11}', encoding="utf-8")
    return file


def rows(text: str) -> list[list[str]]:
    """The lines below a table's head."""
    return [line.split() for line in text.rpartition("─")[2].splitlines() if line.strip()]


def test_two_games(run: Run) -> None:
    done = run("rulesets", "diff", "egn", "OpenSpiel")
    assert (done.exit_code, done.stderr) == (1, "")
    assert rows(done.stdout) == [
        ["deal_pattern", "three_two_three_two", "one_from_dealer"],
        ["alone_timing", "with_call", "after_exchange"],
    ]
    assert done.stdout.split()[:3] == ["Option", "egn", "openspiel"]


def test_a_game_and_a_file(run: Run, house: Path) -> None:
    done = run("rulesets", "diff", "classic", house)
    assert (done.exit_code, rows(done.stdout)) == (1, [["target", "10", "11"]])


def test_what_is_the_same(run: Run, house: Path) -> None:
    for one, other in (("buck", "buck"), (house, house), ("classic", "turn_up")):
        done = run("rulesets", "diff", one, other)
        assert (done.exit_code, done.stdout, done.stderr) == (0, "", "")
        as_json = run("rulesets", "diff", one, other, "--json")
        assert (as_json.exit_code, json.loads(as_json.stdout)["options"]) == (0, {})


def test_as_json(run: Run, house: Path) -> None:
    done = run("rulesets", "diff", "turn_up", house, "--json")
    assert done.exit_code == 1
    assert json.loads(done.stdout) == {
        "a": "turn_up",
        "b": str(house),
        "options": {"target": {"a": 10, "b": 11}},
    }


def test_every_option_that_differs_is_there(run: Run, rules: RulesClient) -> None:
    answer = json.loads(run("rulesets", "diff", "classic", "buck", "--json").stdout)
    classic, buck = rules.resolve_ruleset("classic"), rules.resolve_ruleset("buck")
    differing = {
        option.name
        for option in classic.DESCRIPTOR.fields
        if getattr(classic, option.name) != getattr(buck, option.name)
    }
    assert set(answer["options"]) == differing - {"base"}
    assert answer["options"]["teams"] == {"a": "TEAMS_PAIRS", "b": "TEAMS_SOLO"}


def test_trouble_is_another_exit_code(run: Run, house: Path) -> None:
    for one, other in (("whist", "classic"), ("classic", "none.json"), (house, house.parent)):
        done = run("rulesets", "diff", one, other)
        assert (done.exit_code, done.stdout) == (2, "")
        assert done.stderr.count("\n") == 1
