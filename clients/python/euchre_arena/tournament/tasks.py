"""What is left to do, shared by the processes that play."""

from __future__ import annotations

import multiprocessing
from collections.abc import Collection
from dataclasses import dataclass
from multiprocessing.sharedctypes import Synchronized, SynchronizedArray

CONTEXT = multiprocessing.get_context("spawn")
"""How processes are started: anew, as neither gRPC nor threads survive a fork."""


@dataclass(frozen=True)
class SharedTasks:
    """The blocks of a tournament in the order in which they are begun.

    Attributes:
        blocks: blocks of each contest.
        contests: how many contests there are.
        finished: blocks that need not be played, as contest and block.
    """

    blocks: int
    contests: int
    finished: Collection[tuple[int, int]]
    _next: Synchronized[int]
    _stopped: SynchronizedArray[bytes]

    @classmethod
    def of(cls, blocks: int, contests: int, finished: Collection[tuple[int, int]]) -> SharedTasks:
        """Makes the list; it may be handed to a process when that is started."""
        return cls(blocks, contests, finished, CONTEXT.Value("q", 0), CONTEXT.Array("c", contests))

    def take(self) -> tuple[int, int] | None:
        """Takes the next block, as contest and block; nothing if none is left."""
        while True:
            with self._next:
                number = self._next.value
                self._next.value = number + 1
            block, contest = divmod(number, self.contests)
            if block >= self.blocks:
                return None
            if (contest, block) not in self.finished and not self.is_stopped(contest):
                return contest, block

    def stop(self, contest: int) -> None:
        """Says that a contest needs no more blocks."""
        self._stopped[contest] = b"\x01"

    def is_stopped(self, contest: int) -> bool:
        """Whether a contest needs no more blocks."""
        return self._stopped[contest] != b"\x00"
