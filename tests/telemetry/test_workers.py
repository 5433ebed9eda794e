"""Several workers on one port: one page, whose numbers are those of all of them."""

from __future__ import annotations

import os
import signal
from collections import Counter
from collections.abc import Iterator

import pytest

from tests.security.process import Server, server
from tests.telemetry.watching import METRICS, Kind, play_a_little, player, scrape, scrape_after, scrape_when


@pytest.fixture(scope="module")
def pair() -> Iterator[Server]:
    """A server of two workers; the tests of this module follow each other."""
    with server(*METRICS, workers=2) as running:
        yield running


def pid_of(running: Server, worker: int) -> int:
    (*_, pid) = (line["pid"] for line in running.events("serving") if line["worker"] == worker)
    return int(pid)


def test_two_workers_add_up(pair: Server) -> None:
    made: Counter[Kind] = Counter()
    busy: set[str] = set()
    # Which worker a connection goes to is for the kernel to say; both get one before long.
    for _ in range(30):
        with player(pair.address) as someone:
            play_a_little(someone)
        made += someone.kinds
        page = scrape_after(pair, made.total())
        busy = {worker for worker in ("0", "1") if page.value("euchre_calls_total", worker=worker)}
        if len(busy) == 2:
            break
    assert busy == {"0", "1"}
    assert page.calls() == made
    assert page.value("euchre_state_bytes_count") == 8 * made["BatchApply", "OK", ""]
    for worker in ("0", "1"):
        assert page.value("euchre_worker_up", worker=worker) == 1
        assert page.value("euchre_worker_starts_total", worker=worker) == 1
        assert page.value("process_open_fds", worker=worker) > 0


def test_a_worker_that_hangs_is_told_from_one_that_is_idle(pair: Server) -> None:
    before = scrape(pair)
    os.kill(pid_of(pair, 1), signal.SIGSTOP)
    try:
        page = scrape(pair)
        assert page.value("euchre_worker_up", worker="0") == 1
        assert page.value("euchre_worker_up", worker="1") == 0
        assert page.value("euchre_build_info", worker="1") == 0
    finally:
        os.kill(pid_of(pair, 1), signal.SIGCONT)
    # Its late answer is not taken for one to a later question.
    scrape_when(pair, lambda page: page.value("euchre_worker_up") == 2)
    assert scrape(pair).calls() == before.calls()


def test_a_worker_that_is_replaced_has_not_crashed() -> None:
    with server(*METRICS, workers=2) as running:
        running.process.send_signal(signal.SIGUSR2)
        page = scrape_when(
            running,
            lambda page: all(
                page.value("euchre_worker_starts_total", worker=each) == 2 for each in ("0", "1")
            ),
        )
        assert page.value("euchre_worker_crashes_total") == 0
        running.wait_for(lambda: len(running.events("serving")) == 4)
        assert running.stop() == 0


def test_a_crash_loses_the_numbers_of_one_worker_and_is_seen(pair: Server) -> None:
    survivor = scrape(pair).value("euchre_calls_total", worker="0")
    os.kill(pid_of(pair, 1), signal.SIGKILL)
    page = scrape_when(
        pair,
        lambda page: (
            page.value("euchre_worker_starts_total", worker="1") == 2 and page.value("euchre_worker_up") == 2
        ),
    )
    # It counts from 0 again, in a series of its own; nothing of the other is lost.
    assert page.value("euchre_calls_total", worker="0") == survivor
    assert page.value("euchre_calls_total", worker="1") == 0
    assert page.value("euchre_worker_crashes_total", worker="1") == 1
    assert page.value("euchre_worker_crashes_total", worker="0") == 0
    pair.wait_for(lambda: len(pair.events("serving")) == 3)
    assert pair.stop() == 0
