"""How a bot fails."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

import grpc
from google.rpc import status_pb2

_LONGEST_MESSAGE: Final = 200


class FailureKind(StrEnum):
    """The ways to fail."""

    LATE = "late"
    """It answered too late, or was too busy for as long as the decision might take."""
    DEAD = "dead"
    """Nobody answers at its address, also when asked again."""
    ILLEGAL = "illegal"
    """It answered, but not with one of the legal actions."""
    ERROR = "error"
    """It answered with an error, or with something that is no answer."""


class BotFailure(Exception):
    """A bot made no decision.

    Attributes:
        kind: in which way.
        message: what happened, in a sentence without any card.
    """

    def __init__(self, kind: FailureKind, message: str) -> None:
        super().__init__(kind, message)
        self.kind = kind
        self.message = message

    def __str__(self) -> str:
        return f"{self.kind}: {self.message}"


def illegal(message: str) -> BotFailure:
    """Makes the failure of an answer that the rules do not allow."""
    return BotFailure(FailureKind.ILLEGAL, message)


def of_call(error: grpc.RpcError) -> BotFailure:
    """Makes the failure for a call that failed."""
    if not isinstance(error, grpc.Call):
        return BotFailure(FailureKind.ERROR, type(error).__name__)
    return _of(error.code(), error.details() or "")


def of_status(status: status_pb2.Status) -> BotFailure:
    """Makes the failure for one question's error of a batch or a stream."""
    return _of(_CODES.get(status.code, grpc.StatusCode.UNKNOWN), status.message)


_CODES: Final = {code.value[0]: code for code in grpc.StatusCode}


def _of(code: grpc.StatusCode, details: str) -> BotFailure:
    message = f"{code.name}: {' '.join(details.split())}"[:_LONGEST_MESSAGE]
    if code in (grpc.StatusCode.DEADLINE_EXCEEDED, grpc.StatusCode.RESOURCE_EXHAUSTED):
        return BotFailure(FailureKind.LATE, message)
    if code is grpc.StatusCode.UNAVAILABLE:
        return BotFailure(FailureKind.DEAD, message)
    return BotFailure(FailureKind.ERROR, message)
