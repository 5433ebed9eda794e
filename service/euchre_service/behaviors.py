"""What a handler does, in the form in which the boundary calls it: from bytes to bytes, or writing."""

from __future__ import annotations

import inspect
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any, cast

import grpc
import grpc.aio
from google.protobuf.message import DecodeError

from euchre_service.calllog import current_call
from euchre_service.encoded import Encoded
from euchre_service.gate import Gate
from euchre_service.refusal import ServiceError

if TYPE_CHECKING:  # generic in the type stubs only
    _Context = grpc.aio.ServicerContext[Any, Any]
    _Handler = grpc.RpcMethodHandler[Any, Any]
    _Behavior = Callable[[Any, _Context], Awaitable[Any]]


def coded(behavior: Any, handler: _Handler, gate: Gate | None) -> _Behavior:
    """The behaviour of a unary method, from bytes to bytes; the gate counts what the request holds."""
    decode, encode = handler.request_deserializer, handler.response_serializer

    async def answering(request: Any, context: _Context) -> Any:
        try:
            message = decode(request) if decode else request
        except DecodeError:
            # Without the cause, whose text may quote the request.
            raise ServiceError("MALFORMED_REQUEST", "The request is not a protobuf message.") from None
        if gate is not None and (call := current_call.get()) is not None:
            gate.charge(call, message)
        response = await behavior(message, context)
        if type(response) is Encoded:
            return response.answer
        return encode(response) if encode else response

    return answering


def writing(behavior: Any) -> _Behavior:
    """The behaviour of a streaming method, which writes or yields, as one that writes."""
    if not inspect.isasyncgenfunction(behavior):
        return cast("_Behavior", behavior)

    async def write(request: Any, context: _Context) -> None:
        async for response in behavior(request, context):
            await context.write(response)

    return write
