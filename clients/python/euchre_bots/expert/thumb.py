"""Rules of thumb that most partners know: draw trumps for one's own call, second hand low, third hand high.

The card model plays better, but not everybody plays like it. What a card is worth against both is worth more.
"""

from __future__ import annotations

from numba import njit

from euchre_bots.expert.cards import SUIT_MASK, IntArray, beats, count, lowest
from euchre_bots.expert.playout import bosses, extreme, lead, throw
from euchre_bots.expert.position import BEST, LAID, LED, SEAT, TAKER, UNSEEN, following


@njit(cache=True)
def choose(trump: int, hand: int, sides: IntArray, playing: IntArray, maker: int, position: IntArray) -> int:
    """Returns the card a sensible partner plays.

    Args:
        trump: the suit that is trump, 1 to 4.
        hand: the cards of the seat to play.
        sides: by seat, 0 or 1.
        playing: by seat, 0 or 1.
        maker: who fixed trump.
        position: what is on the table; see `position.SEAT`.
    """
    seat, unseen = position[SEAT], position[UNSEEN] & ~hand
    if position[LED] < 0:
        return _lead(trump, hand, unseen, seat == maker, sides[seat] == sides[maker])
    legal = following(trump, hand, position[LED])
    follows = legal != 0
    if not follows:
        legal = hand
    best, winning, rest = position[BEST], 0, legal
    while rest:
        bit = lowest(rest)
        rest &= rest - 1
        if beats(trump, bit, best):
            winning |= 1 << bit
    if not winning:
        return throw(trump, legal, hand, unseen)
    highest = extreme(trump, winning, True)
    is_boss = bosses(trump, 1 << highest, unseen) != 0
    still = playing.sum() - position[LAID] - 1
    if sides[position[TAKER]] == sides[seat]:
        is_safe = still == 0 or not follows or bosses(trump, 1 << best, unseen) != 0
        return highest if is_boss and not is_safe else throw(trump, legal, hand, unseen)
    if still == 0 or not follows:
        return extreme(trump, winning, False)
    if is_boss or not _partner_follows(seat, still, sides, playing):
        return highest
    return throw(trump, legal, hand, unseen)


@njit(cache=True)
def _lead(trump: int, hand: int, unseen: int, is_maker: bool, is_makers_side: bool) -> int:
    trumps = hand & SUIT_MASK[trump, trump - 1]
    if is_makers_side and trumps and unseen & SUIT_MASK[trump, trump - 1]:
        best = extreme(trump, trumps, True)
        if bosses(trump, 1 << best, unseen) or (is_maker and count(trumps) >= 3):
            return best
    return lead(trump, hand, unseen, False)


@njit(cache=True)
def _partner_follows(seat: int, still: int, sides: IntArray, playing: IntArray) -> bool:
    """Returns whether the partner is among the seats still to play."""
    after = seat
    for _ in range(still):
        after = (after + 1) % sides.size
        while not playing[after]:
            after = (after + 1) % sides.size
        if sides[after] == sides[seat]:
            return True
    return False
