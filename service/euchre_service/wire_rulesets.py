"""Rulesets between the wire and the rules: the same names on both sides."""

from enum import Enum
from typing import Any, Final

from euchre.v1 import ruleset_pb2
from euchre_rules import presets
from euchre_rules.ruleset import OPTION_FIELDS, Ruleset
from euchre_service.refusal import malformed

_ENUM_OPTIONS: Final[dict[str, type[Enum]]] = {
    option.name: type(option.default) for option in OPTION_FIELDS if isinstance(option.default, Enum)
}


def _wire_values(name: str, kind: type[Enum]) -> dict[Enum, int]:
    """Return the wire's number of each value of an option; the wire's names have a prefix."""
    enum_type = ruleset_pb2.Ruleset.DESCRIPTOR.fields_by_name[name].enum_type
    assert enum_type is not None
    prefix = enum_type.values[0].name.removesuffix("UNSPECIFIED")
    return {value: enum_type.values_by_name[prefix + value.name].number for value in kind}


_TO_WIRE: Final = {name: _wire_values(name, kind) for name, kind in _ENUM_OPTIONS.items()}
_FROM_WIRE: Final = {
    name: {number: value for value, number in table.items()} for name, table in _TO_WIRE.items()
}


def from_wire(message: ruleset_pb2.Ruleset, field: str) -> Ruleset:
    """Return the checked ruleset of a message: its base, and the options it sets.

    Raises:
        ServiceError: MALFORMED_REQUEST without a base.
        RulesetError: UNKNOWN_RULESET, OPTION_INVALID or OPTION_CONFLICT.
    """
    if not message.base:
        raise malformed(f"{field}.base", "A ruleset must name the preset it starts from.")
    changes: dict[str, Any] = {}
    for descriptor, value in message.ListFields():
        name = descriptor.name
        if name != "base":
            # An unknown number stays one, which the rules refuse with all else that is wrong.
            changes[name] = _FROM_WIRE[name].get(value, value) if name in _ENUM_OPTIONS else value
    return presets.resolve(message.base, changes)


def to_wire(rules: Ruleset) -> ruleset_pb2.Ruleset:
    """Return a whole ruleset: every option is present."""
    message = ruleset_pb2.Ruleset(base=rules.base)
    for option in OPTION_FIELDS:
        value = getattr(rules, option.name)
        setattr(message, option.name, _TO_WIRE[option.name][value] if isinstance(value, Enum) else value)
    return message
