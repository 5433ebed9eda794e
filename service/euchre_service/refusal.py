"""Why a call is refused: one exception for every reason, and its form on the wire.

Handlers raise `ServiceError`; nothing else in the service knows how an error travels. A single call's
error becomes its status in `boundary`; an item of a batch carries the same `google.rpc.Status` inside the
response.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

import grpc
from google.rpc import error_details_pb2, status_pb2

DOMAIN: Final = "euchre.v1"

_REASONS_BY_CODE: Final[dict[grpc.StatusCode, tuple[str, ...]]] = {
    grpc.StatusCode.INVALID_ARGUMENT: (
        "MALFORMED_REQUEST",
        "UNKNOWN_RULESET",
        "OPTION_INVALID",
        "OPTION_CONFLICT",
        "DECK_INVALID",
        "BATCH_SIZE",
        "STATE_CORRUPT",
        "STATE_NOT_OURS",
        "STATE_KEY_UNKNOWN",
        "STATE_KEY_RETIRED",
    ),
    grpc.StatusCode.UNAUTHENTICATED: (
        "CREDENTIALS_MISSING",
        "CREDENTIALS_INVALID",
        "CREDENTIALS_EXPIRED",
    ),
    grpc.StatusCode.PERMISSION_DENIED: (
        "SEAT_KEY_WRONG",
        "HOST_KEY_REQUIRED",
        "ROLE_REQUIRED",
    ),
    grpc.StatusCode.ABORTED: (
        "STALE_PLY",
        "STATE_FORKED",
    ),
    grpc.StatusCode.FAILED_PRECONDITION: (
        "STATE_VERSION_NEWER",
        "GAME_OVER",
        "HAND_NOT_DEALT",
        "WRONG_PHASE",
        "NOT_YOUR_TURN",
        "HAND_NOT_OVER",
        "HAND_STACKED",
        "CARD_NOT_HELD",
        "MUST_FOLLOW_SUIT",
        "UPCARD_NOT_DISCARDABLE",
        "UPCARD_MUST_BE_TAKEN",
        "BID_TOO_LOW",
        "BID_NOT_OFFERED",
        "SUIT_TURNED_DOWN",
        "TRUMP_NOT_OFFERED",
        "DEALER_MUST_CALL",
        "NATURAL_TRUMP_REQUIRED",
        "MUST_GO_ALONE",
        "ALONE_NOT_OFFERED",
        "SWAP_ALREADY_USED",
        "SWAP_TOO_LATE",
        "MAY_NOT_FOLD",
        "HAND_NOT_ENTITLED",
        "EXCHANGE_UNFINISHED",
        "RENEGE_NOT_PROVED",
        "RENEGE_OWN_SIDE",
        "NOT_SOLVABLE",
    ),
    grpc.StatusCode.RESOURCE_EXHAUSTED: ("OVERLOADED", "RATE_LIMITED", "TOO_MANY_CALLS"),
    grpc.StatusCode.INTERNAL: ("INTERNAL",),
    grpc.StatusCode.DEADLINE_EXCEEDED: ("DEADLINE_EXCEEDED",),
    grpc.StatusCode.UNAVAILABLE: ("SHUTTING_DOWN",),
}

CODES: Final[Mapping[str, grpc.StatusCode]] = {
    reason: code for code, reasons in _REASONS_BY_CODE.items() for reason in reasons
}
"""The gRPC code of each `euchre.v1.ErrorReason`, by its name without `ERROR_REASON_`."""

_CODE_NUMBERS: Final[Mapping[str, int]] = {reason: code.value[0] for reason, code in CODES.items()}

_TYPE_URL: Final = "type.googleapis.com/google.rpc."


class FieldViolation(NamedTuple):
    """A request field that is wrong."""

    field: str
    """Dotted path from the request, with indexes: `turn.seat`, `ruleset.target`, `deck[3]`."""
    description: str
    """What is wrong with it, as a sentence."""


class ServiceError(Exception):
    """A refusal with a machine-readable reason.

    Attributes:
        reason: the name of an `ErrorReason` without its prefix, for example `STATE_CORRUPT`.
        message: a sentence for a player. Everything variable in it is in the metadata too.
        metadata: the facts a program may want; errors.proto lists the entries of each reason.
        violations: the fields at fault, for an error of the request's form.
        retry_after: seconds after which the call is worth repeating, or None.
    """

    def __init__(
        self,
        reason: str,
        message: str,
        metadata: Mapping[str, str] | None = None,
        *,
        violations: Sequence[FieldViolation] = (),
        retry_after: float | None = None,
    ) -> None:
        """Makes the error; raises ValueError when errors.proto has no such reason."""
        if reason not in CODES:
            raise ValueError(f"{reason} is no ErrorReason")
        super().__init__(reason, message)
        self.reason = reason
        self.message = message
        self.metadata: Mapping[str, str] = metadata or {}
        self.violations = violations
        self.retry_after = retry_after

    @property
    def code(self) -> grpc.StatusCode:
        """The gRPC code that belongs to the reason."""
        return CODES[self.reason]


def malformed(field: str, message: str) -> ServiceError:
    """The error for a request field that is missing or has no meaning.

    Args:
        field: dotted path of the field from the request, as in `FieldViolation.field`.
        message: what is wrong with it, as a sentence.
    """
    return ServiceError(
        "MALFORMED_REQUEST",
        message,
        {"field": field},
        violations=(FieldViolation(field, message),),
    )


def check_batch_size(size: int, limit: int, field: str) -> None:
    """Refuses a batch that is empty or too long.

    Args:
        size: how many it holds.
        limit: how many it may hold.
        field: the request's field that holds them.

    Raises:
        ServiceError: BATCH_SIZE.
    """
    if not 1 <= size <= limit:
        message = f"A batch holds 1 to {limit} {field}, not {size}."
        facts = {"size": str(size), "limit": str(limit)}
        raise ServiceError("BATCH_SIZE", message, facts, violations=(FieldViolation(field, message),))


def to_status(error: ServiceError) -> status_pb2.Status:
    """The error as a `google.rpc.Status`.

    It holds exactly one ErrorInfo, a BadRequest when fields are named, and a RetryInfo when the error
    says when to try again. Equal errors give equal bytes.
    """
    status = status_pb2.Status(code=_CODE_NUMBERS[error.reason], message=error.message)
    info = error_details_pb2.ErrorInfo(reason=error.reason, domain=DOMAIN, metadata=error.metadata)
    # Filled in by hand because Any.Pack costs more than all the rest and a batch may hold hundreds;
    # deterministic because a map has no order of its own.
    status.details.add(
        type_url=_TYPE_URL + "ErrorInfo",
        value=info.SerializeToString(deterministic=True),
    )
    if error.violations:
        bad = error_details_pb2.BadRequest()
        for field, description in error.violations:
            bad.field_violations.add(field=field, description=description, reason=error.reason)
        status.details.add(type_url=_TYPE_URL + "BadRequest", value=bad.SerializeToString())
    if error.retry_after is not None:
        retry = error_details_pb2.RetryInfo()
        retry.retry_delay.FromNanoseconds(round(error.retry_after * 1e9))
        status.details.add(type_url=_TYPE_URL + "RetryInfo", value=retry.SerializeToString())
    return status
