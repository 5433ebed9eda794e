"""Which worlds are likely where everybody plays for himself, given bids, calls and folds."""

from __future__ import annotations

import numpy as np
from numba import njit

from euchre.v1.action_pb2 import Action
from euchre_bots.expert.auction import place_of
from euchre_bots.expert.beliefs import FLOOR, dealt_hands
from euchre_bots.expert.bid_beliefs import DOUBT, auction_likelihoods
from euchre_bots.expert.bid_model import solo_bid_model
from euchre_bots.expert.bidding import bid_chances, form_of, offered
from euchre_bots.expert.cards import EVERY_CARD, SUIT, SUIT_MASK, FloatArray, IntArray, beats, bit_of
from euchre_bots.expert.judgement import FEATURES, gain
from euchre_bots.expert.playout import choose
from euchre_bots.expert.sight import Sight, Worlds
from euchre_bots.expert.solo import NOT_CALLING, solo_model, stays

_DOUBT = 0.8
"""Points within which the model is unsure what a seat does."""
_OTHER_CARD = 0.25
"""The least likelihood of any card: not everybody plays by the rules of thumb."""
_OTHER_SUIT = 0.2
"""Likelihood of naming a suit that is not the best one, against naming the best."""


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


@njit(cache=True)
def _line_chances(
    trump: int,
    hands: IntArray,
    playing: IntArray,
    gone: int,
    maker: int,
    observer: int,
    seats: IntArray,
    cards: IntArray,
) -> FloatArray:
    """Returns by world how likely the cards played so far are.

    Args:
        trump: the contract's number.
        hands: masks by world and seat, as they were before the first trick.
        playing: by seat, 0 or 1.
        gone: cards known to be out of play before the first trick.
        maker: who fixed trump, -1 without one.
        observer: the seat that wonders: its own cards tell it nothing.
        seats: who played, in order.
        cards: what they played.
    """
    likely = np.ones(hands.shape[0])
    active = playing.sum()
    for world in range(hands.shape[0]):
        left, out, led, best = hands[world].copy(), gone, -1, -1
        for place in range(cards.size):
            seat, card = seats[place], cards[place]
            in_trick = place % active
            if in_trick == 0:
                led, best = -1, -1
            hand = left[seat]
            legal = hand if led < 0 else hand & SUIT_MASK[trump, SUIT[trump, led]]
            if legal == 0:
                legal = hand
            if seat != observer and legal & (legal - 1):
                expected = choose(trump, hand, ~out & ~hand, led, best, active - in_trick - 1, seat == maker)
                likely[world] *= _OTHER_CARD + (1.0 - _OTHER_CARD) * (expected == card)
            left[seat] &= ~(1 << card)
            out |= 1 << card
            if in_trick == 0:
                led = card
            if in_trick == 0 or beats(trump, card, best):
                best = card
    return likely


def contest_likelihoods(sight: Sight, worlds: Worlds) -> FloatArray:
    """Returns by world how likely the other seats' words and cards are."""
    return _words(sight, worlds) * card_likelihoods(sight, worlds)


def card_likelihoods(sight: Sight, worlds: Worlds) -> FloatArray:
    """Returns by world how likely the cards are that the others have played by rules of thumb."""
    played = [each for trick in (*sight.view.tricks, sight.view.trick) for each in trick.cards]
    if not played:
        return np.ones(len(worlds))
    return _line_chances(
        sight.trump,
        worlds.hands | np.array(sight.played, np.int64),
        np.array(sight.playing, np.int64),
        ~sight.pack & EVERY_CARD,
        sight.maker,
        sight.seat,
        np.array([each.seat for each in played], np.int64),
        np.array([bit_of(each.card) for each in played], np.int64),
    )


def _words(sight: Sight, worlds: Worlds) -> FloatArray:
    """Returns by world how likely the other seats' words are."""
    if sight.upcard < 0:
        return _swapped(sight, worlds) * auction_likelihoods(solo_bid_model(), sight, worlds)
    weights = np.ones(len(worlds))
    second = False
    for call in sight.view.calls:
        if call.seat != sight.seat and call.HasField("action"):
            chances = _said(sight, worlds, call.seat, call.action, second)
            weights *= FLOOR + (1.0 - FLOOR) * chances
        if call.seat == sight.dealer and call.action.HasField("pass"):
            second = True
    return weights


def _swapped(sight: Sight, worlds: Worlds) -> FloatArray:
    """Returns by world how likely another seat thought the dead hand weak enough to swap it."""
    view = sight.view
    if not view.HasField("swapped_by") or view.swapped_by == sight.seat:
        return np.ones(len(worlds))
    form, model = form_of(sight.rules, sight.side_of, sight.dealer), solo_bid_model()
    weak = bid_chances(model, form, worlds.dead, offered(form, 0, sight.dealer), 0, model.swapping, DOUBT)
    return FLOOR + (1.0 - FLOOR) * weak


def _said(sight: Sight, worlds: Worlds, seat: int, action: Action, second: bool) -> FloatArray:
    """Returns by world how likely one word of another seat is, as the models have it."""
    model, kind = solo_model(), action.WhichOneof("kind")
    if kind in ("fold", "stay"):
        held = worlds.hands[:, seat] | sight.played[seat]
        chances = _stay_chances(model["stay"], held, sight.trump)
        return chances if kind == "stay" else 1.0 - chances
    hands = dealt_hands(sight, worlds, seat)
    place = place_of(seat, sight.dealer, sight.players, second)
    trump = int(action.name_trump.trump) if kind == "name_trump" else 0
    chances = _call_chances(model["call"], hands, int(sight.view.proposed), sight.upcard, place, trump)
    return 1.0 - chances if kind == "pass" else chances
