"""What is left to do, shared by the processes that play."""

from __future__ import annotations

import multiprocessing
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from multiprocessing.sharedctypes import Synchronized, SynchronizedArray
from typing import Final, TypeAlias

CONTEXT: Final = multiprocessing.get_context("spawn")
"""How processes are started: anew, as neither gRPC nor threads survive a fork."""

Task: TypeAlias = tuple[int, int]
"""A contest, and a block of it."""


def tasks_of(blocks: int, contests: int, finished: Collection[Task]) -> Iterator[Task]:
    """Yields the blocks of a tournament in the order in which they are begun.

    Args:
        blocks: blocks of each contest.
        contests: how many contests there are.
        finished: blocks to leave out.
    """
    for block in range(blocks):
        for contest in range(contests):
            if (contest, block) not in finished:
                yield contest, block


@dataclass(frozen=True)
class SharedTasks:
    """The same list for processes of one machine, each of which takes from it.

    Attributes:
        blocks: blocks of each contest.
        contests: how many contests there are.
        finished: blocks that need not be played.
    """

    blocks: int
    contests: int
    finished: Collection[Task]
    _next: Synchronized[int]
    _stopped: SynchronizedArray[bytes]

    @classmethod
    def of(cls, blocks: int, contests: int, finished: Collection[Task]) -> SharedTasks:
        """Makes the list; it may be handed to a process when that is started."""
        return cls(blocks, contests, finished, CONTEXT.Value("q", 0), CONTEXT.Array("c", contests))

    def take(self) -> Task | None:
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
