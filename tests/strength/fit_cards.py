"""Fitting the card model: random deals played by the model itself, every card of a turn played out.

At a share of the turns each card that may be played is followed to the end of the hand by the model of the
round before; what it brings against the mean of the cards is regressed on what the card looks like. The cards
the player cannot see lie as they were dealt, so over many deals nothing counts that he does not know. After a
few rounds the model no longer improves against itself.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np
from numba import njit

from euchre_bots.expert.auction import exchange, speak_on
from euchre_bots.expert.card_model import CARD_FEATURES, CONTEXTS, describe
from euchre_bots.expert.cards import FloatArray, IntArray, next_random
from euchre_bots.expert.judgement import call_model
from euchre_bots.expert.partners import play_out, rate, turn
from euchre_bots.expert.position import (
    BEST,
    LAID,
    LED,
    POSITION,
    SEAT,
    TAKEN,
    UNSEEN,
    lay,
    start,
)
from euchre_bots.expert.sampling import deal

ROUNDS: Final = 8
_DEALER: Final = 3
PACK: Final = np.array([suit * 8 + rank for suit in range(4) for rank in range(2, 8)])
"""The bits of the 24 cards."""
_EXPLORED: Final = 0.05
"""Share of turns at which any card is played, so that odd positions are known too."""
_SAMPLED: Final = 0.35
"""Share of turns at which every card is played out."""
_RIDGE: Final = 3.0


class Hands(NamedTuple):
    """Contracts to play, one row a deal.

    Attributes:
        trumps: the suit that is trump.
        makers: who fixed it.
        alone: whether he plays alone.
        hands: masks by seat, as the first trick finds them.
        unseen: the cards not shown to everybody.
    """

    trumps: IntArray
    makers: IntArray
    alone: Any
    hands: IntArray
    unseen: IntArray


def contracts(number: int, seed: int) -> Hands:
    """Deal hands with seat 3 as dealer and let the call model call."""
    dealt = deal(PACK, np.full(24, 63), np.array([5, 5, 5, 5, 3, 1]), number, seed)
    hands = dealt[:, :4].copy()
    upcards = np.array([int(mask).bit_length() - 1 for mask in dealt[:, 5]])
    trumps, makers = np.zeros(number, np.int64), np.zeros(number, np.int64)
    alone, unseen = np.zeros(number, bool), np.full(number, np.sum(1 << PACK))
    calls, alone_model = call_model()
    for upcard in map(int, PACK):
        rows = np.flatnonzero(upcards == upcard)
        suit = upcard // 8 + 1
        trumps[rows], makers[rows], alone[rows] = speak_on(
            calls, alone_model, hands[rows], upcard, suit, suit, _DEALER, 0, False, True, True
        )
        takes = trumps[rows] == suit
        hands[rows] = exchange(hands[rows], takes, upcard, trumps[rows], _DEALER)
        unseen[rows[~takes]] &= ~(1 << upcard)
    return Hands(trumps, makers, alone, hands, unseen)


@njit(cache=True)
def _seat_players(maker: int, alone: bool, playing: IntArray, left: IntArray) -> int:
    """Sets who plays and returns who leads."""
    playing[:] = 1
    if alone:
        playing[(maker + 2) % 4] = 0
        left[(maker + 2) % 4] = 0
    return 0 if playing[0] else 1


@njit(cache=True)
def _points(makers_tricks: int, alone: bool) -> float:
    if makers_tricks == 5:
        return 4.0 if alone else 2.0
    return 1.0 if makers_tricks >= 3 else -2.0


@njit(cache=True)
def play_all(
    mine: FloatArray, others: FloatArray, trumps: Any, makers: Any, alone: Any, hands: Any, unseen: Any
) -> FloatArray:
    """Returns by deal the points of seats 0 and 2, who play by `mine`, less those of `others`."""
    sides, playing = np.array([0, 1, 0, 1]), np.ones(4, np.int64)
    position, left = np.zeros(POSITION, np.int64), np.zeros(4, np.int64)
    cards, worths, scratch = np.zeros(64, np.int64), np.zeros(64), np.zeros(CARD_FEATURES)
    points = np.zeros(trumps.size)
    for row in range(trumps.size):
        left[:] = hands[row]
        maker = makers[row]
        start(position, _seat_players(maker, alone[row], playing, left), unseen[row])
        while left[position[SEAT]] or position[LAID]:
            seat = position[SEAT]
            model = mine if seat % 2 == 0 else others
            number = rate(
                model, trumps[row], left[seat], sides, playing, maker, position, cards, worths, scratch
            )
            chosen = cards[np.argmax(worths[:number])] if number > 1 else cards[0]
            lay(trumps[row], left, sides, playing, position, chosen)
        won = _points(position[TAKEN + maker % 2], alone[row])
        points[row] = won if maker % 2 == 0 else -won
    return points


@njit(cache=True)
def _regressors(
    weights: FloatArray,
    trumps: Any,
    makers: Any,
    alone: Any,
    hands: Any,
    unseen: Any,
    seed: int,
    squares: FloatArray,
    products: FloatArray,
) -> None:
    """Plays the hands and adds up, by the model's row, what least squares need."""
    random = np.array([seed], np.uint64)
    sides, playing = np.array([0, 1, 0, 1]), np.ones(4, np.int64)
    position, left = np.zeros(POSITION, np.int64), np.zeros(4, np.int64)
    then, rest = position.copy(), left.copy()
    cards, worths, scratch = np.zeros(64, np.int64), np.zeros(64), np.zeros(CARD_FEATURES)
    cards_then, worths_then = cards.copy(), worths.copy()
    table, values = np.zeros((8, CARD_FEATURES)), np.zeros(8)
    for row in range(trumps.size):
        trump, maker = trumps[row], makers[row]
        left[:] = hands[row]
        start(position, _seat_players(maker, alone[row], playing, left), unseen[row])
        while left[position[SEAT]] or position[LAID]:
            seat = position[SEAT]
            hand = left[seat]
            number = rate(weights, trump, hand, sides, playing, maker, position, cards, worths, scratch)
            if number > 1 and next_random(random) < _SAMPLED:
                own, other = position[TAKEN + seat % 2], position[TAKEN + 1 - seat % 2]
                for place in range(number):
                    describe(
                        trump, hand, position[UNSEEN] & ~hand, position[LED], position[BEST], cards[place],
                        own, other, table[place],
                    )  # fmt: skip
                    then[:], rest[:] = position, left
                    lay(trump, rest, sides, playing, then, cards[place])
                    play_out(
                        weights,
                        False,
                        trump,
                        rest,
                        sides,
                        playing,
                        maker,
                        then,
                        cards_then,
                        worths_then,
                        scratch,
                    )
                    won = _points(then[TAKEN + maker % 2], alone[row])
                    values[place] = won if seat % 2 == maker % 2 else -won
                context = turn(trump, hand, sides, playing, maker, position)
                _add(table[:number], values[:number], squares[context], products[context])
            chosen = cards[np.argmax(worths[:number])] if number > 1 else cards[0]
            if next_random(random) < _EXPLORED:
                chosen = cards[int(next_random(random) * number)]
            lay(trump, left, sides, playing, position, chosen)


@njit(cache=True)
def _add(table: FloatArray, values: FloatArray, squares: FloatArray, products: FloatArray) -> None:
    """Adds one turn: cards against the mean of the cards."""
    mean = values.mean()
    for column in range(CARD_FEATURES):
        table[:, column] -= table[:, column].mean()
    for place in range(values.size):
        for column in range(CARD_FEATURES):
            if table[place, column] != 0.0:
                products[column] += table[place, column] * (values[place] - mean)
                squares[column] += table[place, column] * table[place]


def card_model(number: int, seed: int) -> dict[str, list[list[float]]]:
    """Fit the model to so many deals a round."""
    weights: FloatArray = np.zeros((CONTEXTS, CARD_FEATURES))
    for step in range(ROUNDS):
        squares = np.zeros((CONTEXTS, CARD_FEATURES, CARD_FEATURES))
        products = np.zeros((CONTEXTS, CARD_FEATURES))
        table = contracts(number, seed + 2 * step)
        _regressors(weights, *table, seed + 2 * step + 1, squares, products)
        normal = squares + _RIDGE * np.eye(CARD_FEATURES)
        weights = np.linalg.solve(normal, products[:, :, None])[:, :, 0].astype(np.float64)
    return {"play": np.round(weights, 3).tolist()}
