from __future__ import annotations

from collections.abc import Iterator

import pytest

from euchre_client import RulesClient
from tests.client.real_service import real_service


@pytest.fixture(scope="session")
def rules_address() -> Iterator[str]:
    """Where the real service is."""
    with real_service() as address:
        yield address


@pytest.fixture(scope="session")
def rules(rules_address: str) -> Iterator[RulesClient]:
    """A client of the real service."""
    with RulesClient(rules_address) as client:
        yield client
