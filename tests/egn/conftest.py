from __future__ import annotations

from collections.abc import Iterator

import pytest

from euchre_client import RulesClient
from tests.client.real_service import real_service


@pytest.fixture(scope="session")
def rules() -> Iterator[RulesClient]:
    """A client of the real service."""
    with real_service() as address, RulesClient(address) as client:
        yield client
