from __future__ import annotations

from collections.abc import Iterator

import grpc
import pytest

from euchre.v1.practice_service_pb2_grpc import PracticeServiceStub
from euchre_client import RulesClient
from tests.client.real_service import real_service
from tests.practice.hosts import practice_host
from tests.service.desk import KEY


@pytest.fixture(scope="session")
def address() -> Iterator[str]:
    """Where a rules service is, whose key is `tests.service.desk.KEY`."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("EUCHRE_KEYS", KEY.to_line())
        with real_service() as address:
            yield address


@pytest.fixture(scope="session")
def rules(address: str) -> Iterator[RulesClient]:
    with RulesClient(address) as client:
        yield client


@pytest.fixture(scope="session")
def host(address: str) -> Iterator[PracticeServiceStub]:
    """A host of practice tables, whose key is `tests.practice.hosts.KEY`."""
    with practice_host(address) as where, grpc.insecure_channel(where) as channel:
        yield PracticeServiceStub(channel)
