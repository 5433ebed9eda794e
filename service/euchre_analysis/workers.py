"""The worker processes of a server, and what each of them is busy with.

The bots keep a processor busy for up to seconds, and Python runs one thing at a time: in the server's own
process they would hold up every call of the rules service. So they think elsewhere.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

from euchre_analysis.jobs import Job, Judge, Judged, Solve, Solved
from euchre_analysis.processes import WorkerEndedError, WorkerFailedError, WorkerProcess
from euchre_service.refusal import ServiceError

CALLS_A_WORKER: Final = 8
"""Calls that may be in progress for each worker: one that is worked on, the others wait."""
LONG_CALLS_A_WORKER: Final = 4
"""Those of them that may be long ones: a game's judgement leaves room for questions of players."""
RETRY_AFTER: Final = 1.0
"""Seconds after which a call that was turned away is worth repeating."""


class Workers:
    """Up to so many worker processes, each started when it is needed first.

    Args:
        number: how many.
    """

    def __init__(self, number: int) -> None:
        self._number = number
        self._calls = 0
        self._long_calls = 0
        self._free: list[WorkerProcess] = []
        self._all: set[WorkerProcess] = set()
        self._turns = asyncio.Semaphore(number)
        self._is_closed = False
        self._tidying: set[asyncio.Task[None]] = set()

    @asynccontextmanager
    async def admitted(self, *, is_long: bool = False) -> AsyncIterator[None]:
        """Counts a call while it is in progress.

        Args:
            is_long: whether it asks for many jobs.

        Raises:
            ServiceError: OVERLOADED; there are too many.
        """
        if self._calls >= CALLS_A_WORKER * self._number or (
            is_long and self._long_calls >= LONG_CALLS_A_WORKER * self._number
        ):
            raise _overloaded("There is too much to analyse at the moment; try again in a moment.")
        self._calls += 1
        self._long_calls += is_long
        try:
            yield
        finally:
            self._calls -= 1
            self._long_calls -= is_long

    async def judge(self, job: Judge, seconds: float | None = None) -> Judged:
        """Has a worker judge a decision; see `_do`."""
        result = await self._do(job, seconds)
        assert isinstance(result, Judged)
        return result

    async def solve(self, job: Solve, seconds: float | None = None) -> Solved:
        """Has a worker solve a position; see `_do`."""
        result = await self._do(job, seconds)
        assert isinstance(result, Solved)
        return result

    async def close(self) -> None:
        """Ends all workers; what they are asked fails."""
        self._is_closed = True
        for worker in list(self._all):
            await self._end(worker)
        await asyncio.gather(*self._tidying)

    async def _do(self, job: Job, seconds: float | None) -> Judged | Solved:
        """Has a worker do a job; when the caller is cancelled, the worker drops it.

        Args:
            job: the job.
            seconds: how long to wait for it.

        Raises:
            ServiceError: OVERLOADED; it took too long, because workers are busy or not ready yet.
            WorkerFailedError: it could not be done.
        """
        try:
            async with asyncio.timeout(seconds):
                await self._turns.acquire()
                return await self._with_turn(job)
        except TimeoutError:
            raise _overloaded("The analysis was not ready in time; try again in a moment.") from None

    async def _with_turn(self, job: Job) -> Judged | Solved:
        worker = self._free.pop() if self._free else self._hired()
        try:
            try:
                result = await worker.do(job)
            except WorkerEndedError:
                # It may have ended before it heard of the job, and jobs may be repeated.
                await self._end(worker)
                worker = self._hired()
                result = await worker.do(job)
        except asyncio.CancelledError:
            tidying = asyncio.create_task(self._give_up(worker))
            self._tidying.add(tidying)
            tidying.add_done_callback(self._tidying.discard)
            raise
        except BaseException:
            await self._end(worker)
            self._turns.release()
            raise
        self._free.append(worker)
        self._turns.release()
        return result

    def _hired(self) -> WorkerProcess:
        if self._is_closed:
            raise WorkerEndedError
        worker = WorkerProcess()
        self._all.add(worker)
        return worker

    async def _give_up(self, worker: WorkerProcess) -> None:
        """Waits until a worker has dropped its job, and ends it if it does not."""
        try:
            await worker.drop()
            self._free.append(worker)
        except (OSError, WorkerFailedError):  # a timeout is an OSError
            await self._end(worker)
        finally:
            self._turns.release()

    async def _end(self, worker: WorkerProcess) -> None:
        self._all.discard(worker)
        if worker in self._free:
            self._free.remove(worker)
        await worker.end()


def _overloaded(message: str) -> ServiceError:
    return ServiceError("OVERLOADED", message, retry_after=RETRY_AFTER)
