"""Rulesets in words and tables."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from google.protobuf.descriptor import FieldDescriptor
from google.protobuf.json_format import MessageToDict
from rich import box
from rich.table import Table as Grid

from euchre.v1.ruleset_pb2 import Ruleset, Teams
from euchre_arena.games import DESCRIPTIONS

_OPTIONS: Final[list[FieldDescriptor]] = [
    option for option in Ruleset.DESCRIPTOR.fields if option.name != "base"
]


def to_dict(ruleset: Ruleset) -> dict[str, Any]:
    """Returns a ruleset in the form of its proto JSON, with the options' own names."""
    return MessageToDict(ruleset, preserving_proto_field_name=True)


def description(ruleset: Ruleset) -> str:
    """Returns a sentence about a preset."""
    teams = {Teams.TEAMS_PAIRS: "in pairs", Teams.TEAMS_SOLO: "each for himself"}
    fallback = f"{ruleset.players} players, {teams.get(ruleset.teams, 'the maker against the rest')}."
    return DESCRIPTIONS.get(ruleset.base, fallback)


def overview(presets: Sequence[Ruleset]) -> Grid:
    """Makes a table of presets, one a line."""
    grid = _grid("Name", "Players", "Target", "What it is")
    grid.columns[1].justify = "right"
    for preset in presets:
        grid.add_row(preset.base, str(preset.players), _target(preset), description(preset))
    return grid


def options(chosen: Ruleset, basis: Ruleset) -> Grid:
    """Makes a table of all options of a whole ruleset, with those marked that differ from another's."""
    compared = chosen != basis
    grid = _grid("", "Option", "Value")
    if compared:
        grid.add_column(f"In {basis.base}")
    for option in _OPTIONS:
        value, usual = _value(chosen, option), _value(basis, option)
        differs = value != usual
        row = ["*" if differs else "", option.name, value]
        if compared:
            row.append(usual if differs else "")
        grid.add_row(*row, style="bold" if differs else "")
    return grid


def differing(one: Ruleset, other: Ruleset) -> list[str]:
    """Returns the options in which two whole rulesets differ, whatever their bases are called."""
    return [option.name for option in _OPTIONS if getattr(one, option.name) != getattr(other, option.name)]


def differences(titles: tuple[str, str], one: Ruleset, other: Ruleset) -> Grid:
    """Makes a table of the options in which two whole rulesets differ."""
    grid = _grid("Option", *titles)
    for option in _differing_fields(one, other):
        grid.add_row(option.name, _value(one, option), _value(other, option))
    return grid


def _differing_fields(one: Ruleset, other: Ruleset) -> Iterator[FieldDescriptor]:
    names = differing(one, other)
    return (option for option in _OPTIONS if option.name in names)


def _grid(*titles: str) -> Grid:
    return Grid(*titles, box=box.SIMPLE_HEAD, header_style="bold")


def _target(ruleset: Ruleset) -> str:
    if ruleset.target > ruleset.start_score:
        return str(ruleset.target)
    return f"{ruleset.start_score} down to {ruleset.target}"


def _value(ruleset: Ruleset, option: FieldDescriptor) -> str:
    value = getattr(ruleset, option.name)
    if option.enum_type is None:
        return str(value).lower()
    # The first value of every enum is its prefix and UNSPECIFIED.
    prefix = option.enum_type.values[0].name.removesuffix("UNSPECIFIED")
    return str(option.enum_type.values_by_number[value].name.removeprefix(prefix)).lower()
