"""A real server for clients in other languages, and a summary of the figures they print."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final, TypeAlias

import grpc
import pytest

from tests.polyglot.page import environment, running
from tests.ports import free_port

Figure: TypeAlias = Callable[[str, object], None]
"""Notes a figure for the summary: what it is, and how much."""

_PROPERTY: Final = "figure"
_HINTS: Final = {
    "go": "install Go 1.21 or newer (Debian, Ubuntu: apt install golang-go)",
    "npm": "install Node 20 or newer with npm (Debian, Ubuntu: apt install nodejs npm)",
    "javac": "install JDK 17 or newer (Debian, Ubuntu: apt install openjdk-17-jdk-headless)",
    "mvn": "install Maven 3.8 or newer (Debian, Ubuntu: apt install maven)",
    "cargo": "install Rust (Debian, Ubuntu: apt install cargo, or rustup)",
    "jq": "install jq (Debian, Ubuntu: apt install jq)",
    "protoc": "install protoc (Debian, Ubuntu: apt install protobuf-compiler)",
    "grpc_ruby_plugin": "install gRPC's plugins (Debian, Ubuntu: apt install protobuf-compiler-grpc)",
    "grpc_php_plugin": "install gRPC's plugins (Debian, Ubuntu: apt install protobuf-compiler-grpc)",
}


def need(*tools: str) -> None:
    """Fails, saying how to get it, unless every tool is there."""
    path = environment()["PATH"]
    missing = [f"{tool} is missing: {_HINTS[tool]}" for tool in tools if not shutil.which(tool, path=path)]
    if missing:
        pytest.fail("\n".join(missing), pytrace=False)


def wait_for(address: str, log: Path, seconds: float = 60.0) -> None:
    """Waits until a server answers."""
    with grpc.insecure_channel(address) as channel:
        try:
            grpc.channel_ready_future(channel).result(timeout=seconds)
        except grpc.FutureTimeoutError:
            pytest.fail(f"nobody answers at {address}:\n{log.read_text()}", pytrace=False)


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server as the page starts one; its address."""
    log = tmp_path_factory.mktemp("server") / "log"
    port = free_port()
    with running(f"exec euchre serve --plain --port {port}", log):
        wait_for(f"localhost:{port}", log)
        yield f"localhost:{port}"


@pytest.fixture
def figure(record_property: Callable[[str, object], None]) -> Figure:
    """Notes a figure for the summary at the end of the run."""
    return lambda name, value: record_property(_PROPERTY, f"{name}: {value}")


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Prints the figures, if there are any."""
    figures = [
        str(value)
        for report in terminalreporter.getreports("passed")
        for name, value in report.user_properties
        if name == _PROPERTY
    ]
    if figures:
        terminalreporter.section("figures")
        terminalreporter.write_line("\n".join(sorted(figures)))
