"""Calls of every kind for long: good ones, bad ones, given-up ones, streams, connections that break off."""

from __future__ import annotations

import asyncio
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

from tests.faults.servers import Server, descriptors, kilobytes, serving
from tests.faults.traffic import mixed
from tests.faults.wire_load import Call
from tests.security.hostile.wires import HostileConnections

MAX_GROWTH: Final = 0.05
_AT_ONCE: Final = 8
_CALLS_PER_CONNECTION: Final = 200
_WARM_UP: Final = 0.3
"""Which part of the time is not counted: caches fill, and the allocator finds its size."""
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

    async def run(self, seconds: float) -> None:
        end = time.monotonic() + seconds
        await asyncio.gather(self._sample(end, seconds), *(self._caller(end) for _ in range(_AT_ONCE)))
        self._wires.close()

    async def _sample(self, end: float, seconds: float) -> None:
        await asyncio.sleep(_WARM_UP * seconds)
        while time.monotonic() < end:
            self.megabytes.append(kilobytes(self._server.pid) / 1024)
            self.files.append(descriptors(self._server.pid))
            await asyncio.sleep(max(0.2, seconds / 500))

    async def _caller(self, end: float) -> None:
        kinds: list[Callable[[grpc.aio.Channel], Awaitable[str]]] = [
            *12 * [self._good],
            *4 * [self._refused],
            *2 * [self._given_up],
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
        await asyncio.to_thread(self._chance.choice(self._wires.kinds))
        return "either way"

    async def _send(self, channel: grpc.aio.Channel, call: Call) -> str:
        method, message = call
        raw: Any = channel.unary_unary(method)
        await raw(message)
        return "OK"


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
        work = Soak(server, seed)
        uvloop.run(work.run(seconds))
        part = max(1, len(work.megabytes) // 5)
        before, after = (statistics.median(each) for each in (work.megabytes[:part], work.megabytes[-part:]))
        time.sleep(2)
        return {
            "seconds": seconds,
            "calls": work.ended.total(),
            "by_kind_and_code": dict(sorted(work.ended.items())),
            "megabytes_after_the_warm_up": before,
            "megabytes_at_the_end": after,
            "growth": after / before - 1,
            "open_files_after_the_warm_up": max(work.files[:part]),
            "open_files_when_all_are_gone": descriptors(server.pid),
            "faults_in_the_log": len([line for line in server.events("call") if line["level"] == "error"]),
            "exit_code": server.end(),
        }


def is_good(figures: dict[str, Any]) -> bool:
    """Whether a server stood it as promised."""
    return (
        figures["growth"] <= MAX_GROWTH
        and figures["open_files_when_all_are_gone"] <= figures["open_files_after_the_warm_up"]
        and figures["faults_in_the_log"] == 0
        and figures["exit_code"] == 0
        and not any(key.endswith((" INTERNAL", " UNKNOWN")) for key in figures["by_kind_and_code"])
    )
