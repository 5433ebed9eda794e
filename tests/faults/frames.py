"""Just enough of HTTP/2 to write gRPC calls by hand, and to tell what comes back."""

from __future__ import annotations

import struct
from typing import Final

PREFACE: Final = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
DATA, HEADERS, RESET, SETTINGS, PING, GOAWAY, WINDOW = 0, 1, 3, 4, 6, 7, 8
END_STREAM, ACK, END_HEADERS = 1, 1, 4
TABLE_SIZE, STREAM_WINDOW = 1, 4
WINDOW_SIZE: Final = 1 << 30
DEFAULT_WINDOW: Final = 65_535


def opening() -> bytes:
    """Returns what a connection begins with; answers may then be of any length."""
    settings = struct.pack(">HIHI", TABLE_SIZE, 0, STREAM_WINDOW, WINDOW_SIZE)
    window = frame(WINDOW, 0, 0, struct.pack(">I", WINDOW_SIZE))
    return PREFACE + frame(SETTINGS, 0, 0, settings) + window


def message(text: bytes) -> bytes:
    """Returns the bytes of a message as gRPC sends them."""
    return b"\0" + struct.pack(">I", len(text)) + text


def frame(kind: int, flags: int, stream: int, content: bytes = b"") -> bytes:
    """Returns a frame."""
    return struct.pack(">I", len(content))[1:] + bytes([kind, flags]) + struct.pack(">I", stream) + content


def headers(path: bytes, authority: bytes) -> bytes:
    """The headers of a call; none is put into the table, so that they are the same for every call."""
    fields = {b"content-type": b"application/grpc", b"te": b"trailers", b"grpc-timeout": b"5S"}
    block = b"\x83\x86"  # POST, http
    block += b"\x04" + bytes([len(path)]) + path
    block += b"\x01" + bytes([len(authority)]) + authority
    for name, value in fields.items():
        block += b"\x00" + bytes([len(name)]) + name + bytes([len(value)]) + value
    return block
