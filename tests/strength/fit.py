"""Fitting the model of calls: random deals played out by the card model, then backward through the auction.

Every seat's gain by calling is regressed on what its hand looks like, the last to speak first, so that
the value of passing is that of what the later seats then do. Hands that earlier seats would have called
with count less, and those near the border between a call and a pass count most. The cards are played by a
player who sees his own only (`fit_cards`): open cards would flatter whoever leads.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numba import njit

from euchre_bots.expert.auction import exchange
from euchre_bots.expert.card_model import card_model
from euchre_bots.expert.cards import FloatArray, IntArray
from euchre_bots.expert.judgement import FEATURES, PLACES, features, with_upcard
from euchre_bots.expert.sampling import deal
from tests.strength.fit_cards import PACK, play_all

DEALER: Final = 3
_ROUNDS: Final = 6


@njit(cache=True)
def _described(hands: IntArray, suits: IntArray, upcards: IntArray, first: bool, takes: bool) -> Any:
    described = np.zeros((hands.size, FEATURES))
    for row in range(hands.size):
        hand = with_upcard(hands[row], upcards[row], suits[row]) if takes else hands[row]
        features(hand, suits[row], upcards[row], first, described[row])
    return described


class Deals:
    """Random deals with seat 3 as dealer, and what every contract brings its caller's side.

    By deal, suit and caller. Suit 0 is the up-card's in the first round, the rest are for the second.
    """

    def __init__(self, number: int, seed: int) -> None:
        dealt = deal(PACK, np.full(24, 63), np.array([5, 5, 5, 5, 3, 1]), number, seed)
        self.hands = dealt[:, :4]
        self.upcards = np.array([int(mask).bit_length() - 1 for mask in dealt[:, 5]])
        proposed = self.upcards // 8 + 1
        self.suits = np.stack([(proposed - 1 + step) % 4 + 1 for step in range(4)], 1)
        taken = self.hands.copy()
        for row in range(number):
            one = slice(row, row + 1)
            taken[one] = exchange(
                self.hands[one], np.ones(1, bool), int(self.upcards[row]), proposed[one], DEALER
            )
        self.together = np.zeros((number, 4, 4))
        self.alone = np.zeros((number, 4, 4))
        model, pack = card_model(), np.full(number, np.sum(1 << PACK))
        for column in range(4):
            hands = self.hands if column else taken
            unseen = pack & ~(1 << self.upcards) if column else pack
            for seat in range(4):
                for points, is_alone in ((self.together, False), (self.alone, True)):
                    won = play_all(
                        model,
                        model,
                        self.suits[:, column],
                        np.full(number, seat),
                        np.full(number, is_alone),
                        hands,
                        unseen,
                    )
                    points[:, column, seat] = -won if seat % 2 else won


def _regressed(described: FloatArray, gains: FloatArray, shares: FloatArray) -> FloatArray:
    """Least squares, three times: after the first, rows near the border count most."""
    emphasis = np.ones(len(gains))
    weights: FloatArray = np.zeros(FEATURES)
    for _ in range(3):
        weighed = described * (shares * emphasis)[:, None]
        normal = described.T @ weighed + 3.0 * np.eye(FEATURES)
        weights = np.linalg.solve(normal, weighed.T @ gains).astype(np.float64)
        emphasis = np.exp(-((described @ weights / 0.8) ** 2)) + 0.1
    return weights


def call_model(number: int, seed: int) -> dict[str, list[list[float]]]:
    """Fit the model to so many deals."""
    deals = Deals(number, seed)
    rows = np.arange(number)
    call, alone = np.zeros((PLACES, FEATURES)), np.zeros((PLACES, FEATURES))
    alone[:, 0] = -1.0
    reached = np.ones((PLACES, number))
    described = {place: _described_by_suit(deals, place) for place in range(PLACES)}
    for _ in range(_ROUNDS):
        value, called = np.zeros(number), np.zeros((PLACES, number), bool)
        for place in reversed(range(PLACES)):
            sign = 1.0 if place % 2 == 0 else -1.0
            table = described[place]
            columns = [0] if place < 4 else [1, 2, 3]
            together = deals.together[:, columns, place % 4]
            lone = deals.alone[:, columns, place % 4]
            worth = np.where(table @ alone[place] > 0.0, lone, together)
            gains = worth - (sign * value)[:, None]
            shares = np.repeat(reached[place] + 0.02, len(columns))
            call[place] = _regressed(table.reshape(-1, FEATURES), gains.ravel(), shares)
            expected = table @ call[place]
            best = expected.argmax(axis=1)
            likely = expected[rows, best] > -0.3
            chosen = table[rows, best]
            difference = (lone - together)[rows, best]
            alone[place] = _regressed(chosen[likely], difference[likely], np.ones(int(likely.sum())))
            called[place] = expected[rows, best] > 0.0
            worth = np.where(chosen @ alone[place] > 0.0, lone[rows, best], together[rows, best])
            value = np.where(called[place], sign * worth, value)
        still = np.ones(number)
        for place in range(PLACES):
            reached[place] = still
            still = still * ~called[place]
    return {"call": np.round(call, 3).tolist(), "alone": np.round(alone, 3).tolist()}


def _described_by_suit(deals: Deals, place: int) -> FloatArray:
    seat, first = place % 4, place < 4
    columns = [0] if first else [1, 2, 3]
    return np.stack(
        [
            _described(
                deals.hands[:, seat], deals.suits[:, column], deals.upcards, first, first and seat == DEALER
            )
            for column in columns
        ],
        1,
    )
