"""What a hand is worth where everybody plays for himself: linear models, as in `judgement`.

The weights are fitted by `python -m tests.strength.fit_solo` to hands played out by `playout`: what a call or
a stay then brings. Bids have their own model, in `bid_model`.
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

NOT_CALLING: Final = 0.5
"""Points a seat expects when it passes over an up-card in a game of tricks."""


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
    """Returns the weights: `call` by place, and `stay`."""
    model = json.loads(files("euchre_bots.data").joinpath("solo_model.json").read_text())
    return {name: np.array(model[name]) for name in ("call", "stay")}
