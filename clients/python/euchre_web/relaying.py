"""What the rules service refuses, said on: the same reason, sentence and details."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from euchre_client import EuchreError
from euchre_service.refusal import CODES, FieldViolation, ServiceError

_RETRY_SECONDS: Final = 1.0


@contextmanager
def relaying() -> Iterator[None]:
    """Turns errors of a client into those that a server answers with.

    A rules service that is not there, or knows a reason that is unknown here, counts as one that has too much
    to do: whoever asks may come again.
    """
    try:
        yield
    except EuchreError as error:
        raise relayed(error) from error


def relayed(error: EuchreError) -> ServiceError:
    """Returns what to answer when the rules service answered this."""
    if error.reason_name not in CODES:
        message = "The rules service does not answer; try again in a moment."
        return ServiceError("OVERLOADED", message, retry_after=_RETRY_SECONDS)
    return ServiceError(
        error.reason_name,
        error.message,
        error.metadata,
        violations=[FieldViolation(each.field, each.description) for each in error.field_violations],
        retry_after=error.retry_after,
    )
