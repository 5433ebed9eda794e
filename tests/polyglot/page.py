"""Reads the commands of `docs/languages.md` and runs them.

A block that is to be run opens with the word `sh` and a title, by which its test finds it.
"""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[2]
PAGE: Final = ROOT / "docs" / "languages.md"

SERVER: Final = "localhost:50051"
"""The server in the page's commands."""
BOT_PORT: Final = "7000"
"""The bot's port in the page's commands."""

# Where `go install` puts programs here: the machine's own ones stay as they are.
_GO_PROGRAMS: Final = ROOT / "build" / "polyglot" / "bin"
# A first build fetches packages and compiles plugins.
_PATIENCE: Final = 900.0


def sections() -> dict[str, str]:
    """Returns the page's sections by their headings."""
    parts = re.split(r"^## (.*)\n", PAGE.read_text(), flags=re.MULTILINE)
    return {"": parts[0], **dict(zip(parts[1::2], parts[2::2], strict=True))}


def block(section: str, name: str) -> str:
    """Returns the commands, or the text, of a block."""
    title = f' title="{name}"' if name else ""
    found = re.findall(rf"^```\w+{title}\n(.*?)^```$", sections()[section], re.MULTILINE | re.DOTALL)
    (text,) = found
    return str(text)


def blocks() -> list[tuple[str, str]]:
    """Returns section and name of every block of commands."""
    return [
        (heading, name)
        for heading, text in sections().items()
        for name in re.findall(r'^```sh(?: title="(.*)")?$', text, re.MULTILINE)
    ]


def filled(commands: str, *, server: str = SERVER, port: str = BOT_PORT) -> str:
    """Puts the addresses of this run into commands."""
    return commands.replace(SERVER, server).replace(BOT_PORT, port)


def run(commands: str, *, directory: Path = ROOT, expect: int = 0) -> str:
    """Runs commands as a reader would, up to the first that fails.

    Args:
        commands: the commands.
        directory: where.
        expect: the exit code that they must have.

    Returns:
        What they printed.
    """
    ended = subprocess.run(
        _shell(commands),
        cwd=directory,
        env=environment(),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=_PATIENCE,
    )
    assert ended.returncode == expect, f"exit code {ended.returncode} of:\n{commands}\n{ended.stdout}"
    return ended.stdout


@contextmanager
def running(commands: str, log: Path) -> Iterator[subprocess.Popen[bytes]]:
    """Runs commands that end only when they are told to.

    Args:
        commands: the commands.
        log: file for what they print.
    """
    with log.open("wb") as out:
        # A session of its own, so that the shell's children are told too.
        process = subprocess.Popen(
            _shell(commands),
            cwd=ROOT,
            env=environment(),
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
    try:
        yield process
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGTERM)
        process.wait(timeout=30)


def environment() -> dict[str, str]:
    """Returns an environment in which `euchre`, `buf` and what the page installs are found."""
    programs = [Path(sys.executable).parent, _GO_PROGRAMS, Path.home() / ".cargo" / "bin"]
    path = os.pathsep.join([*map(str, programs), os.environ["PATH"]])
    return {
        **os.environ,
        "PATH": path,
        "GOBIN": str(_GO_PROGRAMS),
        # Plugins that generate once need not be fast, only soon there.
        "CARGO_PROFILE_RELEASE_OPT_LEVEL": "0",
    }


def _shell(commands: str) -> list[str]:
    return ["bash", "-euo", "pipefail", "-c", commands]
