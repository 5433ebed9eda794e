"""What is remembered of a call for its one log line.

A handler says which game a call is about with `note(...)`; the boundary writes the line when the call has
ended. Only the facts named here can be noted: there is no way to put a card or a key into the log.
"""

from __future__ import annotations

import hashlib
from contextvars import ContextVar
from functools import lru_cache
from time import perf_counter
from typing import Any, NamedTuple

from euchre_service.refusal import ServiceError


class Trace(NamedTuple):
    """A call's place in a trace."""

    trace_id: str
    """In hexadecimal, as all who take part in the trace call it."""
    span_id: str
    """Of this call."""
    kept: bool
    """Whether it can be looked up afterwards."""
    span: Any
    """What the tracing library has of it."""


class CallLog:
    """The facts of one call, filled in while it runs.

    Attributes:
        method: the full name, `/package.Service/Method`.
        request_id: what the caller and the log call it.
        started: when it arrived, by `time.perf_counter`.
        seconds: how long it took; 0 until it has ended.
        code: name of the gRPC status code; None until the call was answered.
        reason: name of the ErrorReason, for a refusal.
        caller: who calls, if the server asks.
        account: what its calls are counted under, once it was let in.
        refusal: why it was turned away before its handler was looked for.
        fault: what happened inside, for an INTERNAL error: exception classes and places in the code.
        game_id: the game's 16 bytes.
        ply: the state's ply.
        items: how many items a batch held.
        refused: how many of them were refused.
        sealed: how many states were sealed of each length, where that is counted.
        trace: its place in a trace, where calls are traced.
    """

    __slots__ = (
        "account",
        "caller",
        "code",
        "fault",
        "game_id",
        "items",
        "method",
        "ply",
        "reason",
        "refusal",
        "refused",
        "request_id",
        "sealed",
        "seconds",
        "started",
        "trace",
    )

    def __init__(self, method: str, request_id: str) -> None:
        self.method = method
        self.request_id = request_id
        self.started = perf_counter()
        self.seconds = 0.0
        self.code: str | None = None
        self.reason: str | None = None
        self.caller: str | None = None
        self.account: str | None = None
        self.refusal: ServiceError | None = None
        self.fault: dict[str, object] | None = None
        self.game_id: bytes | None = None
        self.ply: int | None = None
        self.items: int | None = None
        self.refused: int | None = None
        self.sealed: dict[int, int] | None = None
        self.trace: Trace | None = None

    def fields(self) -> dict[str, object]:
        """The log line's fields; unknown facts are left out."""
        fields: dict[str, object] = {
            "method": self.method,
            "code": self.code,
            "latency_ms": round(self.seconds * 1e3, 3),
            "request_id": self.request_id,
        }
        if self.reason is not None:
            fields["reason"] = self.reason
        if self.caller is not None:
            fields["caller"] = self.caller
        if self.game_id is not None:
            # Enough to find a game's lines by, not enough to be its id.
            fields["game"] = _digest(self.game_id)
        if self.ply is not None:
            fields["ply"] = self.ply
        if self.items is not None:
            fields["items"] = self.items
        if self.refused is not None:
            fields["refused"] = self.refused
        if self.trace is not None:
            fields["trace_id"] = self.trace.trace_id
            fields["span_id"] = self.trace.span_id
        if self.fault is not None:
            fields.update(self.fault)
        return fields


@lru_cache(maxsize=4096)
def _digest(game_id: bytes) -> str:
    return hashlib.sha256(game_id).hexdigest()[:8]


# grpc.aio runs a call's interceptor and handler in one task, which has a context of its own.
current_call: ContextVar[CallLog | None] = ContextVar("current_call", default=None)


def note(
    *,
    game_id: bytes | None = None,
    ply: int | None = None,
    items: int | None = None,
    refused: int | None = None,
) -> None:
    """Adds facts to the log line of the call that is running; does nothing outside of one.

    Args:
        game_id: the game's 16 bytes; the log shows a digest.
        ply: the ply of the state that came in.
        items: how many items a batch holds.
        refused: how many of them were refused.
    """
    call = current_call.get()
    if call is None:
        return
    if game_id is not None:
        call.game_id = game_id
    if ply is not None:
        call.ply = ply
    if items is not None:
        call.items = items
        # The game and ply noted last are those of one item among many.
        call.game_id = call.ply = None
    if refused is not None:
        call.refused = refused


def note_sealed(size: int) -> None:
    """Counts a state that was sealed, of so many bytes, for the call that is running."""
    call = current_call.get()
    if call is None:
        return
    if call.sealed is None:
        call.sealed = {}
    call.sealed[size] = call.sealed.get(size, 0) + 1
