"""Vectors: bids of tricks, the swap, and what the highest bids are worth (`rules.md` 2, 4.5)."""

from __future__ import annotations

from typing import Final

from euchre_rules.errors import Reason
from euchre_rules.options import AuctionRounds, BidForm, GhostSwap, NoTrump
from tests.rules.tables import classic, ghost, legal, options, refused, shuffled, won_by
from tests.rules.test_scoring_tricks import MOON, PARTNERS
from tests.rules.vectors.kinds import Each, Vectors, shown

_SHOOTER = ["1 pass", "2 pass", "3 pass", "0 shooter", "0 name", "0 lay", "2 give"]


def _bids(low: int, high: int) -> list[str]:
    return [f"bid {amount}" for amount in range(low, high + 1)]


def lowest_bid(amount: int) -> None:
    state = shuffled(ghost(min_bid=amount, max_bid=6), 2, 1)
    assert legal(state) == options("pass", "swap", *_bids(amount, 6))
    for lower in range(1, amount):
        assert refused(state, f"0 bid {lower}") is Reason.BID_NOT_OFFERED


def highest_bid(amount: int) -> None:
    state = shuffled(ghost(min_bid=1, max_bid=amount), 2, 1)
    if amount == 0:
        assert legal(state) == options("pass", "swap", *_bids(1, 5), "moon")
        return
    assert legal(state) == options("pass", "swap", *_bids(1, amount))
    for wrong in ("moon", *_bids(amount + 1, 6)):
        assert refused(state, f"0 {wrong}") is Reason.BID_NOT_OFFERED


def moon_made(points: int) -> None:
    assert won_by(ghost(moon_score=points), 2, MOON, "111111").changes == [0, points, 0]


def moon_set(points: int) -> None:
    assert won_by(ghost(moon_set=points), 2, MOON, "111110").changes == [1, -points, 0]


def shooter_made(points: int) -> None:
    assert won_by(classic(**PARTNERS, shooter_score=points), 0, _SHOOTER, "000000").changes == [points, 0]


def shooter_set(points: int) -> None:
    assert won_by(classic(**PARTNERS, shooter_set=points), 0, _SHOOTER, "000001").changes == [-points, 1]


_NAMED = "test_auction.test_what_the_winner_may_name"

VECTORS: Final[Vectors] = {
    "min_bid": Each(lowest_bid),
    "max_bid": Each(highest_bid),
    "bid_form": {
        BidForm.NUMBER: shown(_NAMED, no_trump=NoTrump.NONE),
        BidForm.NUMBER_AND_SUIT: shown("test_auction.test_bids_of_number_and_suit"),
    },
    "auction_rounds": {
        AuctionRounds.SINGLE: shown("test_auction.test_one_turn_for_each_seat"),
        AuctionRounds.UNTIL_PASSES: shown("test_auction.test_until_all_but_one_have_passed"),
    },
    "dealer_may_equal": {
        False: shown("test_traps_ghost.test_trap_B63_overbid_swap_and_the_last_bidder"),
        True: shown("test_traps_ghost.test_trap_B63_where_the_dealer_may_equal"),
    },
    "ghost_swap": {
        GhostSwap.OFF: shown("test_auction.test_no_swap_where_there_is_none"),
        GhostSwap.ON_TURN_ONCE: shown("test_traps_ghost.test_trap_B63_overbid_swap_and_the_last_bidder"),
    },
    "no_trump": {
        NoTrump.NONE: shown(_NAMED, no_trump=NoTrump.NONE),
        NoTrump.HIGH: shown(_NAMED, no_trump=NoTrump.HIGH),
        NoTrump.HIGH_LOW: shown(_NAMED, no_trump=NoTrump.HIGH_LOW),
    },
    "shooter": {
        False: shown("test_traps_ghost.test_trap_B65_bids_are_a_list_and_not_a_range"),
        True: shown("test_best_card.test_a_shooter_gets_one_card_and_a_moon_none", bid="shooter"),
    },
    "shooter_score": Each(shooter_made),
    "shooter_set": Each(shooter_set),
    "moon_score": Each(moon_made),
    "moon_set": Each(moon_set),
}
