"""Calls of every kind for long: good ones, bad ones, given-up ones, streams, connections that break off."""

from __future__ import annotations

import asyncio
import math
import random
import statistics
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any, Final

import grpc
import grpc.aio
import uvloop
from grpc_health.v1 import health_pb2, health_pb2_grpc  # type: ignore[import-untyped]
from grpc_reflection.v1alpha import reflection_pb2, reflection_pb2_grpc  # type: ignore[import-untyped]

from euchre.v1 import rules_service_pb2 as pb
from euchre.v1 import rules_service_pb2_grpc, ruleset_pb2, view_pb2
from tests.bench.load import Table
from tests.faults.servers import Server, descriptors, kilobytes, serving
from tests.faults.traffic import mixed
from tests.faults.wire_load import Call
from tests.security.hostile.wires import HostileConnections

MAX_GROWTH: Final = 0.05
_AT_ONCE: Final = 8
_CALLS_PER_CONNECTION: Final = 200
_WARM_UP: Final = 0.2
"""Which part of what is left of the time is not counted, after tables have had theirs."""
_TABLES: Final = 6_000
"""Tables there are, each of which plays some hands before anything is measured. The server keeps something of
fewer, so that they take each other's place all the time; but no hand is dealt that it never saw, as it keeps
each set of cards that a seat has held, and of the 55,000 that there are new ones would come for hours."""
_HANDS: Final = 5
"""So many, each in another way: after one, half of the sets of cards of these tables were still to come."""
_FULL: Final = 1_200.0
"""Seconds of a run that is long enough for all these tables; a shorter one has its share of them."""
_TABLES_AT_ONCE: Final = 250
_OF_ITS_OWN: Final = 5
"""Files that gRPC may open for itself when the first calls come."""
_LAST_GOODBYES: Final = 30.0
"""Seconds to wait until all connections are closed."""
_LOCAL: Final = [("grpc.use_local_subchannel_pool", 1)]


class Soak:
    """Callers that do all that callers do.

    Attributes:
        ended: calls by kind and code.
        megabytes: the server's memory, sampled after the warm-up.
        files: its open files, by the same samples.
    """

    def __init__(self, server: Server, seed: int) -> None:
        self.ended: Counter[str] = Counter()
        self.megabytes: list[float] = []
        self.files: list[int] = []
        self._server = server
        self._chance = random.Random(seed)
        self._calls = mixed(server.address)
        self._wires = HostileConnections(server.address, self._chance, kept=20)
        # Floods are for `tests.security.hostile`: one has as many given-up calls as 50,000 of these here.
        self._broken = [kind for kind in self._wires.kinds if kind != self._wires.rapid_resets]
        self._tables = _TABLES

    async def run(self, seconds: float) -> None:
        end = time.monotonic() + seconds
        self._tables = math.ceil(min(1.0, seconds / _FULL) * _TABLES)
        await self._fill()
        # A busy machine may have taken all the time for the tables.
        left = max(end - time.monotonic(), seconds / 2)
        end = time.monotonic() + left
        await asyncio.gather(self._sample(end, left), *(self._caller(end) for _ in range(_AT_ONCE)))
        self._wires.close()

    async def _sample(self, end: float, seconds: float) -> None:
        await asyncio.sleep(_WARM_UP * seconds)
        while not self.megabytes or time.monotonic() < end:
            self.megabytes.append(kilobytes(self._server.pid) / 1024)
            self.files.append(descriptors(self._server.pid))
            await asyncio.sleep(max(0.2, seconds / 500))

    async def _fill(self) -> None:
        async with grpc.aio.insecure_channel(self._server.address, options=_LOCAL) as channel:
            stub = rules_service_pb2_grpc.RulesServiceStub(channel)
            for first in _HANDS * [*range(0, self._tables, _TABLES_AT_ONCE)]:
                numbers = range(first, min(first + _TABLES_AT_ONCE, self._tables))
                going = [Table(await stub.CreateGame(_new_game(number))) for number in numbers]
                while going:
                    acts = pb.BatchApplyRequest(items=[table.act(self._chance) for table in going])
                    answers = (await stub.BatchApply(acts)).results
                    for table, answer in zip(going, answers, strict=True):
                        table.at = answer.transition
                    going = [table for table in going if not table.is_over]

    async def _caller(self, end: float) -> None:
        # Calls that are given up cost some memory for good (see `given_up`), so their share decides how much.
        # With a hand's twenty calls it is one in a hundred here, as many as a public site may have.
        kinds: list[Callable[[grpc.aio.Channel], Awaitable[str]]] = [
            *60 * [self._good],
            *8 * [self._refused],
            *4 * [self._hand],
            self._given_up,
            self._too_late,
            self._watch,
            self._reflect,
            self._break_off,
        ]
        while time.monotonic() < end:
            async with grpc.aio.insecure_channel(self._server.address, options=_LOCAL) as channel:
                for _ in range(_CALLS_PER_CONNECTION):
                    if time.monotonic() > end:
                        return
                    kind = self._chance.choice(kinds)
                    try:
                        code = await kind(channel)
                    except grpc.aio.AioRpcError as error:
                        code = error.code().name
                    self.ended[f"{kind.__name__.strip('_')} {code}"] += 1

    async def _good(self, channel: grpc.aio.Channel) -> str:
        return await self._send(channel, self._chance.choice(self._calls))

    async def _hand(self, channel: grpc.aio.Channel) -> str:
        """A hand at one of the tables, from its deal to its end."""
        stub = rules_service_pb2_grpc.RulesServiceStub(channel)
        table = Table(await stub.CreateGame(_new_game(self._chance.randrange(self._tables))))
        while not table.is_over:
            table.at = (await stub.Apply(table.act(self._chance))).transition
        return "OK"

    async def _refused(self, channel: grpc.aio.Channel) -> str:
        """Calls that no rules allow: cut, and with a byte changed."""
        method, message = self._chance.choice(self._calls)
        place = self._chance.randrange(len(message))
        if self._chance.random() < 0.5:
            return await self._send(channel, (method, message[:place]))
        changed = bytes([message[place] ^ self._chance.randrange(1, 256)])
        return await self._send(channel, (method, message[:place] + changed + message[place + 1 :]))

    async def _given_up(self, channel: grpc.aio.Channel) -> str:
        method, message = self._chance.choice(self._calls)
        raw: Any = channel.unary_unary(method)
        call = raw(message)
        await asyncio.sleep(self._chance.random() * 0.002)
        call.cancel()
        with suppress(asyncio.CancelledError):
            await call
        return "either way"

    async def _too_late(self, channel: grpc.aio.Channel) -> str:
        method, message = self._chance.choice(self._calls)
        raw: Any = channel.unary_unary(method)
        with suppress(grpc.aio.AioRpcError):
            await raw(message, timeout=self._chance.random() * 0.002)
        return "either way"

    async def _watch(self, channel: grpc.aio.Channel) -> str:
        """A stream that never ends, and whose reader goes."""
        stream = health_pb2_grpc.HealthStub(channel).Watch(health_pb2.HealthCheckRequest())
        await stream.read()
        stream.cancel()
        return "OK"

    async def _reflect(self, channel: grpc.aio.Channel) -> str:
        stream = reflection_pb2_grpc.ServerReflectionStub(channel).ServerReflectionInfo()
        await stream.write(reflection_pb2.ServerReflectionRequest(list_services=""))
        await stream.read()
        await stream.done_writing()
        return "OK"

    async def _break_off(self, _channel: grpc.aio.Channel) -> str:
        """A connection that is left hanging, or cut in the middle of something."""
        await asyncio.to_thread(self._chance.choice(self._broken))
        return "either way"

    async def _send(self, channel: grpc.aio.Channel, call: Call) -> str:
        method, message = call
        raw: Any = channel.unary_unary(method)
        await raw(message)
        return "OK"


def _new_game(number: int) -> pb.CreateGameRequest:
    request = pb.CreateGameRequest(
        ruleset=ruleset_pb2.Ruleset(base="classic"), seed=number.to_bytes(32, "big"), deal=True
    )
    request.views.add(audience=view_pb2.AUDIENCE_TABLE)
    return request


def soak(seconds: float, seed: int = 1) -> dict[str, Any]:
    """Lets a server work for a while.

    Args:
        seconds: for how long.
        seed: decides what is called.

    Returns:
        The figures by name.
    """
    # As the image and the systemd unit start it.
    with serving("--log-level", "error", environment={"MALLOC_ARENA_MAX": "1"}) as server:
        at_first = descriptors(server.pid)
        work = Soak(server, seed)
        uvloop.run(work.run(seconds))
        part = max(1, len(work.megabytes) // 5)
        before, after = (statistics.median(each) for each in (work.megabytes[:part], work.megabytes[-part:]))
        return {
            "seconds": seconds,
            "calls": work.ended.total(),
            "by_kind_and_code": dict(sorted(work.ended.items())),
            "megabytes_after_the_warm_up": before,
            "megabytes_at_the_end": after,
            "growth": after / before - 1,
            "open_files_at_first": at_first,
            "open_files_while_all_call": max(work.files),
            "open_files_when_all_are_gone": _files_left(server, at_first + _OF_ITS_OWN),
            "faults_in_the_log": len([line for line in server.events("call") if line["level"] == "error"]),
            "exit_code": server.end(),
        }


def _files_left(server: Server, most: int) -> int:
    """Waits for a while until no more files are open than so many; returns how many are."""
    deadline = time.monotonic() + _LAST_GOODBYES
    while descriptors(server.pid) > most and time.monotonic() < deadline:
        time.sleep(0.1)
    return descriptors(server.pid)


def is_good(figures: dict[str, Any], max_growth: float = MAX_GROWTH) -> bool:
    """Whether a server stood it as promised."""
    return (
        figures["growth"] <= max_growth
        and figures["open_files_when_all_are_gone"] <= figures["open_files_at_first"] + _OF_ITS_OWN
        and figures["faults_in_the_log"] == 0
        and figures["exit_code"] == 0
        and not any(key.endswith((" INTERNAL", " UNKNOWN")) for key in figures["by_kind_and_code"])
    )
