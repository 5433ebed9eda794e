"""What a hand is worth where everybody plays for himself: linear models, as in `judgement`.

The weights are fitted to hands played out by `playout`: what a bid, a call or a stay then brings.
"""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from typing import Any, Final

import numpy as np
from numba import njit

from euchre_bots.expert.auction import place_of
from euchre_bots.expert.cards import FloatArray, IntArray
from euchre_bots.expert.judgement import FEATURES, features, gain, with_upcard

BIDS: Final = 4
"""Rows of the bidding model: three, four, five, and the moon."""
PASSING: Final = -0.4
"""Points against the mean of the others that a seat expects when it passes in an auction."""
SWAPPING: Final = 0.8
"""The same when it takes the unknown hand."""
NOT_CALLING: Final = 0.5
"""Points a seat expects when it passes over an up-card in a game of tricks."""


@njit(cache=True)
def row_of_bid(bid: int) -> int:
    """Returns the row of the bidding model for a bid."""
    if bid >= 7:
        return 3
    return min(max(bid - 3, 0), 2)


@njit(cache=True)
def bid_worth(weights: FloatArray, hand: int, bid: int, scratch: FloatArray) -> Any:
    """Returns the best trump for a bid, and what the bid is worth to the bidder (see `PASSING`)."""
    row = row_of_bid(bid)
    best, most = 1, -1e9
    for suit in range(1, 5):
        features(hand, suit, -1, False, scratch)
        worth = 0.0
        for column in range(FEATURES):
            worth += weights[row, column] * scratch[column]
        if worth > most:
            best, most = suit, worth
    return best, most


@njit(cache=True)
def choose_bid(weights: FloatArray, hand: int, high: int, bids: IntArray, scratch: FloatArray) -> Any:
    """Returns the bid of a sensible player (0 to pass) and what it is worth to him."""
    chosen, most = 0, PASSING
    is_number_seen = False
    for bid in bids:
        if bid <= high or (bid < 7 and is_number_seen):
            continue
        is_number_seen = True
        _, worth = bid_worth(weights, hand, bid, scratch)
        if worth > most:
            chosen, most = bid, worth
    return chosen, most


@njit(cache=True)
def bid_on(
    weights: FloatArray,
    hands: IntArray,
    dead: IntArray,
    dealer: int,
    speaker: int,
    high: int,
    bidder: int,
    bids: IntArray,
    may_swap: bool,
) -> Any:
    """Goes on with an auction of one round in every world; hands that are swapped are changed in place.

    Returns:
        By world: trump (0 when all passed), maker, bid.
    """
    worlds, players = hands.shape
    trumps = np.zeros(worlds, np.int64)
    makers = np.full(worlds, bidder, np.int64)
    amounts = np.full(worlds, high, np.int64)
    scratch = np.zeros(FEATURES)
    for world in range(worlds):
        seat, swap = speaker, may_swap
        while seat != (dealer + 1) % players or speaker == seat:
            bid, worth = choose_bid(weights, hands[world, seat], amounts[world], bids, scratch)
            if swap and worth < SWAPPING:
                swap = False
                hands[world, seat], dead[world] = dead[world], hands[world, seat]
                bid, worth = choose_bid(weights, hands[world, seat], amounts[world], bids, scratch)
            if bid:
                amounts[world], makers[world] = bid, seat
            if seat == dealer:
                break
            seat = (seat + 1) % players
        if makers[world] >= 0:
            hand = hands[world, makers[world]]
            trumps[world], _ = bid_worth(weights, hand, amounts[world], scratch)
    return trumps, makers, amounts


@njit(cache=True)
def stays(weights: FloatArray, hand: int, trump: int, scratch: FloatArray) -> float:
    """Returns what it is worth to a seat to stay in a hand, against nothing for folding."""
    if trump > 4:
        aces = 0
        for suit in range(4):
            aces += hand >> (suit * 8 + 7) & 1
        return -1.0 + 1.5 * aces
    features(hand, trump, -1, False, scratch)
    worth = 0.0
    for column in range(FEATURES):
        worth += weights[column] * scratch[column]
    return worth


@njit(cache=True)
def call_on(
    weights: FloatArray,
    hands: IntArray,
    upcard: int,
    proposed: int,
    dealer: int,
    speaker: int,
    second: bool,
) -> Any:
    """Goes on with the calling over an up-card in every world.

    Returns:
        By world trump (5, no trump, when all passed), the maker (-1 then), and the hands after the
        dealer's exchange.
    """
    worlds, players = hands.shape
    trumps = np.full(worlds, 5, np.int64)
    makers = np.full(worlds, -1, np.int64)
    after = hands.copy()
    scratch = np.zeros(FEATURES)
    for world in range(worlds):
        seat, is_second = speaker, second
        while True:
            hand = hands[world, seat]
            place = place_of(seat, dealer, players, is_second)
            suit, most = 0, NOT_CALLING
            for trump in range(1, 5):
                if (trump == proposed) == is_second:
                    continue
                worth = gain(weights, hand, trump, upcard, place, scratch)
                if worth > most:
                    suit, most = trump, worth
            if suit:
                trumps[world], makers[world] = suit, seat
                if not is_second:
                    after[world, dealer] = with_upcard(hands[world, dealer], upcard, suit)
                break
            if seat == dealer:
                if is_second:
                    break
                is_second = True
            seat = (seat + 1) % players
    return trumps, makers, after


@njit(cache=True)
def folding(
    weights: FloatArray, hands: IntArray, trumps: IntArray, makers: IntArray, playing: IntArray
) -> None:
    """Lets every seat that is not the maker and has not answered (-1) stay (1) or fold (0), in place."""
    worlds, players = hands.shape
    scratch = np.zeros(FEATURES)
    for world in range(worlds):
        for seat in range(players):
            if playing[world, seat] < 0:
                stay = (
                    seat == makers[world] or stays(weights, hands[world, seat], trumps[world], scratch) > 0.0
                )
                playing[world, seat] = 1 if stay else 0


@cache
def solo_model() -> dict[str, FloatArray]:
    """Returns the weights: `bid` by row, `call` by place, `stay`."""
    model = json.loads(files("euchre_bots.data").joinpath("solo_model.json").read_text())
    return {name: np.array(rows) for name, rows in model.items()}
