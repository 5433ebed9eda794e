"""The files of the conformance suite, and where they are."""

from __future__ import annotations

import json
from dataclasses import dataclass
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any, Final, TypeAlias

from euchre.v1 import rules_service_pb2

Json: TypeAlias = Any
"""What `json.loads` returns."""

NEEDS_PLAIN: Final = "plain"
"""What a case needs that holds bytes in this service's own plain format."""

METHODS: Final = rules_service_pb2.DESCRIPTOR.services_by_name["RulesService"].methods_by_name
"""The calls there are, by name."""


class SuiteError(Exception):
    """The suite itself cannot be used: a file is missing, or is not in the documented format."""


@dataclass(frozen=True)
class Step:
    """One call, and what is expected of it: a response or an error."""

    rpc: str
    request: Json
    response: Json = None
    error: Json = None


@dataclass(frozen=True)
class Case:
    """Calls that show one thing.

    Attributes:
        name: what it shows, in words.
        rules: where that is written, such as `rules.md 1.2`.
        steps: the calls, in order.
        needs: `plain` for a case that only a server with plain states can answer, else empty.
    """

    name: str
    rules: str
    steps: tuple[Step, ...]
    needs: str = ""


@dataclass(frozen=True)
class Group:
    """The cases of one file."""

    name: str
    about: str
    cases: tuple[Case, ...]


# --- the files ---------------------------------------------------------------------------------------------


def suite_dir() -> Traversable:
    """Returns where the suite is: inside the installed package, or in the source tree."""
    packaged = resources.files("euchre_arena").joinpath("data", "conformance")
    if packaged.is_dir():
        return packaged
    return Path(__file__).parents[3] / "protos" / "conformance"


def load(directory: Traversable) -> list[Group]:
    """Reads a suite: every `*.json` of a directory, by name.

    Raises:
        SuiteError: there is none, or a file is not in the documented format.
    """
    try:
        files = sorted(
            (file for file in directory.iterdir() if file.name.endswith(".json")), key=lambda file: file.name
        )
    except OSError as error:
        raise SuiteError(f"{directory} cannot be read: {error.strerror}.") from None
    if not files:
        raise SuiteError(f"There are no cases in {directory}.")
    return [_load_group(file) for file in files]


def _load_group(file: Traversable) -> Group:
    try:
        written = json.loads(file.read_text(encoding="utf-8"))
        cases = tuple(
            Case(case["name"], case["rules"], tuple(map(_step, case["steps"])), case.get("needs", ""))
            for case in written["cases"]
        )
        return Group(written["group"], written["about"], cases)
    except (ValueError, KeyError, TypeError) as error:
        raise SuiteError(f"{file.name} is not in the format of a suite: {error!r}.") from None


def _step(written: Json) -> Step:
    if written["rpc"] not in METHODS:
        raise ValueError(f"there is no call {written['rpc']}")
    if ("response" in written) is ("error" in written):
        raise ValueError("a step expects either a response or an error")
    return Step(written["rpc"], written["request"], written.get("response"), written.get("error"))
