"""The numbers of several workers in one place: the parent asks each of them, over a pipe of its own.

Each worker's numbers keep its number as a label instead of being added up. When a worker crashes its
counters begin again at 0: in a sum that would look as if all workers had started anew, while `rate()` over
each worker's own series takes it for what it is.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnContext
from typing import Final

from euchre_service.telemetry.families import Lives, Reading, reading
from euchre_service.telemetry.recorder import Snapshot

_PATIENCE: Final = 1.0
"""Seconds for all workers together; a scrape has some ten."""


@dataclass
class _Worker:
    pipe: Connection
    owes: bool = False
    """Whether it was asked and has not answered yet."""


class Workers:
    """The parent's side.

    Args:
        context: how processes are started.
    """

    def __init__(self, context: SpawnContext) -> None:
        self._context = context
        self._workers: dict[int, _Worker] = {}
        self._lives: dict[int, Lives] = {}
        # One who asks at a time: answers have no address.
        self._asking = threading.Lock()

    def connect(self, worker: int) -> Connection:
        """Makes the pipe of a worker that is about to be started, and gives the worker's end of it."""
        mine, theirs = self._context.Pipe()
        # The old pipe, if there is one, may be in use in another thread; it ends with its last use.
        self._workers[worker] = _Worker(mine)
        life = self._lives.get(worker, Lives())
        self._lives[worker] = life._replace(starts=life.starts + 1)
        return theirs

    def crashed(self, worker: int) -> None:
        """Counts that a worker has ended without having been told to."""
        life = self._lives[worker]
        self._lives[worker] = life._replace(crashes=life.crashes + 1)

    def read(self) -> Reading:
        """Asks every worker and names what they tell, and which of them told."""
        return reading(self._ask(), self._lives.copy())

    def _ask(self) -> dict[int, Snapshot]:
        with self._asking:
            workers = self._workers.copy()
            for worker in workers.values():
                with suppress(EOFError, OSError):  # it ended: there will be no answer, as with one that hangs
                    if worker.owes and worker.pipe.poll():
                        # It hung, and this is how things stood when it went on.
                        worker.pipe.recv()
                        worker.owes = False
                    # Never a second question before the first is answered: they would fill the pipe.
                    if not worker.owes:
                        worker.pipe.send(None)
                        worker.owes = True
            deadline = time.monotonic() + _PATIENCE
            answers = {number: _answer_of(worker, deadline) for number, worker in workers.items()}
        return {number: answer for number, answer in answers.items() if answer is not None}


def _answer_of(worker: _Worker, deadline: float) -> Snapshot | None:
    with suppress(EOFError, OSError):
        if worker.owes and worker.pipe.poll(max(0.0, deadline - time.monotonic())):
            snapshot = worker.pipe.recv()
            worker.owes = False
            assert isinstance(snapshot, Snapshot)
            return snapshot
    return None


def answer(pipe: Connection, snapshot: Callable[[], Snapshot]) -> None:
    """The worker's side: answers in a thread of its own, until the parent has ended."""

    def answering() -> None:
        with suppress(EOFError, OSError):
            while True:
                pipe.recv()
                pipe.send(snapshot())

    threading.Thread(target=answering, name="euchre-metrics", daemon=True).start()
