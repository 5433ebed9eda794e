"""Calls sent at a given rate whether or not the server keeps up, by processes that cost little themselves.

A gRPC client in Python takes about as much of a processor as the server does, so it could not overload one.
Here a call is two frames that are ready but for their number, and of an answer no more is looked at than its
status: a tenth of the server's work. Just enough of HTTP/2 for that; the server has no way to tell.
"""

from __future__ import annotations

import math
import multiprocessing
import random
import select
import socket
import struct
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from tests.faults import frames

_STATUS: Final = b"grpc-status"
_PUSHBACK: Final = b"grpc-retry-pushback-ms"
_OK: Final = 0
_ONSET: Final = 1.0

Call = tuple[str, bytes]
"""A method's full name, and the message."""

_NO_STATUS: Final = -1
"""What a call counts as that was reset, or not answered."""
_LAST_ANSWERS: Final = 10.0
"""Seconds to wait for the answers that are still out when all calls are sent."""


@dataclass
class Offered:
    """What came of calls.

    Attributes:
        seconds: how long they were sent.
        sent: how many.
        codes: answers by gRPC status code; -1 for those that have none.
        latencies: seconds from when each accepted call was due to its answer.
        onset: the same of those that were due in the first second, not counted among the others.
        refused: seconds to the answer of those that were turned away.
        pushed_back: answers that tell when to come back.
        late: seconds by which the sender itself was behind, at worst.
        cpu: processor seconds that sending took.
    """

    seconds: float = 0.0
    sent: int = 0
    codes: Counter[int] = field(default_factory=Counter)
    latencies: list[float] = field(default_factory=list)
    onset: list[float] = field(default_factory=list)
    refused: list[float] = field(default_factory=list)
    pushed_back: int = 0
    late: float = 0.0
    cpu: float = 0.0

    @property
    def accepted(self) -> int:
        return self.codes[_OK]

    def add(self, other: Offered) -> None:
        """Adds what another process sent at the same time."""
        self.seconds = max(self.seconds, other.seconds)
        self.sent += other.sent
        self.codes += other.codes
        self.latencies += other.latencies
        self.onset += other.onset
        self.refused += other.refused
        self.pushed_back += other.pushed_back
        self.late = max(self.late, other.late)
        self.cpu += other.cpu


def quantile(values: Sequence[float], share: float) -> float:
    """The value below which such a share of them lies."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else float("nan")


def offer(
    port: int,
    calls: Sequence[Call],
    seconds: float,
    *,
    rate: float = 0.0,
    at_once: int = 0,
    connections: int = 4,
    processes: int = 1,
) -> Offered:
    """Sends calls to a server on this machine, from other processes.

    Args:
        port: where it listens.
        calls: what to call, in turn.
        seconds: for how long.
        rate: calls a second, all together, at random moments; or
        at_once: calls of each connection on their way at once, the next as soon as one is answered.
        connections: of each process.
        processes: how many send.
    """
    context = multiprocessing.get_context("spawn")
    load = (port, list(calls), seconds, rate / processes, at_once, connections)
    with context.Pool(processes) as pool:
        # A process takes a while to start, and all are to send at the same time.
        begin = time.time() + 1.5
        parts = pool.starmap(_send, [(*load, begin, number) for number in range(processes)], chunksize=1)
    total = Offered()
    for part in parts:
        total.add(part)
    return total


def _send(
    port: int,
    calls: list[Call],
    seconds: float,
    rate: float,
    at_once: int,
    connections: int,
    begin: float,
    number: int,
) -> Offered:
    result = Offered(seconds=seconds)
    lines = [_Connection(port, result) for _ in range(connections)]
    heads = {method: frames.headers(method.encode(), b"localhost") for method, _ in calls}
    ready = [(heads[method], frames.message(text)) for method, text in calls]
    poll = select.poll()
    by_file = {line.file: line for line in lines}
    for line in lines:
        poll.register(line.file, select.POLLIN)
    time.sleep(max(0.0, begin - time.time()))
    chance = random.Random(number)
    cpu, start = time.process_time(), time.perf_counter()
    due, place = start, 0
    end = start + seconds
    for line in lines:
        line.settled_after(start + _ONSET)
    while (now := time.perf_counter()) < end:
        if rate:
            while due <= now:
                lines[place % connections].call(*ready[place % len(ready)], due)
                result.late = max(result.late, now - due)
                place += 1
                due += chance.expovariate(rate)
        else:
            for line in lines:
                while len(line.due) < at_once:
                    line.call(*ready[place % len(ready)], now)
                    place += 1
        for line in lines:
            line.flush()
        wait = min(due if rate else end, end) - time.perf_counter()
        for file, _ in poll.poll(max(0.0, wait) * 1e3):
            by_file[file].read()
    result.cpu = time.process_time() - cpu
    deadline = time.perf_counter() + _LAST_ANSWERS
    while any(line.due for line in lines) and time.perf_counter() < deadline:
        for file, _ in poll.poll(100):
            by_file[file].read()
        for line in lines:
            line.flush()
    for line in lines:
        result.codes[_NO_STATUS] += len(line.due)
        line.close()
    return result


class _Connection:
    """A connection and the calls on it.

    Attributes:
        file: its file descriptor.
        due: calls without an answer yet: when each was due, by stream.
    """

    def __init__(self, port: int, result: Offered) -> None:
        self._socket = socket.create_connection(("127.0.0.1", port))
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._socket.setblocking(False)
        self.file = self._socket.fileno()
        self.due: dict[int, float] = {}
        self._result = result
        self._stream = 1
        self._window = frames.DEFAULT_WINDOW
        self._taken = 0
        self._in = b""
        self._out = bytearray(frames.opening())
        self._settled = math.inf
        self._waiting: list[tuple[bytes, bytes, float]] = []
        """Calls for which the server has given no room yet."""

    def call(self, head: bytes, message: bytes, due: float) -> None:
        """Sends a call as soon as the server has room for it."""
        self._result.sent += 1
        self._waiting.append((head, message, due))
        self._start()

    def _start(self) -> None:
        while self._waiting and len(self._waiting[0][1]) <= self._window:
            head, message, due = self._waiting.pop(0)
            self._window -= len(message)
            self.due[self._stream] = due
            self._out += frames.frame(frames.HEADERS, frames.END_HEADERS, self._stream, head)
            self._out += frames.frame(frames.DATA, frames.END_STREAM, self._stream, message)
            self._stream += 2

    def settled_after(self, moment: float) -> None:
        """Says from when on calls count among those that are not the first."""
        self._settled = moment

    def flush(self) -> None:
        """Hands what there is to the system, as far as it takes it."""
        if self._out:
            try:
                del self._out[: self._socket.send(self._out)]
            except BlockingIOError:
                return

    def read(self) -> None:
        """Takes the answers that have come."""
        self._in += self._socket.recv(1 << 18)
        now, place, data = time.perf_counter(), 0, self._in
        while len(data) - place >= 9:
            size = int.from_bytes(data[place : place + 3], "big")
            if len(data) - place - 9 < size:
                break
            kind, flags = data[place + 3], data[place + 4]
            stream = int.from_bytes(data[place + 5 : place + 9], "big")
            self._take(kind, flags, stream, data[place + 9 : place + 9 + size], now)
            place += 9 + size
        self._in = data[place:]
        if self._taken > frames.WINDOW_SIZE // 4:
            self._out += frames.frame(frames.WINDOW, 0, 0, struct.pack(">I", self._taken))
            self._taken = 0

    def _take(self, kind: int, flags: int, stream: int, content: bytes, now: float) -> None:
        if kind == frames.DATA:
            self._taken += len(content)
        elif kind == frames.HEADERS:
            if flags & frames.END_STREAM:
                self._ended(stream, content, now)
        elif kind == frames.RESET:
            # After an answer it only ends what was left of the call.
            if self.due.pop(stream, None) is not None:
                self._result.codes[_NO_STATUS] += 1
        elif kind == frames.WINDOW and stream == 0:
            self._window += struct.unpack(">I", content)[0]
            self._start()
        elif kind == frames.SETTINGS and not flags & frames.ACK:
            self._out += frames.frame(frames.SETTINGS, frames.ACK, 0)
        elif kind == frames.PING and not flags & frames.ACK:
            self._out += frames.frame(frames.PING, frames.ACK, 0, content)
        elif kind == frames.GOAWAY:
            raise ConnectionError(f"the server said goodbye: {content[8:]!r}")

    def _ended(self, stream: int, block: bytes, now: float) -> None:
        due = self.due.pop(stream)
        took = now - due
        place = block.index(_STATUS) + len(_STATUS)
        code = int(block[place + 1 : place + 1 + block[place]])
        self._result.codes[code] += 1
        if code != _OK:
            self._result.refused.append(took)
        elif due < self._settled:
            self._result.onset.append(took)
        else:
            self._result.latencies.append(took)
        self._result.pushed_back += _PUSHBACK in block

    def close(self) -> None:
        self._socket.close()
