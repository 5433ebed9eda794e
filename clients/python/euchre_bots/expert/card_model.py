"""What a sensible player plays who sees his own cards: a linear model of what each card is worth.

Between partners, with a suit as trump. The weights are fitted by `python -m tests.strength fit-cards`: every
card that may be played is played out by the model itself in many random deals, so what a player cannot see
does not help him. Points are those of a classic hand.
"""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from typing import Final

import numpy as np
from numba import njit

from euchre_bots.expert.cards import POWER, SUIT, SUIT_MASK, FloatArray, beats, count
from euchre_bots.expert.playout import HIGHER

CONTEXTS: Final = 52
"""Six leads (maker, his partner, a defender; first trick or later), then who is winning and who is still to
play times side times following suit; all of that again where somebody is alone."""
CARD_FEATURES: Final = 28

_LEADS: Final = 6
_WITH_PARTNERS: Final = 26
_FIRST_RANK: Final = 2
_LEFT_BOWER: Final = 239


@njit(cache=True)
def context_of(
    is_lead: bool,
    follows: bool,
    partner_wins: bool,
    still_to_play: int,
    partner_to_play: bool,
    is_maker: bool,
    is_makers_side: bool,
    is_first_trick: bool,
    is_lone: bool,
) -> int:
    """Returns the row of the model for a turn; see `CONTEXTS`."""
    if is_lead:
        row = (0 if is_maker else 1 if is_makers_side else 2) + (0 if is_first_trick else 3)
    else:
        if partner_wins:
            stand = 0 if still_to_play else 1
        elif still_to_play == 0:
            stand = 4
        else:
            stand = 2 if partner_to_play else 3
        row = _LEADS + stand * 4 + 2 * is_makers_side + follows
    return row + (_WITH_PARTNERS if is_lone else 0)


@njit(cache=True)
def describe(
    trump: int, hand: int, unseen: int, led: int, best: int, card: int, own: int, other: int, out: FloatArray
) -> None:
    """Describes a card of a hand.

    Args:
        trump: the suit that is trump, 1 to 4.
        hand: the player's cards.
        unseen: the cards that others may hold, as far as he knows.
        led: the bit of the card led, -1 to lead.
        best: the bit of the card that is winning.
        card: the bit of the card to describe.
        own: the tricks his side has taken.
        other: those of the others.
        out: where the features go, `CARD_FEATURES` long; trumps use the first half and side cards the other.
    """
    out[:] = 0.0
    suit, power = SUIT[trump, card], POWER[trump, card]
    trumps = SUIT_MASK[trump, trump - 1]
    length, unseen_trumps = count(hand & trumps), count(unseen & trumps)
    higher = count(HIGHER[trump, card] & unseen)
    is_boss, wins = higher == 0, led >= 0 and beats(trump, card, best)
    if suit == trump - 1:
        height = _height(power)
        out[0] = 1.0
        out[1] = is_boss
        out[2] = higher
        out[3] = height / 6.0
        out[4] = length
        out[5] = unseen_trumps
        out[6] = wins
        out[7] = wins and is_boss
        out[8] = height == 6
        out[9] = own
        out[10] = other
        out[11] = height / 6.0 * wins
        out[12] = is_boss * length
        out[25] = wins * higher
        return
    rank = card % 8 - _FIRST_RANK
    number = count(hand & SUIT_MASK[trump, suit])
    hidden = count(unseen & SUIT_MASK[trump, suit])
    out[13] = is_boss
    out[14] = higher
    out[15] = rank / 5.0
    out[16] = number == 1
    out[17] = number == 1 and length > 0
    out[18] = hidden
    out[19] = is_boss and unseen_trumps == 0
    out[20] = is_boss and length > 0
    out[21] = wins
    out[22] = wins and is_boss
    out[23] = suit == 4 - trump
    out[24] = number == 2 and rank < 5
    out[26] = is_boss * hidden
    out[27] = wins * higher


@njit(cache=True)
def _height(power: int) -> int:
    """Returns how high a trump is: 6 right bower or joker, 5 left, 4 ace down to 0 nine or lower."""
    if power >= _LEFT_BOWER:
        return 6 if power > _LEFT_BOWER else 5
    rank = power - 200
    if rank >= 12:
        return rank - 10
    return 1 if rank == 10 else 0


@njit(cache=True)
def worth(
    weights: FloatArray,
    row: int,
    trump: int,
    hand: int,
    unseen: int,
    led: int,
    best: int,
    card: int,
    own: int,
    other: int,
    scratch: FloatArray,
) -> float:
    """Returns the points a card brings, against his other cards; see `describe`, `row` is of `context_of`."""
    describe(trump, hand, unseen, led, best, card, own, other, scratch)
    total = 0.0
    for column in range(CARD_FEATURES):
        total += weights[row, column] * scratch[column]
    return total


@cache
def card_model() -> FloatArray:
    """Returns the weights, `CONTEXTS` rows of `CARD_FEATURES`."""
    model = json.loads(files("euchre_bots.data").joinpath("card_model.json").read_text())
    return np.array(model["play"])
