"""A hand of two sides in the middle of its play, as everybody at the table sees it.

A position is a row of numbers; the cards each seat holds are kept beside it.
"""

from __future__ import annotations

from typing import Final

from numba import njit

from euchre_bots.expert.cards import SUIT, SUIT_MASK, IntArray, beats

SEAT: Final = 0
"""Columns of a position: who plays next; the card led, -1 without one; the best card and who played it; how
many are on the table; the cards not yet shown to everybody; and the tricks of side 0 and of side 1."""
LED: Final = 1
BEST: Final = 2
TAKER: Final = 3
LAID: Final = 4
UNSEEN: Final = 5
TAKEN: Final = 6
POSITION: Final = 8


@njit(cache=True)
def following(trump: int, hand: int, led: int) -> int:
    """Returns the cards that follow the card led, a bit; all of them if `led` is -1, to lead."""
    return hand if led < 0 else hand & SUIT_MASK[trump, SUIT[trump, led]]


@njit(cache=True)
def start(position: IntArray, leader: int, unseen: int) -> None:
    """Sets a position before the first trick."""
    position[:] = 0
    position[SEAT], position[LED], position[UNSEEN] = leader, -1, unseen


@njit(cache=True)
def lay(
    trump: int, hands: IntArray, sides: IntArray, playing: IntArray, position: IntArray, card: int
) -> None:
    """Lays a card on the table for the seat to play, and takes the trick away when it is complete."""
    seat = position[SEAT]
    hands[seat] &= ~(1 << card)
    position[UNSEEN] &= ~(1 << card)
    if position[LED] < 0:
        position[LED] = card
    if position[LED] == card or beats(trump, card, position[BEST]):
        position[BEST], position[TAKER] = card, seat
    position[LAID] += 1
    if position[LAID] == playing.sum():
        taker = position[TAKER]
        position[TAKEN + sides[taker]] += 1
        position[SEAT], position[LED], position[LAID] = taker, -1, 0
        return
    seat = (seat + 1) % sides.size
    while not playing[seat]:
        seat = (seat + 1) % sides.size
    position[SEAT] = seat
