"""The presets, and what a ruleset may not be (`rules.md` 5, 6a; ruleset.proto)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from enum import Enum
from itertools import product
from typing import Any

from euchre_rules import conflicts
from euchre_rules.conflicts import CONFLICTS
from euchre_rules.presets import PRESETS
from euchre_rules.ruleset import OPTION_FIELDS, option_values
from tests.conformance.deals import ruleset_json
from tests.conformance.script import Book, Script

_SHOWS = "rules.md 6a"
_SIGNED = ("start_score", "target", "trick_points")
_BY_HAND: dict[tuple[str, str], tuple[str, dict[str, Any]]] = {
    ("alone_timing", "bid_form"): (
        "bid_partners",
        {"allow_alone": True, "trick_points": 0, "alone_timing": "WITH_CALL", "bid_form": "NUMBER_AND_SUIT"},
    )
}
"""Conflicts that take more changes than are searched for."""


def tell(book: Book) -> None:
    """Tell the cases."""
    with book.case("every preset, whole", _SHOWS) as table:
        answer = table.call("ListRulesets", {})
        assert [ruleset["base"] for ruleset in answer["rulesets"]] == sorted(PRESETS)
    for base in PRESETS:
        with book.case(f"{base}: resolved", _SHOWS) as table:
            table.call("ResolveRuleset", {"ruleset": {"base": base}})
            table.call(
                "CreateGame", {"ruleset": {"base": base}, "seed": "A" * 43 + "="}, keys=True, rules=True
            )
    with book.case("house rules: what is left out comes from the base", _SHOWS) as table:
        options = {"stick_dealer": "ON", "target": 11, "joker": True}
        table.call("ResolveRuleset", {"ruleset": ruleset_json("classic", options)})
    with book.case("zero and false count as said", _SHOWS) as table:
        options = {"sweep_wins_game": False, "fold_penalty": 0, "set_penalty": 0, "allow_alone": False}
        table.call("ResolveRuleset", {"ruleset": ruleset_json("buck", options)})
    _refused(book)
    _out_of_range(book)
    _conflicts(book)


def _refused(book: Book) -> None:
    for rpc in ("ResolveRuleset", "CreateGame", "Replay"):
        with book.case(f"{rpc}: no such base", "errors.proto") as table:
            request = {"ruleset": {"base": "whist"}}
            table.refuse_call(rpc, request, "UNKNOWN_RULESET", base="whist")
        with book.case(f"{rpc}: no base", "errors.proto") as table:
            table.refuse_call(rpc, {}, "MALFORMED_REQUEST", field="ruleset.base")
    with book.case("a base with a long name is cut in the metadata", "errors.proto") as table:
        request = {"ruleset": {"base": "x" * 200}}
        table.refuse_call("ResolveRuleset", request, "UNKNOWN_RULESET", base="x" * 40)


def _out_of_range(book: Book) -> None:
    """Every option of a number or an enum with values that it does not have."""
    numbers = [option for option in OPTION_FIELDS if option.metadata]
    with book.case("numbers above their bounds", "ruleset.proto") as table:
        for option in numbers:
            _invalid(table, option.name, option.metadata["high"] + 1)
    with book.case("numbers below their bounds", "ruleset.proto") as table:
        for option in numbers:
            # Most numbers of the wire have no sign.
            if option.metadata["low"] > 0 or option.name in _SIGNED:
                _invalid(table, option.name, option.metadata["low"] - 1)
    with book.case("values that the enums do not have", "ruleset.proto") as table:
        for option in OPTION_FIELDS:
            if isinstance(option.default, Enum):
                _invalid(table, option.name, 99)


def _invalid(table: Script, option: str, value: int) -> None:
    request = {"ruleset": {"base": "classic", _camel(option): value}}
    table.refuse_call("ResolveRuleset", request, "OPTION_INVALID", option=option)


def _camel(name: str) -> str:
    first, *rest = name.split("_")
    return first + "".join(part.capitalize() for part in rest)


def _conflicts(book: Book) -> None:
    """Every pair of options that exclude each other, each by itself."""
    for first in dict.fromkeys(conflict.option for conflict in CONFLICTS):
        with book.case(f"what {first} excludes", "ruleset.proto") as table:
            for conflict in CONFLICTS:
                if conflict.option == first:
                    base, options = next(_made_to_conflict(conflict))
                    request = {"ruleset": ruleset_json(base, options)}
                    metadata = {"option": first, "other": conflict.other}
                    table.refuse_call("ResolveRuleset", request, "OPTION_CONFLICT", **metadata)


def _made_to_conflict(conflict: conflicts.Conflict) -> Iterator[tuple[str, dict[str, Any]]]:
    """A preset and the fewest changes to it with this conflict alone."""
    if (conflict.option, conflict.other) in _BY_HAND:
        yield _BY_HAND[conflict.option, conflict.other]
    tried = {name: _tried(name) for name in (conflict.option, conflict.other)}
    others = [option.name for option in OPTION_FIELDS if option.name not in tried]
    for extra in (None, *others):
        for base, preset in PRESETS.items():
            names = [*tried, *([extra] if extra else [])]
            for values in product(*(tried.get(name) or _tried(name) for name in names)):
                rules = replace(preset, **dict(zip(names, values, strict=True)))
                if not conflict.found(rules):
                    continue
                if len(conflicts.faults(rules)) == 1:
                    yield (
                        base,
                        {
                            name: value
                            for name, value in zip(names, values, strict=True)
                            if value != getattr(preset, name)
                        },
                    )
    raise AssertionError(f"{conflict.option} and {conflict.other} never conflict alone: {conflict.why}")


def _tried(name: str) -> list[Any]:
    values: tuple[Any, ...] = option_values(name)
    if isinstance(values[0], Enum | bool):
        return list(values)
    low, high = values
    return sorted({low, high, *(value for value in (0, 3, 5, 6, 9) if low <= value <= high)})
