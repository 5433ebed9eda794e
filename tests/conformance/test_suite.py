"""The suite as it is checked in: complete, as generated, and passed by the service."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from euchre.v1.errors_pb2 import ErrorReason
from euchre_arena.conformance import Service, run
from euchre_arena.conformance_cases import METHODS, Case, Json, load
from euchre_rules.presets import PRESETS
from tests.conformance import generate
from tests.conformance.groups import GROUPS

SUITE = load(generate.DIRECTORY)
CASES = [case for group in SUITE for case in group.cases]
NOT_BY_A_REQUEST = {
    "UNSPECIFIED",
    "STATE_KEY_RETIRED",
    "OVERLOADED",
    "INTERNAL",
    "DEADLINE_EXCEEDED",
    "SHUTTING_DOWN",
    "CREDENTIALS_MISSING",
    "CREDENTIALS_INVALID",
    "CREDENTIALS_EXPIRED",
    "ROLE_REQUIRED",
    "RATE_LIMITED",
    "TOO_MANY_CALLS",
    "NOT_SOLVABLE",
}


def test_passes_with_states(plain: Service) -> None:
    failures = [failure for tally in run(plain, SUITE) for failure in tally.failures]
    assert failures == []


def test_passes_without_states_where_they_are_sealed(sealed: Service) -> None:
    tallies = list(run(sealed, SUITE, states=False))
    assert [failure for tally in tallies for failure in tally.failures] == []
    assert sum(tally.skipped for tally in tallies) == sum(case.needs == "plain" for case in CASES)


@pytest.mark.slow
def test_is_as_the_generator_makes_it() -> None:
    assert generate.differing(generate.files()) == [], "run `python -m tests.conformance.generate`"


def test_every_group_has_its_file() -> None:
    assert [group.name for group in SUITE] == [told.name for told in GROUPS]


def test_names_are_unique_in_a_group() -> None:
    for group in SUITE:
        names = [case.name for case in group.cases]
        assert len(names) == len(set(names)), group.name


def test_size() -> None:
    size = sum(path.stat().st_size for path in generate.DIRECTORY.glob("*.json"))
    assert 300 <= len(CASES) <= 650
    assert size < 3_000_000


def test_every_call_occurs() -> None:
    assert {step.rpc for case in CASES for step in case.steps} == set(METHODS)


def test_every_preset_is_created_and_replayed() -> None:
    for rpc in ("CreateGame", "Replay"):
        bases = {base for case in CASES for base in _bases(case, rpc)}
        assert bases >= PRESETS.keys(), rpc


def test_every_reason_that_a_request_can_provoke_occurs() -> None:
    reasons = {name.removeprefix("ERROR_REASON_") for name in ErrorReason.DESCRIPTOR.values_by_name}
    occurring = {step.error["reason"] for case in CASES for step in case.steps if step.error}
    assert occurring == reasons - NOT_BY_A_REQUEST


def _bases(case: Case, rpc: str) -> Iterator[Json]:
    for step in case.steps:
        if step.rpc == rpc and step.error is None:
            yield step.request["ruleset"]["base"]
