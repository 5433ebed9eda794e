"""What is wrong with a recorded game, and where: refused by the service, or unreadable before that."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from euchre.v1.rules_service_pb2 import ReplayFault
from euchre_client.errors import EuchreError
from euchre_client.status import from_status

# Reasons of our own. All others are those of the service (`ErrorReason`), such as MUST_FOLLOW_SUIT.
MALFORMED_FILE: Final = "MALFORMED_FILE"
"""It is no JSON, or not in the form of EGN."""
VERSION_UNKNOWN: Final = "VERSION_UNKNOWN"
"""It is written in a version of EGN that is not 1.x."""
NOT_SUPPORTED: Final = "NOT_SUPPORTED"
"""It records something that cannot be replayed here."""
CARD_UNKNOWN: Final = "CARD_UNKNOWN"
"""A card that was played, or turned up, is not told."""
CALL_UNKNOWN: Final = "CALL_UNKNOWN"
"""A call is not told."""
CARD_SEEN_TWICE: Final = "CARD_SEEN_TWICE"
"""One card is in two places of a deal."""
TRICK_SIZE: Final = "TRICK_SIZE"
"""A trick has too many or too few cards."""
PARTNER_PLAYS: Final = "PARTNER_PLAYS"
"""A seat plays although its partner plays alone."""
ALONE_UNFOUNDED: Final = "ALONE_UNFOUNDED"
"""Somebody is said to play alone who made no call, or could not."""


@dataclass(frozen=True)
class Fault:
    """The first thing wrong with a recorded game. All numbers count from 0.

    Attributes:
        reason: one of the service's reasons, or of this module's.
        message: a sentence for a person.
        deal: the deal it is in.
        trick: the trick, when cards were being played.
        seat: who acted.
        card: the card concerned.
    """

    reason: str
    message: str
    deal: int | None = None
    trick: int | None = None
    seat: int | None = None
    card: str | None = None

    def to_dict(self) -> dict[str, Any]:
        """Returns it as plain JSON values."""
        return {
            "reason": self.reason,
            "deal": self.deal,
            "trick": self.trick,
            "seat": self.seat,
            "card": self.card,
            "message": self.message,
        }

    @property
    def place(self) -> str:
        """Where it is, in words: deals and tricks count from 1 there; empty if nowhere in particular."""
        parts = []
        if self.deal is not None:
            parts.append(f"deal {self.deal + 1}")
        if self.trick is not None:
            parts.append(f"trick {self.trick + 1}")
        if self.seat is not None:
            parts.append(f"seat {self.seat}")
        if self.card is not None:
            parts.append(self.card)
        return ", ".join(parts)


class EgnError(ValueError):
    """A recorded game that cannot be read, or breaks the rules.

    Attributes:
        fault: what is wrong, and where.
    """

    def __init__(self, fault: Fault) -> None:
        super().__init__(f"{fault.place}: {fault.message}" if fault.place else fault.message)
        self.fault = fault


def of_service(
    refused: ReplayFault, deal: int, *, card: str | None = None, trick: int | None = None
) -> Fault:
    """Makes the fault for what the service refused.

    Args:
        refused: the fault of the replay.
        deal: the deal it is in.
        card: the card of the refused act, if it has one.
        trick: the trick it is written in, where the service, past the play, names none.

    Returns:
        The fault.
    """
    error = from_status(refused.error)
    return Fault(
        reason=error.reason_name,
        message=error.message,
        deal=deal,
        trick=refused.trick if refused.HasField("trick") else trick,
        seat=refused.seat if refused.HasField("seat") else None,
        card=card,
    )


def of_error(error: EuchreError) -> Fault:
    """Makes the fault for a game that the service refuses as a whole, such as one that starts as won."""
    return Fault(reason=error.reason_name, message=error.message)
