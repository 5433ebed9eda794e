"""How an auction goes on, and how likely its words are, as a model of bids has it."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import njit

from euchre.v1 import ruleset_pb2
from euchre.v1.ruleset_pb2 import Ruleset
from euchre_bots.expert.bid_model import ROWS, TRUMPS, BidModel, passing_of, row_of_bid, worths
from euchre_bots.expert.cards import FloatArray, IntArray
from euchre_bots.expert.judgement import FEATURES
from euchre_bots.expert.payoff import MOON, SHOOTER

_TRUMPS_NAMED = {
    ruleset_pb2.NO_TRUMP_NONE: (1, 2, 3, 4),
    ruleset_pb2.NO_TRUMP_HIGH: (1, 2, 3, 4, 5),
    ruleset_pb2.NO_TRUMP_HIGH_LOW: (1, 2, 3, 4, 5, 6),
}


class Form(NamedTuple):
    """The form of an auction.

    Attributes:
        bids: the amounts on offer, lowest first, as in `payoff.Results`.
        trumps: what may be named.
        hand_size: cards dealt to each.
        base: the rank of the lowest card of the pack, seven being 0.
        sides: by seat.
        dealer: who speaks last in a round.
        names: whether a bid names its trump.
        rounds: whether it goes on until all but one have passed.
        equals: whether the dealer may take the bid at the same number.
        forced: whether the dealer must bid when all others passed.
    """

    bids: IntArray
    trumps: IntArray
    hand_size: int
    base: int
    sides: IntArray
    dealer: int
    names: bool
    rounds: bool
    equals: bool
    forced: bool


class Standing(NamedTuple):
    """How far an auction has come.

    Attributes:
        speaker: who speaks next, -1 when it is over.
        high: the highest bid, 0 without one.
        bidder: whose it is, -1 without one.
        trump: the trump named with it, else 0.
        passed: mask of the seats that have passed.
        may_swap: whether the ghost hand may still be taken.
    """

    speaker: int
    high: int
    bidder: int
    trump: int
    passed: int
    may_swap: bool


@njit(cache=True)
def offered(form: Form, high: int, seat: int) -> Any:
    """Returns the bids a sensible player thinks of: the lowest number that is open, and the slams."""
    least = high if form.equals and seat == form.dealer and high > 0 else high + 1
    chosen = np.zeros(3, np.int64)
    number, seen = 0, False
    for bid in form.bids:
        if bid >= least and (bid >= SHOOTER or not seen):
            seen = True
            chosen[number] = bid
            number += 1
    return chosen[:number]


@njit(cache=True)
def choose_bid(form: Form, table: FloatArray, bids: IntArray, passing: float) -> Any:
    """Returns the bid of a sensible player (0 to pass), its trump, and its worth.

    Args:
        form: of the auction.
        table: the hand's worths; see `worths`.
        bids: what he thinks of; see `offered`.
        passing: the worth of a pass.
    """
    chosen, trump, most = 0, 0, passing
    for bid in bids:
        row = row_of_bid(bid, form.hand_size)
        best = table[row].argmax()
        if table[row, best] > most:
            chosen, trump, most = bid, best, table[row, best]
    return chosen, trump, most


@njit(cache=True)
def next_speaker(form: Form, seat: int, bidder: int, passed: int) -> int:
    """Returns who speaks after a seat; -1 when the auction is over."""
    players = form.sides.size
    if not form.rounds:
        return -1 if seat == form.dealer else (seat + 1) % players
    for step in range(1, players + 1):
        each = (seat + step) % players
        if each == bidder:
            return -1
        if not passed >> each & 1:
            return each
    return -1


@njit(cache=True)
def bid_on(model: BidModel, form: Form, standing: Standing, hands: IntArray, dead: IntArray) -> Any:
    """Goes on with an auction in every world.

    Args:
        model: by which the seats bid.
        form: of the auction.
        standing: how far it has come; the same in all worlds.
        hands: masks by world and seat; those that are swapped are changed in place.
        dead: by world the ghost hand; likewise.

    Returns:
        By world: trump (0 when all passed), maker (-1 then), bid.
    """
    worlds, players = hands.shape
    trumps, makers = np.zeros(worlds, np.int64), np.zeros(worlds, np.int64)
    amounts = np.zeros(worlds, np.int64)
    scratch, table = np.zeros(FEATURES), np.zeros((ROWS, TRUMPS))
    everybody = (1 << players) - 1
    for world in range(worlds):
        seat, may_swap, passed = standing.speaker, standing.may_swap, standing.passed
        high, maker, trump = standing.high, standing.bidder, standing.trump
        while seat >= 0:
            worths(model.weights, form.trumps, form.base, hands[world, seat], scratch, table)
            bids = offered(form, high, seat)
            passing = passing_of(model, form.sides, maker, seat)
            if form.forced and seat == form.dealer and high == 0 and passed == everybody ^ 1 << seat:
                bids, passing = form.bids[:1], -1e9
            bid, suit, worth = choose_bid(form, table, bids, passing)
            if may_swap and worth < model.swapping:
                may_swap = False
                hands[world, seat], dead[world] = dead[world], hands[world, seat]
                continue
            if bid:
                high, maker, trump = bid, seat, suit if form.names else 0
            else:
                passed |= 1 << seat
            seat = next_speaker(form, seat, maker, passed)
        if maker >= 0 and trump == 0:
            worths(model.weights, form.trumps, form.base, hands[world, maker], scratch, table)
            trump = table[row_of_bid(high, form.hand_size)].argmax()
        trumps[world], makers[world], amounts[world] = trump, maker, high
    return trumps, makers, amounts


@njit(cache=True)
def bid_chances(
    model: BidModel, form: Form, hands: IntArray, bids: IntArray, said: int, passing: float, doubt: float
) -> FloatArray:
    """Returns by hand how likely a seat says what it said.

    Args:
        model: by which it bids.
        form: of the auction.
        hands: masks.
        bids: what it may have thought of bidding.
        said: the bid, 0 for a pass.
        passing: the worth of a pass.
        doubt: points within which it is unsure what it does.
    """
    chances = np.zeros(hands.size)
    scratch, table = np.zeros(FEATURES), np.zeros((ROWS, TRUMPS))
    for world in range(hands.size):
        worths(model.weights, form.trumps, form.base, hands[world], scratch, table)
        own = np.exp(passing / doubt)
        total = own
        for bid in bids:
            share = np.exp(table[row_of_bid(bid, form.hand_size)].max() / doubt)
            total += share
            if bid == said:
                own = share
        chances[world] = own / total
    return chances


@njit(cache=True)
def trump_chances(
    model: BidModel, form: Form, hands: IntArray, bid: int, named: int, doubt: float
) -> FloatArray:
    """Returns by hand how likely it names this trump for its bid."""
    chances = np.zeros(hands.size)
    scratch, table = np.zeros(FEATURES), np.zeros((ROWS, TRUMPS))
    row = row_of_bid(bid, form.hand_size)
    for world in range(hands.size):
        worths(model.weights, form.trumps, form.base, hands[world], scratch, table)
        total = 0.0
        for trump in form.trumps:
            total += np.exp(table[row, trump] / doubt)
        chances[world] = np.exp(table[row, named] / doubt) / total
    return chances


def amounts_of(rules: Ruleset) -> list[int]:
    """Returns the amounts an auction offers, lowest first, as in `payoff.Results`."""
    amounts = list(range(rules.min_bid, (rules.max_bid or rules.hand_size - 1) + 1))
    if rules.shooter:
        amounts.append(SHOOTER)
    return amounts if rules.max_bid else [*amounts, MOON]


def form_of(rules: Ruleset, sides: tuple[int, ...], dealer: int) -> Form:
    """Returns the form of a table's auctions."""
    return Form(
        np.array(amounts_of(rules), np.int64),
        np.array(_TRUMPS_NAMED[rules.no_trump], np.int64),
        rules.hand_size,
        rules.min_rank - 7,
        np.array(sides, np.int64),
        dealer,
        rules.bid_form == ruleset_pb2.BID_FORM_NUMBER_AND_SUIT,
        rules.auction_rounds == ruleset_pb2.AUCTION_ROUNDS_UNTIL_PASSES,
        rules.dealer_may_equal,
        rules.all_pass == ruleset_pb2.ALL_PASS_FORCE_DEALER_MIN,
    )
