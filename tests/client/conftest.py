from __future__ import annotations

from collections.abc import Iterator

import pytest

from euchre_client import RulesClient
from tests.client.fake_service import FakeRules, serving


@pytest.fixture
def fake() -> FakeRules:
    return FakeRules()


@pytest.fixture
def address(fake: FakeRules) -> Iterator[str]:
    with serving(fake) as address:
        yield address


@pytest.fixture
def client(address: str) -> Iterator[RulesClient]:
    with RulesClient(address) as client:
        yield client
