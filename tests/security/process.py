"""The command `euchre-server` in a process of its own, as an operator runs it."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from types import MappingProxyType
from typing import Any, Final

NOTHING: Final[Mapping[str, str]] = MappingProxyType({})


class Server:
    """A server that runs, and the lines of its log."""

    def __init__(self, *flags: str, workers: int = 1, environment: Mapping[str, str] = NOTHING) -> None:
        self.workers = workers
        command = [sys.executable, "-m", "euchre_service.main", "--port", "0", "--workers", str(workers)]
        self.process = subprocess.Popen(
            [*command, *flags],
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "NO_COLOR": "1", **environment},
        )
        self.lines: list[dict[str, Any]] = []
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()
        try:
            self.wait_for(lambda: len(self.events("serving")) == workers)
        except BaseException:
            self.process.kill()
            self.process.wait()
            raise

    @property
    def address(self) -> str:
        return str(self.events("serving")[0]["address"])

    def events(self, name: str) -> list[dict[str, Any]]:
        return [line for line in list(self.lines) if line["event"] == name]

    def wait_for(self, condition: Callable[[], bool]) -> None:
        end = time.monotonic() + 60  # a busy machine takes its time to start a process
        while not condition():
            assert time.monotonic() < end and self.process.poll() is None, self.lines
            time.sleep(0.01)

    def reload(self) -> None:
        """Has it read its files again, and waits until every process of it has."""
        before = len(self.lines)
        self.process.send_signal(signal.SIGHUP)
        # Of several workers the parent reads the keys too.
        wanted = self.workers + (self.workers > 1)

        def read() -> bool:
            lines = self.lines[before:]
            return sum(1 for line in lines if line.get("form") == "read again") >= wanted

        self.wait_for(read)

    def stop(self) -> int:
        """Has it end, and gives its exit code."""
        self.process.terminate()
        code = self.process.wait(timeout=20)
        self._reader.join(timeout=20)
        return code

    def _read(self) -> None:
        assert self.process.stdout is not None
        for text in self.process.stdout:
            self.lines.append(json.loads(text))


@contextmanager
def server(*flags: str, workers: int = 1, environment: Mapping[str, str] = NOTHING) -> Iterator[Server]:
    """Runs it for as long as it is needed."""
    running = Server(*flags, workers=workers, environment=environment)
    try:
        yield running
    finally:
        running.process.kill()
        running.process.wait()
        assert running.process.stdout is not None
        running._reader.join(timeout=20)
        running.process.stdout.close()
