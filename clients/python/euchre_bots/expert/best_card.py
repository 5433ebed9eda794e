"""Valuing the exchange of a lone player with his partner: what he lays down, and what he is given."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from euchre.v1 import ruleset_pb2
from euchre.v1.action_pb2 import Action
from euchre_bots.expert.bids import held_back
from euchre_bots.expert.calls import lone_seats
from euchre_bots.expert.cards import FloatArray, IntArray, bit_of
from euchre_bots.expert.gifts import after_gift, best_card, least_card
from euchre_bots.expert.payoff import bid_number
from euchre_bots.expert.settling import Contracts, settle
from euchre_bots.expert.sight import NOBODY, Sight, Worlds


def best_card_changes(sight: Sight, worlds: Worlds, actions: Sequence[Action]) -> list[list[FloatArray]]:
    """Values the cards that may be laid down, or given."""
    lone_maker, lone_defender = lone_seats(sight)
    bid = bid_number(sight.view.bid.WhichOneof("amount"), sight.view.bid.tricks)
    values = []
    for action in actions:
        hands = _exchanged(sight, worlds.hands.copy(), action)
        if lone_defender != NOBODY and sight.side_of[sight.seat] == sight.side_of[sight.maker]:
            hands = _defender_too(sight, hands, lone_defender)
        contracts = Contracts.same(
            hands, sight.trump, sight.maker, lone_maker=lone_maker, lone_defender=lone_defender, bid=bid
        )
        changes = settle(sight, contracts)
        makers = np.full(len(changes), sight.side_of[sight.maker])
        values.append([held_back(sight.rules, sight.scores, makers, changes)])
    return values


def _exchanged(sight: Sight, hands: IntArray, action: Action) -> IntArray:
    """Returns the hands after an action, and after what the partner then does."""
    receives_first = sight.rules.best_order == ruleset_pb2.BEST_ORDER_RECEIVE_FIRST
    partner = (sight.seat + 2) % 4
    if action.HasField("lay_down"):
        hands[:, sight.seat] &= ~(1 << bit_of(action.lay_down.card))
        if not receives_first:
            for hand in hands:
                gift = 1 << best_card(hand[partner], sight.trump)
                hand[sight.seat] |= gift
                hand[partner] &= ~gift
        return hands
    gift = 1 << bit_of(action.give_card.card)
    hands[:, sight.seat] &= ~gift
    hands[:, partner] |= gift
    if receives_first:
        for hand in hands:
            hand[partner] &= ~(1 << least_card(hand[partner], sight.trump))
    return hands


def _defender_too(sight: Sight, hands: IntArray, defender: int) -> IntArray:
    """Returns the hands after the lone defender's exchange, which comes last."""
    if sight.rules.partners_best != ruleset_pb2.PARTNERS_BEST_MAKER_AND_DEFENDER:
        return hands
    count = len(hands)
    receives_first = sight.rules.best_order == ruleset_pb2.BEST_ORDER_RECEIVE_FIRST
    return after_gift(hands, np.full(count, sight.trump), np.full(count, defender), receives_first)
