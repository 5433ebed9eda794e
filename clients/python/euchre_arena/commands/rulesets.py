"""`euchre rulesets`: the games there are, and their options."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Annotated, Any

import typer
from google.protobuf.descriptor import FieldDescriptor
from google.protobuf.json_format import MessageToDict
from rich import box
from rich.table import Table as Grid

from euchre.v1.ruleset_pb2 import Ruleset, Teams
from euchre_arena.connection import Target, connected
from euchre_arena.console import fail, output, print_json
from euchre_arena.games import DESCRIPTIONS, ruleset_name

_BASIS = "classic"


def rulesets(
    name: Annotated[
        str | None, typer.Argument(metavar="[NAME]", help="Show this one with all its options.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON, in the form of the protos.")] = False,
    target: Target = None,
) -> None:
    """List the games there are, or one game's options.

    Options that differ from classic are marked with *.
    """
    with connected(target) as client:
        presets = client.list_rulesets()
    if name is None:
        if as_json:
            print_json([_to_dict(preset) for preset in presets])
        else:
            output().print(_overview(presets))
        return
    chosen = _find(presets, ruleset_name(name))
    if chosen is None:
        known = ", ".join(preset.base for preset in presets)
        fail(f"There is no ruleset {name!r}; there are {known}.")
    if as_json:
        print_json(_to_dict(chosen))
        return
    console = output()
    console.print(f"{chosen.base}: {_description(chosen)}", style="bold")
    console.print(_options(chosen, _find(presets, _BASIS) or chosen))


def _find(presets: Iterable[Ruleset], name: str) -> Ruleset | None:
    return next((preset for preset in presets if preset.base == name), None)


def _to_dict(ruleset: Ruleset) -> dict[str, Any]:
    return MessageToDict(ruleset, preserving_proto_field_name=True)


def _description(ruleset: Ruleset) -> str:
    teams = {Teams.TEAMS_PAIRS: "in pairs", Teams.TEAMS_SOLO: "each for himself"}
    fallback = f"{ruleset.players} players, {teams.get(ruleset.teams, 'the maker against the rest')}."
    return DESCRIPTIONS.get(ruleset.base, fallback)


def _target(ruleset: Ruleset) -> str:
    if ruleset.target > ruleset.start_score:
        return str(ruleset.target)
    return f"{ruleset.start_score} down to {ruleset.target}"


def _overview(presets: Sequence[Ruleset]) -> Grid:
    grid = Grid("Name", "Players", "Target", "What it is", box=box.SIMPLE_HEAD, header_style="bold")
    grid.columns[1].justify = "right"
    for preset in presets:
        grid.add_row(preset.base, str(preset.players), _target(preset), _description(preset))
    return grid


def _options(chosen: Ruleset, basis: Ruleset) -> Grid:
    compared = chosen.base != basis.base
    grid = Grid("", "Option", "Value", box=box.SIMPLE_HEAD, header_style="bold")
    if compared:
        grid.add_column(f"In {basis.base}")
    for option in Ruleset.DESCRIPTOR.fields:
        if option.name == "base":
            continue
        value, usual = _value(chosen, option), _value(basis, option)
        differs = value != usual
        row = ["*" if differs else "", option.name, value]
        if compared:
            row.append(usual if differs else "")
        grid.add_row(*row, style="bold" if differs else "")
    return grid


def _value(ruleset: Ruleset, option: FieldDescriptor) -> str:
    value = getattr(ruleset, option.name)
    if option.enum_type is None:
        return str(value).lower()
    # The first value of every enum is its prefix and UNSPECIFIED.
    prefix = option.enum_type.values[0].name.removesuffix("UNSPECIFIED")
    return str(option.enum_type.values_by_number[value].name.removeprefix(prefix)).lower()
