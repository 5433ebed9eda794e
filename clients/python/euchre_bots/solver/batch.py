"""Many worlds in one call of compiled code."""

from __future__ import annotations

import numpy as np
from numba import njit

from euchre_bots.solver.bits import count, top_place
from euchre_bots.solver.order import CARDS
from euchre_bots.solver.search import offer, play, reaches
from euchre_bots.solver.state import MOST_CARDS, SEATS, Ints, Work, pack
from euchre_bots.solver.table import next_world

_BITS = 64


@njit(cache=True, nogil=True)
def seat_players(work: Work, sides: Ints, playing: Ints) -> None:
    """Sets who plays after whom and on which side."""
    work.active = 0
    for seat in range(sides.size):
        work.sides[seat] = sides[seat]
        work.active += playing[seat]
        following = (seat + 1) % sides.size
        while not playing[following]:
            following = (following + 1) % sides.size
        work.after[seat] = following


@njit(cache=True, nogil=True)
def exact(work: Work, place: int, seat: int, only: int, guess: int) -> int:
    """Returns how many tricks side 0 takes from a ply of level 0 on.

    Args:
        work: with the level packed, and the ply set as `play` leaves it.
        place: how many cards are on the table.
        seat: who plays next.
        only: the one card it may play; 0 for no such restriction.
        guess: how many tricks to ask for first.
    """
    low, high = 0, work.left[0]
    while low < high:
        need = min(max(guess, low + 1), high)
        work.need[0] = need
        offer(work, 0, place, seat)
        if only:
            work.first[place] = only
            work.rest[place] = 0
        if reaches(work, place):
            low, guess = need, need + 1
        else:
            high, guess = need - 1, need - 1
    return int(low)


@njit(cache=True, nogil=True)
def solve_many(
    works: Work, trumps: Ints, hands: Ints, leaders: Ints, sides: Ints, playing: Ints
) -> np.ndarray[tuple[int], np.dtype[np.int8]]:
    """Returns by world how many tricks side 0 takes.

    Args:
        works: one cleared record of `WORK`.
        trumps: by world the contract's number for what is trump.
        hands: by world and seat.
        leaders: by world who leads.
        sides: by world and seat, 0 or 1.
        playing: by world and seat, 0 or 1.
    """
    work = works[0]
    tricks = np.zeros(hands.shape[0], np.int8)
    held, bits = np.zeros(SEATS, np.int64), np.zeros(_BITS, np.int64)
    for world in range(hands.shape[0]):
        seat_players(work, sides[world], playing[world])
        for seat in range(hands.shape[1]):
            held[seat] = hands[world, seat] if playing[world, seat] else 0
        leader = leaders[world]
        next_world(work)
        pack(work, trumps[world], held, bits)
        work.left[0] = count(held[leader])
        tricks[world] = exact(work, 0, leader, 0, (work.left[0] + 1) // 2)
    return tricks


@njit(cache=True, nogil=True)
def value_many(
    works: Work,
    trump: int,
    hands: Ints,
    sides: Ints,
    playing: Ints,
    before: Ints,
    table: Ints,
    cards: Ints,
    mover: int,
) -> np.ndarray[tuple[int, int], np.dtype[np.int8]]:
    """Returns by world and card how many tricks side 0 takes from this trick on if that card is played.

    Args:
        works: one cleared record of `WORK`.
        trump: the contract's number for what is trump.
        hands: by world and seat.
        sides: by seat, 0 or 1.
        playing: by seat, 0 or 1.
        before: who has played to this trick, the leader first.
        table: what they played.
        cards: the cards the mover may play.
        mover: who plays next.
    """
    work = works[0]
    seat_players(work, sides, playing)
    place = before.size
    values = np.zeros((hands.shape[0], cards.size), np.int8)
    held, bits = np.zeros(SEATS, np.int64), np.zeros(_BITS, np.int64)
    known = np.zeros(_BITS, np.int64)
    for world in range(hands.shape[0]):
        for seat in range(hands.shape[1]):
            held[seat] = hands[world, seat] if playing[seat] else 0
        work.left[0] = count(held[mover])
        for index in range(place):
            held[before[index]] |= 1 << table[index]
        next_world(work)
        pack(work, trump, held, bits)
        for index in range(place):
            work.seat[index] = before[index]
            play(work, 0, index, bits[table[index]])
        offer(work, 0, place, mover)
        offered = work.first[place] | work.rest[place]
        known[:] = -1
        value = (work.left[0] + 1) // 2
        for index in range(cards.size):
            # Of equal cards the lowest is offered.
            equal = top_place(offered & (2 * bits[cards[index]] - 1))
            if known[equal] < 0:
                known[equal] = exact(work, place, mover, 1 << equal, value)
            value = known[equal]
            values[world, index] = value
    return values


@njit(cache=True, nogil=True)
def misfit(hands: Ints, playing: Ints) -> int:
    """Returns the first world whose hands are no position between two tricks, or -1.

    Args:
        hands: by world and seat.
        playing: by world and seat, 0 or 1.
    """
    for world in range(hands.shape[0]):
        size, seen = -1, 0
        for seat in range(hands.shape[1]):
            if not playing[world, seat]:
                continue
            hand = hands[world, seat]
            if size < 0:
                size = count(hand)
            if count(hand) != size or size > MOST_CARDS or hand & seen or hand >> CARDS:
                return world
            seen |= hand
    return -1
