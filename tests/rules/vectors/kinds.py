"""What a vector is: a scenario that shows one value of one option, new or a test that exists."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from importlib import import_module
from itertools import product
from typing import Any, TypeAlias

from euchre_rules.presets import PRESETS
from euchre_rules.ruleset import option_values
from tests.rules.random_rulesets import NUMBERS

Scenario: TypeAlias = Callable[[], None]
"""Plays something and asserts what the value does."""

FEW = 10
"""A number with so few values has a vector for each of them."""


@dataclass(frozen=True)
class Each:
    """A scenario for any value of an option."""

    scenario: Callable[[Any], None]


Vectors: TypeAlias = Mapping[str, Mapping[Any, Scenario] | Each]
"""Option, value, scenario."""


def needed(option: str) -> list[Any]:
    """Returns the values of an option that must have a vector.

    These are all of them, but of a number with many values: its bounds, what the presets have, and what other
    sources have.
    """
    values = option_values(option)
    low, high = values[0], values[-1]
    if isinstance(low, bool) or not (isinstance(low, int) and isinstance(high, int)):
        return list(values)
    if high - low < FEW:
        return list(range(low, high + 1))
    in_presets = {getattr(preset, option) for preset in PRESETS.values()}
    return sorted({low, high, *in_presets, *NUMBERS.get(option, ())})


def shown(path: str, **arguments: Any) -> Scenario:
    """Refers to a test that exists: the first of its cases that has these arguments.

    Args:
        path: the test's module in `tests.rules`, and its function.
        arguments: what tells the case apart from others, by parameter.
    """

    def scenario() -> None:
        module, _, function = path.partition(".")
        test = getattr(import_module(f"tests.rules.{module}"), function)
        case = next((case for case in _cases(test) if _has(case, arguments)), None)
        assert case is not None, f"{path} has no case with {arguments}"
        test(**case)

    return scenario


def both(*scenarios: Scenario) -> Scenario:
    """Plays several scenarios, where one alone would hold under another value too."""

    def scenario() -> None:
        for each in scenarios:
            each()

    return scenario


def _has(case: Mapping[str, Any], arguments: Mapping[str, Any]) -> bool:
    return all(name in case and case[name] == value for name, value in arguments.items())


def _cases(test: Any) -> Iterator[dict[str, Any]]:
    """Gives the arguments of every case of a test, as pytest makes them of its marks."""
    axes: list[list[dict[str, Any]]] = []
    for mark in getattr(test, "pytestmark", []):
        if mark.name == "parametrize":
            names = mark.args[0]
            names = [name.strip() for name in names.split(",")] if isinstance(names, str) else list(names)
            rows = [list(row) if len(names) > 1 else [row] for row in mark.args[1]]
            axes.append([dict(zip(names, row, strict=True)) for row in rows])
    for parts in product(*axes):
        yield {name: value for part in parts for name, value in part.items()}
