"""Where the command `euchre` begins: what has to be settled before anything of weight is imported."""

from __future__ import annotations

import contextlib
import errno
import os
import sys
from typing import Final

_INTERRUPTED: Final = 130
"""The exit code of a command that Ctrl-C ended, by the custom of shells."""

_OF_WRITING: Final = frozenset({errno.EDQUOT, errno.EFBIG, errno.EIO, errno.ENOSPC})
"""What the system says to a write. The commands name files of theirs, so here it is the output."""


def main() -> None:
    """Runs the command line.

    The commands tell themselves what went wrong with a connection, in words; gRPC's own lines about it would
    stand between them. It reads its setting when it is imported. Whoever wants the lines sets GRPC_VERBOSITY.
    """
    os.environ.setdefault("GRPC_VERBOSITY", "NONE")
    try:
        _run()
    except KeyboardInterrupt:
        sys.exit(_INTERRUPTED)
    except OSError as error:
        _tell(error)
        sys.exit(1)


def _run() -> None:
    """Runs the command, and writes the rest of its output.

    Python would write that only when all is over, and tell of a disk that is full in its own way.
    """
    try:
        # Here as gRPC comes with it, and as Ctrl-C may come while it is imported.
        from euchre_arena import cli

        cli.main()
    finally:
        # There is none where the shell closed it.
        if sys.stdout is not None:
            sys.stdout.flush()


def _tell(error: OSError) -> None:
    """Tells in one line what the system refused, and sees to it that Python writes nothing more at the end.

    Whoever closed the reading end of a pipe, such as `head`, has seen what was wanted: nothing is told.
    """
    why = error.strerror or type(error).__name__
    if error.filename is not None:
        why = f"{error.filename}: {why}"
    elif error.errno in _OF_WRITING:
        why = f"The output cannot be written: {why}"
    if error.errno != errno.EPIPE:
        # Where not even errors can be written the exit code alone can tell.
        with contextlib.suppress(OSError):
            print(f"euchre: {why}.", file=sys.stderr, flush=True)
    for stream in (sys.stdout, sys.stderr):
        if stream is not None:
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
