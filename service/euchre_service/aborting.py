"""How a call ends that is not answered: with a status, a reason and sentences that a client can read."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, Final

import grpc
import grpc.aio

from euchre_service import giving_up
from euchre_service.calllog import CallLog, current_call
from euchre_service.logs import describe_exception
from euchre_service.refusal import ServiceError, to_status

REQUEST_ID: Final = "x-request-id"
"""Metadata in which a caller may name its call, and in which the answer's trailers name it."""

RETRY_AFTER: Final = 0.2
"""Seconds after which a call that was turned away is worth repeating."""

_LONGEST_PUSHBACK: Final = 2.0

INTERNAL_TEXT: Final = "internal error; the request id names it in the log"

_DETAILS: Final = "grpc-status-details-bin"
_PUSHBACK: Final = "grpc-retry-pushback-ms"

_TURNS: Final = 3
"""Turns of the event loop until a call knows that it was cancelled before it was taken up."""

if TYPE_CHECKING:  # generic in the type stubs only
    _Context = grpc.aio.ServicerContext[Any, Any]


async def abort(context: _Context, call: CallLog, error: ServiceError) -> None:
    """Ends a call with an error, and has the log know it. Raises what gRPC ends a handler with."""
    call.code = error.code.name
    call.reason = error.reason
    await context.abort(error.code, error.message, ((REQUEST_ID, call.request_id), *_trailers(error)))


async def abort_plainly(context: _Context, code: grpc.StatusCode, message: str) -> None:
    """Answers what gRPC itself answers in other cases, and like it without a reason."""
    call = current_call.get()
    assert call is not None
    call.code = code.name
    await context.abort(code, message, ((REQUEST_ID, call.request_id),))


async def turn_away(_requests: object, context: _Context) -> None:
    """Answers as an overloaded server, at the least cost: when too many come, saying no is most of the work.

    So there is neither a line in the log, which tells how many there were, nor an exception.
    """
    giving_up.release(giving_up.own_task())
    # If its caller has given it up, it is cancelled here. To answer it all the same would leak the answer, by
    # a fault of gRPC (grpc/grpc#43360), and a flood is mostly of callers who do not wait.
    for _ in range(_TURNS):
        await asyncio.sleep(0)
    context.set_code(TURNED_AWAY.code)
    context.set_details(TURNED_AWAY.message)
    context.set_trailing_metadata(_TURNED_AWAY_TRAILERS)


def _trailers(error: ServiceError) -> tuple[tuple[str, str | bytes], ...]:
    trailers: tuple[tuple[str, str | bytes], ...] = ((_DETAILS, to_status(error).SerializeToString()),)
    if error.retry_after is not None:
        # What gRPC's own retries look at. They would wait until the deadline and then say nothing of why, so
        # where it takes long they are told not to try at all.
        wait = round(error.retry_after * 1e3) if error.retry_after <= _LONGEST_PUSHBACK else -1
        trailers += ((_PUSHBACK, str(wait)),)
    return trailers


def internal(call: CallLog, error: Exception) -> ServiceError:
    """The error for a fault of ours; the log says what happened."""
    call.fault = describe_exception(error)
    return ServiceError("INTERNAL", INTERNAL_TEXT)


def overloaded() -> ServiceError:
    """The error where there is no room for another call."""
    message = "The server is at its limit; try again in a moment."
    return ServiceError("OVERLOADED", message, retry_after=RETRY_AFTER)


def closing() -> ServiceError:
    """The error of a server that takes no more calls."""
    return ServiceError("SHUTTING_DOWN", "The server is shutting down; try another.")


def too_late() -> ServiceError:
    """The error for a call that nobody waits for any more."""
    return ServiceError("DEADLINE_EXCEEDED", "The call's deadline passed before it was served.")


TURNED_AWAY: Final = overloaded()
_TURNED_AWAY_TRAILERS: Final = _trailers(TURNED_AWAY)
