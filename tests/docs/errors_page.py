"""`docs/errors.md`: every reason why a call is refused, from the protos."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from euchre.v1 import errors_pb2
from tests.docs.contract import comments
from tests.docs.words import paragraph, prefix

_ENUM: Final = errors_pb2.ErrorReason.DESCRIPTOR
_SAID: Final = re.compile(r"(?P<code>[A-Z_]+)\. (?P<meaning>.*?) `(?P<example>\{.*\})`", re.DOTALL)
_GROUPS: Final = {
    0: "The request",
    1: "The state",
    2: "Keys, and which state is meant",
    3: "Whether and when somebody acts",
    4: "Cards",
    5: "Calls",
    6: "Swaps, folds and exchanges",
    7: "Calling a renege",
    8: "The server",
    9: "Who calls",
    10: "Analysis",
}
"""What the tens of the enum's numbers stand for."""
_INTRODUCTION: Final = """# Errors

Made from `protos/euchre/v1/errors.proto` by `python -m tests.docs.generate`; do not edit.

An error is a `google.rpc.Status` with one `google.rpc.ErrorInfo`: the examples show it in JSON. `metadata`
holds what a program may want to know, and the status's message is a sentence for a player. A bad field is
named by a `google.rpc.BadRequest` too.
"""


def page() -> str:
    """Makes the page."""
    parts = [_INTRODUCTION.rstrip(), *map(paragraph, comments()[_ENUM.name].text.split("\n\n"))]
    group = -1
    for value in _ENUM.values[1:]:
        if value.number // 10 != group:
            group = value.number // 10
            parts.append(f"## {_GROUPS[group]}")
        parts += _reason(value.name)
    return "\n\n".join(parts) + "\n"


def _reason(name: str) -> Iterator[str]:
    said = _SAID.fullmatch(comments()[f"{_ENUM.name}.{name}"].text)
    if said is None:
        raise ValueError(f"{name}'s comment is not a code, a meaning and an example")
    yield f"### {name.removeprefix(prefix(_ENUM))}"
    yield f"`{said['code']}`. {said['meaning']}"
    yield f"```json\n{said['example']}\n```"
