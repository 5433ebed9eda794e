"""What a transition causes, in order. The names are those of `protos/euchre/v1/events.proto`.

Events hold everything; `view.events_for` masks what a reader may not know.
"""

from enum import IntEnum
from typing import NamedTuple


class OutReason(IntEnum):
    """Why a seat takes no part in the tricks."""

    PARTNER_ALONE = 1
    FOLDED = 2


class VoidReason(IntEnum):
    """Why a hand counts for nothing."""

    ALL_PASSED = 1
    ALL_FOLDED = 2
    UNCONTESTED = 3
    FARMERS_HAND = 4
    JOKER_TURNED_UP = 5


class Outcome(IntEnum):
    """How a scored hand ended for its maker."""

    MADE = 1
    MARCH = 2
    SET = 3
    NO_MAKER = 4
    UNCONTESTED = 5
    CONCEDED = 6


class Dealt(NamedTuple):
    """A hand was dealt; `stacked` when the caller chose the order of the cards.

    Whoever shuffled may add what proves it (`commitments`): the commitment, and what seats added.
    """

    hand_number: int
    dealer: int
    stacked: bool
    commitment: bytes = b""
    entropy: tuple[tuple[int, bytes], ...] = ()


class UpcardTurned(NamedTuple):
    """The up-card was turned face up."""

    card: int


class Called(NamedTuple):
    """A seat called, bid, passed, declared, folded or stayed; None while answers are hidden."""

    seat: int
    action: int | None


class UpcardTurnedDown(NamedTuple):
    """Everybody passed the up-card."""

    card: int


class TrumpFixed(NamedTuple):
    """Trump is fixed; `maker` is -1 when nobody fixed it."""

    trump: int
    maker: int


class UpcardTaken(NamedTuple):
    """The dealer took the up-card and laid `discard` down (-1 when masked)."""

    seat: int
    discard: int


class UpcardLeft(NamedTuple):
    """The dealer left the up-card."""

    seat: int


class HandSwapped(NamedTuple):
    """A seat took the ghost hand; `cards` are its new ones (0 when masked)."""

    seat: int
    cards: int


class CardLaidDown(NamedTuple):
    """A card was laid face down (-1 when masked)."""

    seat: int
    card: int


class CardGiven(NamedTuple):
    """A card went to a lone partner (-1 when masked)."""

    seat: int
    to: int
    card: int


class DummyTaken(NamedTuple):
    """The maker took the dummy hand up."""

    seat: int


class SeatOut(NamedTuple):
    """A seat is out of the hand."""

    seat: int
    reason: OutReason


class CardPlayed(NamedTuple):
    """A card was played."""

    seat: int
    card: int


class TrickWon(NamedTuple):
    """A trick was won; tricks count from 1."""

    seat: int
    trick_number: int


class HandVoided(NamedTuple):
    """The hand counts for nothing."""

    reason: VoidReason


class HandScored(NamedTuple):
    """The hand was scored: tricks, changes and scores by side."""

    outcome: Outcome
    tricks: tuple[int, ...]
    changes: tuple[int, ...]
    scores: tuple[int, ...]


class RenegeProved(NamedTuple):
    """A renege was called and proved; tricks count from 1."""

    seat: int
    offender: int
    trick_number: int
    shown: int
    changes: tuple[int, ...]
    scores: tuple[int, ...]


class GameWon(NamedTuple):
    """The game is over: winning sides, final scores, games it counts for, points carried over."""

    sides: tuple[int, ...]
    scores: tuple[int, ...]
    games: int
    carry: tuple[int, ...]


Event = (
    Dealt
    | UpcardTurned
    | Called
    | UpcardTurnedDown
    | TrumpFixed
    | UpcardTaken
    | UpcardLeft
    | HandSwapped
    | CardLaidDown
    | CardGiven
    | DummyTaken
    | SeatOut
    | CardPlayed
    | TrickWon
    | HandVoided
    | HandScored
    | RenegeProved
    | GameWon
)
