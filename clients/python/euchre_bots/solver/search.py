"""Does side 0 take at least so many more tricks? An alpha-beta search over open cards.

The question has two answers, so the window is zero: a seat of side 0 looks for one card that leads to yes, a
seat of side 1 for one that leads to no. It goes forward and back over the plies in a loop and does not call
itself, as numba cannot reload from its cache a function that does.
"""

from __future__ import annotations

from typing import Final

from numba import njit

from euchre_bots.solver.bits import top_place
from euchre_bots.solver.bounds import by_leading, by_trumps, masters
from euchre_bots.solver.state import SEATS, Work, suit_of, unpack, without
from euchre_bots.solver.table import recall, remember

_NO: Final = 0
_YES: Final = 1
_UNKNOWN: Final = -1


@njit(cache=True, nogil=True)
def offer(work: Work, level: int, place: int, seat: int) -> None:
    """Sets the cards a seat may play at a ply, in the order to try them.

    Of cards with nothing between them but beaten cards of the trick, which are as good as gone, one is
    enough: the lowest.
    """
    ply = 4 * level + place
    work.seat[ply] = seat
    hand = work.hands[4 * level + seat]
    bottoms, trumps = work.bottoms[level], work.trumps[level]
    if place == 0:
        cards = hand & ~((hand << 1) & ~bottoms)
        others = ((1 << top_place(bottoms)) - 1) & ~hand
        sooner = cards & masters(hand, others, bottoms, trumps)
    else:
        gaps = work.gaps[ply]
        cards = (hand & work.led[ply]) or hand
        equal = (cards << 1) & ~bottoms
        equal |= ((equal & gaps) << 1) & ~bottoms
        equal |= ((equal & gaps) << 1) & ~bottoms
        cards &= ~equal
        sooner = cards & -(work.best[ply] << 1) & (work.led[ply] | -trumps)
        if work.sides[seat] == work.sides[work.taker[ply]]:
            sooner ^= cards
    work.first[ply] = sooner
    work.rest[ply] = cards ^ sooner


@njit(cache=True, nogil=True)
def choose(work: Work, ply: int) -> int:
    """Takes the next card to try from those offered."""
    cards = work.first[ply]
    if cards:
        card = cards & -cards
        work.first[ply] = cards ^ card
    else:
        cards = work.rest[ply]
        card = cards & -cards
        work.rest[ply] = cards ^ card
    return int(card)


@njit(cache=True, nogil=True)
def play(work: Work, level: int, place: int, card: int) -> None:
    """Puts a card to the trick and sets what the next ply finds."""
    ply = 4 * level + place
    work.card[ply] = card
    seat = work.seat[ply]
    if place == 0:
        led = suit_of(work.bottoms[level], card)
        best, taker, gaps = card, seat, 0
    else:
        led, best, taker, gaps = work.led[ply], work.best[ply], work.taker[ply], work.gaps[ply]
        if card > best and card & (led | -work.trumps[level]):
            gaps |= best
            best, taker = card, seat
        else:
            gaps |= card
    work.led[ply + 1] = led
    work.best[ply + 1] = best
    work.taker[ply + 1] = taker
    work.gaps[ply + 1] = gaps


@njit(cache=True, nogil=True)
def last_taker(work: Work, level: int) -> int:
    """Returns who takes the last trick of a hand, in which nobody has a choice."""
    taker = work.leader[level]
    best = work.hands[4 * level + taker]
    takes = suit_of(work.bottoms[level], best) | -work.trumps[level]
    for seat in range(SEATS):
        card = work.hands[4 * level + seat]
        if card & takes and card > best:
            best, taker = card, seat
    return int(taker)


@njit(cache=True, nogil=True)
def settle(work: Work, level: int) -> int:
    """Answers a level's question without a search, if that can be done."""
    need = work.need[level]
    if work.left[level] == 1:
        return _NO if work.sides[last_taker(work, level)] else _YES
    if not recall(work, level):
        low, high = by_trumps(work, level)
        if low < need <= high:
            if work.sides[work.leader[level]]:
                high = min(high, work.left[level] - by_leading(work, level, work.left[level] - need + 1))
            else:
                low = max(low, by_leading(work, level, need))
        work.low[level] = low
        work.high[level] = high
    if work.low[level] >= need:
        return _YES
    if work.high[level] < need:
        return _NO
    return _UNKNOWN


@njit(cache=True, nogil=True)
def learn(work: Work, level: int, answer: int) -> None:
    """Keeps a level's answer for the next time its position comes up."""
    if answer == _YES:
        work.low[level] = work.need[level]
    else:
        work.high[level] = work.need[level] - 1
    remember(work, level)


@njit(cache=True, nogil=True)
def next_trick(work: Work, level: int) -> int:
    """Sets the level below from a full trick; returns the answer to its question if that is known."""
    active, ply, below = work.active, 4 * level, level + 1
    taker = work.taker[ply + active]
    need, left = work.need[level] - (1 - work.sides[taker]), work.left[level] - 1
    if need <= 0:
        return _YES
    if need > left:
        return _NO
    gone = 0
    for place in range(active):
        gone |= work.card[ply + place]
    owners, bottoms, trumps = work.owners[level], work.bottoms[level], work.trumps[level]
    while gone:
        # From the top, so that the places of those to follow stay as they are.
        card = 1 << top_place(gone)
        gone ^= card
        owners, bottoms, trumps = without(owners, bottoms, trumps, card)
    work.owners[below] = owners
    work.bottoms[below] = bottoms
    work.trumps[below] = trumps
    work.left[below] = left
    work.need[below] = need
    work.leader[below] = taker
    unpack(work, below)
    work.positions += 1
    return settle(work, below)


@njit(cache=True, nogil=True)
def reaches(work: Work, start: int) -> bool:
    """Answers the question of level 0: does side 0 take as many tricks as it needs?

    Args:
        work: level 0 is packed, its need set, and the ply of the number `start` with its offer.
        start: how many cards are on the table.
    """
    level, place = 0, start
    while True:
        ply = 4 * level + place
        work.cards += 1
        play(work, level, place, choose(work, ply))
        place += 1
        if place < work.active:
            offer(work, level, place, work.after[work.seat[ply]])
            continue
        answer = next_trick(work, level)
        if answer == _UNKNOWN:
            level, place = level + 1, 0
            offer(work, level, place, work.leader[level])
            continue
        while True:
            place -= 1
            ply = 4 * level + place
            wanted = _NO if work.sides[work.seat[ply]] else _YES
            if answer != wanted and work.first[ply] | work.rest[ply]:
                break
            if level == 0 and place == start:
                return answer == _YES
            if place == 0:
                learn(work, level, answer)
                level, place = level - 1, work.active
