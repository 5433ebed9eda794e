"""Runs a program that ends with the process that started it, even if that is killed: on Linux, by the kernel.

python -m euchre_web.tether PARENT PROGRAM [ARGUMENT ...]
"""

from __future__ import annotations

import ctypes
import os
import signal
import sys
from collections.abc import Sequence
from typing import Final

_PR_SET_PDEATHSIG: Final = 1


def tethered(command: Sequence[str]) -> list[str]:
    """Returns a command that runs another one, as a child of this process that does not outlive it.

    The thread that starts it must not end before the child shall. Where it is not Linux, the
    command is as it was.
    """
    if sys.platform != "linux":
        return list(command)
    return [sys.executable, "-m", __name__, str(os.getpid()), *command]


def main() -> None:
    """Asks the kernel for a signal at the parent's end, and becomes the program.

    Raises:
        OSError: the kernel refuses, or there is no such program.
    """
    parent, *command = sys.argv[1:]
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.prctl(_PR_SET_PDEATHSIG, signal.SIGTERM, 0, 0, 0) != 0:
        raise OSError(ctypes.get_errno(), "prctl")
    # The parent may have ended before the kernel was asked.
    if os.getppid() == int(parent):
        os.execv(command[0], command)


if __name__ == "__main__":
    main()
