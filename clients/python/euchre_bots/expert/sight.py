"""What a seat knows of the hand, as masks and numbers."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from euchre.v1 import ruleset_pb2
from euchre.v1.ruleset_pb2 import Ruleset
from euchre.v1.state_pb2 import Phase
from euchre.v1.view_pb2 import SeatStatus, UpcardStatus, View
from euchre_bots.expert.cards import JOKER_BIT, SUIT, SUIT_MASK, IntArray, bit_of, bits, mask_of
from euchre_bots.expert.sampling import deal

NOBODY = -1
"""In place of a seat."""


@dataclass(frozen=True)
class Sight:
    """One view, in the terms in which worlds are dealt and played.

    Attributes:
        view: the view.
        rules: the whole ruleset.
        seat: the seat that looks.
        players: how many seats there are.
        dealer: the dealer.
        trump: trump, 0 while it is not fixed.
        maker: who fixed it, NOBODY without one.
        upcard: the bit of the up-card, -1 without one.
        hand: the seat's own cards.
        buried: cards the seat itself laid down in this hand.
        side_of: the side of every seat.
        playing: by seat, whether it takes part in the tricks.
        counts: by seat, how many cards it holds.
        played: by seat, the cards it has played.
        tricks: by seat, the tricks it has won.
        trick: seat and bit of the cards of the trick in progress, in order.
        scores: by side.
    """

    view: View
    rules: Ruleset
    seat: int
    players: int
    dealer: int
    trump: int
    maker: int
    upcard: int
    hand: int
    buried: int
    side_of: tuple[int, ...]
    playing: tuple[bool, ...]
    counts: tuple[int, ...]
    played: tuple[int, ...]
    tricks: tuple[int, ...]
    trick: tuple[tuple[int, int], ...]
    scores: tuple[int, ...]

    @classmethod
    def of(cls, view: View, rules: Ruleset) -> Sight:
        """Reads a view."""
        played = [0] * len(view.seats)
        for trick in (*view.tricks, view.trick):
            for each in trick.cards:
                played[each.seat] |= 1 << bit_of(each.card)
        mine = view.seats[view.seat]
        return cls(
            view=view,
            rules=rules,
            seat=view.seat,
            players=len(view.seats),
            dealer=view.dealer,
            trump=view.trump,
            maker=view.maker if view.HasField("maker") else NOBODY,
            upcard=bit_of(view.upcard) if view.HasField("upcard") else -1,
            hand=mask_of(mine.cards),
            buried=mask_of(mine.laid_down),
            side_of=tuple(seat.side for seat in view.seats),
            playing=tuple(seat.status == SeatStatus.SEAT_STATUS_IN for seat in view.seats),
            counts=tuple(seat.card_count for seat in view.seats),
            played=tuple(played),
            tricks=tuple(seat.tricks for seat in view.seats),
            trick=tuple((each.seat, bit_of(each.card)) for each in view.trick.cards),
            scores=tuple(side.score for side in view.sides),
        )

    @cached_property
    def pack(self) -> int:
        """The cards of the pack."""
        low = self.rules.min_rank - 7
        plain = sum(1 << bit for bit in range(JOKER_BIT) if bit % 8 >= low)
        return plain | (1 << JOKER_BIT if self.rules.joker else 0)

    @cached_property
    def dealer_took(self) -> bool:
        """Whether the dealer took the up-card."""
        return self.view.upcard_status == UpcardStatus.UPCARD_STATUS_TAKEN

    @cached_property
    def unseen(self) -> int:
        """The cards this seat cannot place, and the up-card if another seat took it."""
        seen = self.hand | self.buried
        for mask in self.played:
            seen |= mask
        if self.upcard >= 0 and not self.dealer_took:
            seen |= 1 << self.upcard
        return self.pack & ~seen

    @cached_property
    def voids(self) -> tuple[int, ...]:
        """By seat, the cards it cannot hold because it did not follow suit."""
        barred = [0] * self.players
        for trick in (*self.view.tricks, self.view.trick):
            if not trick.cards:
                continue
            led = SUIT[self.trump, bit_of(trick.cards[0].card)]
            for each in trick.cards:
                if SUIT[self.trump, bit_of(each.card)] != led:
                    barred[each.seat] |= int(SUIT_MASK[self.trump, led])
        return tuple(barred)

    @cached_property
    def is_other_dealers_pickup(self) -> bool:
        """Whether another seat took the up-card and laid down a card that this seat has not seen."""
        return self.dealer_took and self.seat != self.dealer

    def worlds(self, number: int, seed: int) -> Worlds:
        """Deals the unseen cards.

        Args:
            number: how many worlds to deal.
            seed: where the random numbers start.

        Returns:
            As many worlds as asked for, each as likely as the other.
        """
        cards = list(bits(self.unseen))
        capacity = [0 if seat == self.seat else self.counts[seat] for seat in range(self.players)]
        discard = int(self.is_other_dealers_pickup)
        capacity += [len(cards) - sum(capacity) - discard, discard]
        dealt = deal(
            np.array(cards, np.int64),
            np.array([self._places(bit) for bit in cards], np.int64),
            np.array(capacity, np.int64),
            number,
            seed,
        )
        if not len(dealt):  # somebody did not follow suit though he could: believe no void
            dealt = deal(
                np.array(cards, np.int64),
                np.full(len(cards), (1 << self.players + 2) - 1, np.int64),
                np.array(capacity, np.int64),
                number,
                seed,
            )
        dealt[:, self.seat] = self.hand
        return Worlds(dealt[:, : self.players].copy(), dealt[:, self.players], dealt[:, self.players + 1])

    def _places(self, bit: int) -> int:
        """Returns where an unseen card may be: a mask of seats, the dead cards, the dealer's discard."""
        places = self._places_of_taken() if bit == self.upcard else (1 << self.players + 2) - 1
        for seat, barred in enumerate(self.voids):
            if barred >> bit & 1:
                places &= ~(1 << seat)
        return places

    def _places_of_taken(self) -> int:
        """Returns where the up-card may be that another seat took: with the dealer, or where he moved it."""
        places = 1 << self.dealer
        if self.rules.discard_may_be_upcard:
            places |= 1 << self.players + 1
        moves = self.rules.partners_best != ruleset_pb2.PARTNERS_BEST_OFF
        if moves and self.view.next.phase in (Phase.PHASE_BEST_CARD, Phase.PHASE_PLAY):
            partner = (self.dealer + 2) % self.players
            if self.view.seats[partner].alone:
                places |= 1 << partner
            elif self.view.seats[self.dealer].alone:
                places |= 1 << self.players
        if self.rules.dummy_hand and self.maker == self.dealer:
            places |= 1 << self.players
        return places


@dataclass(frozen=True)
class Worlds:
    """Ways the hidden cards may lie.

    Attributes:
        hands: masks, one row a world and one column a seat: what each holds now.
        dead: by world, the cards that nobody holds.
        discard: by world, what another seat laid down when it took the up-card, as a mask; else 0.
    """

    hands: IntArray
    dead: IntArray
    discard: IntArray

    def __len__(self) -> int:
        return len(self.hands)
