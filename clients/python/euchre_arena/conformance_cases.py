"""The files of the conformance suite, and where they are."""

from __future__ import annotations

import json
from dataclasses import dataclass
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any, Final, TypeAlias, TypeVar

from euchre.v1 import rules_service_pb2

Json: TypeAlias = Any
"""What `json.loads` returns."""

NEEDS_PLAIN: Final = "plain"
"""What a case needs that holds bytes in this service's own plain format."""

METHODS: Final = rules_service_pb2.DESCRIPTOR.services_by_name["RulesService"].methods_by_name
"""The calls there are, by name."""

_Kind = TypeVar("_Kind", str, "list[Json]", "dict[str, Json]")
_KINDS: Final[dict[type, str]] = {str: "a text", list: "a list", dict: "an object"}
_SHORTEN: Final = 40


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
        written = _read(file)
        cases = tuple(map(_case, _part(written, "cases", list)))
        return Group(_part(written, "group", str), _part(written, "about", str), cases)
    except SuiteError as error:
        raise SuiteError(f"{file.name} is not in the format of a suite: {error}.") from None


def _read(file: Traversable) -> Json:
    try:
        return json.loads(file.read_bytes())
    except OSError as error:
        raise SuiteError(f"it cannot be read: {error.strerror or error}") from None
    except json.JSONDecodeError as error:
        raise SuiteError(f"no JSON: {error.msg} at line {error.lineno}, column {error.colno}") from None
    except UnicodeDecodeError:
        raise SuiteError("it is no text in UTF-8") from None
    except RecursionError:
        raise SuiteError("it is nested too deeply") from None


def _case(written: Json) -> Case:
    name = _part(written, "name", str)
    try:
        steps = tuple(map(_step, _part(written, "steps", list)))
        needs = _part(written, "needs", str) if "needs" in written else ""
        return Case(name, _part(written, "rules", str), steps, needs)
    except SuiteError as error:
        raise SuiteError(f"case {name!r}: {error}") from None


def _step(written: Json) -> Step:
    rpc = _part(written, "rpc", str)
    if rpc not in METHODS:
        raise SuiteError(f"there is no call {rpc!r}")
    if ("response" in written) is ("error" in written):
        raise SuiteError("a step expects either a response or an error")
    request = _part(written, "request", dict)
    return Step(rpc, request, written.get("response"), written.get("error"))


def _part(written: Json, name: str, kind: type[_Kind]) -> _Kind:
    """Returns a part of a JSON object.

    Raises:
        SuiteError: it is no object, or the part is not there or of another kind.
    """
    if not isinstance(written, dict):
        raise SuiteError(f"there should be an object with {name!r}, not {json.dumps(written)[:_SHORTEN]}")
    if name not in written:
        raise SuiteError(f"{name!r} is missing")
    part = written[name]
    if not isinstance(part, kind):
        raise SuiteError(f"{name!r} should be {_KINDS[kind]}, not {json.dumps(part)[:_SHORTEN]}")
    return part
