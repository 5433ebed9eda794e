"""The runner itself: what it compares, how it refers back, and what it says of a difference."""

from __future__ import annotations

import json
from base64 import b64decode, b64encode
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from euchre.v1 import rules_service_pb2 as pb
from euchre_arena.cli import app
from euchre_arena.conformance import Service, differences, resolve, run, run_case
from euchre_arena.conformance_cases import Case, Group, Json, Step, SuiteError, load, suite_dir
from tests.conformance.generate import DIRECTORY

CREATE = Step(
    "CreateGame",
    {
        "ruleset": {"base": "classic", "firstDealer": "FIRST_DEALER_SEAT_0"},
        "seed": "A" * 43 + "=",
        "deal": True,
    },
    response={"transition": {"next": {"phase": "PHASE_CALL_ROUND_1", "seat": 1}}},
)
TURN = {"state": {"$ref": "0.transition.state"}, "seat": 1, "key": {"$ref": "0.seatKeys.1"}}
PASS = Step("Bid", {"turn": TURN, "pass": {}}, response={"transition": {"next": {"seat": 2}}})


def found(service: Service, *steps: Step, states: bool = True) -> tuple[str, ...]:
    """The differences of a case with these steps."""
    failure = run_case(service, "group", Case("case", "rules.md 1", steps), states=states)
    return () if failure is None else failure.differences


def compared(expected: Json, actual: Json, states: bool = True) -> list[str]:
    return list(differences(expected, actual, pb.PlayResponse.DESCRIPTOR, states=states))


# --- comparing ---------------------------------------------------------------------------------------------


def test_only_what_is_named_is_compared() -> None:
    assert compared({}, {"transition": {"state": "AA=="}}) == []
    assert (
        compared({"transition": {"info": {"ply": 3}}}, {"transition": {"info": {"ply": 3, "gameId": ""}}})
        == []
    )


def test_a_different_value_is_named_with_its_path() -> None:
    lines = compared({"transition": {"next": {"seat": 3}}}, {"transition": {"next": {"seat": 2}}})
    assert lines == ["transition.next.seat: expected 3, got 2"]


def test_null_means_absent() -> None:
    assert compared({"transition": {"next": {"seat": None}}}, {"transition": {"next": {}}}) == []
    lines = compared({"transition": {"next": {"seat": None}}}, {"transition": {"next": {"seat": 0}}})
    assert lines == ["transition.next.seat: expected nothing, got 0"]
    lines = compared({"transition": {"next": {"seat": 0}}}, {"transition": {"next": {}}})
    assert lines == ["transition.next.seat: expected 0, got nothing"]


def test_lists_are_compared_exactly() -> None:
    events = [{"cardPlayed": {"seat": 1}}, {"trickWon": {"seat": 1}}]
    (line,) = compared({"transition": {"events": events[:1]}}, {"transition": {"events": events}})
    assert line.startswith("transition.events: expected 1 entries, got 2; expected [{")
    (line,) = compared({"transition": {"events": events[::-1]}}, {"transition": {"events": events}})[:1]
    assert line.startswith("transition.events[0].trickWon: expected")


def test_false_is_not_zero() -> None:
    assert compared({"transition": {"next": {"seat": 0}}}, {"transition": {"next": {"seat": False}}})


def test_a_field_that_does_not_exist_is_a_difference() -> None:
    assert compared({"transition": {"sate": "AA=="}}, {}) == [
        'transition: expected {"sate": "AA=="}, got nothing'
    ]
    assert compared({"transition": {"sate": ""}}, {"transition": {}}) == [
        "transition.sate: Transition has no such field"
    ]


def test_long_values_are_cut() -> None:
    (line,) = compared({"transition": {"state": "A" * 500}}, {"transition": {"state": ""}})
    assert len(line) < 200


def test_without_states_bytes_do_not_count() -> None:
    expected = {"transition": {"state": "AA==", "info": {"stateId": "AA==", "gameId": "AA==", "ply": 1}}}
    actual = {"transition": {"state": "BB==", "info": {"stateId": "BB==", "gameId": "BB==", "ply": 1}}}
    assert len(compared(expected, actual)) == 3
    assert compared(expected, actual, states=False) == []
    actual["transition"]["info"]["ply"] = 2  # type: ignore[index]
    assert compared(expected, actual, states=False) == ["transition.info.ply: expected 1, got 2"]


# --- references --------------------------------------------------------------------------------------------


def test_references_lead_into_earlier_answers() -> None:
    answers: list[Json] = [{}, {"seatKeys": ["AA==", "AQ=="], "transition": {"state": "Ag=="}}]
    request = {"turn": {"state": {"$ref": "1.transition.state"}}, "keys": [{"$ref": "1.seatKeys.1"}], "n": 1}
    assert resolve(request, answers) == {"turn": {"state": "Ag=="}, "keys": ["AQ=="], "n": 1}


@pytest.mark.parametrize(
    ("change", "raw"),
    [
        ({"flip": 0}, b"\x01\x01\x02"),
        ({"flip": -1}, b"\x00\x01\x03"),
        ({"cut": 2}, b"\x00"),
        ({"cut": 0}, b"\x00\x01\x02"),
    ],
)
def test_references_can_change_bytes(change: dict[str, int], raw: bytes) -> None:
    answers = [{"state": b64encode(b"\x00\x01\x02").decode()}]
    assert b64decode(resolve({"$ref": "0.state", **change}, answers)) == raw


@pytest.mark.parametrize("path", ["1.state", "0.sate", "0.keys.2", "0.keys.x", "0.state.x", ""])
def test_a_reference_that_leads_nowhere(path: str) -> None:
    with pytest.raises(SuiteError, match="leads nowhere"):
        resolve({"$ref": path}, [{"state": "AA==", "keys": ["AA==", "AA=="]}])


# --- running -----------------------------------------------------------------------------------------------


def test_a_case_that_passes(plain: Service) -> None:
    assert found(plain, CREATE, PASS) == ()


def test_a_broken_expectation(plain: Service) -> None:
    broken = replace(PASS, response={"transition": {"next": {"seat": 3, "phase": "PHASE_PLAY"}}})
    assert found(plain, CREATE, broken) == (
        "transition.next.seat: expected 3, got 2",
        'transition.next.phase: expected "PHASE_PLAY", got "PHASE_CALL_ROUND_1"',
    )


def test_the_first_failing_step_is_told(plain: Service) -> None:
    broken = replace(PASS, response={"transition": {"next": {"seat": 3}}})
    group = Group("group", "", (Case("case", "", (CREATE, broken, broken)),))
    (tally,) = run(plain, [group])
    (failure,) = tally.failures
    assert (failure.group, failure.case, failure.step, failure.rpc) == ("group", "case", 1, "Bid")
    assert (tally.passed, tally.steps) == (0, 2)


def test_an_error_instead_of_a_response(plain: Service) -> None:
    (line,) = found(plain, CREATE, replace(PASS, request={"turn": {**TURN, "seat": 2}, "pass": {}}))
    assert line.startswith("expected a response, got the error")
    assert "SEAT_KEY_WRONG" in line


def test_a_response_instead_of_an_error(plain: Service) -> None:
    expected = {"code": "ABORTED", "reason": "STALE_PLY", "metadata": {}}
    (line,) = found(plain, CREATE, replace(PASS, response=None, error=expected))
    assert line.endswith("got a response")


def test_another_error(plain: Service) -> None:
    expected: Json = {"code": "ABORTED", "reason": "STALE_PLY", "metadata": {"ply": "1"}, "field": "turn"}
    request = {"turn": {**TURN, "expectedPly": 7}, "nameTrump": {}}
    assert found(plain, CREATE, Step("Bid", request, error=expected)) == (
        'error.code: expected "ABORTED", got "INVALID_ARGUMENT"',
        'error.reason: expected "STALE_PLY", got "MALFORMED_REQUEST"',
        'error.metadata.ply: expected "1", got nothing',
        'error.field: expected "turn", got "name_trump.trump"',
    )


def test_a_request_that_is_none(plain: Service) -> None:
    (line,) = found(plain, CREATE, replace(PASS, request={"turn": TURN, "passed": {}}))
    assert line.startswith("The request is no BidRequest")


def test_cases_that_need_plain_states_are_skipped_without(sealed: Service) -> None:
    group = Group("group", "", (Case("plain", "", (CREATE,), needs="plain"), Case("any", "", (CREATE,))))
    (tally,) = run(sealed, [group], states=False)
    assert (tally.passed, tally.skipped) == (1, 1)


# --- files -------------------------------------------------------------------------------------------------


def suite(directory: Path, *steps: Any) -> Path:
    """A suite of one case."""
    case = {"name": "case", "rules": "rules.md 1", "steps": steps}
    (directory / "one.json").write_text(json.dumps({"group": "one", "about": "", "cases": [case]}))
    return directory


@pytest.mark.parametrize(
    "step",
    [
        {"rpc": "Deal"},
        {"rpc": "Deal", "request": {}},
        {"rpc": "Deal", "request": {}, "response": {}, "error": {}},
        {"rpc": "Shuffle", "request": {}, "response": {}},
        7,
    ],
)
def test_a_file_in_another_format(step: Any, tmp_path: Path) -> None:
    with pytest.raises(SuiteError, match=r"one\.json is not in the format"):
        load(suite(tmp_path, step))


def _one(cases: object) -> str:
    return json.dumps({"group": "one", "about": "", "cases": cases})


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("{", "no JSON: Expecting property name enclosed in double quotes at line 1, column 2"),
        ("", "no JSON: Expecting value at line 1, column 1"),
        ("[" * 100_000, "it is nested too deeply"),
        (b"\xff", "it is no text in UTF-8"),
        ('{"name": "x"}', "'cases' is missing"),
        ("[1]", "there should be an object with 'cases', not [1]"),
        ("7", "there should be an object with 'cases', not 7"),
        (_one(None), "'cases' should be a list, not null"),
        (_one([7]), "there should be an object with 'name', not 7"),
        (_one([{"name": ["x"]}]), "'name' should be a text, not [\"x\"]"),
        (_one([{"name": "x", "rules": "1"}]), "case 'x': 'steps' is missing"),
        (
            _one([{"name": "x", "rules": "1", "steps": [{"rpc": []}]}]),
            "case 'x': 'rpc' should be a text, not []",
        ),
        (
            _one([{"name": "x", "rules": "1", "steps": [{"rpc": "Shuffle"}]}]),
            "case 'x': there is no call 'Shuffle'",
        ),
        (
            _one([{"name": "x", "rules": "1", "steps": [{"rpc": "Deal", "request": 7, "response": {}}]}]),
            "case 'x': 'request' should be an object, not 7",
        ),
    ],
)
def test_what_is_wrong_with_a_file_is_said_in_words(text: str | bytes, why: str, tmp_path: Path) -> None:
    (tmp_path / "one.json").write_bytes(text.encode() if isinstance(text, str) else text)
    done = command("--dir", tmp_path)
    line = f"euchre: one.json is not in the format of a suite: {why}.\n"
    assert (done.exit_code, done.stderr) == (1, line)


def test_a_directory_is_no_file_of_a_suite(tmp_path: Path) -> None:
    (tmp_path / "one.json").mkdir()
    assert (
        "one.json is not in the format of a suite: it cannot be read: Is a dir"
        in command("--dir", tmp_path).stderr
    )


@pytest.mark.parametrize(
    "request_",
    [
        {"ruleset": {"$ref": 5}},
        {"ruleset": {"$ref": "0.rulesets", "flip": 0}},
        {"ruleset": {"$ref": "0.rulesets.0.base", "cut": "x"}},
        {"ruleset": {"$ref": "0.rulesets.0.base", "flip": 99}},
        {"ruleset": {"target": [{}]}},
    ],
)
def test_a_request_that_cannot_be_made_fails_its_case(request_: Json, tmp_path: Path) -> None:
    steps = (GOOD, {"rpc": "ResolveRuleset", "request": request_, "response": {}})
    done = command("--dir", suite(tmp_path, *steps))
    assert (done.exit_code, done.stderr) == (1, "")
    assert "step 1 (ResolveRuleset): The re" in done.stdout


@pytest.mark.parametrize("part", ["request", "response"])
def test_a_step_that_is_nested_too_deeply_fails_its_case(part: str, tmp_path: Path) -> None:
    deep = json.dumps(GOOD | {part: {"rulesets": 7}}).replace("7", "[" * 600 + "]" * 600)
    steps = json.dumps({"group": "one", "about": "", "cases": [{"name": "x", "rules": "1", "steps": [7]}]})
    (tmp_path / "one.json").write_text(steps.replace("7", deep))
    done = command("--dir", tmp_path)
    assert (done.exit_code, done.stderr) == (1, "")
    assert "step 0 (ListRulesets): " in done.stdout


def test_the_suite_of_the_source_tree_is_found() -> None:
    assert Path(str(suite_dir())) == DIRECTORY


# --- the command -------------------------------------------------------------------------------------------

GOOD = {"rpc": "ListRulesets", "request": {}, "response": {}}
BAD = {
    "rpc": "ResolveRuleset",
    "request": {"ruleset": {"base": "buck"}},
    "response": {"ruleset": {"target": 1}},
}


def command(*arguments: object) -> Result:
    return CliRunner().invoke(app, ["conformance", *map(str, arguments)])


def test_command_with_a_server_of_its_own(tmp_path: Path) -> None:
    done = command("--dir", suite(tmp_path, GOOD))
    assert done.exit_code == 0
    assert "one" in done.stdout


def test_command_prints_differences(plain_address: str, tmp_path: Path) -> None:
    done = command("--dir", suite(tmp_path, GOOD, BAD), "--target", plain_address)
    assert done.exit_code == 1
    assert "one: case\n  step 1 (ResolveRuleset): ruleset.target: expected 1, got 0" in done.stdout
    assert "--no-states" in done.stderr


def test_command_as_json(plain_address: str, tmp_path: Path) -> None:
    done = command("--dir", suite(tmp_path, BAD), "--target", plain_address, "--json")
    told = json.loads(done.stdout)
    assert (done.exit_code, told["passed"], told["failed"], told["steps"]) == (1, 0, 1, 1)
    assert told["groups"][0]["failures"][0]["differences"] == ["ruleset.target: expected 1, got 0"]


def test_command_without_states(tmp_path: Path) -> None:
    other = {"rpc": "CreateGame", "request": CREATE.request, "response": {"hostKey": "AA=="}}
    assert command("--dir", suite(tmp_path, other)).exit_code == 1
    assert command("--dir", suite(tmp_path, other), "--no-states").exit_code == 0


@pytest.mark.parametrize("where", ["", "nowhere"])
def test_command_without_cases(where: str, tmp_path: Path) -> None:
    done = command("--dir", tmp_path / where)
    assert done.exit_code == 1
    assert done.stderr.startswith("euchre: ")
    assert done.stderr.count("\n") == 1


def test_command_and_no_server(tmp_path: Path) -> None:
    done = command("--dir", suite(tmp_path, GOOD), "--target", "localhost:1")
    assert done.exit_code == 1
    assert done.stderr.startswith("euchre: No Euchre server answers at localhost:1")
