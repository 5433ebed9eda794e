"""What a side is sure of between two tricks, without looking ahead."""

from __future__ import annotations

from typing import Final

from numba import njit

from euchre_bots.solver.bits import count, top_place
from euchre_bots.solver.state import SEATS, Work, trumps_of

_MANY: Final = 99


@njit(cache=True, nogil=True)
def above(cards: int, others: int) -> int:
    """Returns those of a suit's cards that are higher than all of the others."""
    return cards & -(2 << top_place(others)) if others else cards


@njit(cache=True, nogil=True)
def masters(hand: int, others: int, bottoms: int, trumps: int) -> int:
    """Returns the cards of a hand in plain suits that are higher than all others of their suit.

    Args:
        hand: the hand.
        others: the other cards in play.
        bottoms: as in `state.py`.
        trumps: as in `state.py`.
    """
    found = 0
    low = bottoms & -bottoms
    while low < trumps:
        bottoms ^= low
        following = bottoms & -bottoms
        suit = following - low
        low = following
        if hand & suit:
            found |= above(hand & suit, others & suit)
    return found


@njit(cache=True, nogil=True)
def sure_trumps(hand: int, against: int) -> int:
    """Returns how many tricks a hand's trumps take for its side, whoever leads.

    Every trump takes its trick unless a higher one of the other side is in it, and each of those is in one
    trick only.

    Args:
        hand: the trumps of one hand.
        against: the trumps of the other side.
    """
    sure, free = 0, 0
    rest = hand | against
    while hand:
        bit = 1 << top_place(rest)
        rest ^= bit
        if against & bit:
            free += 1
        else:
            hand ^= bit
            if free:
                free -= 1
            else:
                sure += 1
    return sure


@njit(cache=True, nogil=True)
def by_trumps(work: Work, level: int) -> tuple[int, int]:
    """Returns the bounds on the tricks of side 0 that each side's trumps set."""
    base, trump_mask = 4 * level, trumps_of(work, level)
    ours, theirs = 0, 0
    for seat in range(SEATS):
        if work.sides[seat]:
            theirs |= work.hands[base + seat] & trump_mask
        else:
            ours |= work.hands[base + seat] & trump_mask
    low, high = 0, work.left[level]
    for seat in range(SEATS):
        hand = work.hands[base + seat] & trump_mask
        if hand and work.sides[seat]:
            high = min(high, work.left[level] - sure_trumps(hand, ours))
        elif hand:
            low = max(low, sure_trumps(hand, theirs))
    return low, high


@njit(cache=True, nogil=True)
def cash(work: Work, level: int, leader: int) -> int:
    """Returns how many tricks a seat's side takes if the seat leads and goes on with its highest cards.

    First its trumps above everybody's; then in each plain suit the cards above everybody's, as long as every
    opponent who still has a trump then must follow. A partner who has nothing but trumps left would take the
    lead away, so no more plain tricks are counted than such a partner has plain cards.
    """
    base, trump_mask = 4 * level, trumps_of(work, level)
    hand = work.hands[base + leader]
    bottoms, trumps = work.bottoms[level], work.trumps[level]
    others = ((1 << top_place(bottoms)) - 1) & ~hand
    drawn = count(above(hand & trump_mask, others & trump_mask))
    spare = _MANY
    first, second, third = 0, 0, 0
    for seat in range(SEATS):
        other = work.hands[base + seat]
        if seat == leader or count(other & trump_mask) <= drawn:
            continue
        if work.sides[seat] == work.sides[leader]:
            spare = min(spare, count(other & ~trump_mask))
        else:
            first, second, third = other, first, second
    taken = 0
    low = bottoms & -bottoms
    while low < trumps:
        bottoms ^= low
        following = bottoms & -bottoms
        suit = following - low
        low = following
        if hand & suit == 0:
            continue
        run = count(above(hand & suit, others & suit))
        for rival in (first, second, third):
            if rival:
                run = min(run, count(rival & suit))
        taken += run
    return drawn + min(taken, spare)


@njit(cache=True, nogil=True)
def crosses(work: Work, level: int, leader: int, partner: int) -> bool:
    """Tells whether the leader has a card to lead that his partner takes with the highest of its suit.

    Trumps are such a suit; a plain one is if every opponent who has a trump must follow.
    """
    base, trump_mask = 4 * level, trumps_of(work, level)
    own, partners = work.hands[base + leader], work.hands[base + partner]
    bottoms, trumps = work.bottoms[level], work.trumps[level]
    if own & trump_mask and partners & trump_mask & (1 << top_place(bottoms) >> 1):
        return True
    low = bottoms & -bottoms
    while low < trumps:
        bottoms ^= low
        following = bottoms & -bottoms
        suit = following - low
        low = following
        if own & suit and partners & (following >> 1):
            followed = True
            for seat in range(SEATS):
                hand = work.hands[base + seat]
                if work.sides[seat] != work.sides[leader] and hand & trump_mask and not hand & suit:
                    followed = False
            if followed:
                return True
    return False


@njit(cache=True, nogil=True)
def by_leading(work: Work, level: int, wanted: int) -> int:
    """Returns how many tricks the leader's side is sure of; up to as many as wanted."""
    leader = work.leader[level]
    sure = cash(work, level, leader)
    if sure < wanted:
        for seat in range(SEATS):
            if (
                seat != leader
                and work.sides[seat] == work.sides[leader]
                and work.hands[4 * level + seat]
                and crosses(work, level, leader, seat)
            ):
                sure = max(sure, cash(work, level, seat))
    return sure
