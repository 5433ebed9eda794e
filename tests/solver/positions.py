"""Random positions, for the solver in its terms and for the naive one in its own."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from euchre_bots.solver import Contract
from tests.reference import naive_solver
from tests.reference.naive_solver import Hands, Trick

TRUMPS: Final = ("", "c", "d", "h", "s", "nt", "low")
"""The naive solver's words by the contract's numbers."""
_PLAYING: Final[dict[int, list[tuple[int, ...]]]] = {
    2: [(1, 1)],
    3: [(1, 1, 1), (1, 1, 1), (0, 1, 1)],
    4: [(1, 1, 1, 1), (1, 0, 1, 1), (0, 1, 1, 0)],
}
_SIDES: Final[dict[int, list[tuple[int, ...]]]] = {
    2: [(0, 1), (1, 0)],
    3: [(0, 1, 1), (1, 1, 0), (0, 1, 0)],
    4: [(0, 1, 0, 1), (1, 0, 1, 0), (0, 1, 1, 1), (1, 1, 0, 0)],
}


def text(card: int) -> str:
    """Return a card's text form."""
    return "B" if card == 32 else "789TJQKA"[card % 8] + "cdhs"[card // 8]


CARDS: Final = {text(card): card for card in range(33)}


@dataclass
class Position:
    """A position, perhaps within a trick.

    Attributes:
        contract: what is played.
        dealt: by seat its cards, those of seats that do not play too.
        seat: who is to play.
        trick: what lies on the table.
    """

    contract: Contract
    dealt: list[list[int]]
    seat: int
    trick: list[tuple[int, int]]

    @property
    def trump(self) -> str:
        return TRUMPS[self.contract.trump]

    @property
    def masks(self) -> list[int]:
        return [sum(1 << card for card in hand) for hand in self.dealt]

    @property
    def naive_hands(self) -> Hands:
        playing = [seat for seat, plays in enumerate(self.contract.playing) if plays]
        return {seat: [text(card) for card in self.dealt[seat]] for seat in playing}

    @property
    def naive_trick(self) -> Trick:
        return [(seat, text(card)) for seat, card in self.trick]

    def legal(self) -> list[int]:
        """Return the cards that may be played, by the naive rules, sorted."""
        cards = naive_solver.legal(self.naive_hands[self.seat], self.naive_trick, self.trump)
        return sorted(CARDS[card] for card in cards)

    def play(self, card: int) -> None:
        """Play a card that does not end the trick."""
        self.dealt[self.seat].remove(card)
        self.trick.append((self.seat, card))
        self.seat = naive_solver.after(self.naive_hands, self.seat)

    def naive_value(self, card: int, *, cut: bool) -> int:
        """Return what the naive solver says of a card."""
        hands = self.naive_hands
        hands[self.seat].remove(text(card))
        following = naive_solver.after(hands, self.seat)
        trick = [*self.naive_trick, (self.seat, text(card))]
        sides, trump = self.contract.sides, self.trump
        if cut:
            most = len(self.dealt[self.seat])
            return naive_solver.most_tricks_cut(hands, sides, trump, following, trick, 0, most)
        return naive_solver.most_tricks(hands, sides, trump, following, trick)


def random_position(chance: random.Random, sizes: list[int], *, lowest: int | None = None) -> Position:
    """Return a position with a new trick to be led to.

    Args:
        chance: where it comes from.
        sizes: hand sizes to choose from.
        lowest: the pack's lowest rank above seven; some, if not given, and some suits only now and then, so
            that many cards are neighbours.
    """
    seats = chance.choice([2, 3, 4, 4])
    size = chance.choice(sizes)
    suits: Sequence[int] = range(4)
    if lowest is None:
        lowest = chance.choice([0, 1, 2])
        suits = chance.choice([(0, 1, 2, 3), (0, 1, 2, 3), (0, 1, 2), (0, 3), (1, 2)])
    pack = [8 * suit + rank for suit in suits for rank in range(lowest, 8)]
    if chance.random() < 0.4:
        pack.append(32)
    chance.shuffle(pack)
    size = min(size, len(pack) // seats)
    playing = tuple(map(bool, chance.choice(_PLAYING[seats])))
    contract = Contract(chance.randrange(1, 7), chance.choice(_SIDES[seats]), playing)
    dealt = [pack[seat * size : (seat + 1) * size] for seat in range(seats)]
    leader = chance.choice([seat for seat in range(seats) if playing[seat]])
    return Position(contract, dealt, leader, [])
