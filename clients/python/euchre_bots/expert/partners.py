"""Playing hands to their end as sensible partners do, each seeing his own cards only; see `card_model`.

Open cards make players wiser than they are: they never lead into a void they cannot know of. So beside the
solver's answers stand those of such play. It also tells which cards a seat is likely to hold that has played
what it has played.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numba import njit

from euchre_bots.expert.card_model import CARD_FEATURES, context_of, worth
from euchre_bots.expert.cards import FloatArray, IntArray, lowest
from euchre_bots.expert.position import (
    BEST,
    LAID,
    LED,
    POSITION,
    SEAT,
    TAKEN,
    TAKER,
    UNSEEN,
    following,
    lay,
)
from euchre_bots.expert.thumb import choose

_DOUBT: Final = 0.1
"""Points between two cards within which the model is unsure which is played."""
_BY_THUMB: Final = 0.5
"""Share of players taken to play by rules of thumb rather than by the card model."""
_FLOOR: Final = 0.1
"""The least likelihood of any card: strangers play otherwise."""


@njit(cache=True)
def turn(trump: int, hand: int, sides: IntArray, playing: IntArray, maker: int, position: IntArray) -> int:
    """Returns the card model's row for the seat to play with these cards."""
    seat, active = position[SEAT], playing.sum()
    still = active - position[LAID] - 1
    after, partner_to_play = seat, False
    for _ in range(still):
        after = (after + 1) % sides.size
        while not playing[after]:
            after = (after + 1) % sides.size
        partner_to_play = partner_to_play or sides[after] == sides[seat]
    return context_of(
        position[LED] < 0,
        following(trump, hand, position[LED]) != 0,
        position[LAID] > 0 and sides[position[TAKER]] == sides[seat],
        still,
        partner_to_play,
        seat == maker,
        sides[seat] == sides[maker],
        position[TAKEN] + position[TAKEN + 1] == 0,
        active < sides.size,
    )


@njit(cache=True)
def rate(
    weights: FloatArray,
    trump: int,
    hand: int,
    sides: IntArray,
    playing: IntArray,
    maker: int,
    position: IntArray,
    cards: IntArray,
    worths: FloatArray,
    scratch: FloatArray,
) -> int:
    """Rates the cards that the seat to play may play.

    Args:
        weights: the card model.
        trump: the suit that is trump, 1 to 4.
        hand: the seat's cards.
        sides: by seat, 0 or 1.
        playing: by seat, 0 or 1.
        maker: who fixed trump.
        position: what is on the table; see `position.SEAT`.
        cards: where those cards go.
        worths: where goes what each is worth; nothing if there is but one.
        scratch: room for the features of a card.

    Returns:
        How many cards there are.
    """
    led = position[LED]
    rest = following(trump, hand, led)
    if rest == 0:
        rest = hand
    number = 0
    while rest:
        cards[number] = lowest(rest)
        rest &= rest - 1
        number += 1
    if number > 1:
        row = turn(trump, hand, sides, playing, maker, position)
        side = sides[position[SEAT]]
        own, other = position[TAKEN + side], position[TAKEN + 1 - side]
        for place in range(number):
            worths[place] = worth(
                weights, row, trump, hand, position[UNSEEN] & ~hand, led, position[BEST], cards[place], own,
                other, scratch,
            )  # fmt: skip
    return number


@njit(cache=True)
def play_out(
    weights: FloatArray,
    by_thumb: bool,
    trump: int,
    hands: IntArray,
    sides: IntArray,
    playing: IntArray,
    maker: int,
    position: IntArray,
    cards: IntArray,
    worths: FloatArray,
    scratch: FloatArray,
) -> None:
    """Plays one world to the end of the hand; `hands` and `position` are then those after it.

    See `rate`; `by_thumb` asks for the rules of thumb in place of the card model.
    """
    while hands[position[SEAT]] or position[LAID]:
        hand = hands[position[SEAT]]
        if by_thumb:
            card = choose(trump, hand, sides, playing, maker, position)
            lay(trump, hands, sides, playing, position, card)
            continue
        number = rate(weights, trump, hand, sides, playing, maker, position, cards, worths, scratch)
        best = 0
        for place in range(1, number):
            if worths[place] > worths[best]:
                best = place
        lay(trump, hands, sides, playing, position, cards[best])


@njit(cache=True)
def play_cards(
    weights: FloatArray,
    by_thumb: bool,
    trump: int,
    hands: IntArray,
    sides: IntArray,
    playing: IntArray,
    maker: int,
    now: IntArray,
    choices: IntArray,
) -> IntArray:
    """Plays every one of a seat's choices in every world.

    Args:
        weights: the card model.
        by_thumb: whether rules of thumb take its place.
        trump: the suit that is trump, 1 to 4.
        hands: masks by world and seat.
        sides: by seat, 0 or 1.
        playing: by seat, 0 or 1.
        maker: who fixed trump.
        now: the position; see `position.SEAT`.
        choices: the cards the seat may play.

    Returns:
        The tricks of side 0 in the whole hand, by world and choice.
    """
    worlds, players = hands.shape
    tricks = np.zeros((worlds, choices.size), np.int64)
    left, position = np.zeros(players, np.int64), np.zeros(POSITION, np.int64)
    cards, worths, scratch = np.zeros(64, np.int64), np.zeros(64), np.zeros(CARD_FEATURES)
    for world in range(worlds):
        for choice in range(choices.size):
            left[:] = hands[world] * playing
            position[:] = now
            lay(trump, left, sides, playing, position, choices[choice])
            play_out(weights, by_thumb, trump, left, sides, playing, maker, position, cards, worths, scratch)
            tricks[world, choice] = position[TAKEN]
    return tricks


@njit(cache=True)
def line_chances(
    weights: FloatArray,
    trump: int,
    hands: IntArray,
    sides: IntArray,
    playing: IntArray,
    maker: int,
    start_of_play: IntArray,
    observer: int,
    line: IntArray,
) -> FloatArray:
    """Returns by world how likely the cards played so far are.

    Args:
        weights: the card model.
        trump: the suit that is trump, 1 to 4.
        hands: masks by world and seat, as they were before the first trick.
        sides: by seat, 0 or 1.
        playing: by seat, 0 or 1.
        maker: who fixed trump.
        start_of_play: the position before the first trick; see `position.SEAT`.
        observer: the seat that wonders: its own cards tell it nothing.
        line: the cards played, in order.
    """
    worlds, players = hands.shape
    likely = np.ones(worlds)
    left, position = np.zeros(players, np.int64), np.zeros(POSITION, np.int64)
    cards, worths, scratch = np.zeros(64, np.int64), np.zeros(64), np.zeros(CARD_FEATURES)
    for world in range(worlds):
        left[:] = hands[world]
        position[:] = start_of_play
        for card in line:
            seat = position[SEAT]
            if seat != observer:
                number = rate(
                    weights, trump, left[seat], sides, playing, maker, position, cards, worths, scratch
                )
                if number > 1:
                    expected = choose(trump, left[seat], sides, playing, maker, position)
                    chance = (1.0 - _BY_THUMB) * _chance(cards[:number], worths[:number], card)
                    chance += _BY_THUMB * (expected == card)
                    likely[world] *= _FLOOR + (1.0 - _FLOOR) * chance
            lay(trump, left, sides, playing, position, card)
    return likely


@njit(cache=True)
def _chance(cards: IntArray, worths: FloatArray, card: int) -> float:
    """Returns how likely a card is played, given what each may be worth."""
    total, own = 0.0, 0.0
    most = worths.max()
    for place in range(cards.size):
        share = np.exp((worths[place] - most) / _DOUBT)
        total += share
        if cards[place] == card:
            own = share
    return own / total
