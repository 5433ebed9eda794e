"""`docs/options.md`: every option, from the protos, the presets and the conflicts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from euchre_rules.conflicts import CONFLICTS
from euchre_rules.presets import PRESETS
from euchre_rules.ruleset import OPTION_FIELDS
from tests.docs.contract import comments
from tests.docs.links import rules_link
from tests.docs.words import BASIS, enum_of, listed, prefix, table, value_word

_INTRODUCTION = """# Options

Made from `protos/euchre/v1/ruleset.proto`, the presets and the service's own list of conflicts by
`python -m tests.docs.generate`; do not edit.

A ruleset is a preset (`base`) and the options that differ from it. Each option has presence: what is left out
is the base's. In JSON and in Python an enum's value is written with its prefix, as the tables here have it;
`euchre rulesets` and the [pages of the presets](rules.md) leave the prefix away. Bounds are inclusive. Values
that exclude each other are refused with `OPTION_CONFLICT`, a value out of bounds with `OPTION_INVALID`
([Errors](errors.md))."""


def page() -> str:
    """Makes the page."""
    parts = [_INTRODUCTION, _overview()]
    parts += ["\n\n".join(_option(option)) for option in OPTION_FIELDS]
    return "\n".join(part + "\n" for part in parts).rstrip() + "\n"


def _overview() -> str:
    rows = [
        [f"[{option.name}](#{option.name})", _type(option), f"`{value_word(option.default)}`"]
        for option in OPTION_FIELDS
    ]
    return table(["option", "type", f"in {BASIS}"], rows)


def _type(option: Any) -> str:
    if option.metadata:
        return f"{option.metadata['low']} to {option.metadata['high']}"
    enum = enum_of(option.name)
    return f"`{enum.name}`" if enum is not None else "true, false"


def _option(option: Any) -> Iterator[str]:
    yield f"## {option.name}"
    enum = enum_of(option.name)
    own = comments()[f"Ruleset.{option.name}"]
    yield own.text
    section = own.section or (comments()[enum.name].section if enum is not None else "")
    facts = [f"- Type: {_type(option)}", *_in_presets(option)]
    if section:
        facts.append(f"- Rules: {rules_link(section)}")
    facts += _conflicts(option.name)
    yield "\n".join(facts)
    if enum is not None:
        names = [value.name for value in enum.values[1:]]
        usual = prefix(enum) + value_word(option.default)
        rows = [
            [f"`{name}`" + f" ({BASIS})" * (name == usual), comments()[f"{enum.name}.{name}"].text]
            for name in names
        ]
        yield table(["value", "meaning"], rows)


def _in_presets(option: Any) -> Iterator[str]:
    usual = getattr(PRESETS[BASIS], option.name)
    yield f"- In {BASIS}: `{value_word(usual)}`"
    others: dict[str, list[str]] = {}
    for name, preset in PRESETS.items():
        value = getattr(preset, option.name)
        if value != usual:
            others.setdefault(value_word(value), []).append(f"[{name}](presets/{name}.md)")
    for value, names in others.items():
        yield f"- In {listed(names)}: `{value}`"


def _conflicts(name: str) -> Iterator[str]:
    for conflict in CONFLICTS:
        if name in (conflict.option, conflict.other):
            other = conflict.other if conflict.option == name else conflict.option
            yield f"- May exclude [{other}](#{other}): {conflict.why}"
