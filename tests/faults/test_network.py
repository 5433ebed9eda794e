"""A slow and lossy network between client and server.

Linux can make one of its own (tc netem), but not every kernel has it. So here a proxy delays what passes, and
holds it up now and then as long as TCP does before it sends again what was lost.
"""

from __future__ import annotations

import asyncio
import random
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress

import grpc
import pytest

from euchre_bots import make
from euchre_client import EuchreError, RulesClient, Table
from tests.faults.servers import serving

DELAY, HOLD_UP, ONE_IN = 0.03, 0.25, 25
SEED = bytes(range(32))


class SlowNetwork:
    """Passes connections on to a server, each piece late; the order of pieces stays."""

    def __init__(self, port: int) -> None:
        self._target = port
        self._chance = random.Random(1)
        self._writers: list[asyncio.StreamWriter] = []
        self._loop: asyncio.AbstractEventLoop | None = None
        self._over: asyncio.Event | None = None
        self.held_up = 0
        self.port = 0

    def run(self, ready: threading.Event) -> None:
        """Passes on until `end` is called."""
        asyncio.run(self._serve(ready))

    def end(self) -> None:
        assert self._loop is not None and self._over is not None
        self._loop.call_soon_threadsafe(self._over.set)

    async def _serve(self, ready: threading.Event) -> None:
        self._loop, self._over = asyncio.get_running_loop(), asyncio.Event()
        server = await asyncio.start_server(self._connect, "127.0.0.1", 0)
        self.port = server.sockets[0].getsockname()[1]
        ready.set()
        await self._over.wait()
        server.close()
        for writer in self._writers:
            writer.close()
        for writer in self._writers:
            with suppress(ConnectionError):
                await writer.wait_closed()

    async def _connect(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there, back = await asyncio.open_connection("127.0.0.1", self._target)
        self._writers += [writer, back]
        await asyncio.gather(self._pass_on(reader, back), self._pass_on(there, writer))

    async def _pass_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        loop = asyncio.get_running_loop()
        pieces: asyncio.Queue[tuple[float, bytes]] = asyncio.Queue()

        async def deliver() -> None:
            while True:
                due, piece = await pieces.get()
                await asyncio.sleep(max(0.0, due - loop.time()))
                if not piece:
                    writer.close()
                    return
                writer.write(piece)

        delivering = asyncio.create_task(deliver())
        piece = b"-"
        while piece:
            with suppress(ConnectionError):  # which is an end like another
                piece = await reader.read(1 << 16)
            late = self._chance.randrange(ONE_IN) == 0
            self.held_up += late
            pieces.put_nowait((loop.time() + (HOLD_UP if late else DELAY), piece))
        await delivering


@contextmanager
def slow_network(port: int) -> Iterator[SlowNetwork]:
    network, ready = SlowNetwork(port), threading.Event()
    thread = threading.Thread(target=network.run, args=(ready,))
    thread.start()
    try:
        assert ready.wait(20)
        yield network
    finally:
        network.end()
        thread.join()


def play(client: RulesClient) -> bytes:
    table = Table.create(client, "classic", seed=SEED)
    table.play_with([make("heuristic", seed=seat) for seat in range(table.seats)], max_hands=2)
    return table.record.to_bytes()


def test_a_game_over_a_slow_network_is_the_same_game() -> None:
    with serving() as server, slow_network(server.port) as network:
        with RulesClient(server.address) as near:
            record = play(near)
        with RulesClient(f"127.0.0.1:{network.port}") as far:
            assert play(far) == record
            # Who waits for less than the way takes is told so, and may ask again.
            with pytest.raises(EuchreError) as late:
                far.list_rulesets(timeout=DELAY)
            assert late.value.code is grpc.StatusCode.DEADLINE_EXCEEDED
            assert far.list_rulesets()
        assert network.held_up > 0
