"""From a gRPC status to a typed exception."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import grpc
from google.protobuf.message import DecodeError
from google.rpc import error_details_pb2, status_pb2

from euchre.v1.errors_pb2 import ErrorReason
from euchre_client.errors import (
    CLASSES,
    DOMAIN,
    DeadlineExceeded,
    EuchreError,
    FieldViolation,
    TransportError,
)

_DETAILS_KEY: Final = "grpc-status-details-bin"
_CODES: Final = {code.value[0]: code for code in grpc.StatusCode}


def _class_of(reason_name: str) -> type[EuchreError]:
    value = ErrorReason.DESCRIPTOR.values_by_name.get(f"ERROR_REASON_{reason_name}")
    return EuchreError if value is None else CLASSES.get(ErrorReason.ValueType(value.number), EuchreError)


def from_status(status: status_pb2.Status) -> EuchreError:
    """Makes the exception for a status, such as one item's error of a batch.

    Args:
        status: the status, with the details that the service attached.

    Returns:
        The exception of its reason; `TransportError` when it carries no reason of the service.
    """
    info = error_details_pb2.ErrorInfo()
    bad_request = error_details_pb2.BadRequest()
    retry = error_details_pb2.RetryInfo()
    for detail in status.details:
        # Unpack does nothing, and says so, unless the detail is of the message's type.
        _ = detail.Unpack(info) or detail.Unpack(bad_request) or detail.Unpack(retry)

    code = _CODES.get(status.code, grpc.StatusCode.UNKNOWN)
    if info.domain != DOMAIN:
        return _without_reason(code, status.message)
    delay = retry.retry_delay
    return _class_of(info.reason)(
        status.message,
        code=code,
        reason_name=info.reason,
        metadata=info.metadata,
        field_violations=tuple(
            FieldViolation(violation.field, violation.description)
            for violation in bad_request.field_violations
        ),
        retry_after=delay.seconds + delay.nanos / 1e9 if retry.HasField("retry_delay") else None,
    )


def _without_reason(code: grpc.StatusCode, message: str) -> EuchreError:
    # A deadline mostly passes on the client's side, where nobody attaches a reason. It is the same
    # failure for whoever waits, so it is the same exception.
    if code is grpc.StatusCode.DEADLINE_EXCEEDED:
        return DeadlineExceeded(message, code=code)
    return TransportError(message, code=code)


def from_rpc_error(error: grpc.RpcError) -> EuchreError:
    """Makes the exception for a failed call of a blocking or an asyncio stub.

    Args:
        error: what the stub raised.

    Returns:
        The exception of its reason; `TransportError` when no service gave one.
    """
    if not isinstance(error, grpc.Call | grpc.aio.AioRpcError):
        return TransportError(str(error))
    metadata: Iterable[tuple[str, str | bytes]] = error.trailing_metadata() or ()
    for key, value in metadata:
        if key == _DETAILS_KEY and isinstance(value, bytes):
            try:
                return from_status(status_pb2.Status.FromString(value))
            except DecodeError:
                break
    return _without_reason(error.code(), error.details() or "")
