"""The short form of `python -m tests.faults workers`."""

from __future__ import annotations

from tests.faults.workers import restarts


def test_workers_are_replaced_under_load_without_a_failed_call() -> None:
    figures = restarts(1)
    assert figures["workers_replaced"] == 2
    assert figures["workers_that_crashed"] == 0
    assert figures["calls"] > 100
    assert figures["failed_calls"] == 0, figures
    assert figures["exit_code"] == 0
