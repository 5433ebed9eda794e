"""Playing a hand to its end by rules of thumb, where everybody plays for himself.

With three or four sides no search says what is best: what a seat gets depends on what the others want.
So the cards are played as sensible players would, each for its own tricks.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numba import njit

from euchre_bots.expert.cards import (
    CARD_COUNT,
    POWER,
    SUIT,
    SUIT_MASK,
    TRUMPS,
    IntArray,
    beats,
    count,
    lowest,
)

_TRUMP_POWER: Final = 200


def _higher_cards() -> IntArray:
    table = np.zeros((TRUMPS, CARD_COUNT), np.int64)
    for trump in range(TRUMPS):
        for bit in range(CARD_COUNT):
            for other in range(CARD_COUNT):
                if SUIT[trump, other] == SUIT[trump, bit] and POWER[trump, other] > POWER[trump, bit]:
                    table[trump, bit] |= 1 << other
    return table


HIGHER: Final = _higher_cards()
"""By trump and card, the cards of its suit above it."""


@njit(cache=True)
def extreme(trump: int, cards: int, highest: bool) -> int:
    """Returns the highest or lowest card of a set that is not empty."""
    chosen, power = -1, 0
    while cards:
        bit = lowest(cards)
        cards &= cards - 1
        if chosen < 0 or (POWER[trump, bit] > power) == highest:
            chosen, power = bit, POWER[trump, bit]
    return chosen


@njit(cache=True)
def bosses(trump: int, cards: int, unseen: int) -> int:
    """Returns those of the cards that no unseen card of their suit beats."""
    found = 0
    rest = cards
    while rest:
        bit = lowest(rest)
        rest &= rest - 1
        if not HIGHER[trump, bit] & unseen:
            found |= 1 << bit
    return found


@njit(cache=True)
def throw(trump: int, legal: int, hand: int, unseen: int) -> int:
    """Returns the card to part with: no trump, no boss, low, rather the last of its suit."""
    chosen, least = -1, 1 << 30
    masters = bosses(trump, legal, unseen)
    rest = legal
    while rest:
        bit = lowest(rest)
        rest &= rest - 1
        worth = POWER[trump, bit] * 2 + (24 if masters >> bit & 1 else 0)
        if POWER[trump, bit] < _TRUMP_POWER and count(hand & SUIT_MASK[trump, SUIT[trump, bit]]) == 1:
            worth -= 5
        if worth < least:
            chosen, least = bit, worth
    return chosen


@njit(cache=True)
def lead(trump: int, hand: int, unseen: int, is_maker: bool) -> int:
    """Returns the card to lead: trumps for one's own call, then sure tricks, else the least."""
    trumps = hand & SUIT_MASK[trump, trump - 1] if 1 <= trump <= 4 else 0
    others = hand & ~trumps
    hostile = unseen & SUIT_MASK[trump, trump - 1] if 1 <= trump <= 4 else 0
    masters = bosses(trump, hand, unseen)
    if trumps and hostile and (is_maker or not others):
        best = extreme(trump, trumps, True)
        if masters >> best & 1 or (is_maker and count(trumps) >= 3) or not others:
            return best
    sure = masters & others
    if sure:
        chosen, length = -1, 99
        while sure:
            bit = lowest(sure)
            sure &= sure - 1
            number = count(hand & SUIT_MASK[trump, SUIT[trump, bit]])
            if number < length:
                chosen, length = bit, number
        return chosen
    if not others:
        return extreme(trump, trumps, True)
    if trumps and not hostile and not masters & others:
        return extreme(trump, trumps, True)
    return throw(trump, others, hand, unseen)


@njit(cache=True)
def choose(
    trump: int, hand: int, unseen: int, led: int, best: int, still_to_play: int, is_maker: bool
) -> int:
    """Returns the card a sensible player plays for his own tricks.

    Args:
        trump: the contract's number.
        hand: his cards.
        unseen: the cards that others may hold.
        led: the bit of the card led, -1 to lead.
        best: the bit of the card that is winning.
        still_to_play: how many play after him.
        is_maker: whether he fixed trump.
    """
    if led < 0:
        return lead(trump, hand, unseen, is_maker)
    legal = hand & SUIT_MASK[trump, SUIT[trump, led]]
    follows = legal != 0
    if not follows:
        legal = hand
    if legal & (legal - 1) == 0:
        return lowest(legal)
    winning = 0
    rest = legal
    while rest:
        bit = lowest(rest)
        rest &= rest - 1
        if beats(trump, bit, best):
            winning |= 1 << bit
    if not winning:
        return throw(trump, legal, hand, unseen)
    if still_to_play == 0 or not follows:
        return extreme(trump, winning, False)
    highest = extreme(trump, winning, True)
    if not HIGHER[trump, highest] & unseen or still_to_play == 1:
        return highest
    return throw(trump, legal, hand, unseen)


@njit(cache=True)
def play_out(
    trump: int,
    hands: IntArray,
    playing: Any,
    seat: int,
    first: int,
    trick_seats: IntArray,
    trick_cards: IntArray,
    in_trick: int,
    gone: int,
    maker: int,
    tricks: IntArray,
) -> None:
    """Plays one world to the end of the hand.

    Args:
        trump: the contract's number.
        hands: masks by seat; they are played from.
        playing: by seat, whether it plays.
        seat: who plays next.
        first: the bit of the card it plays first, -1 to let it choose.
        trick_seats: seats of the trick in progress; room for every seat.
        trick_cards: its cards; likewise.
        in_trick: how many there are.
        gone: cards known to be out of play, with those of the trick.
        maker: who fixed trump, -1 without one.
        tricks: by seat, where tricks won are counted.
    """
    players = hands.size
    active = 0
    for each in range(players):
        active += playing[each]
    winner, best = 0, 0
    for place in range(in_trick):
        if place == 0 or beats(trump, trick_cards[place], best):
            winner, best = trick_seats[place], trick_cards[place]
    while hands[seat] or in_trick:
        hand = hands[seat]
        card = first
        first = -1
        if card < 0:
            led = trick_cards[0] if in_trick else -1
            card = choose(trump, hand, ~gone & ~hand, led, best, active - in_trick - 1, seat == maker)
        hands[seat] = hand & ~(1 << card)
        gone |= 1 << card
        if in_trick == 0 or beats(trump, card, best):
            winner, best = seat, card
        trick_seats[in_trick], trick_cards[in_trick] = seat, card
        in_trick += 1
        if in_trick == active:
            tricks[winner] += 1
            seat, in_trick = winner, 0
        else:
            seat = (seat + 1) % players
            while not playing[seat]:
                seat = (seat + 1) % players


@njit(cache=True)
def play_hands(
    trumps: IntArray, hands: IntArray, playing: Any, leaders: IntArray, gone: int, makers: IntArray
) -> IntArray:
    """Plays whole hands; one row a world.

    Args:
        trumps: by world; 0 where nothing is played.
        hands: masks by world and seat.
        playing: by world and seat, whether it plays.
        leaders: by world, who leads.
        gone: cards that are out of every world, such as those the pack does not have.
        makers: by world, -1 without one.

    Returns:
        The tricks by world and seat.
    """
    worlds, players = hands.shape
    tricks = np.zeros((worlds, players), np.int64)
    seats, cards = np.zeros(players, np.int64), np.zeros(players, np.int64)
    for world in range(worlds):
        if trumps[world] > 0:
            left = hands[world].copy()
            play_out(
                trumps[world], left, playing[world], leaders[world], -1, seats, cards, 0, gone, makers[world],
                tricks[world],
            )  # fmt: skip
    return tricks


@njit(cache=True)
def play_cards(
    trump: int,
    hands: IntArray,
    playing: Any,
    seat: int,
    choices: IntArray,
    trick_seats: IntArray,
    trick_cards: IntArray,
    in_trick: int,
    gone: int,
    maker: int,
    taken: IntArray,
) -> IntArray:
    """Plays every one of a seat's choices in every world; see `play_out`.

    Returns:
        The tricks of the whole hand by choice, world and seat.
    """
    worlds, players = hands.shape
    tricks = np.zeros((choices.size, worlds, players), np.int64)
    seats, cards = np.zeros(players, np.int64), np.zeros(players, np.int64)
    for choice in range(choices.size):
        for world in range(worlds):
            left = hands[world].copy()
            tricks[choice, world] = taken
            seats[:in_trick] = trick_seats[:in_trick]
            cards[:in_trick] = trick_cards[:in_trick]
            play_out(
                trump, left, playing, seat, choices[choice], seats, cards, in_trick, gone, maker,
                tricks[choice, world],
            )  # fmt: skip
    return tricks
