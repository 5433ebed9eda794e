"""The short form of `python -m tests.faults soak`: half a minute."""

from __future__ import annotations

from tests.faults.soak import is_good, soak

GROWTH_IN_HALF_A_MINUTE = 0.3
"""An hour has 5 %; in so short a time the allocator has not found its size yet."""


def test_a_server_that_works_for_a_while_neither_grows_nor_keeps_files_open() -> None:
    figures = soak(25)
    assert figures["calls"] > 100
    assert is_good(figures, GROWTH_IN_HALF_A_MINUTE), figures
