from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.service.fakes import Log


@pytest.fixture
def log(tmp_path: Path) -> Iterator[Log]:
    collected = Log(tmp_path / "log.jsonl")
    yield collected
    collected.close()
