"""The order of the cards under every trump, as numbers that compiled code can look up.

Under each trump the 33 cards stand in one row: the plain suits one after the other, each from its lowest
card to its highest, and the trumps last. The left bower is among the trumps. Without trump the joker, which
beats everything and follows nothing, is a trump suit of one card.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

NO_TRUMP: Final = 5
NO_TRUMP_LOW: Final = 6
JOKER: Final = 32
"""The joker's bit; every other card's is eight times its suit, clubs first, plus its rank above seven."""
CARDS: Final = 33
TRUMP_GROUP: Final = 4
_RANKS: Final = range(8)
_JACK: Final = 4


def _row(trump: int) -> list[tuple[int, int]]:
    """Returns the cards under a trump, lowest first, each with its suit's number in the row."""
    ranks = list(_RANKS)
    if trump == NO_TRUMP_LOW:
        ranks.reverse()
    if trump >= NO_TRUMP:
        plain = [(8 * suit + rank, suit) for suit in range(4) for rank in ranks]
        return [*plain, (JOKER, TRUMP_GROUP)]
    suit = trump - 1
    right, left = 8 * suit + _JACK, 8 * (3 - suit) + _JACK
    row = [
        (8 * other + rank, other)
        for other in range(4)
        for rank in ranks
        if other != suit and 8 * other + rank != left
    ]
    natural = [8 * suit + rank for rank in ranks if rank != _JACK]
    return row + [(card, TRUMP_GROUP) for card in (*natural, left, right, JOKER)]


_ROWS: Final = [[(0, 0)] * CARDS] + [_row(trump) for trump in range(1, NO_TRUMP_LOW + 1)]

ROW: Final[np.ndarray[Any, np.dtype[np.int64]]] = np.array(
    [[card for card, _ in row] for row in _ROWS], np.int64
)
"""`ROW[trump, place]`: the card that stands there."""

GROUP: Final[np.ndarray[Any, np.dtype[np.int64]]] = np.array(
    [[group for _, group in row] for row in _ROWS], np.int64
)
"""`GROUP[trump, place]`: the suit it counts as; TRUMP_GROUP for trumps."""


def following(trump: int, led: int) -> int:
    """Returns the mask of the cards that follow a led card, itself among them.

    Args:
        trump: the contract's number for what is trump.
        led: the led card's bit.
    """
    group = next(group for card, group in _ROWS[trump] if card == led)
    return sum(1 << card for card, other in _ROWS[trump] if other == group)
