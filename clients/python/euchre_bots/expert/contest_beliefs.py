"""Which worlds are likely where everybody plays for himself, given bids, calls and folds."""

from __future__ import annotations

import numpy as np
from numba import njit

from euchre.v1.action_pb2 import Action
from euchre_bots.expert.auction import place_of
from euchre_bots.expert.beliefs import FLOOR, dealt_hands
from euchre_bots.expert.cards import FloatArray, IntArray
from euchre_bots.expert.contests import amount_of
from euchre_bots.expert.judgement import FEATURES, gain
from euchre_bots.expert.sight import Sight, Worlds
from euchre_bots.expert.solo import NOT_CALLING, PASSING, SWAPPING, bid_worth, solo_model, stays

_DOUBT = 0.8
"""Points within which the model is unsure what a seat does."""
_OTHER_SUIT = 0.2
"""Likelihood of naming a suit that is not the best one, against naming the best."""


@njit(cache=True)
def _bid_chances(weights: FloatArray, hands: IntArray, bid: int, trump: int, bar: float) -> FloatArray:
    """Returns by hand how likely it is good for a bid; less where `trump` (0: none) is not its best."""
    chances = np.zeros(hands.size)
    scratch = np.zeros(FEATURES)
    for world in range(hands.size):
        suit, worth = bid_worth(weights, hands[world], bid, scratch)
        chances[world] = 1.0 / (1.0 + np.exp((bar - worth) / _DOUBT))
        if trump and suit != trump:
            chances[world] *= _OTHER_SUIT
    return chances


@njit(cache=True)
def _call_chances(
    weights: FloatArray, hands: IntArray, proposed: int, upcard: int, place: int, trump: int
) -> FloatArray:
    """Returns by hand how likely a seat calls `trump` over the up-card, or anything if it is 0."""
    chances = np.zeros(hands.size)
    scratch = np.zeros(FEATURES)
    for world in range(hands.size):
        best, most = 0, -1e9
        for suit in range(1, 5):
            if (suit == proposed) == (place >= 4):
                continue
            worth = gain(weights, hands[world], suit, upcard, place, scratch)
            if worth > most:
                best, most = suit, worth
        chances[world] = 1.0 / (1.0 + np.exp((NOT_CALLING - most) / _DOUBT))
        if trump and best != trump:
            chances[world] *= _OTHER_SUIT
    return chances


@njit(cache=True)
def _stay_chances(weights: FloatArray, hands: IntArray, trump: int) -> FloatArray:
    """Returns by hand how likely a seat stays."""
    chances = np.zeros(hands.size)
    scratch = np.zeros(FEATURES)
    for world in range(hands.size):
        chances[world] = 1.0 / (1.0 + np.exp(-stays(weights, hands[world], trump, scratch) / _DOUBT))
    return chances


def contest_likelihoods(sight: Sight, worlds: Worlds) -> FloatArray:
    """Returns by world how likely the other seats' words are."""
    weights = np.ones(len(worlds))
    high, second = 0, False
    for call in sight.view.calls:
        if call.seat != sight.seat:
            chances = _said(sight, worlds, call.seat, call.action, high, second)
            weights *= FLOOR + (1.0 - FLOOR) * chances
        if call.action.HasField("tricks_bid"):
            high = amount_of(call.action.tricks_bid.WhichOneof("amount"), call.action.tricks_bid.tricks)
        if call.seat == sight.dealer and call.action.HasField("pass"):
            second = True
    view = sight.view
    if view.HasField("swapped_by") and view.swapped_by != sight.seat:
        weak = 1.0 - _bid_chances(solo_model()["bid"], worlds.dead, 3, 0, SWAPPING)
        weights *= FLOOR + (1.0 - FLOOR) * weak
    return weights


def _said(sight: Sight, worlds: Worlds, seat: int, action: Action, high: int, second: bool) -> FloatArray:
    """Returns by world how likely one word of another seat is, as the models have it."""
    model, kind = solo_model(), action.WhichOneof("kind")
    hands = dealt_hands(sight, worlds, seat)
    if kind in ("fold", "stay"):
        held = worlds.hands[:, seat] | sight.played[seat]
        chances = _stay_chances(model["stay"], held, sight.trump)
        return chances if kind == "stay" else 1.0 - chances
    if sight.upcard < 0:
        if kind == "tricks_bid":
            bid = amount_of(action.tricks_bid.WhichOneof("amount"), action.tricks_bid.tricks)
            return _bid_chances(model["bid"], hands, bid, 0, PASSING)
        if kind == "name_trump":
            return _bid_chances(model["bid"], hands, high, action.name_trump.trump, PASSING)
        return 1.0 - _bid_chances(model["bid"], hands, high + 1, 0, PASSING)
    place = place_of(seat, sight.dealer, sight.players, second)
    trump = int(action.name_trump.trump) if kind == "name_trump" else 0
    chances = _call_chances(model["call"], hands, int(sight.view.proposed), sight.upcard, place, trump)
    return 1.0 - chances if kind == "pass" else chances
