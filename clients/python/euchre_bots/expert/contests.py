"""Valuing choices where everybody plays for himself, by hands played out."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from euchre.v1 import ruleset_pb2
from euchre.v1.action_pb2 import Action
from euchre.v1.state_pb2 import Phase
from euchre_bots.expert.auction import exchange
from euchre_bots.expert.bid_model import solo_bid_model
from euchre_bots.expert.bidding import bid_on, form_of
from euchre_bots.expert.bids import after, likely_trumps, standing_of
from euchre_bots.expert.cards import EVERY_CARD, BoolArray, FloatArray, IntArray, bit_of
from euchre_bots.expert.payoff import Results, bid_number, changes
from euchre_bots.expert.playout import play_cards, play_hands
from euchre_bots.expert.sight import NOBODY, Sight, Worlds
from euchre_bots.expert.solo import call_on, folding, solo_model

_TRUMPS_TRIED = 2
"""The most trumps a bid is valued with."""

_ByAction = list[list[FloatArray]]

_WINS_THE_GAME = 1000.0
"""Points that a sweep is worth where it wins the game."""


def auction_changes(sight: Sight, worlds: Worlds, actions: Sequence[Action]) -> _ByAction:
    """Values bids, a pass and the swap: by action, and by trump the seat may name for its bid."""
    return [_after_word(sight, worlds, action) for action in actions]


def _after_word(sight: Sight, worlds: Worlds, action: Action) -> list[FloatArray]:
    form, model = form_of(sight.rules, sight.side_of, sight.dealer), solo_bid_model()
    standing = after(sight, form, standing_of(sight), action)
    hands, dead = worlds.hands.copy(), worlds.dead.copy()
    if action.HasField("swap"):
        hands[:, sight.seat], dead = dead, hands[:, sight.seat].copy()
    trumps, makers, bids = bid_on(model, form, standing, hands, dead)
    tried = [trumps]
    if standing.bidder == sight.seat and not standing.trump:
        named = likely_trumps(model, form, sight.hand, standing.high, _TRUMPS_TRIED)
        tried = [np.where(makers == sight.seat, trump, trumps) for trump in named]
    everybody = np.ones(hands.shape, np.int64)
    return [_played(sight, hands, trumps, makers, bids, everybody) for trumps in tried]


def name_changes(sight: Sight, worlds: Worlds, actions: Sequence[Action]) -> _ByAction:
    """Values the trumps a bidder may name."""
    high = bid_number(sight.view.bid.WhichOneof("amount"), sight.view.bid.tricks)
    count = len(worlds)
    everybody = np.ones(worlds.hands.shape, np.int64)
    return [
        [
            _played(
                sight,
                worlds.hands,
                np.full(count, action.name_trump.trump),
                np.full(count, sight.seat),
                np.full(count, high),
                everybody,
            )
        ]
        for action in actions
    ]


def call_changes(sight: Sight, worlds: Worlds, actions: Sequence[Action]) -> _ByAction:
    """Values calls over an up-card, and a pass."""
    return [[_after_call(sight, worlds, action)] for action in actions]


def _after_call(sight: Sight, worlds: Worlds, action: Action) -> FloatArray:
    proposed = int(sight.view.proposed)
    second = sight.view.next.phase == Phase.PHASE_CALL_ROUND_2
    count = len(worlds)
    model = solo_model()
    if action.HasField("pass"):
        if second and sight.seat == sight.dealer:
            trumps, makers, hands = np.full(count, 5), np.full(count, NOBODY), worlds.hands
        else:
            trumps, makers, hands = call_on(
                model["call"],
                worlds.hands,
                sight.upcard,
                proposed,
                sight.dealer,
                (sight.seat + 1) % sight.players,
                second or sight.seat == sight.dealer,
            )
    else:
        trump = proposed if action.HasField("order_up") else int(action.name_trump.trump)
        trumps, makers = np.full(count, trump), np.full(count, sight.seat)
        hands = worlds.hands
        if action.HasField("order_up"):
            hands = exchange(hands, np.ones(count, bool), sight.upcard, trumps, sight.dealer)
    playing = np.full(hands.shape, -1, np.int64)
    folding(model["stay"], hands, trumps, makers, playing)
    return _played(sight, hands, trumps, makers, np.zeros(count, np.int64), playing)


def exchange_changes(sight: Sight, worlds: Worlds, actions: Sequence[Action]) -> _ByAction:
    """Values the dealer's discards."""
    count = len(worlds)
    values = []
    for action in actions:
        hands = worlds.hands.copy()
        if action.HasField("discard"):
            hands[:, sight.seat] = (sight.hand | 1 << sight.upcard) & ~(1 << bit_of(action.discard.card))
        trumps, makers = np.full(count, sight.trump), np.full(count, sight.maker)
        playing = np.full(hands.shape, -1, np.int64)
        folding(solo_model()["stay"], hands, trumps, makers, playing)
        values.append([_played(sight, hands, trumps, makers, np.zeros(count, np.int64), playing)])
    return values


def fold_changes(sight: Sight, worlds: Worlds, actions: Sequence[Action]) -> _ByAction:
    """Values folding and staying; those who have not answered do as the model says."""
    count = len(worlds)
    trumps, makers = np.full(count, sight.trump), np.full(count, sight.maker)
    values = []
    for action in actions:
        playing = np.full(worlds.hands.shape, -1, np.int64)
        for call in sight.view.calls:
            if call.action.HasField("fold") or call.action.HasField("stay"):
                playing[:, call.seat] = int(call.action.HasField("stay"))
        playing[:, sight.seat] = int(action.HasField("stay"))
        folding(solo_model()["stay"], worlds.hands, trumps, makers, playing)
        values.append([_played(sight, worlds.hands, trumps, makers, np.zeros(count, np.int64), playing)])
    return values


def card_changes(sight: Sight, worlds: Worlds, actions: Sequence[Action]) -> _ByAction:
    """Values the cards that may be played."""
    choices = np.array([bit_of(action.play_card.card) for action in actions], np.int64)
    gone = ~sight.pack & EVERY_CARD
    for mask in sight.played:
        gone |= mask
    seats, cards = np.zeros(sight.players, np.int64), np.zeros(sight.players, np.int64)
    for place, (seat, bit) in enumerate(sight.trick):
        seats[place], cards[place] = seat, bit
    playing = np.array(sight.playing, np.int64)
    tricks = play_cards(
        sight.trump,
        worlds.hands,
        playing,
        sight.seat,
        choices,
        seats,
        cards,
        len(sight.trick),
        gone,
        sight.maker,
        np.array(sight.tricks, np.int64),
    )
    bid = bid_number(sight.view.bid.WhichOneof("amount"), sight.view.bid.tricks)
    folded = np.broadcast_to(playing == 0, worlds.hands.shape)
    count = len(worlds)
    return [
        [
            _scored(
                sight, each, np.full(count, sight.maker), np.full(count, bid), folded, np.zeros(count, bool)
            )
        ]
        for each in tricks
    ]


def _played(
    sight: Sight, hands: IntArray, trumps: IntArray, makers: IntArray, bids: IntArray, playing: IntArray
) -> FloatArray:
    """Plays contracts out and returns the changes of the scores."""
    rules, players = sight.rules, sight.players
    rows = np.arange(len(hands))
    lead = np.full(len(hands), (sight.dealer + 1) % players)
    if rules.first_lead == ruleset_pb2.FIRST_LEAD_MAKER:
        lead = np.where(makers >= 0, makers, lead)
    for _ in range(players):
        lead = np.where(playing[rows, lead] == 0, (lead + 1) % players, lead)
    players_in = playing.sum(axis=1)
    contested = np.where(players_in > 1, trumps, 0)
    tricks = play_hands(contested, hands, playing, lead, ~sight.pack & EVERY_CARD, makers)
    alone = np.flatnonzero((players_in == 1) & (trumps > 0))
    tricks[alone, lead[alone]] = rules.hand_size
    folded = playing == 0
    return _scored(sight, tricks, makers, bids, folded, (trumps == 0) | (players_in == 0))


def _scored(
    sight: Sight, tricks: IntArray, makers: IntArray, bids: IntArray, folded: BoolArray, void: BoolArray
) -> FloatArray:
    none = np.zeros(len(tricks), bool)
    points = changes(sight.rules, Results(tricks, makers, bids, none, none, folded, void))
    if sight.rules.sweep_wins_game:
        swept = (tricks == sight.rules.hand_size) & ((~folded).sum(axis=1) > 1)[:, None]
        points[swept] += _WINS_THE_GAME
    return points
