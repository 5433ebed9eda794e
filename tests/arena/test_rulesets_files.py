"""Rulesets in files: `euchre rulesets show FILE` and `validate`, and what is no ruleset."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeAlias

import pytest
from google.protobuf.json_format import MessageToJson, ParseDict

from euchre.v1.ruleset_pb2 import STICK_DEALER_ON, Ruleset
from euchre_arena import ruleset_files
from euchre_client import RulesClient
from tests.arena.conftest import Done, Run

Written: TypeAlias = Callable[..., Path]

HOUSE = {"base": "classic", "stick_dealer": "STICK_DEALER_ON", "target": 11}


@pytest.fixture
def written(tmp_path: Path) -> Written:
    """Writes a file."""

    def write(content: Any, name: str = "house.json") -> Path:
        file = tmp_path / name
        file.write_text(content if isinstance(content, str) else json.dumps(content), encoding="utf-8")
        return file

    return write


def told(done: Done, file: Path) -> list[str]:
    """The faults of a file, without what every line begins with."""
    beginning = f"euchre: {file}: "
    lines = done.stderr.splitlines()
    assert all(line.startswith(beginning) for line in lines), done.stderr
    return [line.removeprefix(beginning) for line in lines]


# --- show --------------------------------------------------------------------------------------------------


def test_show_a_name_is_what_the_name_alone_shows(run: Run) -> None:
    assert run("rulesets", "show", "buck") == run("rulesets", "buck")
    assert run("rulesets", "show", "buck", "--json") == run("rulesets", "buck", "--json")
    assert run("rulesets", "--json", "buck") == run("rulesets", "buck", "--json")


def test_show_a_file(run: Run, written: Written) -> None:
    file = written(HOUSE)
    for command in (["rulesets", file], ["rulesets", "show", file]):
        done = run(*command)
        assert done.exit_code == 0
        marked = [line.split()[1:] for line in done.stdout.splitlines() if line.strip().startswith("*")]
        assert marked == [["stick_dealer", "on", "off"], ["target", "11", "10"]]


def test_show_a_file_as_json(run: Run, rules: RulesClient, written: Written) -> None:
    shown = json.loads(run("rulesets", "show", written(HOUSE), "--json").stdout)
    house = Ruleset(base="classic", stick_dealer=STICK_DEALER_ON, target=11)
    assert ParseDict(shown, Ruleset()) == rules.resolve_ruleset(house)
    assert len(shown) == len(Ruleset.DESCRIPTOR.fields)


def test_what_is_shown_as_json_is_a_file_that_shows_the_same(run: Run, written: Written) -> None:
    shown = run("rulesets", "railroad", "--json").stdout
    assert run("rulesets", written(shown), "--json").stdout == shown


def test_a_game_comes_before_a_file_of_its_name(
    run: Run, written: Written, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(written(HOUSE, "buck").parent)
    assert '"start_score": 25' in run("rulesets", "buck", "--json").stdout
    assert '"target": 11' in run("rulesets", "./buck", "--json").stdout


def test_show_no_such_file(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "none.json"
    done = run("rulesets", file)
    assert (done.exit_code, done.stdout) == (1, "")
    assert told(done, file) == ["It cannot be read: No such file or directory."]


# --- validate ----------------------------------------------------------------------------------------------


def test_validate_prints_the_whole_ruleset(run: Run, written: Written) -> None:
    file = written(HOUSE)
    done = run("rulesets", "validate", file)
    assert (done.exit_code, done.stderr) == (0, "")
    assert done.stdout.startswith(f"{file}: ")
    for option in Ruleset.DESCRIPTOR.fields:
        assert option.name == "base" or f" {option.name} " in done.stdout


def test_validate_as_json(run: Run, rules: RulesClient, written: Written) -> None:
    file = written(HOUSE)
    answer = json.loads(run("rulesets", "validate", file, "--json").stdout)
    assert answer["file"] == str(file)
    house = Ruleset(base="classic", stick_dealer=STICK_DEALER_ON, target=11)
    assert ParseDict(answer["ruleset"], Ruleset()) == rules.resolve_ruleset(house)


CONFLICT = {"base": "classic", "ghost_swap": "GHOST_SWAP_ON_TURN_ONCE"}
REFUSED: list[tuple[Any, str, str, list[str]]] = [
    (
        CONFLICT,
        "OPTION_CONFLICT",
        "ghost_swap = ON_TURN_ONCE excludes ghost_hand",
        ["ghost_swap", "ghost_hand"],
    ),
    ({"base": "classic", "hand_size": 7}, "OPTION_INVALID", "hand_size must be 5 to 6.", ["hand_size"]),
    ({"base": "classic", "farmers": 99}, "OPTION_INVALID", "farmers has no value 99.", ["farmers"]),
    ({"base": "whist"}, "UNKNOWN_RULESET", "There is no ruleset 'whist'; there are", []),
    ({"target": 11}, "MALFORMED_REQUEST", "A ruleset must name the preset", ["ruleset.base"]),
]


@pytest.mark.parametrize(("content", "reason", "message", "options"), REFUSED)
def test_what_the_service_refuses(
    run: Run, written: Written, content: Any, reason: str, message: str, options: list[str]
) -> None:
    file = written(content)
    done = run("rulesets", "validate", file)
    assert (done.exit_code, done.stdout) == (1, "")
    # A ghost hand is missing, and an auction: every pair at fault is told.
    assert len(told(done, file)) == (2 if reason == "OPTION_CONFLICT" else 1)
    assert told(done, file)[0].startswith(message)
    as_json = run("rulesets", "validate", file, "--json")
    assert as_json.exit_code == 1
    answer = json.loads(as_json.stdout)
    assert answer["file"] == str(file)
    assert answer["error"]["message"].startswith(message)
    assert (answer["error"]["reason"], answer["error"]["options"]) == (reason, options)


def test_several_files_are_all_checked(run: Run, written: Written) -> None:
    files = [written(HOUSE, "1.json"), written(CONFLICT, "2.json"), written(HOUSE, "3.json")]
    done = run("rulesets", "validate", *files)
    assert done.exit_code == 1
    assert done.stdout.count(" stick_dealer ") == 2
    assert len(told(done, files[1])) == 2
    lines = [json.loads(line) for line in run("rulesets", "validate", *files, "--json").stdout.splitlines()]
    assert [line["file"] for line in lines] == [str(file) for file in files]
    assert ["error" in line for line in lines] == [False, True, False]


def test_validate_takes_files_only(run: Run) -> None:
    assert run("rulesets", "validate", "classic").exit_code == 1
    assert run("rulesets", "validate").exit_code == 2


# --- what is no ruleset ------------------------------------------------------------------------------------

BROKEN: list[tuple[Any, list[str]]] = [
    (
        {"base": "classic", "stik_dealer": 1, "trumps": 4},
        ["There is no option 'stik_dealer'; did you mean 'stick_dealer'?", "There is no option 'trumps'."],
    ),
    ({"Target": 11}, ["There is no option 'Target'; did you mean 'target'?"]),
    ({"stickDealr": 1}, ["There is no option 'stickDealr'; did you mean 'stickDealer'?"]),
    ({"stick_dealer": "on"}, ["stick_dealer has no value 'on'; did you mean 'STICK_DEALER_ON'?"]),
    ({"renege": "CLAIM"}, ["renege has no value 'CLAIM'; did you mean 'RENEGE_ALLOW_CLAIM'?"]),
    ({"renege": "never"}, ["renege has no value 'never'; it may be RENEGE_REJECT, RENEGE_ALLOW_CLAIM."]),
    ({"base": "classic", "target": "x"}, ['target cannot be "x".']),
    ({"stick_dealer": [], "target": 2.5}, ["stick_dealer cannot be [].", "target cannot be 2.5."]),
    ('{"target": 11, "target": 12}', ["'target' is there twice."]),
    ("{", ["It is no JSON: Expecting property name enclosed in double quotes at line 1, column 2."]),
    ("", ["It is no JSON: Expecting value at line 1, column 1."]),
    ("[" * 100_000, ["It is nested too deeply to be a ruleset."]),
    ([HOUSE], ["A ruleset is a JSON object."]),
    ("7", ["A ruleset is a JSON object."]),
]


@pytest.mark.parametrize(("content", "faults"), BROKEN)
def test_what_is_no_ruleset(run: Run, written: Written, content: Any, faults: list[str]) -> None:
    file = written(content)
    done = run("rulesets", "validate", file)
    assert (done.exit_code, done.stdout, told(done, file)) == (1, "", faults)


@pytest.mark.parametrize(
    "changes",
    [{"target": "x"}, {"target": 1.5}, {"target": 2**40}, {"joker": "yes"}, {"base": 3}, {"joker": []}],
)
def test_values_of_another_kind(run: Run, written: Written, changes: dict[str, Any]) -> None:
    file = written({"base": "classic", **changes})
    done = run("rulesets", "validate", file, "--json")
    error = json.loads(done.stdout)["error"]
    assert (done.exit_code, error["reason"], error["options"]) == (1, "MALFORMED_FILE", list(changes))


def test_no_text(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "house.json"
    file.write_bytes(b"\xff\xfe\x00")
    assert told(run("rulesets", "validate", file), file) == ["It is no text in UTF-8."]


def test_both_names_of_an_option_at_once() -> None:
    with pytest.raises(ruleset_files.FileFault, match="stick_dealer"):
        ruleset_files.from_json('{"stick_dealer": 1, "stickDealer": 2}')


def test_a_broken_file_names_its_fields() -> None:
    with pytest.raises(ruleset_files.FileFault) as caught:
        ruleset_files.from_json('{"trumps": 4, "stick_dealer": "x"}')
    assert caught.value.fields == ["trumps", "stick_dealer"]


def test_both_names_of_an_option_are_read() -> None:
    house = Ruleset(base="classic", stick_dealer=STICK_DEALER_ON, target=11)
    assert ruleset_files.from_json(MessageToJson(house)) == house
    assert ruleset_files.from_json(MessageToJson(house, preserving_proto_field_name=True)) == house
    assert ruleset_files.from_json('{"base": "classic", "stick_dealer": 2, "target": 11}') == house
    assert not ruleset_files.from_json('{"target": null}').HasField("target")
