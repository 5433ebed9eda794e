"""What a player knows: how cards rank, and what the view says about the hand.

Cards are the contract's numbers, `16 * suit + rank`, and trump is the contract's enum, whose suits have
the numbers of `Suit`. A look-up for every card and trump keeps the thinking cheap.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from euchre.v1.cards_pb2 import Card, Trump
from euchre.v1.view_pb2 import SeatStatus, UpcardStatus, View

JACK: Final = 11
ACE: Final = 14
JOKER: Final[int] = Card.CARD_JOKER
SUITS: Final = (1, 2, 3, 4)
NO_TRUMP: Final[int] = Trump.TRUMP_NO_TRUMP
NO_TRUMP_LOW: Final[int] = Trump.TRUMP_NO_TRUMP_LOW

# Looked up once: an enum's wrapper takes its time.
_IN: Final = SeatStatus.SEAT_STATUS_IN
_OUT_OF_THE_HAND: Final = (UpcardStatus.UPCARD_STATUS_TURNED_DOWN, UpcardStatus.UPCARD_STATUS_LEFT)

RIGHT_BOWER: Final = 240
"""The power of the right bower; the joker is above it and the left bower just below."""
TRUMP_POWER: Final = 200
"""No trump has less power than this, and no other card has more."""

# The joker and the cards below the nine are left out: few tables use them, and a view does not say.
PACK: Final[Sequence[int]] = [16 * suit + rank for suit in SUITS for rank in range(9, 15)]


def same_colour(suit: int) -> int:
    """Returns the other suit of a suit's colour."""
    return 5 - suit


class CardOrder:
    """How cards follow and beat each other under one trump.

    Attributes:
        trump: the trump.
        suit: by card, the suit it follows; the left bower's is trump.
        power: by card, its strength; comparable between cards of a suit and between trumps and others.
        trumps: the trumps of `PACK`, as a set of bits.
        higher: by card, the cards of `PACK` that are higher in its suit, as a set of bits.
    """

    def __init__(self, trump: int) -> None:
        self.trump = trump
        self.suit = [card // 16 for card in range(80)]
        self.power = [self._plain_power(card % 16) for card in range(80)]
        self.power[JOKER] = RIGHT_BOWER + 10
        if trump in SUITS:
            self.suit[JOKER] = trump
            for rank in range(7, 15):
                self.power[16 * trump + rank] = TRUMP_POWER + rank
            left = 16 * same_colour(trump) + JACK
            self.suit[left] = trump
            self.power[left] = RIGHT_BOWER - 1
            self.power[16 * trump + JACK] = RIGHT_BOWER
        self.trumps = sum(1 << card for card in PACK if self.is_trump(card))
        self.higher = [self._above(card) for card in range(80)]

    def _above(self, card: int) -> int:
        suit, power = self.suit[card], self.power[card]
        return sum(1 << other for other in PACK if self.suit[other] == suit and self.power[other] > power)

    def _plain_power(self, rank: int) -> int:
        return 21 - rank if self.trump == NO_TRUMP_LOW else rank

    def is_trump(self, card: int) -> bool:
        """Whether a card is a trump, bowers and joker included."""
        return self.power[card] >= TRUMP_POWER

    def beats(self, card: int, best: int) -> bool:
        """Whether a card played later beats the best one so far."""
        return self.power[card] > self.power[best] and (
            self.suit[card] == self.suit[best] or self.is_trump(card)
        )

    def by_suit(self, cards: Iterable[int]) -> dict[int, list[int]]:
        """Sorts cards into the suits they follow."""
        suits: dict[int, list[int]] = {}
        for card in cards:
            suits.setdefault(self.suit[card], []).append(card)
        return suits


ORDER: Final = {trump: CardOrder(trump) for trump in (0, *SUITS, NO_TRUMP, NO_TRUMP_LOW)}
"""The order of the cards under each trump; under 0, while trump is not fixed, that of no trump."""


class Situation:
    """One view, as the seat that acts understands it.

    What not every decision needs is worked out when it is asked for.

    Attributes:
        view: the view.
        seat: the seat.
        cards: its cards.
        order: the order of the cards in this hand.
        trick: seat and card of the trick in progress, in the order played.
    """

    __slots__ = ("_mine", "_seats", "_seen", "cards", "order", "seat", "trick", "view")

    def __init__(self, view: View) -> None:
        self.view = view
        self.seat = view.seat
        self._seats = view.seats
        self._mine = self._seats[self.seat]
        self.cards = tuple(self._mine.cards)
        self.order = ORDER[view.trump]
        self.trick = [(played.seat, played.card) for played in view.trick.cards]
        self._seen: int | None = None

    @property
    def partner(self) -> int | None:
        """Its partner, if it has one who plays."""
        side = self._mine.side
        for number, other in enumerate(self._seats):
            if other.side == side and number != self.seat and other.status == _IN:
                return number
        return None

    @property
    def still_to_play(self) -> list[int]:
        """The seats that play to this trick after this one."""
        played = {seat for seat, _ in self.trick}
        return [
            number
            for number, other in enumerate(self._seats)
            if number not in played and number != self.seat and other.status == _IN
        ]

    @property
    def seen(self) -> int:
        """The cards that nobody else can play, as a set of bits."""
        if self._seen is None:
            self._seen = self._look()
        return self._seen

    def _look(self) -> int:
        view = self.view
        cards = [*self.cards, *self._mine.laid_down]
        cards += [card for _, card in self.trick]
        for trick in view.tricks:
            cards += [played.card for played in trick.cards]
        if view.upcard_status in _OUT_OF_THE_HAND:
            cards.append(view.upcard)
        seen = 0
        for card in cards:
            seen |= 1 << card
        return seen

    @property
    def unseen_trumps(self) -> int:
        """How many trumps, from the nine up, somebody else may hold."""
        return (self.order.trumps & ~self.seen).bit_count()

    def is_boss(self, card: int) -> bool:
        """Whether no card that somebody else may hold is higher in this card's suit."""
        return not self.order.higher[card] & ~self.seen

    @property
    def is_maker_side(self) -> bool:
        """Whether this seat's side fixed trump."""
        view = self.view
        return view.HasField("maker") and self._seats[view.maker].side == self._mine.side
