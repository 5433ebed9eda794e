"""Options and their values in words, and tables in Markdown."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Sequence
from enum import Enum
from typing import Final

from google.protobuf.descriptor import EnumDescriptor

from euchre.v1 import ruleset_pb2
from euchre_rules.presets import PRESETS
from euchre_rules.ruleset import OPTION_NAMES, Ruleset
from tests.docs.contract import comments

BASIS: Final = "classic"
"""The preset with which the others are compared."""
NUMBERS: Final = ("no", "one", "two", "three", "four", "five", "six")


def enum_of(option: str) -> EnumDescriptor | None:
    """Returns the wire's enum of an option, if it has one."""
    return ruleset_pb2.Ruleset.DESCRIPTOR.fields_by_name[option].enum_type


def prefix(enum: EnumDescriptor) -> str:
    """Returns what the names of an enum's values begin with."""
    return enum.values[0].name.removesuffix("UNSPECIFIED")


def value_word(value: object) -> str:
    """Returns a value as the pages show it: `ON`, `true`, `10`."""
    if isinstance(value, Enum):
        return value.name
    return str(value).lower()


def meaning(option: str, value: object) -> str:
    """Returns what the protos say about a value of an option that has an enum."""
    enum = enum_of(option)
    assert enum is not None and isinstance(value, Enum)
    return comments()[f"{enum.name}.{prefix(enum)}{value.name}"].text


def spoken(option: str, value: object) -> str:
    """Returns the meaning of a value, to go on a sentence with: no capital, no full stop."""
    text = meaning(option, value).removesuffix(".")
    return text[0].lower() + text[1:]


def differing(rules: Ruleset, basis: Ruleset = PRESETS[BASIS]) -> list[str]:
    """Returns the options in which two rulesets differ."""
    return [name for name in OPTION_NAMES if getattr(rules, name) != getattr(basis, name)]


def paragraph(text: str, indent: str = "") -> str:
    """Wraps a paragraph; lines after the first begin with the indent."""
    return textwrap.fill(text, 115, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Makes a table."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(cell.replace('|', '&#124;') for cell in line)} |" for line in lines)


def number(value: int) -> str:
    """Returns a small number in words."""
    return NUMBERS[value] if 0 <= value < len(NUMBERS) else str(value)


def listed(words: Sequence[str], joint: str = "and") -> str:
    """Joins words as a sentence does."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {joint} {words[-1]}"
