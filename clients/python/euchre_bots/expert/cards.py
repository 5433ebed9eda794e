"""Cards as bits, and the tables that compiled code looks things up in.

A card is the number of its bit: `8 * (suit - 1) + rank - 7` for the contract's suits and ranks, 32 for the
joker; a set of cards is a signed 64-bit mask. Trumps have the contract's numbers, 0 to 6.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final

import numpy as np
from numba import njit
from numpy.typing import NDArray

from euchre_bots.knowledge import JOKER, ORDER

CARD_COUNT: Final = 33
JOKER_BIT: Final = 32
EVERY_CARD: Final = (1 << CARD_COUNT) - 1
"""All cards there are, as a mask."""
TRUMPS: Final = 7
SUIT_OF_JOKER: Final = 4
"""What the joker follows where no suit is trump: only itself."""

IntArray = NDArray[np.int64]
FloatArray = NDArray[np.float64]
BoolArray = NDArray[np.bool_]


def bit_of(card: int) -> int:
    """Returns the bit of a contract card."""
    return JOKER_BIT if card == JOKER else (card // 16 - 1) * 8 + card % 16 - 7


def card_of(bit: int) -> int:
    """Returns the contract card of a bit."""
    return int(JOKER) if bit == JOKER_BIT else 16 * (bit // 8 + 1) + bit % 8 + 7


def mask_of(cards: Iterable[int]) -> int:
    """Returns contract cards as a mask."""
    mask = 0
    for card in cards:
        mask |= 1 << bit_of(card)
    return mask


def bits(mask: int) -> Iterator[int]:
    """Returns the bits of a mask, lowest first."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def _suit_table() -> IntArray:
    table = np.zeros((TRUMPS, CARD_COUNT), np.int64)
    for trump in range(TRUMPS):
        for bit in range(CARD_COUNT):
            suit = ORDER[trump].suit[card_of(bit)]
            table[trump, bit] = suit - 1 if suit else SUIT_OF_JOKER
    return table


def _power_table() -> IntArray:
    cards = [card_of(bit) for bit in range(CARD_COUNT)]
    return np.array([[ORDER[trump].power[card] for card in cards] for trump in range(TRUMPS)], np.int64)


def _suit_masks() -> IntArray:
    masks = np.zeros((TRUMPS, SUIT_OF_JOKER + 1), np.int64)
    for trump in range(TRUMPS):
        for bit in range(CARD_COUNT):
            masks[trump, SUIT[trump, bit]] |= 1 << bit
    return masks


SUIT: Final = _suit_table()
"""By trump and card, the suit it follows, from 0; the left bower's is trump."""
POWER: Final = _power_table()
"""By trump and card, how high it is; see `knowledge.CardOrder.power`."""
SUIT_MASK: Final = _suit_masks()
"""By trump and suit from 0, the cards that follow it."""


@njit(cache=True)
def count(mask: int) -> int:
    """Returns how many cards a mask holds."""
    number = 0
    while mask:
        mask &= mask - 1
        number += 1
    return number


@njit(cache=True)
def lowest(mask: int) -> int:
    """Returns the number of the lowest bit of a mask that is not empty."""
    bit = 0
    while not mask & 1:
        mask >>= 1
        bit += 1
    return bit


@njit(cache=True)
def next_random(state: Any) -> float:
    """Returns a number from 0 up to 1; `state` is the generator's one word, in an array (SplitMix64)."""
    state[0] += np.uint64(0x9E3779B97F4A7C15)
    word = state[0]
    word = (word ^ (word >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    word = (word ^ (word >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    word = word ^ (word >> np.uint64(31))
    return float(word >> np.uint64(11)) * (1.0 / 9007199254740992.0)


@njit(cache=True)
def beats(trump: int, card: int, best: int) -> bool:
    """Returns whether a card played later beats the best one so far."""
    if POWER[trump, card] <= POWER[trump, best]:
        return False
    return bool(SUIT[trump, card] == SUIT[trump, best] or POWER[trump, card] >= 200)
