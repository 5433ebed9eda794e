"""Replicas of the service and an Envoy in front of them, as processes on this machine."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from euchre_service.keyring import MasterKey
from tests.deploy.dry_build import ROOT
from tests.deploy.programs import tool
from tests.ports import free_port

KEY: Final = MasterKey.generate()
"""What all replicas seal with, so that each opens what another sealed."""

DESCRIPTORS: Final = ROOT / "deploy" / "envoy" / "euchre.binpb"


@dataclass
class Replica:
    """A server process that can be killed and started again at the same port."""

    port: int = field(default_factory=free_port)
    process: subprocess.Popen[bytes] | None = None

    @property
    def address(self) -> str:
        return f"127.0.0.1:{self.port}"

    def start(self) -> None:
        command = [sys.executable, "-m", "euchre_service.main", "--mode", "production"]
        command += ["--port", str(self.port), "--log-level", "error", "--drain-delay-seconds", "0"]
        self.process = subprocess.Popen(
            command, env=os.environ | {"EUCHRE_KEYS": KEY.to_line(), "EUCHRE_ALLOW_ANONYMOUS": "true"}
        )

    def end(self, number: signal.Signals) -> int:
        """Ends it; returns its exit code."""
        assert self.process is not None
        self.process.send_signal(number)
        code = self.process.wait(timeout=30)
        self.process = None
        return code


@dataclass(frozen=True)
class Answer:
    """What HTTP brought back."""

    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)

    @property
    def reason(self) -> str:
        """The reason of an error."""
        (info,) = (part for part in self.json["details"] if part["@type"].endswith("/google.rpc.ErrorInfo"))
        return str(info["reason"])


@dataclass(frozen=True)
class Proxy:
    """An Envoy that runs."""

    port: int
    tls_port: int
    admin_port: int

    @property
    def target(self) -> str:
        return f"127.0.0.1:{self.port}"

    def ask(
        self,
        path: str,
        body: bytes | dict[str, Any] | None = None,
        *,
        method: str | None = None,
        headers: dict[str, str] | None = None,
    ) -> Answer:
        """One HTTP request; a dict goes as JSON."""
        sent = json.dumps(body).encode() if isinstance(body, dict) else body
        request = urllib.request.Request(
            f"http://{self.target}{path}",
            sent,
            {"content-type": "application/json"} | (headers or {}),
            method=method,
        )
        try:
            with urllib.request.urlopen(request, timeout=30) as response:
                return Answer(response.status, dict(response.headers), response.read())
        except urllib.error.HTTPError as error:
            with error:
                return Answer(error.code, dict(error.headers), error.read())

    def statistic(self, name: str) -> int:
        """One of Envoy's own counters or gauges."""
        url = f"http://127.0.0.1:{self.admin_port}/stats?filter=^{name}$"
        with urllib.request.urlopen(url, timeout=10) as response:
            return int(response.read().decode().rpartition(":")[2] or 0)

    def replicas(self) -> dict[str, dict[str, str]]:
        """What Envoy knows of each replica: its health and its counters."""
        with urllib.request.urlopen(f"http://127.0.0.1:{self.admin_port}/clusters", timeout=10) as response:
            lines = [line.split("::") for line in response.read().decode().splitlines()]
        known: dict[str, dict[str, str]] = {}
        for _cluster, address, *rest in (line for line in lines if len(line) == 4 and ":" in line[1]):
            known.setdefault(address, {})[rest[0]] = rest[1]
        return known


def wait_until(true: Callable[[], bool], what: str, seconds: float = 60) -> None:
    deadline = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < deadline, f"waited in vain: {what}"
        time.sleep(0.05)


@contextmanager
def replicas(count: int) -> Iterator[list[Replica]]:
    """Starts servers; whoever waits for Envoy need not wait for them."""
    started = [Replica() for _ in range(count)]
    try:
        for replica in started:
            replica.start()
        yield started
    finally:
        for replica in started:
            if replica.process is not None:
                replica.end(signal.SIGKILL)


@contextmanager
def proxy(
    folder: Path, upstreams: list[str], *, healthy: int | None = None, **settings: str
) -> Iterator[Proxy]:
    """Starts Envoy with the configuration of deploy/envoy.

    Args:
        folder: for the rendered files.
        upstreams: addresses of replicas.
        healthy: how many of them to wait for; all of them by default.
        settings: environment variables for deploy/envoy/render.py.
    """
    running = Proxy(free_port(), free_port(), free_port())
    environment = settings | {
        "ENVOY_ADDRESS": "127.0.0.1",
        "ENVOY_PORT": str(running.port),
        "ENVOY_TLS_PORT": str(running.tls_port),
        "ENVOY_ADMIN_PORT": str(running.admin_port),
        "EUCHRE_REPLICAS": ",".join(upstreams),
    }
    render = [sys.executable, str(ROOT / "deploy" / "envoy" / "render.py"), str(folder)]
    config = subprocess.run(render, env=os.environ | environment, check=True, capture_output=True, text=True)
    command = [tool("envoy"), "--concurrency", "1", "--disable-hot-restart", "--log-level", "warning"]
    with ExitStack() as stack:
        log = stack.enter_context((folder / "envoy.log").open("wb"))
        process = subprocess.Popen([*command, "-c", config.stdout.strip()], stdout=log, stderr=log)
        stack.callback(process.wait)
        stack.callback(process.terminate)
        wanted = len(upstreams) if healthy is None else healthy

        def ready() -> bool:
            assert process.poll() is None, (folder / "envoy.log").read_text()
            try:
                return running.statistic("cluster.euchre.membership_healthy") == wanted
            except OSError:
                return False

        wait_until(ready, "Envoy and its replicas")
        yield running


def write_descriptors() -> None:
    """Compiles the protos for Envoy: what `make descriptors` does, but for tests side by side."""
    new = DESCRIPTORS.with_name(f".{os.getpid()}.binpb")
    command = [tool("buf"), "build", "--as-file-descriptor-set", "-o", str(new), str(ROOT)]
    subprocess.run(command, check=True)
    new.replace(DESCRIPTORS)
