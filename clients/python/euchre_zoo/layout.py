"""The observation vector: which numbers stand where.

The layout is the same for every ruleset, so one policy can sit down at every table. Seats are counted from
the observer: 0 is the observer, 1 the seat to its left, and so on; a table of fewer seats leaves the last
ones zero. New fields go to the end, so that the old ones keep their places.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import accumulate
from math import prod
from typing import Final

from euchre_zoo.actions import AMOUNTS, CARDS, MAX_SEATS, TRUMPS

PHASES: Final = 14
UPCARD_STATUSES: Final = 4
SUITS: Final = 4
SEAT_STATUSES: Final = 3
MOST_TRICKS: Final = 6
"""Tricks of the longest hand: what tricks, and cards held, are divided by."""
MOST_CALLS: Final = 4
"""A seat's passes, and a side's tokens, are divided by this."""
HANDS: Final = 32
"""What the number of the hand is divided by."""
LIMIT: Final = 8.0
"""No number of an observation is beyond this, above or below; scores and hands are clipped to it."""
CALLS: Final = (
    "pass",
    "order_up",
    "name_trump",
    "tricks_bid",
    "go_alone",
    "play_with_partner",
    "fold",
    "stay",
    "redeal",
    "take_dummy",
    "claim_renege",
    "hidden",
)
"""The kinds of call that are counted for each seat, by their names on the wire; hidden: an unseen answer."""


@dataclass(frozen=True)
class Field:
    """A part of the vector.

    Attributes:
        name: its name.
        start: index of its first number.
        shape: its shape; the last axis runs fastest.
        axes: what the axes are.
        meaning: what the numbers say.
    """

    name: str
    start: int
    shape: tuple[int, ...]
    axes: str
    meaning: str

    @property
    def size(self) -> int:
        """How many numbers it has."""
        return prod(self.shape)

    @property
    def stop(self) -> int:
        """Index after its last number."""
        return self.start + self.size


_SEAT: Final = (MAX_SEATS,)
_CARD: Final = (len(CARDS),)
_TRUMP: Final = (len(TRUMPS),)
_AMOUNT: Final = (len(AMOUNTS),)

_PARTS: Final[tuple[tuple[str, tuple[int, ...], str, str], ...]] = (
    ("hand", _CARD, "card", "1: the observer holds it"),
    ("laid_down", _CARD, "card", "1: the observer laid it face down in this hand"),
    ("table", _SEAT + _CARD, "seat, card", "1: the seat played it to the trick in progress"),
    ("leader", _SEAT, "seat", "1: it led the trick in progress"),
    (
        "played",
        _SEAT + _CARD,
        "seat, card",
        "number of the complete trick it played the card to, from 1, / 6; 0: none",
    ),
    ("upcard", _CARD, "card", "1: it was turned up in this hand"),
    ("upcard_status", (UPCARD_STATUSES,), "status", "1: face up, taken, turned down, left"),
    ("proposed", (SUITS,), "suit", "1: the up-card proposes it"),
    ("phase", (PHASES,), "phase", "1: the phase, in the order of `Phase` from `DEAL`"),
    ("actor", _SEAT, "seat", "1: it acts"),
    ("dealer", _SEAT, "seat", "1: it deals"),
    ("present", _SEAT, "seat", "1: the table has this seat"),
    ("same_side", _SEAT, "seat", "1: it is of the observer's side"),
    ("status", (MAX_SEATS, SEAT_STATUSES), "seat, status", "1: in, sitting out, folded"),
    ("alone", _SEAT, "seat", "1: it plays alone"),
    ("card_count", _SEAT, "seat", "cards it holds / 6"),
    ("tricks", _SEAT, "seat", "tricks it won in this hand / 6"),
    ("trump", _TRUMP, "trump", "1: it is trump; none while trump is not fixed"),
    ("maker", _SEAT, "seat", "1: it fixed trump"),
    ("bid", _AMOUNT, "amount", "1: the highest bid so far"),
    ("bid_trump", _TRUMP, "trump", "1: the trump that the highest bid names"),
    ("bidder", _SEAT, "seat", "1: it made the highest bid"),
    ("swapped", _SEAT, "seat", "1: it swapped with the ghost hand"),
    ("calls", (MAX_SEATS, len(CALLS)), "seat, call", "how often it said so in this hand / 4, at most 1"),
    ("last_bid", _SEAT + _AMOUNT, "seat, amount", "1: its last bid in this hand"),
    ("last_bid_trump", _SEAT + _TRUMP, "seat, trump", "1: the trump that its last bid names"),
    (
        "score",
        _SEAT,
        "seat",
        "the way its side has gone from the start to the target: 0 at the start, 1 at the target",
    ),
    ("tokens", _SEAT, "seat", "four-trick tokens of its side / 4"),
    ("hand_number", (1,), "", "hands dealt in this game / 32"),
)
_STARTS: Final = accumulate((prod(shape) for _, shape, _, _ in _PARTS), initial=0)

FIELDS: Final = {
    name: Field(name, start, shape, axes, meaning)
    for start, (name, shape, axes, meaning) in zip(_STARTS, _PARTS, strict=False)
}
"""The fields of the vector, in order, by name."""
SIZE: Final = sum(field.size for field in FIELDS.values())
"""How many numbers the vector has."""
