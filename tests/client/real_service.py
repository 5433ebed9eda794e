"""The real service, in a process of its own: grpc.aio serves one event loop a process, and the tests'
asyncio clients need it here."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

PROGRAM: Final = """
from euchre_service.config import ServerConfig
from euchre_service.logs import LogLevel
from euchre_service.main import serve

def ready(address):
    print("serving at", address, flush=True)

raise SystemExit(serve(ServerConfig(port=0, log_level=LogLevel.ERROR), ready))
"""


@contextmanager
def real_service() -> Iterator[str]:
    """Serves on a free port and yields the address."""
    with subprocess.Popen([sys.executable, "-c", PROGRAM], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            line = process.stdout.readline()
            assert line.startswith("serving at "), line
            yield line.split()[-1]
        finally:
            process.terminate()
            process.communicate(timeout=30)
