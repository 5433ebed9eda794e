"""The card a lone player gets from his partner, as sensible players exchange it, and what it tells others."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numba import njit

from euchre.v1 import ruleset_pb2
from euchre.v1.state_pb2 import Phase
from euchre_bots.expert.cards import POWER, IntArray, lowest
from euchre_bots.expert.judgement import worst_card
from euchre_bots.expert.payoff import SHOOTER, bid_number
from euchre_bots.expert.sight import Sight, Worlds


@njit(cache=True)
def best_card(hand: int, trump: int) -> int:
    """Returns the bit of the card a partner gives: his highest trump, or his highest card."""
    chosen = -1
    while hand:
        bit = lowest(hand)
        hand &= hand - 1
        if chosen < 0 or POWER[trump, bit] > POWER[trump, chosen]:
            chosen = bit
    return chosen


@njit(cache=True)
def least_card(hand: int, trump: int) -> int:
    """Returns the bit of the card a player can best spare."""
    if trump <= 4:
        return worst_card(hand, trump, hand)
    chosen = -1
    while hand:
        bit = lowest(hand)
        hand &= hand - 1
        if chosen < 0 or POWER[trump, bit] < POWER[trump, chosen]:
            chosen = bit
    return chosen


@njit(cache=True)
def _exchanged(hands: IntArray, trumps: IntArray, loners: IntArray, receives_first: bool) -> IntArray:
    after = hands.copy()
    for world in range(hands.shape[0]):
        loner = loners[world]
        if loner < 0:
            continue
        trump, partner = trumps[world], (loner + 2) % 4
        gift = 1 << best_card(hands[world, partner], trump)
        own = hands[world, loner]
        if receives_first:
            own |= gift
            own &= ~(1 << least_card(own, trump))
        else:
            own = own & ~(1 << least_card(own, trump)) | gift
        after[world, loner] = own
        after[world, partner] &= ~gift
    return after


def after_gift(hands: IntArray, trumps: IntArray, loners: IntArray, receives_first: bool) -> IntArray:
    """Returns the hands after each lone player laid a card down and got his partner's best.

    Args:
        hands: masks by world and seat.
        trumps: by world.
        loners: by world the lone player who gets a card, -1 for nobody.
        receives_first: whether he sees the card before he lays one down.
    """
    return _exchanged(hands, trumps, np.asarray(loners, np.int64), receives_first)


@njit(cache=True)
def _with_best(hands: IntArray, loner: int, partner: int, trump: int, played: int, barred: int) -> IntArray:
    after = hands.copy()
    for world in range(hands.shape[0]):
        own = hands[world, loner]
        best = best_card(hands[world, partner], trump)
        highest = best_card(own | played, trump)
        if own and not barred >> best & 1 and POWER[trump, best] > POWER[trump, highest]:
            least = least_card(own, trump)
            after[world, loner] ^= 1 << best | 1 << least
            after[world, partner] ^= 1 << best | 1 << least
    return after


def after_gifts(sight: Sight, worlds: Worlds) -> Worlds:
    """Returns worlds in which no partner of a lone player kept a card better than all of his."""
    hands = worlds.hands
    if sight.view.next.phase == Phase.PHASE_PLAY:
        for loner in gifted(sight):
            if loner != sight.seat:
                played, barred = sight.played[loner], sight.voids[loner]
                hands = _with_best(hands, loner, (loner + 2) % 4, sight.trump, played, barred)
    return replace(worlds, hands=hands)


def gifted(sight: Sight) -> list[int]:
    """Returns the lone players who get their partners' best cards."""
    alone = [each.seat for each in sight.view.seats if each.alone]
    best = sight.rules.partners_best
    if best == ruleset_pb2.PARTNERS_BEST_MAKER_AND_DEFENDER:
        return alone
    shot = bid_number(sight.view.bid.WhichOneof("amount"), sight.view.bid.tricks) == SHOOTER
    if best == ruleset_pb2.PARTNERS_BEST_MAKER or shot:
        return [seat for seat in alone if sight.side_of[seat] == sight.side_of[sight.maker]]
    return []
