"""What a hand is worth as a caller's: a linear model, quick enough to ask for every seat of every world.

The weights are fitted by `python -m tests.strength fit`: for every round and place at the table the points
that calling gains over passing, and for every call what playing alone gains over having the partner.
"""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from typing import Any, Final

import numpy as np
from numba import njit

from euchre_bots.expert.cards import POWER, SUIT, SUIT_MASK, FloatArray, count, lowest

FEATURES: Final = 24
PLACES: Final = 8
"""Round (0 or 1) times four plus the place: left of the dealer, his partner, right of him, the dealer."""

# Columns of the features.
_TOP: Final = 1  # right, left, ace, king, queen, ten, nine and lower
_LENGTH: Final = 8  # at least two, three, four trumps
_ACES: Final = 11  # side aces: one, two or more; and alone in their suit
_KINGS: Final = 14
_VOIDS: Final = 15  # void side suits with one trump, with more
_UPCARD: Final = 17  # bower, ace, its height
_NEXT: Final = 20  # the suit of the same colour as the one turned down
_STRONG: Final = 21  # both bowers; side aces with three trumps; right bower with three trumps


@njit(cache=True)
def features(hand: int, trump: int, upcard: int, is_first_round: bool, out: FloatArray) -> None:
    """Describes a hand under a suit as trump.

    Args:
        hand: five cards; the dealer's with the up-card taken, in the first round.
        trump: the suit, 1 to 4.
        upcard: the bit of the up-card.
        is_first_round: whether the up-card's suit is the trump asked about.
        out: where the features go, `FEATURES` long.
    """
    out[:] = 0.0
    out[0] = 1.0
    trumps = hand & SUIT_MASK[trump, trump - 1]
    length = count(trumps)
    rest = trumps
    while rest:
        bit = lowest(rest)
        rest &= rest - 1
        out[_TOP + _height(POWER[trump, bit])] += 1.0
    for many in range(2, 5):
        if length >= many:
            out[_LENGTH + many - 2] = 1.0
    aces = 0
    voids = 0
    for suit in range(4):
        if suit == trump - 1:
            continue
        held = hand & SUIT_MASK[trump, suit]
        number = count(held)
        if number == 0:
            voids += 1
        elif held >> (suit * 8 + 7) & 1:
            aces += 1
            out[_ACES + 2] += number == 1
        elif held >> (suit * 8 + 6) & 1:
            out[_KINGS] += 1.0
    out[_ACES] = aces >= 1
    out[_ACES + 1] = aces >= 2
    if length == 1:
        out[_VOIDS] = voids
    elif length:
        out[_VOIDS + 1] = voids
    if is_first_round and upcard >= 0:
        height = _height(POWER[trump, upcard])
        out[_UPCARD] = height <= 1
        out[_UPCARD + 1] = height == 2
        out[_UPCARD + 2] = 6 - height
    if not is_first_round and upcard >= 0:
        out[_NEXT] = SUIT[trump, upcard] == 4 - trump
    right, left = out[_TOP] > 0, out[_TOP + 1] > 0
    out[_STRONG] = right and left
    out[_STRONG + 1] = aces if length >= 3 else 0
    out[_STRONG + 2] = right and length >= 3


@njit(cache=True)
def _height(power: int) -> int:
    """Returns how far below the best a trump stands: 0 right or joker, 1 left, 2 ace to 6 nine."""
    if power >= 240:
        return 0
    if power == 239:
        return 1
    rank = power - 200
    if rank >= 12:
        return 16 - rank
    return 5 if rank == 10 else 6


@njit(cache=True)
def worst_card(hand: int, trump: int, choices: int) -> int:
    """Returns the card a dealer lays down: the lowest side card, rather the last of its suit."""
    best, least = -1, 1 << 30
    rest = choices
    while rest:
        bit = lowest(rest)
        rest &= rest - 1
        worth = POWER[trump, bit] * 2
        if POWER[trump, bit] < 200:
            number = count(hand & SUIT_MASK[trump, SUIT[trump, bit]])
            if bit % 8 == 7:
                worth += 12
            elif number == 1:
                worth -= 9
            elif number == 2 and bit % 8 == 6:
                worth += 5
        if worth < least:
            best, least = bit, worth
    return best


@njit(cache=True)
def with_upcard(hand: int, upcard: int, trump: int) -> int:
    """Returns the dealer's hand with the up-card taken and a card laid down."""
    taken = hand | 1 << upcard
    return taken & ~(1 << worst_card(taken, trump, hand))


@njit(cache=True)
def gain(weights: FloatArray, hand: int, trump: int, upcard: int, place: int, scratch: FloatArray) -> Any:
    """Returns the points that a call gains over a pass, as the model has them.

    Args:
        weights: `PLACES` rows of `FEATURES`.
        hand: the hand before the dealer's exchange.
        trump: the suit called.
        upcard: the bit of the up-card.
        place: round and place; see `PLACES`.
        scratch: room for the features.
    """
    first = place < 4
    if place == 3 and upcard >= 0:
        hand = with_upcard(hand, upcard, trump)
    features(hand, trump, upcard, first, scratch)
    total = 0.0
    for column in range(FEATURES):
        total += weights[place, column] * scratch[column]
    return total


@cache
def call_model() -> tuple[FloatArray, FloatArray]:
    """Returns the weights for calling and for going alone, each `PLACES` rows of `FEATURES`."""
    model = json.loads(files("euchre_bots.data").joinpath("call_model.json").read_text())
    return np.array(model["call"]), np.array(model["alone"])
