"""The beginning of the command `euchre`."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from euchre_arena import entry

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
