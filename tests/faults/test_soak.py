"""The short form of `python -m tests.faults soak`: half a minute."""

from __future__ import annotations

from tests.faults.soak import soak


def test_a_server_that_works_for_a_while_neither_grows_nor_keeps_files_open() -> None:
    figures = soak(25)
    assert figures["calls"] > 500
    # An hour has 5 %; in so short a time the allocator has not found its size yet.
    assert figures["growth"] < 0.3, figures
    assert figures["open_files_when_all_are_gone"] <= figures["open_files_after_the_warm_up"], figures
    assert figures["faults_in_the_log"] == 0
    assert figures["exit_code"] == 0
