"""Valuing choices where the maker may take up a dummy hand and keep the best of both."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from numba import njit

from euchre.v1.action_pb2 import Action
from euchre.v1.state_pb2 import Phase
from euchre_bots.expert.auction import exchange
from euchre_bots.expert.calls import after_pass
from euchre_bots.expert.cards import FloatArray, IntArray, bit_of, count, lowest, next_random
from euchre_bots.expert.gifts import least_card
from euchre_bots.expert.settling import Contracts, settle
from euchre_bots.expert.sight import NOBODY, Sight, Worlds


@njit(cache=True)
def best_of(cards: int, number: int, trump: int) -> int:
    """Returns the cards a maker keeps, so many."""
    while count(cards) > number:
        cards &= ~(1 << least_card(cards, trump))
    return cards


@njit(cache=True)
def _some_of(cards: int, number: int, random: Any) -> int:
    """Returns so many of the cards, any as likely as the other."""
    left, chosen = count(cards), 0
    while number:
        bit = lowest(cards)
        cards &= cards - 1
        if next_random(random) * left < number:
            chosen |= 1 << bit
            number -= 1
        left -= 1
    return chosen


@njit(cache=True)
def _kept(hands: IntArray, dead: IntArray, makers: IntArray, trumps: IntArray, size: int) -> IntArray:
    """Returns the hands after every maker kept his best cards of his own and of `size` dead ones."""
    after = hands.copy()
    for world in range(hands.shape[0]):
        maker = makers[world]
        if maker >= 0:
            own = hands[world, maker]
            random = np.array([own ^ dead[world] << 20], np.uint64)
            pool = own | _some_of(dead[world], size, random)
            after[world, maker] = best_of(pool, count(own), trumps[world])
    return after


def with_dummy(sight: Sight, worlds: Worlds, contracts: Contracts) -> Contracts:
    """Returns the contracts after every maker took the dummy."""
    hands = _kept(contracts.hands, worlds.dead, contracts.makers, contracts.trumps, sight.rules.hand_size)
    return replace(contracts, hands=hands)


def call_changes(sight: Sight, worlds: Worlds, actions: Sequence[Action]) -> list[list[FloatArray]]:
    """Values calls over an up-card; see `calls.call_changes`."""
    return [_call(sight, worlds, action) for action in actions]


def _call(sight: Sight, worlds: Worlds, action: Action) -> list[FloatArray]:
    if action.HasField("pass"):
        return [settle(sight, with_dummy(sight, worlds, after_pass(sight, worlds)))]
    hands = worlds.hands
    trump = int(action.name_trump.trump)
    if action.HasField("order_up"):
        trump = int(sight.view.proposed)
        every = np.ones(len(hands), bool)
        hands = exchange(hands, every, sight.upcard, np.full(len(hands), trump), sight.dealer)
    return _both_ways(sight, worlds, hands, trump)


def exchange_changes(sight: Sight, worlds: Worlds, actions: Sequence[Action]) -> list[list[FloatArray]]:
    """Values the dealer's discards."""
    values = []
    for action in actions:
        hands = worlds.hands.copy()
        if action.HasField("discard"):
            hands[:, sight.seat] = (sight.hand | 1 << sight.upcard) & ~(1 << bit_of(action.discard.card))
        values.append(_both_ways(sight, worlds, hands, sight.trump))
    return values


def _both_ways(sight: Sight, worlds: Worlds, hands: IntArray, trump: int) -> list[FloatArray]:
    """Values a contract with the dummy; also without it, if this seat is to choose."""
    is_own = sight.maker in (NOBODY, sight.seat)
    maker = sight.seat if is_own else sight.maker
    ways = [settle(sight, with_dummy(sight, worlds, Contracts.same(hands, trump, maker)))]
    if is_own:
        ways.append(settle(sight, Contracts.same(hands, trump, maker, lone_maker=maker)))
    return ways


def dummy_changes(sight: Sight, worlds: Worlds, actions: Sequence[Action]) -> list[list[FloatArray]]:
    """Values taking the dummy, leaving it, and what is laid down after it was taken."""
    values = []
    for action in actions:
        contracts = Contracts.same(worlds.hands, sight.trump, sight.seat)
        if action.HasField("pass"):
            contracts = replace(contracts, lone_maker=contracts.makers)
        elif action.HasField("take_dummy"):
            contracts = with_dummy(sight, worlds, contracts)
        else:
            left = sight.hand & ~(1 << bit_of(action.lay_down.card))
            contracts.hands[:, sight.seat] = best_of(left, sight.rules.hand_size, sight.trump)
        values.append([settle(sight, contracts)])
    return values


def after_dummy(sight: Sight, worlds: Worlds) -> Worlds:
    """Returns worlds in which a maker who took the dummy holds what he would have kept."""
    took = sight.view.next.phase == Phase.PHASE_PLAY and not sight.view.seats[sight.maker].alone
    if not took or sight.seat == sight.maker:
        return worlds
    makers, trumps = np.full(len(worlds), sight.maker), np.full(len(worlds), sight.trump)
    barred = sight.voids[sight.maker]
    dead = worlds.dead & ~barred
    size = min(sight.rules.hand_size, *(int(mask).bit_count() for mask in dead))
    hands = _kept(worlds.hands, dead, makers, trumps, size)
    moved = worlds.hands[:, sight.maker] ^ hands[:, sight.maker]
    return replace(worlds, hands=hands, dead=worlds.dead ^ moved)
