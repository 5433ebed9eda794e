"""The rest of the calling over an up-card, as the call model has the other seats speak."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit

from euchre_bots.expert.cards import FloatArray, IntArray
from euchre_bots.expert.judgement import FEATURES, gain, with_upcard


@njit(cache=True)
def place_of(seat: int, dealer: int, players: int, is_second_round: bool) -> int:
    """Returns the row of the call model for a seat; see `judgement.PLACES`."""
    relative = (seat - dealer - 1) % players
    if relative == players - 1:
        relative = 3
    elif relative and players == 3:
        relative = 2
    return relative + (4 if is_second_round else 0)


@njit(cache=True)
def best_suit(
    weights: FloatArray, hand: int, barred: int, upcard: int, place: int, scratch: FloatArray
) -> Any:
    """Returns the suit worth most to name in the second round, and what it gains over a pass."""
    best, most = 0, -1e9
    for suit in range(1, 5):
        if suit == barred:
            continue
        worth = gain(weights, hand, suit, upcard, place, scratch)
        if worth > most:
            best, most = suit, worth
    return best, most


@njit(cache=True)
def speak_on(
    weights: FloatArray,
    alone_weights: FloatArray,
    hands: IntArray,
    upcard: int,
    proposed: int,
    barred: int,
    dealer: int,
    speaker: int,
    is_second_round: bool,
    is_dealer_stuck: bool,
    offers_alone: bool,
) -> Any:
    """Goes on with the calling in every world until trump is fixed or all have passed.

    Args:
        weights: the call model.
        alone_weights: the model of going alone.
        hands: masks by world and seat.
        upcard: the bit of the up-card.
        proposed: its suit, 1 to 4.
        barred: the suit that may not be named in the second round, 0 for none.
        dealer: the dealer.
        speaker: who speaks next; `dealer + 1` for the second round after the dealer's pass.
        is_second_round: whether he speaks in the second round.
        is_dealer_stuck: whether the dealer must name a suit at last.
        offers_alone: whether anybody may play alone.

    Returns:
        By world: trump (0 when all passed), maker (-1 without one), and whether he is alone.
    """
    worlds, players = hands.shape
    trumps = np.zeros(worlds, np.int64)
    makers = np.full(worlds, -1, np.int64)
    alone = np.zeros(worlds, np.bool_)
    scratch = np.zeros(FEATURES)
    for world in range(worlds):
        seat, second = speaker, is_second_round
        while True:
            hand = hands[world, seat]
            place = place_of(seat, dealer, players, second)
            if second:
                suit, worth = best_suit(weights, hand, barred, upcard, place, scratch)
            else:
                suit, worth = proposed, gain(weights, hand, proposed, upcard, place, scratch)
            if worth > 0.0 or (second and is_dealer_stuck and seat == dealer):
                trumps[world], makers[world] = suit, seat
                if offers_alone:
                    alone[world] = gain(alone_weights, hand, suit, upcard, place, scratch) > 0.0
                break
            if seat == dealer:
                if second:
                    break
                second = True
            seat = (seat + 1) % players
    return trumps, makers, alone


@njit(cache=True)
def exchange(hands: IntArray, takes: Any, upcard: int, trumps: IntArray, dealer: int) -> Any:
    """Returns the hands after the dealer took the up-card in the worlds where he does."""
    after = hands.copy()
    for world in range(hands.shape[0]):
        if takes[world]:
            after[world, dealer] = with_upcard(hands[world, dealer], upcard, trumps[world])
    return after
