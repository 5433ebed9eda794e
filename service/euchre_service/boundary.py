"""The one interceptor: everything that happens around a call and is the same for all of them.

It names the call, turns it away when there are too many or its time is up, turns errors into statuses, and
writes the call's log line. Messages are decoded and encoded in here as well, not by gRPC, because an
exception that escapes to gRPC reaches the client with its text, and with that perhaps somebody's cards.
"""

from __future__ import annotations

import asyncio
import random
import re
from collections.abc import Awaitable, Callable
from time import perf_counter
from typing import TYPE_CHECKING, Any, Final

import grpc
import grpc.aio
from structlog.typing import FilteringBoundLogger

from euchre_service import about, giving_up
from euchre_service.aborting import (
    REQUEST_ID,
    TURNED_AWAY,
    abort,
    abort_plainly,
    closing,
    internal,
    overloaded,
    too_late,
    turn_away,
)
from euchre_service.behaviors import coded, writing
from euchre_service.calllog import CallLog, current_call
from euchre_service.gate import Gate
from euchre_service.refusal import ServiceError
from euchre_service.telemetry.setup import NONE as NO_TELEMETRY
from euchre_service.telemetry.setup import Telemetry
from euchre_service.waiting import WaitingLine

# What must answer all the more when the server is busy, and says nothing about how busy it is.
_EXEMPT: Final = ("/grpc.health.", "/grpc.reflection.")
# Whoever reaches the server may ask whether it serves.
_OPEN: Final = "/grpc.health."
_REQUEST_ID_FORM: Final = re.compile(r"[A-Za-z0-9._-]{1,64}")
_VERSION: Final = (about.VERSION_TRAILER, about.version())

if TYPE_CHECKING:  # generic in the type stubs only
    _Context = grpc.aio.ServicerContext[Any, Any]
    _Handler = grpc.RpcMethodHandler[Any, Any]


class Boundary(grpc.aio.ServerInterceptor):
    """The server's only interceptor.

    Args:
        log: where each call gets a line.
        max_calls: how many calls may be in progress at once; health and reflection do not count.
        gate: who may call what; None if everybody may call everything.
        telemetry: what else is told of each call.
        log_sample: which part of the calls that succeed get a line.
        line: knows how many calls wait, and who is let in; None if everybody is.
    """

    def __init__(
        self,
        log: FilteringBoundLogger,
        max_calls: int,
        gate: Gate | None = None,
        telemetry: Telemetry = NO_TELEMETRY,
        log_sample: float = 1.0,
        line: WaitingLine | None = None,
    ) -> None:
        self._log = log
        self._line = line
        self._log_sample = log_sample
        self._recorder = telemetry.recorder
        self._spans = telemetry.spans
        self._max_calls = max_calls
        self._gate = gate
        self._running = 0
        self._idle: asyncio.Event | None = None
        self._last_arrival = 0.0
        self._refusing = False
        self._wrapped: dict[str, _Handler] = {}
        # Handlers that answer without reading the request; as stream handlers, for gRPC reads a unary
        # request before it calls.
        self._refused: _Handler = grpc.stream_stream_rpc_method_handler(self._refuse)
        self._unknown: _Handler = grpc.stream_stream_rpc_method_handler(self._refuse_unknown)
        self._turned_away: _Handler = grpc.stream_stream_rpc_method_handler(turn_away)

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
                handler = self._wrapped[method] = self._wrap(method, found)
        metadata = handler_call_details.invocation_metadata
        task = giving_up.own_task()
        giving_up.hold(task)
        if self._line is not None:
            if self._line.takes_own(method, metadata):
                return self._turned_away
            if not method.startswith(_EXEMPT) and not self._line.lets_in(method) and not self._refusing:
                self._count_turned_away(method)
                return self._turned_away
        call = CallLog(method, _request_id(metadata))
        current_call.set(call)
        if self._spans is not None:
            self._spans.begin(call, metadata)
        # The task's end is the only moment that every call reaches, also one that is cancelled before its
        # handler ran.
        if method.startswith(_EXEMPT):
            task.add_done_callback(lambda _: self._write(call))
            return handler if self._admits(call, handler, metadata) else self._refused
        self._running += 1
        self._last_arrival = call.started
        task.add_done_callback(lambda _: self._finish(call))
        if self._refusing:
            call.refusal = closing()
        elif self._running > self._max_calls:
            call.refusal = overloaded()
        elif self._gate is None or self._admits(call, handler, metadata):
            return handler
        return self._refused

    def _count_turned_away(self, method: str) -> None:
        self._last_arrival = perf_counter()
        if self._recorder is not None:
            call = CallLog(method, "")
            call.code, call.reason = TURNED_AWAY.code.name, TURNED_AWAY.reason
            self._recorder.record(call)

    def _admits(self, call: CallLog, handler: _Handler, metadata: Any) -> bool:
        """Whether the gate lets a call go on; if not, the call knows why."""
        if self._gate is None or handler is self._unknown or call.method.startswith(_OPEN):
            return True
        try:
            self._gate.admit(call, metadata)
        except ServiceError as refusal:
            # Without its traceback, whose frames hold the call: a cycle, which would stay for long.
            call.refusal = refusal.with_traceback(None)
        except Exception as error:
            call.refusal = internal(call, error)
        return call.refusal is None

    def _finish(self, call: CallLog) -> None:
        self._running -= 1
        if not self._running and self._idle is not None:
            self._idle.set()
        self._write(call)

    def _write(self, call: CallLog) -> None:
        call.seconds = perf_counter() - call.started
        if call.code is None:
            call.code = "CANCELLED"
        if call.account is not None and self._gate is not None:
            self._gate.leave(call.account)
        if self._recorder is not None:
            self._recorder.record(call)
        if self._spans is not None:
            self._spans.end(call)
        self._write_line(call)

    def _write_line(self, call: CallLog) -> None:
        if call.fault is not None:
            self._log.error("call", **call.fields())
        elif call.reason == "OVERLOADED":
            self._log.warning("call", **call.fields())
        elif call.code != "OK":
            self._log.info("call", **call.fields())
        elif call.method.startswith(_EXEMPT):
            self._log.debug("call", **call.fields())
        elif self._log_sample == 1.0:
            self._log.info("call", **call.fields())
        elif random.random() < self._log_sample:
            # With its rate, so that whoever counts lines knows how many calls each stands for.
            self._log.info("call", **call.fields(), sample_rate=self._log_sample)

    def _wrap(self, method: str, handler: _Handler) -> _Handler:
        gate = None if method.startswith(_OPEN) else self._gate
        if handler.unary_unary:
            return grpc.unary_unary_rpc_method_handler(
                self._guard(coded(handler.unary_unary, handler, gate), gate), None, None
            )
        if handler.unary_stream:
            return grpc.unary_stream_rpc_method_handler(
                self._guard(writing(handler.unary_stream), gate),
                handler.request_deserializer,
                handler.response_serializer,
            )
        if handler.stream_unary:
            return grpc.stream_unary_rpc_method_handler(
                self._guard(handler.stream_unary, gate),
                handler.request_deserializer,
                handler.response_serializer,
            )
        return grpc.stream_stream_rpc_method_handler(
            self._guard(writing(handler.stream_stream), gate),
            handler.request_deserializer,
            handler.response_serializer,
        )

    def _guard(self, behavior: Any, gate: Gate | None) -> Any:
        async def guarded(request: Any, context: _Context) -> Any:
            call = current_call.get()
            assert call is not None
            context.set_trailing_metadata(((REQUEST_ID, call.request_id), _VERSION))
            try:
                giving_up.release(giving_up.own_task())
                left = context.time_remaining()
                if left is not None and left <= 0:
                    raise too_late()
                if gate is not None and call.account is None:
                    gate.admit_connection(call, context)
                response = await behavior(request, context)
            except ServiceError as error:
                await abort(context, call, error)
            except grpc.aio.AbortError:
                # A library's handler aborted: health does, for a service it does not know.
                call.code = _name(context.code())
                raise
            except asyncio.CancelledError:
                # By the client or by its deadline; it hears nothing of an answer any more.
                call.code = "DEADLINE_EXCEEDED" if context.time_remaining() == 0 else "CANCELLED"
                raise
            except Exception as error:
                await abort(context, call, internal(call, error))
            else:
                call.code = "OK"
                return response

        return guarded

    async def _refuse(self, _requests: object, context: _Context) -> None:
        giving_up.release(giving_up.own_task())
        call = current_call.get()
        assert call is not None and call.refusal is not None
        await abort(context, call, call.refusal)

    async def _refuse_unknown(self, _requests: object, context: _Context) -> None:
        giving_up.release(giving_up.own_task())
        await abort_plainly(context, grpc.StatusCode.UNIMPLEMENTED, "no such method")


def _request_id(metadata: Any) -> str:
    for name, value in metadata:
        if name == REQUEST_ID and isinstance(value, str) and _REQUEST_ID_FORM.fullmatch(value):
            return value
    return f"{random.getrandbits(64):016x}"


def _name(code: object) -> str:
    return code.name if isinstance(code, grpc.StatusCode) else str(code)
