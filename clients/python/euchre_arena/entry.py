"""Where the command `euchre` begins: what has to be settled before anything of weight is imported."""

from __future__ import annotations

import os
import sys
from typing import Final

_INTERRUPTED: Final = 130
"""The exit code of a command that Ctrl-C ended, by the custom of shells."""


def main() -> None:
    """Runs the command line.

    The commands tell themselves what went wrong with a connection, in words; gRPC's own lines about it would
    stand between them. It reads its setting when it is imported. Whoever wants the lines sets GRPC_VERBOSITY.
    """
    os.environ.setdefault("GRPC_VERBOSITY", "NONE")
    try:
        # Here for the reason above, and as Ctrl-C may come while it is imported.
        from euchre_arena import cli

        cli.main()
    except KeyboardInterrupt:
        sys.exit(_INTERRUPTED)
