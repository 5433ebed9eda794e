"""The command line as a process of its own, as a shell starts it."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import Final

COMMAND: Final = [sys.executable, "-m", "euchre_arena.cli"]


def euchre(*arguments: object, stdin: str = "", **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*COMMAND, *map(str, arguments)],
        input=stdin,
        capture_output=True,
        text=True,
        timeout=120,
        env={**os.environ, **environment},
        check=False,
    )
