"""A position between two tricks, packed into a few words, and what a search keeps.

The cards still in play stand in a row without gaps, lowest first, suit by suit, trumps last (`order.py`).
Only what is in play counts, so two positions that differ in cards gone are one. A card is the bit of its
place in the row.

- `owners`: who holds each card: the seat's low bit at the card's place, its high bit 32 above it.
- `bottoms`: the places of each suit's lowest card, and the place above the last card, which closes the row.
- `trumps`: the place of the lowest trump as a bit; the closing place if there is none.
"""

from __future__ import annotations

from typing import Any, Final, TypeAlias

import numpy as np
from numba import njit

from euchre_bots.solver.bits import top_place
from euchre_bots.solver.order import CARDS, GROUP, ROW, TRUMP_GROUP

SEATS: Final = 4
MOST_CARDS: Final = 8
"""The longest hand."""
TABLE: Final = 1 << 12
"""Positions remembered; a power of two. One deal leads to some hundreds."""
_BOTH: Final = (1 << 32) | 1
_NO_CARRY: Final = 0x7FFFFFFF_7FFFFFFF
_LOW_HALF: Final = 0xFFFFFFFF

Ints: TypeAlias = np.ndarray[Any, np.dtype[np.int64]]

WORK: Final = np.dtype(
    [(name, np.int64) for name in ("active", "generation", "positions", "cards")]
    + [(name, np.int64, (SEATS,)) for name in ("sides", "after")]
    + [
        (name, np.int64, (MOST_CARDS + 1,))
        for name in ("owners", "bottoms", "trumps", "left", "need", "leader", "slot", "low", "high")
    ]
    + [
        (name, np.int64, ((MOST_CARDS + 1) * SEATS,))
        for name in ("hands", "seat", "led", "best", "taker", "gaps", "card", "first", "rest")
    ]
    + [("table", np.int64, (2 * TABLE,))]
)
"""The memory of a search. A record and not a bundle of arrays, as each of those would be counted as a
reference at every call, which takes longer than the search itself.

- By call: `active` seats play; `generation` is the world's number, by which the table's older entries are
  known; `positions` between tricks and `cards` looked at.
- By seat: its side, and who plays after it.
- By level, which is a trick: the packed position, tricks `left`, how many side 0 is asked to `need`, the
  `leader`, and for the table the `slot` and the bounds `low` and `high` on what side 0 takes.
- By four times the level plus a seat: its `hands`.
- By ply, which is four times the level plus the number of cards on the table: the `seat` to play; the mask
  of the suit `led`, the `best` card and its `taker`, and the beaten cards, which are `gaps` between others;
  the `card` tried and the masks of those to try `first` and of the `rest`.
- `table`: two words a position, see `table.py`.
"""

Work: TypeAlias = Any
"""A record of `WORK`, in compiled code."""


@njit(cache=True, nogil=True)
def suit_of(bottoms: int, card: int) -> int:
    """Returns the mask of a card's suit."""
    to_card = card | (card - 1)
    above = bottoms & ~to_card
    return (above & -above) - (1 << top_place(bottoms & to_card))


@njit(cache=True, nogil=True)
def trumps_of(work: Work, level: int) -> int:
    """Returns the mask of the trumps."""
    return (1 << top_place(work.bottoms[level])) - int(work.trumps[level])


@njit(cache=True, nogil=True)
def without(owners: int, bottoms: int, trumps: int, card: int) -> tuple[int, int, int]:
    """Returns `owners`, `bottoms` and `trumps` after a card has left the row."""
    below = card - 1
    both = below * _BOTH
    owners = (owners & both) | ((owners >> 1) & ~both & _NO_CARRY)
    bottoms = (bottoms & (below | card)) | ((bottoms >> 1) & ~below)
    return owners, bottoms, trumps >> 1 if card < trumps else trumps


@njit(cache=True, nogil=True)
def unpack(work: Work, level: int) -> None:
    """Sets the hands of a level from its packed words."""
    owners = work.owners[level]
    low, high = owners & _LOW_HALF, (owners >> 32) & _LOW_HALF
    row = (1 << top_place(work.bottoms[level])) - 1
    work.hands[4 * level] = row & ~(low | high)
    work.hands[4 * level + 1] = low & ~high
    work.hands[4 * level + 2] = high & ~low
    work.hands[4 * level + 3] = low & high


@njit(cache=True, nogil=True)
def pack(work: Work, trump: int, hands: Ints, bits: Ints) -> None:
    """Sets level 0 to the cards in play.

    Args:
        work: where.
        trump: the contract's number for what is trump.
        hands: by seat the cards it has in play, by the bits of the solver's callers.
        bits: by those, set to every card's bit in the row, where it is in play.
    """
    owners, bottoms, trumps, bit, group = 0, 0, 0, 1, -1
    for index in range(CARDS):
        card = ROW[trump, index]
        for seat in range(SEATS):
            if (hands[seat] >> card) & 1:
                owners |= ((seat & 1) * bit) | (((seat >> 1) * bit) << 32)
                if GROUP[trump, index] != group:
                    group = GROUP[trump, index]
                    bottoms |= bit
                    if group == TRUMP_GROUP:
                        trumps = bit
                bits[card] = bit
                bit <<= 1
    work.owners[0] = owners
    work.bottoms[0] = bottoms | bit
    work.trumps[0] = trumps if trumps else bit
    unpack(work, 0)
