"""Rulesets that a person wrote down: a file with the proto JSON of a `Ruleset`, its base plus changes."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator
from difflib import get_close_matches
from pathlib import Path
from typing import Any, Final

from google.protobuf.descriptor import EnumDescriptor, FieldDescriptor
from google.protobuf.json_format import ParseDict, ParseError

from euchre.v1.ruleset_pb2 import Ruleset

_FIELDS: Final[dict[str, FieldDescriptor]] = {
    name: field for field in Ruleset.DESCRIPTOR.fields for name in (field.name, field.json_name)
}
"""Every option by both of its names: proto JSON reads `stick_dealer` and `stickDealer`."""


class FileFault(Exception):
    """A file that is no ruleset.

    Attributes:
        faults: what is wrong with it, a sentence each.
        fields: the fields at fault.
    """

    def __init__(self, faults: Iterable[str], fields: Iterable[str] = ()) -> None:
        self.faults = list(faults)
        self.fields = list(fields)
        super().__init__(" ".join(self.faults))


def is_meant(text: str) -> bool:
    """Whether what a person typed means a file: by its ending or its directory, or because there is one.

    Args:
        text: what is no preset's name.
    """
    file = Path(text)
    # Unlike `Path.exists` it has an answer for what can be no file's name.
    return bool(file.suffix) or file.name != text or os.path.exists(text)


def read(path: Path) -> Ruleset:
    """Reads a ruleset from a file.

    It is as complete as the file: only the service knows what its base stands for.

    Raises:
        FileFault: there is no such file, it is no JSON, or it holds what no ruleset has.
    """
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise FileFault([f"It cannot be read: {error.strerror or error}."]) from error
    except UnicodeDecodeError as error:
        raise FileFault(["It is no text in UTF-8."]) from error
    return from_json(text)


def from_json(text: str) -> Ruleset:
    """Reads a ruleset from its proto JSON.

    Raises:
        FileFault: it is no JSON, or it holds what no ruleset has.
    """
    try:
        written = json.loads(text, object_pairs_hook=_object)
    except json.JSONDecodeError as error:
        raise FileFault(
            [f"It is no JSON: {error.msg} at line {error.lineno}, column {error.colno}."]
        ) from error
    except RecursionError as error:
        raise FileFault(["It is nested too deeply to be a ruleset."]) from error
    if not isinstance(written, dict):
        raise FileFault(["A ruleset is a JSON object."])
    wrong = [*_unknown_fields(written), *_unknown_values(written)] or list(_values_of_another_kind(written))
    if wrong:
        raise FileFault([fault for _, fault in wrong], [name for name, _ in wrong])
    try:
        return ParseDict(written, Ruleset())
    except ParseError as error:  # both names of one option
        raise FileFault([" ".join(str(error).split())]) from error


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Makes a JSON object; what is said twice could be meant either way."""
    made = dict(pairs)
    if len(made) < len(pairs):
        names = [name for name, _ in pairs]
        twice = sorted({name for name in names if names.count(name) > 1})
        raise FileFault([f"{name!r} is there twice." for name in twice], twice)
    return made


def _unknown_fields(written: dict[str, Any]) -> Iterator[tuple[str, str]]:
    for name in written:
        if name not in _FIELDS:
            yield name, f"There is no option {name!r}{_meant(name, _FIELDS)}"


def _unknown_values(written: dict[str, Any]) -> Iterator[tuple[str, str]]:
    for name, value in written.items():
        field = _FIELDS.get(name)
        if field is None or field.enum_type is None or not isinstance(value, str):
            continue
        names = field.enum_type.values_by_name
        if value not in names:
            offered = [known for known in names if not known.endswith("_UNSPECIFIED")]
            hint = _meant(_whole_name(value, field.enum_type), offered)
            if hint == ".":
                hint = f"; it may be {', '.join(offered)}."
            yield name, f"{name} has no value {value!r}{hint}"


def _values_of_another_kind(written: dict[str, Any]) -> Iterator[tuple[str, str]]:
    for name, value in written.items():
        try:
            ParseDict({name: value}, Ruleset())
        except (ParseError, TypeError, ValueError):
            yield name, f"{name} cannot be {json.dumps(value)[:40]}."


def _whole_name(value: str, enum: EnumDescriptor) -> str:
    """Puts the prefix of an enum's values before a value, for a comparison."""
    prefix = enum.values[0].name.removesuffix("UNSPECIFIED")
    upper = value.upper().replace("-", "_").replace(" ", "_")
    return upper if upper.startswith(prefix) else prefix + upper


def _meant(name: str, known: Iterable[str]) -> str:
    """Ends a sentence about an unknown name with the known one that it resembles, if it does."""
    close = get_close_matches(name, known, n=1, cutoff=0.75)
    return f"; did you mean {close[0]!r}?" if close else "."
