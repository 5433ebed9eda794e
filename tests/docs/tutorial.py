"""Follows a page of `docs/tutorials` as its reader does: writes files, runs commands, compares output.

How a block of a page is marked says what is done with it:

- any language with a title: a file of that name;
- `sh`: commands, run one block after the other;
- `sh` with a title that begins with "terminal": commands that go on running until the page ends;
- `text`: what the commands before it print, where `...` stands for anything.
"""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
import time
from contextlib import ExitStack
from pathlib import Path
from types import TracebackType
from typing import Final, NamedTuple, Self

from tests.deploy.programs import machine_tool
from tests.docs.contract import ROOT
from tests.ports import free_port

TUTORIALS: Final = sorted((ROOT / "docs" / "tutorials").glob("*.md"))
_BLOCK: Final = re.compile(r'^```(\w+)(?: title="([^"\n]*)")?\n(.*?)^```$', re.MULTILINE | re.DOTALL)
_PORT: Final = re.compile(r"\b(50051|50052|7000|8080|5173)\b")
"""The ports that pages name; a run takes free ones."""
_PATIENCE: Final = 180.0
_LAST: Final = 2000
"""Characters of a log to show."""


class Block(NamedTuple):
    """A block of a page.

    Attributes:
        language: the word after the fence.
        title: its title, or nothing.
        text: what it holds.
    """

    language: str
    title: str
    text: str


def blocks(page: Path) -> list[Block]:
    """Returns the blocks of a page, in order."""
    return [Block(*found) for found in _BLOCK.findall(page.read_text(encoding="utf-8"))]


class Reader:
    """Follows a page in a folder of its own, which looks like the project's.

    Args:
        folder: an empty folder.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder / "project"
        self.folder.mkdir()
        for name in ("Makefile", "buf.yaml", "protos", "clients"):
            (self.folder / name).symlink_to(ROOT / name)
        # Copied, as pages write into it.
        subprocess.run(["cp", "-r", ROOT / "deploy", self.folder / "deploy"], check=True)
        self._programs = folder / "programs"
        self._programs.mkdir()
        self._logs = folder / "logs"
        self._logs.mkdir()
        self._ports: dict[str, int] = {}
        self._running = ExitStack()
        self._absent = folder / "absent"
        for module in ("jinja2", "matplotlib", "choix", "openskill"):
            (self._absent / module).mkdir(parents=True)
            missing = f"raise ModuleNotFoundError({module!r}, name={module!r})\n"
            (self._absent / module / "__init__.py").write_text(missing, encoding="utf-8")
        python = sys.executable
        self._program("python", f'{python} "$@"')
        self._program("euchre", f'{python} -m euchre_arena.cli "$@"')
        self._program("euchre-server", f'{python} -m euchre_service.main "$@"')
        self._program("euchre-health", f'{python} -m euchre_service.health "$@"')
        # The extra `arena` seems to be missing until a page installs it, as after `make demo`.
        self._program(
            "pip",
            f"""sh -c 'test "$*" = "install --quiet -e .[arena]" && rm -r {self._absent}' pip "$@\"""",
        )
        # Its targets without the installation that they begin with: what it would install is here.
        self._program("make", f'{machine_tool("make")} --silent DEV= RUN= BIN={Path(python).parent} "$@"')

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._running.close()

    def follow(self, page: Path) -> None:
        """Does all that a page says, and holds it to what it says it prints."""
        printed = ""
        for block in blocks(page):
            if block.language == "sh" and block.title.startswith("terminal"):
                self._start(self._filled(block.text))
            elif block.language == "sh":
                printed = self._run(self._filled(block.text))
            elif block.title:
                (self.folder / block.title).write_text(self._filled(block.text), encoding="utf-8")
            elif block.language == "text":
                compare(self._filled(block.text), printed)
            else:
                raise AssertionError(f"{page.name}: nothing tells what to do with a {block.language} block")

    def port(self, named: str) -> int:
        """Returns the port that stands for one that pages name."""
        return self._ports.setdefault(named, free_port())

    def _filled(self, text: str) -> str:
        return _PORT.sub(lambda found: str(self.port(found[1])), text)

    def _environment(self) -> dict[str, str]:
        path = os.pathsep.join([str(self._programs), str(Path(sys.executable).parent), os.environ["PATH"]])
        # Envoy's other ports, which pages leave as they are.
        envoy = {name: str(self.port(name)) for name in ("ENVOY_TLS_PORT", "ENVOY_ADMIN_PORT")}
        modules = os.pathsep.join(map(os.path.abspath, (str(self._absent), *sys.path)))
        return os.environ | envoy | {"PATH": path, "PYTHONPATH": modules}

    def _program(self, name: str, command: str) -> None:
        file = self._programs / name
        file.write_text(f"#!/bin/sh\nexec {command}\n", encoding="utf-8")
        file.chmod(0o755)

    def _run(self, commands: str) -> str:
        ended = subprocess.run(
            ["bash", "-euo", "pipefail", "-c", commands],
            cwd=self.folder,
            env=self._environment(),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=_PATIENCE,
        )
        assert ended.returncode == 0, f"{commands}\n{ended.stdout}\n{self._said()}"
        return ended.stdout

    def _start(self, commands: str) -> None:
        """Starts commands and waits until every port that they name is open."""
        log = (self._logs / f"{len(list(self._logs.iterdir()))}").open("wb")
        process = subprocess.Popen(
            ["bash", "-euo", "pipefail", "-c", commands],
            cwd=self.folder,
            env=self._environment(),
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=subprocess.STDOUT,
            # A session of its own, so that the shell's children end with it.
            start_new_session=True,
        )
        log.close()
        self._running.callback(_end, process)
        until = time.monotonic() + _PATIENCE
        for port in {int(number) for number in re.findall(r"\b\d{4,5}\b", commands)} & {
            *self._ports.values()
        }:
            while not _is_open(port):
                assert process.poll() is None, f"{commands}\n{self._said()}"
                assert time.monotonic() < until, f"port {port} stays shut: {commands}\n{self._said()}"
                time.sleep(0.05)

    def _said(self) -> str:
        """Returns the last of what the programs that go on running have printed."""
        logs = sorted(self._logs.iterdir())
        return "\n".join(log.read_text(errors="replace")[-_LAST:] for log in logs)


def compare(expected: str, printed: str) -> None:
    """Holds what was printed to what a page says, in which `...` stands for anything."""
    pattern = re.escape(expected.strip()).replace(re.escape("..."), ".*?")
    assert re.fullmatch(pattern, printed.strip(), re.DOTALL), f"printed:\n{printed}\nexpected:\n{expected}"


def _is_open(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def _end(process: subprocess.Popen[bytes]) -> None:
    if process.poll() is None:
        os.killpg(process.pid, signal.SIGTERM)
    process.wait(timeout=30)
