"""One worker process, as the server sees it: started, asked, told to drop its job, ended."""

from __future__ import annotations

import asyncio
import logging
import os
import sys
from asyncio.subprocess import PIPE, Process
from contextlib import suppress
from typing import Final

from euchre_analysis import pipes
from euchre_analysis.jobs import Job, Judged, Solved

_PATIENCE: Final = 1.0
"""Seconds a worker gets to drop a job that nobody waits for, or to end, before it is killed."""

_log: Final = logging.getLogger(__name__)


class WorkerFailedError(Exception):
    """A worker could not do a job; for a fault of ours."""


class WorkerEndedError(WorkerFailedError):
    """A worker ended before it answered."""


class WorkerProcess:
    """One worker process, from its first job on."""

    def __init__(self) -> None:
        self._process: Process | None = None
        self._starting: asyncio.Task[Process] | None = None
        self._number = -1
        self._answer: asyncio.Task[Judged | Solved | None] | None = None
        self._has_ended = False

    async def do(self, job: Job) -> Judged | Solved:
        """Does a job, and begins with the start of the process if there is none.

        Raises:
            WorkerFailedError: it could not be done.
        """
        process = await self._ready()
        self._number += 1
        _send(process, pipes.Ask(self._number, job))
        self._answer = asyncio.create_task(_answer(process))
        result = await asyncio.shield(self._answer)
        if result is None:
            raise WorkerFailedError
        return result

    async def _ready(self) -> Process:
        if self._starting is None:
            self._starting = asyncio.create_task(self._start())
        # A start that was begun is worth finishing, whoever waits for it.
        return await asyncio.shield(self._starting)

    async def _start(self) -> Process:
        """Starts the process and waits until it is ready.

        Raises:
            WorkerFailedError: it ended.
        """
        process = self._process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-P",
            "-m",
            "euchre_analysis.worker",
            stdin=PIPE,
            stdout=PIPE,
            env=_environment(),
        )
        try:
            while not self._has_ended:
                match await _read(process):
                    case pipes.Ready():
                        return process
                    case pipes.Notice(text):
                        _log.warning(text)
            raise WorkerEndedError
        except BaseException:
            await _end(process)
            raise

    async def drop(self) -> None:
        """Drops the job in progress.

        Raises:
            TimeoutError: the worker goes on all the same.
            WorkerFailedError: it has ended.
        """
        process = await self._ready()
        if self._answer is not None and not self._answer.done():
            _send(process, pipes.Cancel(self._number))
            async with asyncio.timeout(_PATIENCE):
                await self._answer

    async def end(self) -> None:
        """Ends the process; what it was asked fails."""
        self._has_ended = True
        if self._process is not None:
            await _end(self._process)
        tasks = [task for task in (self._starting, self._answer) if task is not None]
        await asyncio.gather(*tasks, return_exceptions=True)


def _environment() -> dict[str, str]:
    """Returns the environment of a worker: ours, the same modules, and one thread for numbers."""
    return {
        **os.environ,
        "PYTHONPATH": os.pathsep.join(path for path in sys.path if path),
        "NUMBA_NUM_THREADS": "1",
        "OMP_NUM_THREADS": "1",
        "OPENBLAS_NUM_THREADS": "1",
    }


async def _answer(process: Process) -> Judged | Solved | None:
    match await _read(process):
        case pipes.Answer(result):
            return result
        case pipes.Failure(text):
            _log.error(f"a job failed: {text}")
    raise WorkerFailedError


def _send(process: Process, message: pipes.Message) -> None:
    assert process.stdin is not None
    process.stdin.write(pipes.pack(message))


async def _read(process: Process) -> pipes.Message:
    assert process.stdout is not None
    try:
        head = await process.stdout.readexactly(pipes.HEAD_BYTES)
        return pipes.unpack(await process.stdout.readexactly(pipes.length(head)))
    except asyncio.IncompleteReadError:
        raise WorkerEndedError from None


async def _end(process: Process) -> None:
    """Ends a process: by the end of its input, and by force if that does not help."""
    assert process.stdin is not None
    process.stdin.close()
    try:
        async with asyncio.timeout(_PATIENCE):
            await process.wait()
    except TimeoutError:
        with suppress(ProcessLookupError):
            process.kill()
        await process.wait()
