"""The worker processes: cancelled, overloaded, killed and closed."""

from __future__ import annotations

import asyncio
import os
import pickle
import signal
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
import pytest_asyncio

from euchre_analysis.jobs import Judge
from euchre_analysis.processes import WorkerFailedError
from euchre_analysis.questions import Decision
from euchre_analysis.workers import CALLS_A_WORKER, LONG_CALLS_A_WORKER, Workers
from euchre_rules import phases
from euchre_service.refusal import ServiceError
from tests.analysis.positions import decisions

CALLING = next(decisions("classic", 21))
SHORT = Decision(CALLING, CALLING.actor).judge(60, None)
LONG = Decision(CALLING, CALLING.actor).judge(100_000_000, None)
"""Hours of work."""


pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest_asyncio.fixture(loop_scope="module", scope="module")
async def workers() -> AsyncIterator[Workers]:
    """One worker, ready, for tests that leave it in peace."""
    async with started() as ready:
        yield ready


@asynccontextmanager
async def started() -> AsyncIterator[Workers]:
    workers = Workers(1)
    try:
        assert (await workers.judge(SHORT)).values[0].samples == 60
        yield workers
    finally:
        await workers.close()


def pids(workers: Workers) -> list[int]:
    return [worker._process.pid for worker in workers._all if worker._process is not None]


def is_running(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().split()[2] not in "ZX"
    except FileNotFoundError:
        return False


async def test_the_same_worker_does_one_job_after_another() -> None:
    async with started() as workers:
        before = pids(workers)
        answers = await asyncio.gather(*(workers.judge(SHORT) for _ in range(5)))
        assert all(answer == answers[0] for answer in answers)
        assert pids(workers) == before
    assert not any(is_running(pid) for pid in before)


async def test_a_cancelled_job_stops_and_its_worker_goes_on(workers: Workers) -> None:
    # One that still imports what it thinks with hears of nothing, and would be replaced for that.
    await workers.judge(SHORT)
    before = pids(workers)
    job = asyncio.create_task(workers.judge(LONG))
    await asyncio.sleep(0.3)
    job.cancel()
    with pytest.raises(asyncio.CancelledError):
        await job
    async with asyncio.timeout(5):
        await workers.judge(SHORT)
    assert pids(workers) == before


async def test_a_job_that_is_cancelled_while_it_waits_is_never_begun(workers: Workers) -> None:
    running = asyncio.create_task(workers.judge(LONG))
    waiting = asyncio.create_task(workers.judge(LONG))
    await asyncio.sleep(0.2)
    for job in (waiting, running):
        job.cancel()
    await asyncio.gather(running, waiting, return_exceptions=True)
    async with asyncio.timeout(5):
        await workers.judge(SHORT)


async def test_who_waits_too_long_is_turned_away(workers: Workers) -> None:
    with pytest.raises(ServiceError) as refused:
        await workers.judge(LONG, seconds=0.2)
    assert (refused.value.reason, refused.value.retry_after) == ("OVERLOADED", 1.0)
    async with asyncio.timeout(5):
        await workers.judge(SHORT)


async def test_only_so_many_calls_are_admitted() -> None:
    workers = Workers(1)
    entered = [workers.admitted(is_long=number < LONG_CALLS_A_WORKER) for number in range(CALLS_A_WORKER)]
    for number, call in enumerate(entered):
        if number == LONG_CALLS_A_WORKER:
            with pytest.raises(ServiceError, match="OVERLOADED"):
                await workers.admitted(is_long=True).__aenter__()
        await call.__aenter__()
    with pytest.raises(ServiceError, match="OVERLOADED"):
        await workers.admitted().__aenter__()
    await entered[0].__aexit__(None, None, None)
    async with workers.admitted(is_long=True):
        pass


async def test_a_worker_that_is_killed_is_replaced_and_a_job_that_kills_two_fails() -> None:
    async with started() as workers:
        (first,) = pids(workers)
        os.kill(first, signal.SIGKILL)  # at rest: nobody misses it
        await workers.judge(SHORT)
        (second,) = pids(workers)
        job = asyncio.create_task(workers.judge(LONG))
        await asyncio.sleep(0.2)
        os.kill(second, signal.SIGKILL)
        async with asyncio.timeout(20):
            while not (third := set(pids(workers)) - {first, second}):
                await asyncio.sleep(0.05)
        await asyncio.sleep(0.2)
        os.kill(third.pop(), signal.SIGKILL)
        with pytest.raises(WorkerFailedError):
            await job


async def test_a_fault_in_a_job_tells_nothing_of_cards(
    workers: Workers, caplog: pytest.LogCaptureFixture
) -> None:
    broken = Judge(SHORT.view[: len(SHORT.view) // 2], SHORT.rules)
    with pytest.raises(WorkerFailedError) as failed:
        await workers.judge(broken)
    assert not str(failed.value)
    await workers.judge(SHORT)
    (line,) = [record.getMessage() for record in caplog.records if "a job failed" in record.getMessage()]
    assert "DecodeError" in line


async def test_workers_that_are_closed_at_work_end_at_once() -> None:
    async with started() as workers:
        (pid,) = pids(workers)
        job = asyncio.create_task(workers.judge(LONG))
        await asyncio.sleep(0.2)
        begin = time.monotonic()
        await workers.close()
        assert time.monotonic() - begin < 4
        assert not is_running(pid)
        with pytest.raises(WorkerFailedError):
            await job


async def test_a_question_about_a_seat_holds_a_view_and_no_table() -> None:
    state = next(each for each in decisions("classic", 22) if each.phase == phases.PLAY)
    packed = pickle.dumps(Decision(state, state.actor).judge(None, None))
    assert b"euchre_rules" not in packed
