"""Servers in processes of their own: `euchre-server` as an operator runs it, to be disturbed."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any, Final

from euchre_service.keyring import MasterKey
from tests.ports import free_port

KEY: Final = MasterKey.generate()
"""What all servers seal with, so that each opens what another sealed."""

_KEY_VARIABLE: Final = "EUCHRE_KEYS"
_START_SECONDS: Final = 60.0


class Server:
    """A server process that may be disturbed in any way, and started again at the same port.

    Args:
        flags: further flags of `euchre-server`.
        environment: further environment variables.
        output: where its log goes; by default to a file that `events` reads.
        errors: where standard error goes; by default where its log goes.
    """

    def __init__(
        self,
        *flags: str,
        environment: Mapping[str, str] | None = None,
        output: IO[bytes] | None = None,
        errors: IO[bytes] | None = None,
    ) -> None:
        self.port = free_port()
        self._command = [sys.executable, "-m", "euchre_service.main"]
        self._command += ["--port", str(self.port), "--no-analysis", *flags]
        self._environment = os.environ | {_KEY_VARIABLE: KEY.to_line()} | dict(environment or {})
        self._log = tempfile.TemporaryFile()  # noqa: SIM115 - closed in close()
        self._output = self._log if output is None else output
        self._errors: IO[bytes] | int = subprocess.STDOUT if errors is None else errors
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def address(self) -> str:
        return f"127.0.0.1:{self.port}"

    @property
    def pid(self) -> int:
        assert self.process is not None
        return self.process.pid

    def start(self) -> None:
        """Starts it, and does not wait until it serves."""
        self.process = subprocess.Popen(
            self._command, env=self._environment, stdout=self._output, stderr=self._errors
        )

    def listens(self) -> bool:
        """Whether connections are taken."""
        try:
            socket.create_connection(("127.0.0.1", self.port), timeout=1).close()
        except OSError:
            return False
        return True

    def wait(self) -> None:
        """Waits until it serves."""

        def ready() -> bool:
            assert self.process is not None and self.process.poll() is None, self.text()
            return self.listens()

        wait_until(ready, "the server", _START_SECONDS)

    def send(self, number: signal.Signals) -> None:
        assert self.process is not None
        self.process.send_signal(number)

    def end(self, number: signal.Signals = signal.SIGTERM) -> int:
        """Ends it; returns its exit code."""
        assert self.process is not None
        self.process.send_signal(number)
        code = self.process.wait(timeout=60)
        self.process = None
        return code

    def close(self) -> None:
        if self.process is not None:
            self.process.kill()
            self.process.wait()
        self._log.close()

    def text(self) -> str:
        """Its log so far."""
        return os.pread(self._log.fileno(), os.fstat(self._log.fileno()).st_size, 0).decode()

    def events(self, name: str) -> list[dict[str, Any]]:
        """The lines of its log about one kind of event."""
        sign = f'"event":"{name}"'
        return [json.loads(line) for line in self.text().splitlines() if sign in line]


@contextmanager
def serving(*flags: str, **settings: Any) -> Iterator[Server]:
    """A server that serves, as long as it is needed."""
    server = Server(*flags, **settings)
    try:
        server.start()
        server.wait()
        yield server
    finally:
        server.close()


@contextmanager
def started(count: int, *flags: str) -> Iterator[list[Server]]:
    """Several servers that have been started; whoever waits for a proxy need not wait for them."""
    servers = [Server(*flags) for _ in range(count)]
    try:
        for server in servers:
            server.start()
        yield servers
    finally:
        for server in servers:
            server.close()


def wait_until(true: Callable[[], bool], what: str, seconds: float = 180) -> None:
    """Waits, however busy the machine is.

    Raises:
        AssertionError: in vain.
    """
    deadline = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < deadline, f"waited in vain: {what}"
        time.sleep(0.05)


def kilobytes(pid: int) -> int:
    """The memory of a process that is not shared with others."""
    (line,) = [
        text for text in Path(f"/proc/{pid}/status").read_text().splitlines() if text.startswith("RssAnon")
    ]
    return int(line.split()[1])


def descriptors(pid: int) -> int:
    """How many files, sockets and the like a process has open."""
    return len(os.listdir(f"/proc/{pid}/fd"))


def cpu_seconds(pid: int) -> float:
    """The processor time that a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@contextmanager
def every(seconds: float, act: Callable[[], None]) -> Iterator[None]:
    """Does something again and again, in a thread, while the block runs."""
    over = threading.Event()
    failures: list[BaseException] = []

    def run() -> None:
        while not over.wait(seconds):
            try:
                act()
            except BaseException as error:
                failures.append(error)
                return

    thread = threading.Thread(target=run, name="every")
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()
    if failures:
        raise failures[0]
