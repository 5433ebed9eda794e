from __future__ import annotations

import json

import pytest
from google.protobuf.json_format import ParseDict

from euchre.v1.ruleset_pb2 import Ruleset
from euchre_client import RulesClient
from tests.arena.conftest import Run


def test_the_list(run: Run, rules: RulesClient) -> None:
    done = run("rulesets")
    assert done.exit_code == 0
    for preset in rules.list_rulesets():
        assert preset.base in done.stdout
    assert "25 down to 0" in done.stdout
    assert "\x1b" not in done.stdout


def test_the_list_as_json(run: Run, rules: RulesClient) -> None:
    listed = [ParseDict(preset, Ruleset()) for preset in json.loads(run("rulesets", "--json").stdout)]
    assert listed == rules.list_rulesets()


@pytest.mark.parametrize("name", ["buck", "Ghost Hand", "ghost", "turn-up", "CLASSIC"])
def test_one(run: Run, rules: RulesClient, name: str) -> None:
    done = run("rulesets", name)
    assert done.exit_code == 0
    for option in Ruleset.DESCRIPTOR.fields:
        if option.name != "base":
            assert f" {option.name} " in done.stdout


def test_what_differs_from_classic_is_marked(run: Run) -> None:
    lines = {line.split()[-3]: line for line in run("rulesets", "buck").stdout.splitlines() if "*" in line}
    assert "25" in lines["start_score"]
    assert "after_trump" in lines["fold"]
    assert "players" not in lines
    assert "*" not in run("rulesets", "classic").stdout


def test_one_as_json(run: Run, rules: RulesClient) -> None:
    answer = json.loads(run("rulesets", "buck", "--json").stdout)
    assert answer["start_score"] == 25
    assert answer["teams"] == "TEAMS_SOLO"
    assert ParseDict(answer, Ruleset()) == rules.resolve_ruleset("buck")


def test_none_of_that_name(run: Run) -> None:
    done = run("rulesets", "whist")
    assert done.exit_code == 1
    assert done.stderr.startswith("euchre: There is no ruleset 'whist'; there are ")
    assert done.stderr.count("\n") == 1
