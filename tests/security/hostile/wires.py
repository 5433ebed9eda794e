"""Hostile connections, below gRPC: half-open, slow, and HTTP/2 that is none."""

from __future__ import annotations

import random
import socket
import struct
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Final

_PREFACE: Final = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
_DATA, _HEADERS, _PRIORITY, _RESET, _SETTINGS, _PING, _WINDOW, _CONTINUATION = 0, 1, 2, 3, 4, 6, 8, 9
_END_HEADERS: Final = 4
_END_STREAM: Final = 1
# What HPACK writes for a POST of gRPC: two indexed fields, then literals.
_PATH: Final = b"/euchre.v1.RulesService/ListRulesets"
_BLOCK: Final = (
    b"\x83\x86"
    + (b"\x04" + bytes([len(_PATH)]) + _PATH)
    + (b"\x01" + bytes([9]) + b"localhost")
    + (b"\x0f\x10" + bytes([16]) + b"application/grpc")
    + (b"\x00" + bytes([2]) + b"te" + bytes([8]) + b"trailers")
)


def _frame(kind: int, flags: int, stream: int, content: bytes = b"") -> bytes:
    return struct.pack(">I", len(content))[1:] + bytes([kind, flags]) + struct.pack(">I", stream) + content


_OPEN: Final = _PREFACE + _frame(_SETTINGS, 0, 0)


class HostileConnections:
    """Opens connections that behave badly, and keeps some of them open.

    Args:
        address: the server's, `host:port`.
        chance: chooses.
        kept: how many connections to leave hanging at once.
    """

    def __init__(self, address: str, chance: random.Random, kept: int = 100) -> None:
        host, port = address.rsplit(":", 1)
        self._where = (host, int(port))
        self._chance = chance
        self._kept = kept
        self._hanging: list[socket.socket] = []
        self.kinds: list[Callable[[], None]] = [
            self.nothing,
            self.half_a_preface,
            self.another_protocol,
            self.noise,
            self.slow,
            self.half_a_frame,
            self.a_frame_too_long,
            self.endless_headers,
            self.pings,
            self.settings,
            self.rapid_resets,
            self.window_overflow,
            self.half_a_request,
            self.goes_away,
        ]

    def close(self) -> None:
        for connection in self._hanging:
            connection.close()
        self._hanging.clear()

    def nothing(self) -> None:
        self._hang(self._send(b""))

    def half_a_preface(self) -> None:
        self._hang(self._send(_PREFACE[: self._chance.randrange(1, len(_PREFACE))]))

    def another_protocol(self) -> None:
        text = self._chance.choice(
            [b"GET / HTTP/1.1\r\nHost: x\r\n\r\n", b"\x16\x03\x01\x02\x00\x01", b"SSH-2.0-x\r\n", b"\0" * 100]
        )
        self._read(self._send(text))

    def noise(self) -> None:
        self._read(self._send(_OPEN + self._chance.randbytes(self._chance.randrange(1, 5000))))

    def slow(self) -> None:
        """A byte now and then; what it began is left hanging."""
        connection = self._send(b"")
        with suppress(OSError):
            for byte in _OPEN[:5]:
                connection.sendall(bytes([byte]))
                time.sleep(0.001)
        self._hang(connection)

    def half_a_frame(self) -> None:
        frame = _frame(_HEADERS, _END_HEADERS, 1, _BLOCK)
        self._hang(self._send(_OPEN + frame[: self._chance.randrange(1, len(frame))]))

    def a_frame_too_long(self) -> None:
        self._read(
            self._send(_OPEN + b"\xff\xff\xff" + bytes([_DATA, 0]) + struct.pack(">I", 1) + b"x" * 50_000)
        )

    def endless_headers(self) -> None:
        """Headers that are continued and continued, and never end."""
        block = b"\x00" + bytes([100]) + b"x" * 100 + bytes([100]) + b"y" * 100
        data = _OPEN + _frame(_HEADERS, 0, 1, _BLOCK)
        data += _frame(_CONTINUATION, 0, 1, block * 20) * 100
        self._read(self._send(data))

    def pings(self) -> None:
        self._read(self._send(_OPEN + _frame(_PING, 0, 0, bytes(8)) * 2000))

    def settings(self) -> None:
        self._read(self._send(_OPEN + _frame(_SETTINGS, 0, 0, struct.pack(">HI", 4, 65_535)) * 2000))

    def rapid_resets(self) -> None:
        """Calls that are given up as soon as they are made."""
        data = _OPEN
        for number in range(500):
            stream = 2 * number + 1
            data += _frame(_HEADERS, _END_HEADERS, stream, _BLOCK)
            data += _frame(_RESET, 0, stream, struct.pack(">I", 8))
        self._read(self._send(data))

    def window_overflow(self) -> None:
        self._read(self._send(_OPEN + _frame(_WINDOW, 0, 0, struct.pack(">I", 2**31 - 1)) * 3))

    def half_a_request(self) -> None:
        """A call whose message does not come to its end."""
        data = _OPEN + _frame(_HEADERS, _END_HEADERS, 1, _BLOCK)
        data += _frame(_DATA, 0, 1, b"\0" + struct.pack(">I", 1000) + b"x" * 10)
        self._hang(self._send(data))

    def goes_away(self) -> None:
        """A whole call by somebody who does not wait for the answer."""
        data = _OPEN + _frame(_HEADERS, _END_HEADERS, 1, _BLOCK)
        data += _frame(_DATA, _END_STREAM, 1, b"\0" + struct.pack(">I", 0))
        connection = self._send(data)
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        connection.close()

    def _send(self, data: bytes) -> socket.socket:
        connection = socket.create_connection(self._where, timeout=5)
        connection.settimeout(2)
        with suppress(OSError):  # the server may have had enough of it
            connection.sendall(data)
        return connection

    def _read(self, connection: socket.socket) -> None:
        """Reads what comes for a moment, and closes."""
        connection.settimeout(0.05)
        with suppress(OSError):
            while connection.recv(65_536):
                pass
        connection.close()

    def _hang(self, connection: socket.socket) -> None:
        self._hanging.append(connection)
        if len(self._hanging) > self._kept:
            self._hanging.pop(0).close()
