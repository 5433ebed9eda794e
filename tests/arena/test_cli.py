from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest
import typer
from typer.core import TyperGroup
from typer.testing import CliRunner

from euchre_arena.cli import app
from euchre_client import RulesClient
from tests.arena.process import COMMAND, euchre

PROGRAM = typer.main.get_command(app)
assert isinstance(PROGRAM, TyperGroup)
COMMANDS = list(PROGRAM.commands)
PAGE = Path(__file__).parents[2] / "docs" / "cli.md"


def test_help_names_every_command() -> None:
    done = CliRunner().invoke(app, ["--help"])
    assert done.exit_code == 0
    for command in COMMANDS:
        assert command in done.stdout


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help(command: str) -> None:
    done = CliRunner().invoke(app, [command, "--help"])
    assert done.exit_code == 0
    assert "Usage" in done.stdout


def test_the_page_has_every_command_in_its_table_and_a_section_for_each() -> None:
    text = PAGE.read_text(encoding="utf-8")
    in_table = re.findall(r"^\| \[`euchre (\S+)`\]\(#(\S+)\) \|", text, re.MULTILINE)
    sections = re.findall(r"^## (\S+)$", text, re.MULTILINE)
    assert in_table == [(section, section) for section in sections]
    assert sorted(sections) == sorted(COMMANDS)


def test_version() -> None:
    assert CliRunner().invoke(app, ["--version"]).stdout.startswith("euchre ")


@pytest.mark.parametrize("arguments", [["rulesets"], ["demo"], ["play"], ["tournament", "random", "random"]])
def test_a_server_that_is_not_there(arguments: list[str]) -> None:
    done = CliRunner().invoke(app, [*arguments, "--target", "localhost:1"])
    assert done.exit_code == 1
    assert done.stderr.startswith("euchre: No Euchre server answers at localhost:1")
    assert "euchre serve" in done.stderr
    assert done.stderr.count("\n") == 1


def test_keys_that_cannot_be_used() -> None:
    done = euchre("rulesets", EUCHRE_KEYS="nonsense")
    assert done.returncode == 1
    assert done.stderr.startswith("euchre: No server can be started here")
    assert "Traceback" not in done.stderr


def test_serve_has_the_flags_of_the_server() -> None:
    key = CliRunner().invoke(app, ["serve", "--new-key"])
    assert key.exit_code == 0
    assert key.stdout.strip()
    assert CliRunner().invoke(app, ["serve", "--port", "99999"]).exit_code == 2


def test_serve_serves() -> None:
    with subprocess.Popen(
        [*COMMAND, "serve", "--port", "0", "--log-format", "json"], stdout=subprocess.PIPE, text=True
    ) as server:
        assert server.stdout is not None
        try:
            line = next(line for line in server.stdout if "address" in line)
            address = line.partition('"address":"')[2].partition('"')[0]
            with RulesClient(address) as client:
                assert client.list_rulesets()
        finally:
            server.terminate()
            server.communicate(timeout=30)
    assert server.returncode == 0
