"""Every command line of the docs can be given, and every block of commands is run by a test."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from typing import Any

import pytest
import typer
from typer.core import TyperGroup

from euchre_arena.cli import app as euchre
from euchre_service.main import server_command
from tests.docs.contract import ROOT

PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
_SERVER = typer.Typer()
_SERVER.command()(server_command)
PROGRAMS = {"euchre": typer.main.get_command(euchre), "euchre-server": typer.main.get_command(_SERVER)}
TARGETS = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
RUN_BY = {
    "docs/deploy.md": "tests/deploy/test_page.py",
    "docs/languages.md": "tests/polyglot/languages.py",
    "docs/house-rule.md": "tests/docs/test_house_rule.py",
    "docs/new-game.md": "tests/docs/test_tutorials.py",
    "docs/web.md": "tests/web/pages.py",
    "docs/tutorials/bot.md": "tests/docs/test_tutorials.py",
    "docs/tutorials/embed.md": "tests/docs/test_tutorials.py",
    "docs/tutorials/front-end.md": "tests/docs/test_tutorials.py",
    "docs/tutorials/production.md": "tests/docs/test_tutorials.py",
}
"""Pages with blocks of commands, and the test that runs them."""


def lines() -> Iterator[tuple[str, str]]:
    """Command lines, indented or in blocks, with the page each is on."""
    for page in PAGES:
        text = page.read_text(encoding="utf-8").replace("\\\n", " ")
        for line in re.findall(
            r"^(?:    )?(?:exec )?((?:euchre|euchre-server|make) .*)$", text, re.MULTILINE
        ):
            if not line.rstrip().endswith((".", ":")):
                yield page.relative_to(ROOT).as_posix(), line


LINES = sorted(set(lines()))


def understood(program: Any, words: list[str]) -> None:
    """Goes through a line's words: options must be those of the command they follow."""
    for word in words:
        if isinstance(program, TyperGroup) and word in program.commands:
            program = program.commands[word]
        elif word.startswith("--"):
            options = {name for each in program.params for name in (*each.opts, *each.secondary_opts)}
            assert word.partition("=")[0] in options, word
    # A group that can do nothing by itself needs one of its commands.
    assert not isinstance(program, TyperGroup) or program.invoke_without_command, words


def test_there_are_many() -> None:
    assert len(LINES) > 40


@pytest.mark.parametrize(("page", "line"), LINES, ids=lambda value: value.partition("#")[0].strip())
def test_command_line(page: str, line: str) -> None:
    # In the form of a usage brackets stand round what may be left away, dots behind what may be repeated.
    plain = re.sub(r"[\[\]|]|\.\.\.", " ", line.partition(" #")[0])
    program, *words = shlex.split(plain)
    if program == "make":
        assert words[0] in TARGETS
    else:
        understood(PROGRAMS[program], words)


@pytest.mark.parametrize("line", ["play classic --cheat", "bot", "keys rotate keys.txt --resume"])
def test_a_wrong_line_is_noticed(line: str) -> None:
    with pytest.raises(AssertionError):
        understood(PROGRAMS["euchre"], line.split())


def test_every_block_of_commands_is_run() -> None:
    with_blocks = {
        page.relative_to(ROOT).as_posix()
        for page in PAGES
        if re.search(r"^```sh\b", page.read_text(encoding="utf-8"), re.MULTILINE)
    }
    assert with_blocks == set(RUN_BY)
    for test in RUN_BY.values():
        assert (ROOT / test).is_file(), test
