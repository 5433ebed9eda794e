from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.deploy.stack import Proxy, proxy, replicas, write_descriptors


@pytest.fixture(scope="session", autouse=True)
def descriptors() -> None:
    write_descriptors()


@pytest.fixture(scope="module")
def envoy(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Proxy]:
    """Envoy in front of two replicas; the test module leaves both alone."""
    folder = tmp_path_factory.mktemp("envoy")
    with replicas(2) as servers, proxy(folder, [server.address for server in servers]) as running:
        yield running


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "envoy"
