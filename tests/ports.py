"""Ports for the servers that tests start."""

from __future__ import annotations

import random
import socket
from typing import Final

_BELOW_THE_SYSTEMS_OWN: Final = range(10_000, 32_768)
"""The system takes no port of these for a connection's own end (Linux begins at 32,768, others later).

A port that it gave for the asking, and that is given back until a server listens at it, may be any
connection's by then: beside a busy suite that does happen.
"""

_given: Final[set[int]] = set()


def free_port() -> int:
    """A port of 127.0.0.1 that nobody listens at, and that this process never named before.

    Raises:
        OSError: a hundred ports in a row were taken.
    """
    taken: OSError | None = None
    for port in random.SystemRandom().sample(_BELOW_THE_SYSTEMS_OWN, 100):
        if port in _given:
            continue
        with socket.socket() as probe:
            try:
                probe.bind(("127.0.0.1", port))
            except OSError as error:
                taken = error
                continue
        _given.add(port)
        return port
    raise taken or OSError("no port is free")
