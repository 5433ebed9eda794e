"""Auctions: order, length and form of the bids, the swap and what is named (`rules.md` 2, 4.5)."""

from __future__ import annotations

from typing import Any

import pytest

from euchre_rules import actions, cards, game, phases
from euchre_rules.errors import Reason
from euchre_rules.events import Called, HandSwapped, OutReason, SeatOut, TrumpFixed
from euchre_rules.options import (
    AllPass,
    AloneTiming,
    AuctionRounds,
    BidForm,
    Calling,
    FirstLead,
    GhostSwap,
    NoTrump,
)
from tests.rules.tables import GHOST, act, classic, ghost, legal, options, refused, shuffled, told

UNTIL_PASSES = AuctionRounds.UNTIL_PASSES
PARTNERS: dict[str, Any] = {
    "calling": Calling.AUCTION,
    "upcard": False,
    "hand_size": 6,
    "allow_alone": False,
    "first_lead": FirstLead.MAKER,
    "trick_points": 1,
    "maker_need": 0,
}


@pytest.mark.parametrize("dealer", range(3))
def test_one_turn_for_each_seat(dealer: int) -> None:
    left, second = (dealer + 1) % 3, (dealer + 2) % 3
    state = act(shuffled(GHOST, dealer, 1), f"{left} bid 3", f"{second} bid 4")
    assert state.actor == dealer
    act(state, f"{dealer} bid 5")
    assert (state.phase, state.actor, state.maker, state.bid) == (phases.NAME_TRUMP, dealer, dealer, 5)


def test_until_all_but_one_have_passed() -> None:
    state = shuffled(ghost(auction_rounds=UNTIL_PASSES), 2, 1)
    act(state, "0 bid 3", "1 pass", "2 bid 4")
    # Who has passed is out of the auction.
    assert (state.actor, legal(state)) == (0, options("pass", "bid 5", "moon"))
    assert refused(state, "1 bid 5") is Reason.NOT_YOUR_TURN
    assert refused(state, "0 swap") is Reason.SWAP_TOO_LATE
    act(state, "0 bid 5", "2 pass")
    assert (state.phase, state.actor) == (phases.NAME_TRUMP, 0)


@pytest.mark.parametrize("rounds", list(AuctionRounds))
def test_all_pass_ends_either_form(rounds: AuctionRounds) -> None:
    state = act(shuffled(ghost(auction_rounds=rounds), 2, 1), "0 pass", "1 pass", "2 pass")
    assert (state.phase, state.dealer) == (phases.DEAL, 0)


def test_a_single_bid_ends_an_auction_until_passes() -> None:
    state = act(shuffled(ghost(auction_rounds=UNTIL_PASSES), 2, 1), "0 pass", "1 pass", "2 bid 3")
    assert (state.phase, state.actor) == (phases.NAME_TRUMP, 2)


def test_a_dealer_may_be_forced_in_an_auction_until_passes() -> None:
    rules = ghost(auction_rounds=UNTIL_PASSES, all_pass=AllPass.FORCE_DEALER_MIN, ghost_swap=GhostSwap.OFF)
    state = act(shuffled(rules, 2, 1), "0 pass", "1 pass")
    assert legal(state) == ["bid 3"]


def test_an_equal_bid_of_the_dealer_can_be_overbid_until_passes() -> None:
    state = shuffled(ghost(auction_rounds=UNTIL_PASSES, dealer_may_equal=True), 2, 1)
    act(state, "0 bid 4", "1 pass", "2 bid 4")
    assert (state.actor, state.bidder, legal(state)) == (0, 2, options("pass", "bid 5", "moon"))
    act(state, "0 pass")
    assert state.maker == 2


def test_no_swap_where_there_is_none() -> None:
    state = shuffled(ghost(ghost_swap=GhostSwap.OFF), 2, 1)
    assert "swap" not in legal(state)
    assert refused(state, "0 swap") is Reason.WRONG_PHASE
    act(state, "0 bid 3", "1 pass", "2 pass")
    assert refused(state, "0 swap") is Reason.WRONG_PHASE


def test_a_swap_is_told_and_the_turn_goes_on() -> None:
    state = shuffled(GHOST, 2, 1)
    ghost_cards = state.ghost
    act(state, "0 swap")
    assert told(state, HandSwapped) == [HandSwapped(0, ghost_cards)]
    assert (state.actor, state.swapped_by) == (0, 0)


def test_a_swap_after_the_auction_is_too_late_in_every_phase() -> None:
    state = act(shuffled(GHOST, 2, 1), "0 bid 3", "1 pass", "2 pass")
    for seat in range(3):
        assert refused(state, f"{seat} swap") is Reason.SWAP_TOO_LATE
    act(state, "0 name c", "0 play")
    assert refused(state, "1 swap") is Reason.SWAP_TOO_LATE


@pytest.mark.parametrize(
    ("no_trump", "extra"), [(NoTrump.NONE, []), (NoTrump.HIGH, ["nt"]), (NoTrump.HIGH_LOW, ["nt", "low"])]
)
def test_what_the_winner_may_name(no_trump: NoTrump, extra: list[str]) -> None:
    state = act(shuffled(ghost(no_trump=no_trump), 2, 1), "0 pass", "1 bid 3", "2 pass")
    names = [*"cdhs", *extra]
    assert legal(state) == options(*(f"name {name}" for name in names))
    for other in {"nt", "low"} - set(extra):
        assert refused(state, f"1 name {other}") is Reason.TRUMP_NOT_OFFERED
    assert refused(state, "1 name c alone") is Reason.ALONE_NOT_OFFERED
    act(state, f"1 name {names[-1]}")
    assert state.trump == cards.TRUMP_WORDS.index(names[-1])


def test_low_no_trump_turns_the_ranks_round() -> None:
    state = act(shuffled(ghost(no_trump=NoTrump.HIGH_LOW), 2, 1), "0 pass", "1 bid 3", "2 pass", "1 name low")
    led = game.legal_actions(state)[0]
    act(state, "1 play")
    row = cards.STRENGTHS[cards.NO_TRUMP_LOW][led]
    assert state.strengths == row
    suit = "cdhs"[led // 8]
    order = [row[cards.card(rank + suit)] for rank in "9TJQKA"]
    assert order == sorted(order, reverse=True)


def test_bids_of_number_and_suit() -> None:
    rules = classic(**PARTNERS, bid_form=BidForm.NUMBER_AND_SUIT, no_trump=NoTrump.HIGH)
    state = act(shuffled(rules, 3, 1), "0 bid 3 h")
    trumps = ["c", "d", "h", "s", "nt"]
    bids = [f"{amount} {trump}" for amount in ("bid 4", "bid 5", "moon") for trump in trumps]
    assert legal(state) == options("pass", *bids)
    # Trumps are not ranked: the same number is too low in any of them.
    for trump in trumps:
        assert refused(state, f"1 bid 3 {trump}") is Reason.BID_TOO_LOW
    assert refused(state, "1 bid 4") is Reason.BID_NOT_OFFERED
    assert refused(state, "1 bid 4 low") is Reason.TRUMP_NOT_OFFERED
    act(state, "1 bid 4 nt", "2 pass", "3 pass")
    # Trump is fixed with the bid: the bidder leads at once.
    assert (state.phase, state.actor, state.trump, state.maker) == (phases.PLAY, 1, cards.NO_TRUMP, 1)
    assert state.events == [Called(3, actions.PASS), TrumpFixed(cards.NO_TRUMP, 1)]


def test_partners_may_overbid_each_other() -> None:
    state = act(shuffled(classic(**PARTNERS), 3, 1), "0 bid 3", "1 pass", "2 bid 4", "3 pass")
    assert state.maker == 2


@pytest.mark.parametrize("bid", ["moon", "shooter"])
def test_a_moon_of_partners_is_played_alone(bid: str) -> None:
    state = act(shuffled(classic(**PARTNERS, shooter=True), 3, 1), f"0 {bid}", "1 pass", "2 pass", "3 pass")
    assert told(state, SeatOut) == [SeatOut(2, OutReason.PARTNER_ALONE)]
    assert (state.alone, state.out) == (0b0001, 0b0100)


def test_a_moon_beats_a_shooter() -> None:
    state = act(shuffled(classic(**PARTNERS, shooter=True), 3, 1), "0 shooter")
    assert legal(state) == ["moon", "pass"]


@pytest.mark.parametrize("timing", [AloneTiming.WITH_CALL, AloneTiming.AFTER_EXCHANGE])
def test_an_auction_scored_by_the_hand_may_have_lone_hands(timing: AloneTiming) -> None:
    rules = classic(calling=Calling.AUCTION, upcard=False, maker_need=0, alone_timing=timing, shooter=True)
    state = act(shuffled(rules, 3, 1), "0 bid 3", "1 pass", "2 pass", "3 pass")
    plain = [f"name {suit}" for suit in "cdhs"]
    if timing is AloneTiming.WITH_CALL:
        assert legal(state) == options(*plain, *(f"{name} alone" for name in plain))
        act(state, "0 name h alone")
        assert (state.alone, state.phase, state.actor) == (0b0001, phases.ALONE, 1)
    else:
        assert legal(state) == options(*plain)
        act(state, "0 name h")
        assert (state.alone, state.phase, state.actor) == (0, phases.ALONE, 0)
    # A moon is alone already, so its call carries nothing more.
    state = act(shuffled(rules, 3, 1), "0 moon", "1 pass", "2 pass", "3 pass")
    assert legal(state) == options(*plain)
    assert refused(state, "0 name h alone") is Reason.ALONE_NOT_OFFERED
