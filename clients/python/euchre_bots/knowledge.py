"""What a player knows: how cards rank, and what the view says about the hand.

Cards are the contract's numbers, `16 * suit + rank`, and trump is the contract's enum, whose suits have
the numbers of `Suit`. A look-up for every card and trump keeps the thinking cheap.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from euchre.v1.cards_pb2 import Card, Trump
from euchre.v1.view_pb2 import SeatStatus, UpcardStatus, View

JACK: Final = 11
ACE: Final = 14
JOKER: Final[int] = Card.CARD_JOKER
SUITS: Final = (1, 2, 3, 4)
NO_TRUMP: Final[int] = Trump.TRUMP_NO_TRUMP
NO_TRUMP_LOW: Final[int] = Trump.TRUMP_NO_TRUMP_LOW

_OUT_OF_THE_HAND: Final = (UpcardStatus.UPCARD_STATUS_TURNED_DOWN, UpcardStatus.UPCARD_STATUS_LEFT)

RIGHT_BOWER: Final = 240
"""The power of the right bower; the joker is above it and the left bower just below."""
TRUMP_POWER: Final = 200
"""No trump has less power than this, and no other card has more."""


def same_colour(suit: int) -> int:
    """Returns the other suit of a suit's colour."""
    return 5 - suit


class CardOrder:
    """How cards follow and beat each other under one trump.

    Attributes:
        trump: the trump.
        suit: by card, the suit it follows; the left bower's is trump.
        power: by card, its strength; comparable between cards of a suit and between trumps and others.
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


@dataclass(frozen=True)
class Situation:
    """One view, as the seat that acts understands it.

    Attributes:
        view: the view.
        seat: the seat.
        cards: its cards.
        partner: its partner, if it has one who plays.
    """

    view: View
    seat: int
    cards: tuple[int, ...]
    partner: int | None

    @classmethod
    def of(cls, view: View) -> Situation:
        """Reads a view."""
        seat = view.seat
        mine = view.seats[seat]
        partner = None
        for other in view.seats:
            if other.side == mine.side and other.seat != seat and other.status == SeatStatus.SEAT_STATUS_IN:
                partner = other.seat
        return cls(view, seat, tuple(mine.cards), partner)

    @cached_property
    def order(self) -> CardOrder:
        """The order of the cards in this hand."""
        return ORDER[self.view.trump]

    @cached_property
    def trick(self) -> list[tuple[int, int]]:
        """Seat and card of the trick in progress, in the order played."""
        return [(played.seat, played.card) for played in self.view.trick.cards]

    @cached_property
    def players_in(self) -> list[int]:
        """The seats that play this hand."""
        return [other.seat for other in self.view.seats if other.status == SeatStatus.SEAT_STATUS_IN]

    @cached_property
    def still_to_play(self) -> list[int]:
        """The seats that play to this trick after this one."""
        played = {seat for seat, _ in self.trick}
        return [seat for seat in self.players_in if seat not in played and seat != self.seat]

    @cached_property
    def seen(self) -> frozenset[int]:
        """The cards that nobody else can play."""
        cards = set(self.cards)
        cards.update(self.view.seats[self.seat].laid_down)
        for trick in (*self.view.tricks, self.view.trick):
            cards.update(played.card for played in trick.cards)
        if self.view.upcard_status in (
            UpcardStatus.UPCARD_STATUS_TURNED_DOWN,
            UpcardStatus.UPCARD_STATUS_LEFT,
        ):
            cards.add(self.view.upcard)
        return frozenset(cards)

    @cached_property
    def unseen_trumps(self) -> int:
        """How many trumps, from the nine up, somebody else may hold."""
        order = self.order
        return sum(order.is_trump(card) and card not in self.seen for card in PACK)

    def is_boss(self, card: int) -> bool:
        """Whether no card that somebody else may hold is higher in this card's suit."""
        order = self.order
        suit, power = order.suit[card], order.power[card]
        return not any(
            order.suit[other] == suit and order.power[other] > power and other not in self.seen
            for other in PACK
        )

    @cached_property
    def is_maker_side(self) -> bool:
        """Whether this seat's side fixed trump."""
        view = self.view
        return view.HasField("maker") and view.seats[view.maker].side == view.seats[self.seat].side


# The joker and the cards below the nine are left out: few tables use them, and a view does not say.
PACK: Final[Sequence[int]] = [16 * suit + rank for suit in SUITS for rank in range(9, 15)]
