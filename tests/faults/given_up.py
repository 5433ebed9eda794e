"""What memory a call costs for good that its caller gives up: this service beside a bare server of gRPC.

gRPC for Python loses some with each (grpc/grpc#43360); `euchre_service.giving_up` prevents most of that.
"""

from __future__ import annotations

import ctypes
import gc
import multiprocessing
import random
import socket
import struct
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from multiprocessing.connection import Connection
from typing import Any, Final

import grpc
import grpc.aio
import uvloop

from euchre_service import process
from euchre_service.assembly import services
from euchre_service.config import ServerConfig
from euchre_service.keyring import Keyring
from euchre_service.logs import silent_logger
from euchre_service.server import channel_options
from tests.bench.load import PLAY_METHOD
from tests.faults import frames
from tests.faults.traffic import acts
from tests.faults.wire_load import Call

EARLY, WHOLE, LATER = "before the request has come", "as it has come", "up to 10 ms later"
MOMENTS: Final = (EARLY, WHOLE, LATER)
_CANCEL: Final = struct.pack(">I", 8)
_AT_ONCE: Final = 50
_ROUNDS: Final = 10
"""So many times as many calls at once on one connection."""
_PATIENCE: Final = 60.0
_ARENA_MAX: Final = -8
"""`M_ARENA_MAX` of `mallopt`."""
_LONGEST_WAIT: Final = 0.01


_COUNTS: Final = (
    *("arena", "ordblks", "smblks", "hblks", "hblkhd"),
    *("usmblks", "fsmblks", "uordblks", "fordblks", "keepcost"),
)


class _Mallinfo(ctypes.Structure):
    """What glibc tells of its heap, `struct mallinfo2`; `uordblks` are the bytes in use."""

    _fields_ = [(name, ctypes.c_size_t) for name in _COUNTS]


def can_measure() -> bool:
    """Whether the C library tells what of its heap is in use: glibc from 2.33 on."""
    return hasattr(ctypes.CDLL(None), "mallinfo2")


class _Server:
    """A server in a process of its own, that tells how much of its heap is in use."""

    def __init__(self, asks: Connection) -> None:
        self._asks = asks
        self.address: str = asks.recv()
        self.port = int(self.address.rpartition(":")[2])

    def heap(self) -> int:
        """Bytes of its heap in use."""
        self._asks.send(None)
        used: int = self._asks.recv()
        return used


@contextmanager
def _serving(kind: str) -> Iterator[_Server]:
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    child = context.Process(target=_serve, args=(kind, theirs))
    child.start()
    theirs.close()
    try:
        yield _Server(ours)
    finally:
        ours.close()
        child.terminate()
        child.join()


def _serve(kind: str, asks: Connection) -> None:
    libc = ctypes.CDLL(None)
    libc.mallopt(_ARENA_MAX, 1)
    libc.mallinfo2.restype = _Mallinfo

    def ready(address: str) -> None:
        asks.send(address)
        threading.Thread(target=answer, daemon=True).start()

    def answer() -> None:
        with suppress(EOFError):  # nobody asks any more
            while True:
                asks.recv()
                gc.collect()
                asks.send(libc.mallinfo2().uordblks)

    # It is to answer all calls, so that they can be counted.
    config = ServerConfig(port=0, max_waiting_calls=0, drain_seconds=1)
    if kind == "bare":
        uvloop.run(_serve_bare(config, ready))
    else:
        process.run(config, services(config, Keyring.ephemeral()), silent_logger(), ready)


async def _serve_bare(config: ServerConfig, ready: Callable[[str], None]) -> None:
    async def echo(request: bytes, _context: object) -> bytes:
        return request

    server = grpc.aio.server(options=channel_options(config))
    service, _, name = PLAY_METHOD.strip("/").partition("/")
    handler: Any = grpc.unary_unary_rpc_method_handler(echo)
    server.add_generic_rpc_handlers([grpc.method_handlers_generic_handler(service, {name: handler})])
    port = server.add_insecure_port("127.0.0.1:0")
    await server.start()
    ready(f"127.0.0.1:{port}")
    await server.wait_for_termination()


class _Caller:
    """Makes calls on one connection and gives them up, but for one now and then, for which it waits."""

    def __init__(self, port: int, chance: random.Random) -> None:
        self._socket = socket.create_connection(("127.0.0.1", port), timeout=_PATIENCE)
        self._socket.sendall(frames.opening())
        self._chance = chance
        self._stream = 1
        self._in = b""

    def give_up(self, when: str, calls: Sequence[Call]) -> None:
        begin, resets = b"", b""
        for method, text in calls:
            begin += self._call(method, text, whole=when != EARLY)
            resets += frames.frame(frames.RESET, 0, self._stream, _CANCEL)
            self._stream += 2
            if when != LATER:
                begin, resets = begin + resets, b""
        self._socket.sendall(begin)
        if resets:
            time.sleep(self._chance.random() * _LONGEST_WAIT)
            self._socket.sendall(resets)

    def wait_for(self, call: Call) -> None:
        """Makes a call and waits for its answer: all before it have been taken up then."""
        self._socket.sendall(self._call(*call, whole=True))
        while self._next() != self._stream:
            pass
        self._stream += 2

    def close(self) -> None:
        self._socket.close()

    def _call(self, method: str, text: bytes, *, whole: bool) -> bytes:
        head = frames.headers(method.encode(), b"localhost")
        begin = frames.frame(frames.HEADERS, frames.END_HEADERS, self._stream, head)
        if not whole:
            return begin
        return begin + frames.frame(frames.DATA, frames.END_STREAM, self._stream, frames.message(text))

    def _next(self) -> int:
        """Takes a frame; returns its stream if that has ended, else -1."""
        while len(self._in) < 9 or len(self._in) < 9 + int.from_bytes(self._in[:3], "big"):
            more = self._socket.recv(1 << 16)
            if not more:
                raise ConnectionError("the server closed the connection")
            self._in += more
        size, kind, flags = int.from_bytes(self._in[:3], "big"), self._in[3], self._in[4]
        stream = int.from_bytes(self._in[5:9], "big")
        self._in = self._in[9 + size :]
        return stream if kind == frames.HEADERS and flags & frames.END_STREAM else -1


def compare(calls: int) -> dict[str, float]:
    """Measures what calls cost that are given up, at this service and at a server that only echoes.

    Args:
        calls: how many to give up at each moment, after a tenth as many that are not counted.

    Returns:
        Bytes of the heap that each call has cost for good, by server and moment.
    """
    with _serving("service") as service, _serving("bare") as bare:
        ready = acts(service.address)
        return {
            f"{name}, {when}": _lost(server, ready, calls, when)
            for when in MOMENTS
            for name, server in (("bare", bare), ("service", service))
        }


def lost(calls: int, when: str) -> float:
    """Measures what calls to this service cost that are given up at a moment, one of `MOMENTS`, as above."""
    with _serving("service") as service:
        return _lost(service, acts(service.address), calls, when)


def _lost(server: _Server, ready: Sequence[Call], calls: int, when: str) -> float:
    chance = random.Random(1)
    _give_up(server.port, ready, calls // 10, when, chance)
    before = server.heap()
    _give_up(server.port, ready, calls, when, chance)
    return (server.heap() - before) / calls


def _give_up(port: int, ready: Sequence[Call], calls: int, when: str, chance: random.Random) -> None:
    for _ in range(0, calls, _AT_ONCE * _ROUNDS):
        caller = _Caller(port, chance)
        for _ in range(_ROUNDS):
            caller.give_up(when, chance.choices(ready, k=_AT_ONCE))
            caller.wait_for(chance.choice(ready))
        caller.close()
    # What a closed connection held is freed in a moment.
    time.sleep(0.5)
