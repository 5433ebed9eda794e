"""Calls that are given up: what they cost, and that their cancellation is only kept back, not lost."""

from __future__ import annotations

import asyncio

import pytest

from euchre_service import giving_up
from tests.faults import given_up


@pytest.mark.skipif(not given_up.can_measure(), reason="only glibc tells what of its heap is in use")
def test_a_call_that_is_given_up_before_its_request_has_come_leaves_next_to_nothing_behind() -> None:
    # A bare server loses 100 bytes.
    assert given_up.lost(3000, given_up.EARLY) < 50


async def _waits(seconds: float, *, at_once: bool) -> str:
    task = asyncio.current_task()
    assert task is not None
    giving_up.hold(task)
    if at_once:
        giving_up.release(task)
    await asyncio.sleep(seconds)
    giving_up.release(task)
    return "its end"


def test_what_waits_is_not_cancelled_until_its_handler_begins() -> None:
    async def give_up() -> None:
        task = asyncio.create_task(_waits(0.05, at_once=False))
        await asyncio.sleep(0)
        task.cancel()
        await asyncio.sleep(0)
        assert not task.done()
        with pytest.raises(asyncio.CancelledError):
            await task

    asyncio.run(give_up())


def test_what_is_not_given_up_goes_on() -> None:
    assert asyncio.run(_waits(0, at_once=False)) == "its end"


def test_a_handler_that_runs_is_cancelled_at_once() -> None:
    async def give_up() -> None:
        task = asyncio.create_task(_waits(60, at_once=True))
        await asyncio.sleep(0)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    asyncio.run(give_up())
