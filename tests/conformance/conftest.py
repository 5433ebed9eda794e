from __future__ import annotations

from collections.abc import Iterator

import pytest

from euchre_arena.conformance import Service
from euchre_client import open_channel
from euchre_service.config import ServerConfig
from euchre_service.embedded import EmbeddedServer


@pytest.fixture(scope="session")
def plain_address() -> Iterator[str]:
    """A server with plain states, as the suite was made with."""
    with EmbeddedServer(ServerConfig(plain=True, drain_seconds=2.0)) as address:
        yield address


@pytest.fixture(scope="session")
def plain(plain_address: str) -> Iterator[Service]:
    with open_channel(plain_address) as channel:
        yield Service(channel)


@pytest.fixture(scope="session")
def sealed() -> Iterator[Service]:
    """A server that seals its states, with a key of its own."""
    with EmbeddedServer() as address, open_channel(address) as channel:
        yield Service(channel)
