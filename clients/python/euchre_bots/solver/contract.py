"""What is played for, and by whom."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Contract:
    """A hand's contract as the solver sees it.

    The solver knows two sides. Where everybody plays for himself, put one seat on side 0 and all others on
    side 1: the answer is then what that seat is sure of even if all others work together and see all cards.

    Attributes:
        trump: the contract's number for what is trump: 1 to 4 for a suit, 5 for no trump, 6 for low.
        sides: by seat its side, 0 or 1.
        playing: by seat whether it plays; False for a seat that sits out or has folded.
    """

    trump: int
    sides: tuple[int, ...]
    playing: tuple[bool, ...]

    def __post_init__(self) -> None:
        if not 1 <= self.trump <= 6:
            raise ValueError(f"trump is 1 to 6, not {self.trump}")
        if not 2 <= len(self.sides) <= 4 or len(self.playing) != len(self.sides):
            raise ValueError(f"2 to 4 seats, not {len(self.sides)} sides and {len(self.playing)} seats")
        if not set(self.sides) <= {0, 1}:
            raise ValueError(f"sides are 0 and 1, not {self.sides}")
        if sum(self.playing) < 2:
            raise ValueError("fewer than two seats play")
