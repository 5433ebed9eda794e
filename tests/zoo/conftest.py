from __future__ import annotations

from collections.abc import Iterator

import pytest

from euchre_service.embedded import EmbeddedServer


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with EmbeddedServer() as served:
        yield served
