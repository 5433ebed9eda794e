from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.analysis.serving import Served, serving


@pytest.fixture(scope="session")
def served() -> Iterator[Served]:
    """A server with one worker process, which starts with the first question."""
    with serving() as server:
        yield server
