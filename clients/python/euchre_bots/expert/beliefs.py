"""Which worlds are likely, given what the other seats have said."""

from __future__ import annotations

import numpy as np
from numba import njit

from euchre.v1.action_pb2 import Action
from euchre_bots.expert.auction import best_suit, place_of
from euchre_bots.expert.cards import FloatArray, IntArray, next_random
from euchre_bots.expert.habits import has_habits, line_likelihoods
from euchre_bots.expert.judgement import FEATURES, call_model, gain, worst_card
from euchre_bots.expert.sight import Sight, Worlds

FLOOR = 0.1
"""The least likelihood of any word: strange players must not leave a seat without a world."""
_DOUBT = 0.25
"""Points of gain within which the model is unsure whether a seat calls."""
_OTHER_SUIT = 0.15
"""Likelihood of naming a suit that is not the best one, against naming the best."""
_OTHER_DISCARD = 0.25
"""Likelihood of laying down another card than the model's."""


@njit(cache=True)
def _call_chances(
    weights: FloatArray, hands: IntArray, trump: int, barred: int, upcard: int, place: int, called: bool
) -> FloatArray:
    """Returns by hand how likely a word is: `called` a trump, or passed (then `trump` as proposed or 0)."""
    chances = np.zeros(hands.size)
    scratch = np.zeros(FEATURES)
    for world in range(hands.size):
        fit = 1.0
        if place >= 4:
            suit, worth = best_suit(weights, hands[world], barred, upcard, place, scratch)
            if called and suit != trump:
                fit = _OTHER_SUIT
        else:
            worth = gain(weights, hands[world], trump, upcard, place, scratch)
        chance = 1.0 / (1.0 + np.exp(-worth / _DOUBT))
        chances[world] = chance * fit if called else 1.0 - chance
    return chances


@njit(cache=True)
def _alone_chances(weights: FloatArray, hands: IntArray, trump: int, upcard: int, place: int) -> FloatArray:
    """Returns by hand how likely its caller goes alone."""
    chances = np.zeros(hands.size)
    scratch = np.zeros(FEATURES)
    for world in range(hands.size):
        worth = gain(weights, hands[world], trump, upcard, place, scratch)
        chances[world] = 1.0 / (1.0 + np.exp(-worth / _DOUBT))
    return chances


@njit(cache=True)
def _discard_chances(hands: IntArray, discards: IntArray, trump: int, upcard: int) -> FloatArray:
    """Returns by world how likely the dealer laid down what he laid down there."""
    chances = np.ones(hands.size)
    for world in range(hands.size):
        before = hands[world] | discards[world]
        if 1 << worst_card(before, trump, before & ~(1 << upcard)) != discards[world]:
            chances[world] = _OTHER_DISCARD
    return chances


@njit(cache=True)
def resample(weights: FloatArray, number: int, seed: int) -> IntArray:
    """Draws rows in proportion to their weights, evenly spread."""
    random = np.array([seed], np.uint64)
    step = weights.sum() / number
    mark = next_random(random) * step
    chosen = np.zeros(number, np.int64)
    total, row = weights[0], 0
    for place in range(number):
        while total <= mark and row < weights.size - 1:
            row += 1
            total += weights[row]
        chosen[place] = row
        mark += step
    return chosen


def dealt_hands(sight: Sight, worlds: Worlds, seat: int) -> IntArray:
    """Returns by world what a seat held before the dealer's exchange."""
    hands = worlds.hands[:, seat] | sight.played[seat]
    if seat == sight.dealer and sight.dealer_took:
        hands = (hands | worlds.discard) & ~(1 << sight.upcard)
    return hands


def likelihoods(sight: Sight, worlds: Worlds) -> FloatArray:
    """Returns by world how likely the other seats' words and cards are; only for calling over an up-card."""
    weights = np.ones(len(worlds))
    second = False
    for call in sight.view.calls:
        if call.seat != sight.seat and call.HasField("action"):
            weights *= _said(sight, worlds, call.seat, call.action, second)
        if call.seat == sight.dealer and call.action.HasField("pass"):
            second = True
    if sight.is_other_dealers_pickup and sight.trump:
        hands = worlds.hands[:, sight.dealer] | sight.played[sight.dealer]
        weights *= _discard_chances(hands, worlds.discard, sight.trump, sight.upcard)
    return weights * played_likelihoods(sight, worlds)


def played_likelihoods(sight: Sight, worlds: Worlds) -> FloatArray:
    """Returns by world how likely the cards are that the others have played; 1 where no habit is known."""
    others = any(played for seat, played in enumerate(sight.played) if seat != sight.seat)
    return line_likelihoods(sight, worlds) if others and has_habits(sight) else np.ones(len(worlds))


def _said(sight: Sight, worlds: Worlds, seat: int, action: Action, second: bool) -> FloatArray:
    """Returns by world how likely one word of another seat is."""
    kind = action.WhichOneof("kind")
    proposed = int(sight.view.proposed)
    calls, alone = call_model()
    trump = action.name_trump.trump if kind == "name_trump" else proposed
    if trump > 4 or kind not in ("pass", "order_up", "name_trump", "go_alone", "play_with_partner"):
        return np.ones(len(worlds))
    hands = dealt_hands(sight, worlds, seat)
    place = place_of(seat, sight.dealer, sight.players, second)
    if kind in ("go_alone", "play_with_partner"):
        if seat != sight.maker or sight.trump > 4:
            return np.ones(len(worlds))
        chances = _alone_chances(alone, hands, sight.trump, sight.upcard, place)
        chances = chances if kind == "go_alone" else 1.0 - chances
    else:
        barred = proposed if second else 0
        chances = _call_chances(calls, hands, trump, barred, sight.upcard, place, kind != "pass")
    return FLOOR + (1.0 - FLOOR) * chances


def believed(weights: FloatArray, worlds: Worlds, number: int, seed: int) -> Worlds:
    """Draws worlds by their weights, so that those drawn count alike."""
    rows = resample(weights, number, seed)
    return Worlds(worlds.hands[rows], worlds.dead[rows], worlds.discard[rows])
