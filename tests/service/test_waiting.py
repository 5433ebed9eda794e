from __future__ import annotations

import asyncio
import collections
import heapq
import random
import signal
import time

import grpc.aio
import pytest

from euchre_service.waiting import MARK, Line
from tests.faults.servers import every, serving
from tests.faults.traffic import mixed
from tests.faults.wire_load import offer
from tests.service.fakes import Log, error_info, failure, get_view, rich_status, running


class Desk:
    """A line at which calls come and are taken up at even rates, and a clock."""

    def __init__(self, longest: int) -> None:
        self.now = 100.0
        self.line = Line(longest, clock=lambda: self.now)
        self.waiting: collections.deque[int] = collections.deque()
        """Calls, and marks by their numbers."""
        self.answers: list[bool] = []
        self.behind: list[int] = []
        """How many calls waited behind each that was answered so."""

    def run(self, seconds: float, *, come: float, answered: float, refused: float) -> None:
        """Lets time pass.

        Args:
            seconds: how much.
            come: calls a second.
            answered: calls a second that could be answered.
            refused: calls a second that could be turned away.
        """
        end, next_call, next_mark, free = self.now + seconds, self.now, self.now, self.now
        while self.now < end:
            self.now = min(next_call, next_mark, max(free, self.now) if self.waiting else end)
            if self.now >= next_call:
                self.waiting.append(0)
                next_call += 1 / come
            if self.now >= next_mark:
                self.waiting.append(self.line.send_mark())
                self.line.take_witness(self.waiting[-1])
                next_mark += 0.015
            if self.waiting and self.now >= free:
                number = self.waiting.popleft()
                if number:
                    self.line.take_mark(number)
                else:
                    self.behind.append(self.waiting.count(0))
                    self.answers.append(self.line.take())
                free = self.now + (1 / answered if not number and self.answers[-1] else 1 / refused)

    def stand_still(self, seconds: float, *, come: float) -> None:
        """Lets time pass in which calls come, and a mark, but nothing is taken up, nor the mark's witness."""
        mark = self.line.send_mark()
        self.waiting.append(mark)
        self.waiting.extend([0] * round(seconds * come))
        self.now += seconds
        self.line.take_witness(mark)

    def run_closed(self, seconds: float, *, callers: int, stalls: float, late: float) -> None:
        """Lets time pass with callers each of whom calls again when it is answered, on a bad machine.

        Args:
            seconds: how much.
            callers: how many; a call takes a millisecond.
            stalls: seconds for which the process stands still, after one call in 500.
            late: seconds that a mark may take to arrive.
        """
        chance = random.Random(callers)
        end, free = self.now + seconds, self.now
        coming = [(self.now, "call", caller) for caller in range(callers)] + [(self.now, "sends", 0)]
        while self.now < end:
            if coming and (not self.waiting or coming[0][0] <= free):
                moment, what, number = heapq.heappop(coming)
                self.now = max(self.now, moment)
                if what == "call":
                    self.waiting.append(0)
                elif what == "sends":
                    mark = self.line.send_mark()
                    heapq.heappush(coming, (self.now + chance.random() * late, "mark", mark))
                    heapq.heappush(coming, (self.now + 0.015, "sends", 0))
                elif what == "mark":
                    self.waiting.append(number)
                    heapq.heappush(coming, (self.now + chance.random() * 0.003, "witness", number))
                else:
                    self.line.take_witness(number)
                continue
            self.now = max(self.now, free)
            if number := self.waiting.popleft():
                self.line.take_mark(number)
                continue
            self.answers.append(self.line.take())
            free = self.now + (stalls if chance.random() < 0.002 else 0.001)
            heapq.heappush(coming, (free, "call", 0))


@pytest.mark.parametrize("callers", [4, 16, 24])
@pytest.mark.parametrize("late", [0.0, 0.02, 0.3])
@pytest.mark.parametrize("stalls", [0.001, 0.1, 1.0])
def test_as_few_as_may_wait_are_never_turned_away(callers: int, late: float, stalls: float) -> None:
    desk = Desk(24)
    desk.run_closed(20, callers=callers, stalls=stalls, late=late)
    assert len(desk.answers) > 1000
    assert all(desk.answers)


def test_more_than_may_wait_are_turned_away_however_late_marks_are() -> None:
    desk = Desk(24)
    desk.run_closed(20, callers=48, stalls=0.1, late=0.02)
    assert not all(desk.answers)


def test_nobody_is_turned_away_while_the_server_keeps_up() -> None:
    desk = Desk(24)
    desk.run(5, come=900, answered=1000, refused=5000)
    assert all(desk.answers)


def test_a_burst_waits_but_is_answered() -> None:
    desk = Desk(24)
    desk.waiting.extend([0] * 40)
    desk.run(1, come=500, answered=1000, refused=5000)
    assert all(desk.answers)


def test_an_overloaded_server_keeps_its_line_short_and_itself_busy() -> None:
    desk = Desk(24)
    desk.run(2, come=3000, answered=1000, refused=6000)
    desk.answers.clear()
    lengths = []
    for _ in range(300):
        desk.run(0.01, come=3000, answered=1000, refused=6000)
        lengths.append(len(desk.waiting))
    # What is left of each second when all others are turned away: x / 1000 + (3000 - x) / 6000 = 1.
    assert 0.8 * 600 < sum(desk.answers) / 3 < 1.1 * 600
    assert 12 < sum(lengths) / len(lengths) < 36
    assert max(lengths) < 72


def test_those_let_in_wait_no_longer_after_the_process_stood_still() -> None:
    desk = Desk(24)
    flood = {"come": 3900.0, "answered": 1300.0, "refused": 5800.0}
    desk.run(2, **flood)
    for _ in range(20):
        desk.stand_still(0.08, come=flood["come"])
        desk.answers.clear()
        desk.behind.clear()
        desk.run(0.4, **flood)
        waits = [behind for behind, let_in in zip(desk.behind, desk.answers, strict=True) if let_in]
        assert len(waits) > 40
        assert max(waits) < 72, max(waits)


def test_when_the_flood_is_over_all_are_let_in_again() -> None:
    desk = Desk(24)
    desk.run(2, come=3000, answered=1000, refused=6000)
    assert desk.line.sheds
    desk.run(1, come=500, answered=1000, refused=6000)
    assert not desk.line.sheds
    desk.answers.clear()
    desk.run(2, come=500, answered=1000, refused=6000)
    assert all(desk.answers)


def test_nobody_of_few_is_turned_away_long_after_a_flood() -> None:
    desk = Desk(24)
    desk.run(2, come=3000, answered=1000, refused=6000)
    assert desk.line.sheds
    desk.waiting.clear()
    desk.answers.clear()
    desk.run_closed(10, callers=16, stalls=0.001, late=0.02)
    # In the first second it cannot know yet.
    assert len(desk.answers) > 5000
    assert all(desk.answers[1000:])


def test_nobody_is_turned_away_while_no_marks_can_be_sent() -> None:
    desk = Desk(24)
    desk.run(2, come=3000, answered=1000, refused=6000)
    desk.line.lose_sight()
    desk.now += 10
    assert desk.line.take()


def test_a_mark_that_never_comes_through_is_forgotten() -> None:
    line = Line(1)
    number = line.send_mark()
    line.lose_mark(number)
    line.take_witness(number)
    for _ in range(100):
        line.take()
    line.take_mark(number)
    assert not line.sheds
    assert line.length == 0


async def test_what_is_turned_away_is_told_when_to_come_back(log: Log) -> None:
    async with running(log, max_waiting_calls=2) as (_, channel):
        refusals: list[grpc.aio.AioRpcError] = []

        async def call_until_refused() -> None:
            while not refusals:
                try:
                    await get_view(channel, "spin:0.002")
                except grpc.aio.AioRpcError as error:
                    refusals.append(error)

        async with asyncio.timeout(30):
            await asyncio.gather(*(call_until_refused() for _ in range(30)))
        refused = refusals[0]
        assert refused.code() is grpc.StatusCode.RESOURCE_EXHAUSTED
        assert error_info(rich_status(refused)).reason == "OVERLOADED"
        assert dict(refused.trailing_metadata())["grpc-retry-pushback-ms"] == "200"
        for _ in range(200):
            if told := [line for line in log.lines() if line["event"] == "turning away"]:
                break
            await asyncio.sleep(0.05)
    assert told[0]["calls"] >= 1


async def test_a_forged_mark_is_a_call_like_any_other(log: Log) -> None:
    async with running(log) as (_, channel):
        for value in ("", "1", "x" * 33, "0" * 32 + "7"):
            await get_view(channel, "ok", metadata=((MARK, value),))
        assert (await failure(get_view(channel, "refuse"))).code() is grpc.StatusCode.ABORTED
        assert len(await log.wait_for_calls(5)) == 5


def test_a_server_that_stands_still_now_and_then_turns_away_nobody_of_few() -> None:
    """16 calls are on their way at once, so that no more can wait; 24 may."""
    with serving("--log-level", "warning") as server:
        calls = mixed(server.address)

        def stand_still() -> None:
            server.send(signal.SIGSTOP)
            time.sleep(0.1)
            server.send(signal.SIGCONT)

        with every(0.15, stand_still):
            came = offer(server.port, calls, 5.0, connections=4, at_once=4)
        assert came.accepted == came.sent > 100
        assert server.end() == 0
