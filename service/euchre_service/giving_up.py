"""Keeps a call's cancellation back until its handler runs.

gRPC for Python forgets the memory of an operation on a call when the task that waits for it is cancelled
(grpc/grpc#43360): some 100 bytes, for good, of every call that is given up before its handler runs. gRPC
cancels the task by its `cancel`, so until then a stand-in takes that word and remembers it. What gRPC waits
for is the request; of a call that was given up that wait ends at once, and the task with it.
"""

from __future__ import annotations

import asyncio
from typing import Any


class _Held:
    """Stands in for the `cancel` of a task.

    Attributes:
        asked: whether the task was to be cancelled.
    """

    __slots__ = ("asked",)

    def __init__(self) -> None:
        self.asked = False

    def __call__(self, msg: Any = None) -> bool:
        self.asked = True
        return True


def own_task() -> asyncio.Task[Any]:
    """The task of the call that asks."""
    task = asyncio.current_task()
    assert task is not None
    return task


def hold(task: asyncio.Task[Any]) -> None:
    """Keeps the cancellation of a call's task back, until `release`."""
    task.cancel = _Held()  # type: ignore[method-assign]


def release(task: asyncio.Task[Any]) -> None:
    """Lets a call be cancelled, as its handler begins.

    Raises:
        asyncio.CancelledError: it was cancelled meanwhile.
    """
    held = task.cancel
    if isinstance(held, _Held):
        del task.cancel
        if held.asked:
            raise asyncio.CancelledError
