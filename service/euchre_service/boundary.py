"""The one interceptor: everything that happens around a call and is the same for all of them.

It names the call, turns it away when there are too many or its time is up, turns errors into statuses, and
writes the call's log line. Messages are decoded and encoded in here as well, not by gRPC, because an
exception that escapes to gRPC reaches the client with its text, and with that perhaps somebody's cards.
"""

from __future__ import annotations

import asyncio
import inspect
import random
import re
from collections.abc import Awaitable, Callable
from time import perf_counter
from typing import TYPE_CHECKING, Any, Final, cast

import grpc
import grpc.aio
from google.protobuf.message import DecodeError
from structlog.typing import FilteringBoundLogger

from euchre_service.calllog import CallLog, current_call
from euchre_service.encoded import Encoded
from euchre_service.logs import describe_exception
from euchre_service.refusal import ServiceError, to_status

REQUEST_ID: Final = "x-request-id"
"""Metadata in which a caller may name its call, and in which the answer's trailers name it."""

RETRY_AFTER: Final = 0.2
"""Seconds after which a call that was turned away is worth repeating."""

INTERNAL_TEXT: Final = "internal error; the request id names it in the log"

# What must answer all the more when the server is busy, and says nothing about how busy it is.
_EXEMPT: Final = ("/grpc.health.", "/grpc.reflection.")
_REQUEST_ID_FORM: Final = re.compile(r"[A-Za-z0-9._-]{1,64}")
_DETAILS: Final = "grpc-status-details-bin"
_PUSHBACK: Final = "grpc-retry-pushback-ms"

if TYPE_CHECKING:  # generic in the type stubs only
    _Context = grpc.aio.ServicerContext[Any, Any]
    _Handler = grpc.RpcMethodHandler[Any, Any]
    _Behavior = Callable[[Any, _Context], Awaitable[Any]]


class Boundary(grpc.aio.ServerInterceptor):
    """The server's only interceptor.

    Args:
        log: where each call gets a line.
        max_calls: how many calls may be in progress at once; health and reflection do not count.
    """

    def __init__(self, log: FilteringBoundLogger, max_calls: int) -> None:
        self._log = log
        self._max_calls = max_calls
        self._running = 0
        self._idle: asyncio.Event | None = None
        self._last_arrival = 0.0
        self._refusing = False
        self._wrapped: dict[str, _Handler] = {}
        # Handlers that answer without reading the request; as stream handlers, for gRPC reads a unary
        # request before it calls.
        self._overloaded: _Handler = grpc.stream_stream_rpc_method_handler(self._refuse_overload)
        self._closing: _Handler = grpc.stream_stream_rpc_method_handler(self._refuse_closing)
        self._unknown: _Handler = grpc.stream_stream_rpc_method_handler(self._refuse_unknown)

    @property
    def running(self) -> int:
        """How many calls are in progress, without health and reflection."""
        return self._running

    async def idle(self) -> None:
        """Waits until no call is in progress; for a server that takes no new ones."""
        if self._running:
            self._idle = self._idle or asyncio.Event()
            await self._idle.wait()

    def refuse_calls(self) -> None:
        """From now on answers new calls with UNAVAILABLE, upon which clients try another server."""
        self._refusing = True

    async def quiet(self, seconds: float) -> None:
        """Waits until no call has come for so long."""
        while (left := self._last_arrival + seconds - perf_counter()) > 0:
            await asyncio.sleep(left)

    async def intercept_service(
        self,
        continuation: Callable[[grpc.HandlerCallDetails], Awaitable[_Handler | None]],
        handler_call_details: grpc.HandlerCallDetails,
    ) -> _Handler:
        """Opens a call's log entry and chooses the handler; gRPC calls this first, in the call's own task."""
        method = handler_call_details.method
        handler = self._wrapped.get(method)
        if handler is None:
            found = await continuation(handler_call_details)
            if found is None:
                # Whoever calls chooses the name, so neither the cache nor the log takes it.
                method, handler = "unknown", self._unknown
            else:
                handler = self._wrapped[method] = self._wrap(found)
        call = CallLog(method, _request_id(handler_call_details.invocation_metadata))
        current_call.set(call)
        task = asyncio.current_task()
        assert task is not None
        # The task's end is the only moment that every call reaches, also one that is cancelled before its
        # handler ran.
        if method.startswith(_EXEMPT):
            task.add_done_callback(lambda _: self._write(call))
            return handler
        self._running += 1
        self._last_arrival = call.started
        task.add_done_callback(lambda _: self._finish(call))
        if self._refusing:
            return self._closing
        return handler if self._running <= self._max_calls else self._overloaded

    def _finish(self, call: CallLog) -> None:
        self._running -= 1
        if not self._running and self._idle is not None:
            self._idle.set()
        self._write(call)

    def _write(self, call: CallLog) -> None:
        if call.code is None:
            call.code = "CANCELLED"
        if call.fault is not None:
            self._log.error("call", **call.fields())
        elif call.reason == "OVERLOADED":
            self._log.warning("call", **call.fields())
        elif call.method.startswith(_EXEMPT) and call.code == "OK":
            self._log.debug("call", **call.fields())
        else:
            self._log.info("call", **call.fields())

    def _wrap(self, handler: _Handler) -> _Handler:
        if handler.unary_unary:
            return grpc.unary_unary_rpc_method_handler(
                self._guard(_codec(handler.unary_unary, handler)), None, None
            )
        if handler.unary_stream:
            return grpc.unary_stream_rpc_method_handler(
                self._guard(_writing(handler.unary_stream)),
                handler.request_deserializer,
                handler.response_serializer,
            )
        if handler.stream_unary:
            return grpc.stream_unary_rpc_method_handler(
                self._guard(handler.stream_unary),
                handler.request_deserializer,
                handler.response_serializer,
            )
        return grpc.stream_stream_rpc_method_handler(
            self._guard(_writing(handler.stream_stream)),
            handler.request_deserializer,
            handler.response_serializer,
        )

    def _guard(self, behavior: Any) -> Any:
        async def guarded(request: Any, context: _Context) -> Any:
            call = current_call.get()
            assert call is not None
            context.set_trailing_metadata(((REQUEST_ID, call.request_id),))
            try:
                left = context.time_remaining()
                if left is not None and left <= 0:
                    raise _too_late()
                response = await behavior(request, context)
            except ServiceError as error:
                await _abort(context, call, error)
            except grpc.aio.AbortError:
                # A library's handler aborted: health does, for a service it does not know.
                call.code = _name(context.code())
                raise
            except asyncio.CancelledError:
                # By the client or by its deadline; it hears nothing of an answer any more.
                call.code = "DEADLINE_EXCEEDED" if context.time_remaining() == 0 else "CANCELLED"
                raise
            except Exception as error:
                call.fault = describe_exception(error)
                await _abort(context, call, ServiceError("INTERNAL", INTERNAL_TEXT))
            else:
                call.code = "OK"
                return response

        return guarded

    async def _refuse_overload(self, _requests: object, context: _Context) -> None:
        call = current_call.get()
        assert call is not None
        message = "The server is at its limit; try again in a moment."
        await _abort(context, call, ServiceError("OVERLOADED", message, retry_after=RETRY_AFTER))

    async def _refuse_closing(self, _requests: object, context: _Context) -> None:
        call = current_call.get()
        assert call is not None
        message = "The server is shutting down; try another."
        await _abort(context, call, ServiceError("SHUTTING_DOWN", message))

    async def _refuse_unknown(self, _requests: object, context: _Context) -> None:
        await _abort_plainly(context, grpc.StatusCode.UNIMPLEMENTED, "no such method")


async def _abort(context: _Context, call: CallLog, error: ServiceError) -> None:
    call.code = error.code.name
    call.reason = error.reason
    trailers: tuple[tuple[str, str | bytes], ...] = (
        (REQUEST_ID, call.request_id),
        (_DETAILS, to_status(error).SerializeToString()),
    )
    if error.retry_after is not None:
        # What gRPC's own retries look at.
        trailers += ((_PUSHBACK, str(round(error.retry_after * 1e3))),)
    await context.abort(error.code, error.message, trailers)


async def _abort_plainly(context: _Context, code: grpc.StatusCode, message: str) -> None:
    """Answers what gRPC itself answers in other cases, and like it without a reason."""
    call = current_call.get()
    assert call is not None
    call.code = code.name
    await context.abort(code, message, ((REQUEST_ID, call.request_id),))


def _codec(behavior: Any, handler: _Handler) -> _Behavior:
    """The behaviour of a unary method, from bytes to bytes."""
    decode, encode = handler.request_deserializer, handler.response_serializer

    async def coded(request: Any, context: _Context) -> Any:
        try:
            message = decode(request) if decode else request
        except DecodeError:
            # Without the cause, whose text may quote the request.
            raise ServiceError("MALFORMED_REQUEST", "The request is not a protobuf message.") from None
        response = await behavior(message, context)
        if type(response) is Encoded:
            return response.answer
        return encode(response) if encode else response

    return coded


def _writing(behavior: Any) -> _Behavior:
    """The behaviour of a streaming method, which writes or yields, as one that writes."""
    if not inspect.isasyncgenfunction(behavior):
        return cast("_Behavior", behavior)

    async def writing(request: Any, context: _Context) -> None:
        async for response in behavior(request, context):
            await context.write(response)

    return writing


def _request_id(metadata: Any) -> str:
    for name, value in metadata:
        if name == REQUEST_ID and isinstance(value, str) and _REQUEST_ID_FORM.fullmatch(value):
            return value
    return f"{random.getrandbits(64):016x}"


def _too_late() -> ServiceError:
    return ServiceError("DEADLINE_EXCEEDED", "The call's deadline passed before it was served.")


def _name(code: object) -> str:
    return code.name if isinstance(code, grpc.StatusCode) else str(code)
