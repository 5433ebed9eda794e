"""What the service refuses, as exceptions: one class for each `ErrorReason`.

All of them are `EuchreError`, so a program can catch one refusal (`except MustFollowSuit`) or every one.
A reason that this version does not know arrives as a plain `EuchreError`; its `reason_name` and `code`
still tell what it is. `TransportError` is for calls that no service answered.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, Final

import grpc

from euchre.v1 import errors_pb2
from euchre.v1.errors_pb2 import ErrorReason

DOMAIN: Final = "euchre.v1"
"""The `domain` of every `google.rpc.ErrorInfo` the service sends."""


@dataclass(frozen=True)
class FieldViolation:
    """A field of the request that is wrong.

    Attributes:
        field: its dotted path, such as `turn.seat`.
        description: what is wrong with it.
    """

    field: str
    description: str


class EuchreError(Exception):
    """A call that failed.

    Attributes:
        reason: why, as the contract's enum; `ERROR_REASON_UNSPECIFIED` if this version has no such value.
        reason_name: the same as the service sent it, such as `MUST_FOLLOW_SUIT`; may be empty.
        message: a sentence for a player.
        code: the gRPC status code.
        metadata: details by name, such as `{"card": "9c", "led": "h"}`.
        field_violations: the fields at fault, for a malformed request.
        retry_after: seconds after which the service asks to be tried again.
    """

    reason: ClassVar[errors_pb2.ErrorReason.ValueType] = ErrorReason.ERROR_REASON_UNSPECIFIED

    # Everything but the message has a default so that the exception survives pickling.
    def __init__(
        self,
        message: str,
        *,
        code: grpc.StatusCode = grpc.StatusCode.UNKNOWN,
        reason_name: str = "",
        metadata: Mapping[str, str] | None = None,
        field_violations: tuple[FieldViolation, ...] = (),
        retry_after: float | None = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.code = code
        self.reason_name = reason_name
        self.metadata = dict(metadata or {})
        self.field_violations = field_violations
        self.retry_after = retry_after


class TransportError(EuchreError):
    """No service answered: nothing listens there, the connection broke, or a proxy refused the call."""


class MalformedRequest(EuchreError):
    """A field is missing or has no meaning; BadRequest names it."""

    reason = ErrorReason.ERROR_REASON_MALFORMED_REQUEST


class UnknownRuleset(EuchreError):
    """No preset has this name."""

    reason = ErrorReason.ERROR_REASON_UNKNOWN_RULESET


class OptionInvalid(EuchreError):
    """An option has no such value, or the value is out of range."""

    reason = ErrorReason.ERROR_REASON_OPTION_INVALID


class OptionConflict(EuchreError):
    """Two options exclude each other."""

    reason = ErrorReason.ERROR_REASON_OPTION_CONFLICT


class DeckInvalid(EuchreError):
    """The pack is not exactly the ruleset's cards, each once."""

    reason = ErrorReason.ERROR_REASON_DECK_INVALID


class BatchSize(EuchreError):
    """A batch holds no item or more than 1,000."""

    reason = ErrorReason.ERROR_REASON_BATCH_SIZE


class StateCorrupt(EuchreError):
    """These bytes are no state of this service: too short, too long, or cut."""

    reason = ErrorReason.ERROR_REASON_STATE_CORRUPT


class StateNotOurs(EuchreError):
    """It looks like a state, but this service did not seal it, or it was changed."""

    reason = ErrorReason.ERROR_REASON_STATE_NOT_OURS


class StateKeyUnknown(EuchreError):
    """It was sealed with a key this service does not have, or no longer has."""

    reason = ErrorReason.ERROR_REASON_STATE_KEY_UNKNOWN


class StateKeyRetired(EuchreError):
    """It was sealed with a key that was retired: its game cannot be played on, anywhere."""

    reason = ErrorReason.ERROR_REASON_STATE_KEY_RETIRED


class StateVersionNewer(EuchreError):
    """A newer version of the service made it."""

    reason = ErrorReason.ERROR_REASON_STATE_VERSION_NEWER


class SeatKeyWrong(EuchreError):
    """The key is not the one of this seat, nor the host's."""

    reason = ErrorReason.ERROR_REASON_SEAT_KEY_WRONG


class HostKeyRequired(EuchreError):
    """Only the host may ask for this."""

    reason = ErrorReason.ERROR_REASON_HOST_KEY_REQUIRED


class StalePly(EuchreError):
    """The state is not at the ply the caller expected."""

    reason = ErrorReason.ERROR_REASON_STALE_PLY


class StateForked(EuchreError):
    """The state is at the expected ply but is another one than the caller expected."""

    reason = ErrorReason.ERROR_REASON_STATE_FORKED


class GameOver(EuchreError):
    """The game is over."""

    reason = ErrorReason.ERROR_REASON_GAME_OVER


class HandNotDealt(EuchreError):
    """The hand is over and the next is not dealt."""

    reason = ErrorReason.ERROR_REASON_HAND_NOT_DEALT


class WrongPhase(EuchreError):
    """This action belongs to another phase."""

    reason = ErrorReason.ERROR_REASON_WRONG_PHASE


class NotYourTurn(EuchreError):
    """Another seat acts."""

    reason = ErrorReason.ERROR_REASON_NOT_YOUR_TURN


class HandNotOver(EuchreError):
    """The hand's shuffle cannot be revealed while it is played, or a renege of it can be called."""

    reason = ErrorReason.ERROR_REASON_HAND_NOT_OVER


class HandStacked(EuchreError):
    """The host chose the hand's deck, so there is no shuffle to reveal."""

    reason = ErrorReason.ERROR_REASON_HAND_STACKED


class CardNotHeld(EuchreError):
    """The seat does not hold that card."""

    reason = ErrorReason.ERROR_REASON_CARD_NOT_HELD


class MustFollowSuit(EuchreError):
    """The seat holds a card of the suit led and must play it."""

    reason = ErrorReason.ERROR_REASON_MUST_FOLLOW_SUIT


class UpcardNotDiscardable(EuchreError):
    """The dealer may not lay down the up-card he just took."""

    reason = ErrorReason.ERROR_REASON_UPCARD_NOT_DISCARDABLE


class UpcardMustBeTaken(EuchreError):
    """The dealer must take the up-card here."""

    reason = ErrorReason.ERROR_REASON_UPCARD_MUST_BE_TAKEN


class BidTooLow(EuchreError):
    """The bid must beat the one before it."""

    reason = ErrorReason.ERROR_REASON_BID_TOO_LOW


class BidNotOffered(EuchreError):
    """The game has no such bid."""

    reason = ErrorReason.ERROR_REASON_BID_NOT_OFFERED


class SuitTurnedDown(EuchreError):
    """The suit was turned down and cannot be named."""

    reason = ErrorReason.ERROR_REASON_SUIT_TURNED_DOWN


class TrumpNotOffered(EuchreError):
    """This ruleset does not offer that trump here."""

    reason = ErrorReason.ERROR_REASON_TRUMP_NOT_OFFERED


class DealerMustCall(EuchreError):
    """Everybody else passed and the dealer must call."""

    reason = ErrorReason.ERROR_REASON_DEALER_MUST_CALL


class NaturalTrumpRequired(EuchreError):
    """A caller must hold a natural trump; the left bower does not count."""

    reason = ErrorReason.ERROR_REASON_NATURAL_TRUMP_REQUIRED


class MustGoAlone(EuchreError):
    """The dealer's partner may only order up alone (Canadian rule)."""

    reason = ErrorReason.ERROR_REASON_MUST_GO_ALONE


class AloneNotOffered(EuchreError):
    """Alone cannot be declared with the call here."""

    reason = ErrorReason.ERROR_REASON_ALONE_NOT_OFFERED


class SwapAlreadyUsed(EuchreError):
    """The ghost hand was swapped already in this hand."""

    reason = ErrorReason.ERROR_REASON_SWAP_ALREADY_USED


class SwapTooLate(EuchreError):
    """The seat has bid, or the auction is over."""

    reason = ErrorReason.ERROR_REASON_SWAP_TOO_LATE


class MayNotFold(EuchreError):
    """The seat may not fold: it made trump, or the up-card forbids it."""

    reason = ErrorReason.ERROR_REASON_MAY_NOT_FOLD


class HandNotEntitled(EuchreError):
    """The hand does not entitle the seat to this redeal or exchange."""

    reason = ErrorReason.ERROR_REASON_HAND_NOT_ENTITLED


class ExchangeUnfinished(EuchreError):
    """Cards are being laid down; the exchange must be finished."""

    reason = ErrorReason.ERROR_REASON_EXCHANGE_UNFINISHED


class RenegeNotProved(EuchreError):
    """No card shown so far proves that this seat reneged."""

    reason = ErrorReason.ERROR_REASON_RENEGE_NOT_PROVED


class RenegeOwnSide(EuchreError):
    """A seat cannot call its own side's renege."""

    reason = ErrorReason.ERROR_REASON_RENEGE_OWN_SIDE


class Overloaded(EuchreError):
    """The server is at its limit; RetryInfo says when to try again."""

    reason = ErrorReason.ERROR_REASON_OVERLOADED


class Internal(EuchreError):
    """A fault of the service. The text is always the same; logs hold the request id."""

    reason = ErrorReason.ERROR_REASON_INTERNAL


class DeadlineExceeded(EuchreError):
    """The call's deadline passed before it was served."""

    reason = ErrorReason.ERROR_REASON_DEADLINE_EXCEEDED


class ShuttingDown(EuchreError):
    """The server is shutting down and did not begin the call."""

    reason = ErrorReason.ERROR_REASON_SHUTTING_DOWN


class CredentialsMissing(EuchreError):
    """This server serves known callers only, and nothing says who calls."""

    reason = ErrorReason.ERROR_REASON_CREDENTIALS_MISSING


class CredentialsInvalid(EuchreError):
    """The bearer token is none that this server takes."""

    reason = ErrorReason.ERROR_REASON_CREDENTIALS_INVALID


class CredentialsExpired(EuchreError):
    """The bearer token was genuine, but its time is over: get a new one."""

    reason = ErrorReason.ERROR_REASON_CREDENTIALS_EXPIRED


class RoleRequired(EuchreError):
    """The caller is known but may not call this method."""

    reason = ErrorReason.ERROR_REASON_ROLE_REQUIRED


class RateLimited(EuchreError):
    """The caller has used up its requests and batch items for now; RetryInfo says when to try again."""

    reason = ErrorReason.ERROR_REASON_RATE_LIMITED


class TooManyCalls(EuchreError):
    """The caller has as many calls in progress as it may; RetryInfo says when to try again."""

    reason = ErrorReason.ERROR_REASON_TOO_MANY_CALLS


class NotSolvable(EuchreError):
    """With open cards this position has no solution that means anything here."""

    reason = ErrorReason.ERROR_REASON_NOT_SOLVABLE


CLASSES: Final[Mapping[errors_pb2.ErrorReason.ValueType, type[EuchreError]]] = {
    error.reason: error
    for error in EuchreError.__subclasses__()
    if error.reason != ErrorReason.ERROR_REASON_UNSPECIFIED
}
"""The exception class of each reason."""
