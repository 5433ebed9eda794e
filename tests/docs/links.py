"""Links from what the protos say to what it names: messages, enums, their values, sections of the rules."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path, PurePath
from typing import Final

from tests.docs.contract import ROOT, sources

_NAME: Final = re.compile(r"(?<![`\w.\[])`?(?:euchre\.v1\.)?([A-Z]\w*)`?(?![`\w\]])")
_RULES: Final = re.compile(r"`rules\.md` (\d+(?:\.\d+)?)")
_HEADING: Final = re.compile(r"^#{2,3} ((\d+(?:\.\d+)?)\.? .*)$", re.MULTILINE)
_PLAIN_WORDS: Final = re.compile(r"[A-Z][a-z]*")
"""Names that are words as well, such as Action: they are links only between backquotes."""


def slug(heading: str) -> str:
    """Returns a heading's anchor, as the site and most viewers of Markdown make it."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).strip().replace(" ", "-")


def anchors(page: Path) -> set[str]:
    """Returns the anchors of a page's headings; of two that are alike, the second's ends in `_1`."""
    text = re.sub(r"^```.*?^```$", "", page.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
    found: set[str] = set()
    for heading in re.findall(r"^#+ (.*)$", text, re.MULTILINE):
        plain = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading)
        anchor = slug(plain)
        found.add(f"{anchor}_1" if anchor in found else anchor)
    return found


def type_link(name: str, stem: str) -> str:
    """Returns a link to a message or an enum, as seen from a page of the API.

    Args:
        name: its full name, as `.euchre.v1.Turn`.
        stem: the page's name, without its suffix.
    """
    short = name.rpartition(".")[2]
    if not name.startswith(".euchre.v1."):
        return f"`{name.removeprefix('.')}`"
    return f"[{short}]({_target(homes()[short], short, stem)})"


def linked(text: str, stem: str) -> str:
    """Puts links into a comment, as seen from a page of the API."""

    def link(found: re.Match[str]) -> str:
        name = found[1]
        plain = _PLAIN_WORDS.fullmatch(name) and not found[0].startswith("`")
        if name in homes() and not plain:
            return f"[{name}]({_target(homes()[name], name, stem)})"
        if name in _values():
            home, enum = _values()[name]
            return f"[`{name}`]({_target(home, enum, stem)})"
        return found[0]

    return _RULES.sub(lambda found: rules_link(found[1], "../"), _NAME.sub(link, text))


def rules_link(section: str, up: str = "") -> str:
    """Returns a link to a section of the rules.

    Args:
        section: its number, as `1.5`.
        up: the way to `docs` from the page that has the link.
    """
    return f"[rules {section}]({up}rules.md#{slug(_sections()[section])})"


def rules_heading(section: str, up: str = "") -> str:
    """Returns a link to a section of the rules that has the section's heading for its text."""
    heading = _sections()[section]
    return f"[{heading}]({up}rules.md#{slug(heading)})"


@cache
def homes() -> dict[str, str]:
    """Returns the page of every message and enum."""
    found: dict[str, str] = {}
    for file in sources():
        names = [message.name for message in file.message_type] + [enum.name for enum in file.enum_type]
        found |= dict.fromkeys(names, PurePath(file.name).stem)
    return found


@cache
def _values() -> dict[str, tuple[str, str]]:
    """Returns the page and the enum of every enum value."""
    return {
        value.name: (PurePath(file.name).stem, enum.name)
        for file in sources()
        for enum in file.enum_type
        for value in enum.value
    }


@cache
def _sections() -> dict[str, str]:
    """Returns the headings of the rules by their numbers."""
    page = (ROOT / "docs/rules.md").read_text(encoding="utf-8")
    return {number: heading for heading, number in _HEADING.findall(page)}


def _target(home: str, name: str, stem: str) -> str:
    return f"{'' if home == stem else f'{home}.md'}#{name.lower()}"
