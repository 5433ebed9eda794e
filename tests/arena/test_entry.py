"""The beginning of the command `euchre`."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import IO, Final, TypeAlias

import pytest

from euchre_arena import entry
from tests.egn.files import DIRECTORY

Ended: TypeAlias = subprocess.CompletedProcess[str]

_MAIN: Final = "from euchre_arena.entry import main; main()"
_FULL: Final = Path("/dev/full")
_needs_full: Final = pytest.mark.skipif(not _FULL.exists(), reason="the system has no device that is full")

# Ctrl-C while the packages are imported, which is most of the time that a short command takes.
_INTERRUPTED = """
import sys
class Interrupting:
    def find_spec(self, name, path=None, target=None):
        if name == "euchre_arena.cli":
            raise KeyboardInterrupt
sys.meta_path.insert(0, Interrupting())
from euchre_arena.entry import main
main()
"""


def test_an_interrupted_start_is_quiet() -> None:
    done = subprocess.run(
        [sys.executable, "-c", _INTERRUPTED], capture_output=True, text=True, timeout=60, check=False
    )
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "")


@pytest.mark.parametrize(("given", "kept"), [(None, "NONE"), ("DEBUG", "DEBUG")])
def test_lines_of_grpc_are_for_those_who_ask(
    monkeypatch: pytest.MonkeyPatch, given: str | None, kept: str
) -> None:
    # Set first, so that what the command sets is undone as well.
    monkeypatch.setenv("GRPC_VERBOSITY", "before")
    if given is None:
        monkeypatch.delenv("GRPC_VERBOSITY")
    else:
        monkeypatch.setenv("GRPC_VERBOSITY", given)
    monkeypatch.setattr(sys, "argv", ["euchre", "--version"])
    with pytest.raises(SystemExit) as ended:
        entry.main()
    assert ended.value.code == 0
    assert os.environ["GRPC_VERBOSITY"] == kept


def started(arguments: list[str], stdout: IO[str] | int, stderr: IO[str] | int = subprocess.PIPE) -> Ended:
    return subprocess.run(
        [sys.executable, "-c", _MAIN, *arguments],
        stdout=stdout,
        stderr=stderr,
        text=True,
        timeout=60,
        check=False,
    )


@pytest.mark.parametrize(
    "arguments",
    [
        ["--help"],
        ["rulesets"],
        ["rulesets", "--json"],
        ["replay", str(DIRECTORY / "recorded-07-one-hand.egn")],
    ],
    ids=" ".join,
)
def test_output_that_cannot_be_written_is_told_in_one_line(arguments: list[str]) -> None:
    with _FULL.open("w") as full:
        done = started(arguments, full)
    line = "euchre: The output cannot be written: No space left on device.\n"
    assert (done.returncode, done.stderr) == (1, line)


@_needs_full
def test_the_rest_of_the_output_is_written_before_python_ends() -> None:
    left = f"from euchre_arena import cli; cli.main = lambda: print('told'); {_MAIN}"
    with _FULL.open("w") as full:
        done = subprocess.run(
            [sys.executable, "-c", left],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            timeout=60,
            check=False,
        )
    assert (done.returncode, done.stderr.count("\n")) == (1, 1)
    assert "cannot be written" in done.stderr


@_needs_full
def test_where_errors_cannot_be_told_the_exit_code_tells() -> None:
    with _FULL.open("w") as full:
        assert started(["replay", "nothing.egn"], full, full).returncode == 1


@pytest.mark.parametrize("arguments", [["--help"], ["rulesets", "--json"]], ids=" ".join)
def test_a_reader_who_goes_away_is_told_nothing(arguments: list[str]) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    try:
        assert started(arguments, writing).stderr == ""
    finally:
        os.close(writing)


def test_a_file_that_fails_is_named() -> None:
    failing = f"from euchre_arena import cli; cli.main = lambda: open('/nowhere/file'); {_MAIN}"
    done = subprocess.run(
        [sys.executable, "-c", failing], capture_output=True, text=True, timeout=60, check=False
    )
    assert (done.returncode, done.stderr) == (1, "euchre: /nowhere/file: No such file or directory.\n")
