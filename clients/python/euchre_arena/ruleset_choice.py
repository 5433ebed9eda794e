"""A game as a person names it: a preset, a file with house rules, or those rules themselves as JSON."""

from __future__ import annotations

import json
from pathlib import Path

from google.protobuf.json_format import MessageToDict

from euchre_arena import ruleset_files
from euchre_arena.games import DESCRIPTIONS, ruleset_name, title
from euchre_client import RulesetLike


def as_written(text: str) -> str:
    """Brings what a person typed into the form that is kept: a preset's name, or a ruleset as JSON.

    Args:
        text: a preset, such as `classic` or `Ghost Hand`, which comes before a file of the same name; a
            file; or JSON.

    Returns:
        The name, or the JSON: the same rules give the same text.

    Raises:
        FileFault: the file or the JSON is no ruleset.
    """
    if is_json(text):
        ruleset = ruleset_files.from_json(text)
    elif ruleset_name(text) not in DESCRIPTIONS and ruleset_files.is_meant(text):
        ruleset = ruleset_files.read(Path(text))
    else:
        return ruleset_name(text)
    return json.dumps(MessageToDict(ruleset, preserving_proto_field_name=True), sort_keys=True)


def rules_of(written: str) -> RulesetLike:
    """Returns what the service is asked for, from what `as_written` returned."""
    return ruleset_files.from_json(written) if is_json(written) else written


def title_of(written: str) -> str:
    """Returns what a game is called in a headline, from what `as_written` returned."""
    if not is_json(written):
        return title(written)
    return f"{title(json.loads(written).get('base', 'Euchre'))} with house rules"


def is_json(text: str) -> bool:
    """Whether rules are told as JSON."""
    return text.lstrip().startswith("{")
