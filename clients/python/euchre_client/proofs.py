"""What was noted of a hand's shuffle, in its record."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final

from euchre.v1 import record_pb2 as wire
from euchre.v1.action_pb2 import SeatEntropy
from euchre.v1.events_pb2 import Dealt

NO_ENTROPY: Final[Mapping[int, bytes]] = MappingProxyType({})
"""What seats add where none does."""


@dataclass
class DealProof:
    """What was noted of a hand's shuffle; `verifying` checks it.

    Attributes:
        hand_number: which hand of the game, from 1, void ones included.
        commitment: what the service said before the deal; empty if that was not noted.
        told_late: whether it was said only with the deal.
        entropy: what seats added, by seat.
        secret: what the service revealed after the hand; empty until then.
    """

    hand_number: int
    commitment: bytes = b""
    told_late: bool = False
    entropy: dict[int, bytes] = field(default_factory=dict)
    secret: bytes = b""

    def to_proto(self) -> wire.DealProof:
        """Returns it as the message."""
        return wire.DealProof(
            hand_number=self.hand_number,
            commitment=self.commitment,
            told_late=self.told_late,
            entropy=to_wire(self.entropy),
            secret=self.secret,
        )

    @classmethod
    def from_proto(cls, message: wire.DealProof) -> DealProof:
        """Reads the message.

        Raises:
            ValueError: a seat is missing, or there twice.
        """
        entropy = {given.seat: given.value for given in message.entropy if given.HasField("seat")}
        if len(entropy) != len(message.entropy):
            raise ValueError("the record cannot be read: entropy has no seat, or one twice")
        return cls(message.hand_number, message.commitment, message.told_late, entropy, message.secret)


def noted(dealt: Dealt, promised: bytes) -> DealProof | None:
    """Notes what was said of a shuffle.

    Args:
        dealt: what the service said with the deal.
        promised: the commitment that it told before; empty if it told none.

    Returns:
        What to keep; nothing of a hand that was not shuffled.
    """
    if dealt.stacked or not dealt.commitment:
        return None
    return DealProof(
        hand_number=dealt.hand_number,
        commitment=promised or dealt.commitment,
        told_late=not promised,
        entropy={given.seat: given.value for given in dealt.entropy},
    )


def to_wire(entropy: Mapping[int, bytes]) -> list[SeatEntropy]:
    """Returns what seats add as messages, by seat."""
    return [SeatEntropy(seat=seat, value=value) for seat, value in sorted(entropy.items())]
