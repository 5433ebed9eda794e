"""What a hand is worth as a bidder's: linear models, as in `judgement`.

The weights are fitted by `python -m tests.strength.fit_bids` (partners) and
`python -m tests.strength.fit_solo` (everybody for himself). Worth is what the own side's score gains by a
bid, less what the others' scores gain on average.
"""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from typing import Final, NamedTuple

import numpy as np
from numba import njit

from euchre_bots.expert.cards import JOKER_BIT, FloatArray, IntArray, count
from euchre_bots.expert.judgement import FEATURES, features
from euchre_bots.expert.payoff import SHOOTER

ROWS: Final = 5
"""Rows of a bidding model: three, two and one trick less than all, the shooter, and the moon."""
NOBODY_BID: Final = 0
"""Places in `BidModel.passing`: nobody has bid, another side has, the partner has."""
OTHERS_BID: Final = 1
PARTNER_BID: Final = 2
TRUMPS: Final = 7

# Columns of the features without trump, each the number of suits of that kind.
_TOP: Final = 1  # ace; ace and king; ace, king and queen; ace without king but queen
_SECOND: Final = 5  # king without ace: with another card, alone
_THIRD: Final = 7  # queen without ace and king, with two others
_SHAPE: Final = 8  # void; one small card; four cards or more with the ace; the ace alone
_LONG: Final = 12  # small cards behind ace and king
_JOKER: Final = 13


class BidModel(NamedTuple):
    """A fitted model.

    Attributes:
        weights: by kind of trump (0 a suit, 1 none) and row; see `ROWS`.
        passing: worth of a pass, by who holds the highest bid; see `NOBODY_BID`.
        swapping: worth of taking the unknown hand.
    """

    weights: FloatArray
    passing: FloatArray
    swapping: float


@njit(cache=True)
def no_trump_features(hand: int, low: bool, base: int, out: FloatArray) -> None:
    """Describes a hand that is played without trump; `low` turns the order of the cards round."""
    out[:] = 0.0
    out[0] = 1.0
    for suit in range(4):
        held = hand >> suit * 8 & 0xFF
        number = count(held)
        if number == 0:
            out[_SHAPE] += 1.0
            continue
        best, second, third = (base, base + 1, base + 2) if low else (7, 6, 5)
        has_best, has_second, has_third = held >> best & 1, held >> second & 1, held >> third & 1
        if has_best:
            out[_TOP] += 1.0
            out[_TOP + 1] += has_second
            out[_TOP + 2] += has_second and has_third
            out[_TOP + 3] += (not has_second) and has_third
            out[_SHAPE + 2] += number >= 4
            out[_SHAPE + 3] += number == 1
            if has_second:
                out[_LONG] += number - 2 - has_third
        elif has_second:
            out[_SECOND] += number >= 2
            out[_SECOND + 1] += number == 1
        elif has_third and number >= 3:
            out[_THIRD] += 1.0
        elif number == 1:
            out[_SHAPE + 1] += 1.0
    out[_JOKER] = hand >> JOKER_BIT & 1


@njit(cache=True)
def row_of_bid(bid: int, hand_size: int) -> int:
    """Returns the row of the bidding model for a bid."""
    if bid >= SHOOTER:
        return 3 if bid == SHOOTER else 4
    return min(max(3 - (hand_size - bid), 0), 2)


@njit(cache=True)
def describe(hand: int, trump: int, base: int, out: FloatArray) -> None:
    """Describes a hand under a trump, whatever its kind."""
    if trump > 4:
        no_trump_features(hand, trump == 6, base, out)
    else:
        features(hand, trump, -1, False, out)


@njit(cache=True)
def worths(
    weights: FloatArray, trumps: IntArray, base: int, hand: int, scratch: FloatArray, table: FloatArray
) -> None:
    """Fills in what the bids of every row are worth under every trump: rows by trump numbers."""
    table[:] = -1e9
    for trump in trumps:
        describe(hand, trump, base, scratch)
        kind = 1 if trump > 4 else 0
        table[:, trump] = 0.0
        for column in range(FEATURES):
            if scratch[column] != 0.0:  # most are
                for row in range(ROWS):
                    table[row, trump] += weights[kind, row, column] * scratch[column]


@njit(cache=True)
def passing_of(model: BidModel, sides: IntArray, bidder: int, seat: int) -> float:
    """Returns what a pass is worth to a seat; `bidder` holds the highest bid, -1 for nobody."""
    if bidder < 0:
        return float(model.passing[NOBODY_BID])
    return float(model.passing[PARTNER_BID if sides[bidder] == sides[seat] else OTHERS_BID])


def _read(name: str) -> BidModel:
    model = json.loads(files("euchre_bots.data").joinpath(name).read_text())
    weights = np.zeros((2, ROWS, FEATURES))
    weights[0], weights[1] = np.array(model["bid"]), np.array(model["bid_no_trump"])
    return BidModel(weights, np.array(model["passing"], float), float(model["swapping"]))


@cache
def partners_model() -> BidModel:
    """Returns the model of auctions between two partnerships."""
    return _read("bid_model.json")


@cache
def solo_bid_model() -> BidModel:
    """Returns the model of auctions in which everybody plays for himself."""
    return _read("solo_model.json")
