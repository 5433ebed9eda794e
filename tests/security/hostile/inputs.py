"""What a hostile call is, and how its refusal is judged."""

from __future__ import annotations

from typing import Final, NamedTuple

SERVICE: Final = "/euchre.v1.RulesService/"

CANARY: Final = "canary-Jd-7f3a"
"""Stands in hostile inputs wherever text can stand; no answer and no log line may hold it."""

ANY_REFUSAL: Final = frozenset({"any"})
EVERY_ITEM: Final = frozenset({"every item"})


class Hostile(NamedTuple):
    """One hostile call.

    Attributes:
        method: the method's full path.
        request: the message's bytes.
        refusals: the reasons, or names of gRPC codes where gRPC itself refuses, one of which is right.
        metadata: what is sent with it.
    """

    method: str
    request: bytes
    refusals: frozenset[str]
    metadata: tuple[tuple[str, str | bytes], ...] = ()


def varint(value: int) -> bytes:
    """A number as protobuf writes it."""
    out = bytearray()
    while value > 0x7F:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    out.append(value)
    return bytes(out)


def tag(number: int, wire_type: int) -> bytes:
    """What stands before a field's content."""
    return varint(number << 3 | wire_type)


def field(number: int, content: bytes) -> bytes:
    """A field of bytes, or of a message."""
    return tag(number, 2) + varint(len(content)) + content


def is_refusal_right(hostile: Hostile, code: str, reason: str) -> bool:
    """Whether a call was refused as it had to be."""
    if hostile.refusals == ANY_REFUSAL:
        return code not in {"OK", "INTERNAL", "UNKNOWN"}
    return (reason or code) in hostile.refusals
