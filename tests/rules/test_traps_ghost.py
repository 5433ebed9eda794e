"""Faults other programs had in Ghost Hand, bid Euchre and with the joker: traps B63 to B69."""

from __future__ import annotations

import pytest

from euchre_rules import cards, phases
from euchre_rules.errors import Reason
from euchre_rules.events import HandVoided, VoidReason
from euchre_rules.options import AllPass, JokerUpcard
from tests.rules.tables import (
    GHOST,
    act,
    cards_to,
    classic,
    ghost,
    legal,
    options,
    refused,
    shuffled,
    table,
    told,
)

every_dealer = pytest.mark.parametrize("dealer", range(3))


@every_dealer
def test_trap_B63_overbid_swap_and_the_last_bidder(dealer: int) -> None:
    left, second = (dealer + 1) % 3, (dealer + 2) % 3
    state = act(shuffled(GHOST, dealer, 63), f"{left} bid 3")
    assert refused(state, f"{second} bid 3") is Reason.BID_TOO_LOW
    own, ghost_hand = state.hands[second], state.ghost
    act(state, f"{second} swap")
    assert (state.hands[second], state.ghost) == (ghost_hand, own)
    assert refused(state, f"{second} swap") is Reason.SWAP_ALREADY_USED
    act(state, f"{second} bid 4")
    assert refused(state, f"{dealer} swap") is Reason.SWAP_ALREADY_USED
    assert refused(state, f"{dealer} bid 4") is Reason.BID_TOO_LOW
    act(state, f"{dealer} pass")
    assert (state.phase, state.actor) == (phases.NAME_TRUMP, second)
    assert refused(state, f"{second} swap") is Reason.SWAP_TOO_LATE
    act(state, f"{second} name h")
    assert (state.phase, state.actor) == (phases.PLAY, second)


@every_dealer
def test_trap_B63_where_the_dealer_may_equal(dealer: int) -> None:
    left, second = (dealer + 1) % 3, (dealer + 2) % 3
    for bid in ("bid 3", "bid 4", "bid 5", "moon"):
        state = act(shuffled(ghost(dealer_may_equal=True), dealer, 63), f"{left} {bid}")
        assert refused(state, f"{second} {bid}") is Reason.BID_TOO_LOW
        act(state, f"{second} pass", f"{dealer} {bid}")
        assert state.bidder == state.actor == dealer


@every_dealer
def test_trap_B63_swap_then_pass_is_a_turn(dealer: int) -> None:
    left, second = (dealer + 1) % 3, (dealer + 2) % 3
    state = act(
        shuffled(GHOST, dealer, 63), f"{left} swap", f"{left} pass", f"{second} bid 3", f"{dealer} pass"
    )
    assert (state.swapped_by, state.bidder) == (left, second)
    assert state.bidders == 1 << second


@every_dealer
def test_trap_B63_nobody_swaps_out_of_turn(dealer: int) -> None:
    left, second = (dealer + 1) % 3, (dealer + 2) % 3
    state = shuffled(GHOST, dealer, 63)
    assert refused(state, f"{second} swap") is Reason.NOT_YOUR_TURN
    act(state, f"{left} bid 3")
    assert refused(state, f"{left} swap") is Reason.NOT_YOUR_TURN
    assert "swap" in legal(state)


@every_dealer
@pytest.mark.parametrize("low", ["bid 1", "bid 2"])
def test_trap_B65_bids_are_a_list_and_not_a_range(dealer: int, low: str) -> None:
    left, second = (dealer + 1) % 3, (dealer + 2) % 3
    state = shuffled(GHOST, dealer, 65)
    for wrong in (low, "bid 6", "shooter", "bid 6 c", "shooter nt"):
        assert refused(state, f"{left} {wrong}") is Reason.BID_NOT_OFFERED
    for with_trump in ("bid 3 c", "bid 5 nt", "moon s"):
        assert refused(state, f"{left} {with_trump}") is Reason.TRUMP_NOT_OFFERED
    act(state, f"{left} bid 5")
    assert legal(state) == options("moon", "pass", "swap")
    for wrong in (low, "bid 6", "shooter"):
        assert refused(state, f"{second} {wrong}") is Reason.BID_NOT_OFFERED
    for too_low in ("bid 3", "bid 4", "bid 5"):
        assert refused(state, f"{second} {too_low}") is Reason.BID_TOO_LOW


@pytest.mark.parametrize(
    ("min_bid", "max_bid", "bids"),
    [(1, 0, "1 2 3 4 5 moon"), (4, 0, "4 5 moon"), (3, 6, "3 4 5 6"), (2, 2, "2")],
)
def test_trap_B65_every_bid_of_the_game_and_no_other(min_bid: int, max_bid: int, bids: str) -> None:
    state = shuffled(ghost(min_bid=min_bid, max_bid=max_bid), 2, 65)
    words = [word if word == "moon" else f"bid {word}" for word in bids.split()]
    assert legal(state) == options("pass", "swap", *words)


@every_dealer
@pytest.mark.parametrize(("rule", "step"), [(AllPass.NEXT_DEALER, 1), (AllPass.SAME_DEALER, 0)])
def test_trap_B67_all_pass(dealer: int, rule: AllPass, step: int) -> None:
    state = shuffled(ghost(all_pass=rule), dealer, 67)
    act(state, *(f"{(dealer + place) % 3} pass" for place in (1, 2, 3)))
    assert told(state, HandVoided) == [HandVoided(VoidReason.ALL_PASSED)]
    assert (state.phase, state.dealer, state.scores) == (phases.DEAL, (dealer + step) % 3, [0, 0, 0])


@every_dealer
def test_trap_B67_a_forced_dealer_bids_exactly_the_minimum(dealer: int) -> None:
    left, second = (dealer + 1) % 3, (dealer + 2) % 3
    rules = ghost(all_pass=AllPass.FORCE_DEALER_MIN)
    state = act(shuffled(rules, dealer, 67), f"{left} pass", f"{second} pass")
    assert (state.actor, legal(state)) == (dealer, ["bid 3", "swap"])
    assert refused(state, f"{dealer} pass") is Reason.DEALER_MUST_CALL
    assert refused(state, f"{dealer} bid 4") is Reason.BID_NOT_OFFERED
    act(state, f"{dealer} swap")
    assert legal(state) == ["bid 3"]
    act(state, f"{dealer} bid 3")
    assert (state.phase, state.actor) == (phases.NAME_TRUMP, dealer)
    # After somebody's bid he is not forced.
    state = act(shuffled(rules, dealer, 67), f"{left} bid 3", f"{second} pass")
    assert "pass" in legal(state)


every_joker_dealer = pytest.mark.parametrize("dealer", range(4))
FIXED = {
    JokerUpcard.CLUBS: "c",
    JokerUpcard.DIAMONDS: "d",
    JokerUpcard.HEARTS: "h",
    JokerUpcard.SPADES: "s",
}


@every_joker_dealer
@pytest.mark.parametrize("rule", list(JokerUpcard))
@pytest.mark.parametrize("suit", ["c", "d", "h", "s"])
def test_trap_B69_a_joker_turned_up_never_leaves_a_hand_without_a_suit(
    dealer: int, rule: JokerUpcard, suit: str
) -> None:
    rules = classic(joker=True, joker_upcard=rule)
    left = (dealer + 1) % 4
    state = table(rules, dealer, {dealer: "9c Tc Qd Kd As"}, upcard="B")
    if rule is JokerUpcard.REDEAL:
        assert (state.phase, state.actor, state.dealer) == (phases.DEAL, dealer, dealer)
        assert (state.hand_number, state.deals_done) == (1, 0)
        assert told(state, HandVoided) == [HandVoided(VoidReason.JOKER_TURNED_UP)]
        return
    if rule in (JokerUpcard.DEALER_MAKES_BLIND, JokerUpcard.DEALER_PROPOSES_BLIND):
        for wrong in ("name nt", "name low"):
            assert refused(state, f"{dealer} {wrong}") is Reason.TRUMP_NOT_OFFERED
        assert refused(state, f"{dealer} name {suit} alone") is Reason.ALONE_NOT_OFFERED
        act(state, f"{dealer} name {suit}")
    if rule is not JokerUpcard.DEALER_MAKES_BLIND:
        assert (state.phase, state.actor) == (phases.CALL_ROUND_1, left)
        act(state, f"{left} order")
    if rule is JokerUpcard.DEALER_MUST_TAKE:
        assert (state.phase, state.actor) == (phases.NAME_TRUMP, left)
        assert legal(state) == cards_to("name", "c d h s")
        act(state, f"{left} name {suit}")
    fixed = FIXED.get(rule, suit)
    assert state.trump == "cdhs".index(fixed)
    assert state.maker == (dealer if rule is JokerUpcard.DEALER_MAKES_BLIND else left)
    assert (state.phase, state.actor) == (phases.EXCHANGE, dealer)
    act(state, f"{dealer} discard 9c")
    while state.phase == phases.ALONE:
        act(state, f"{state.actor} partner")
    # What follows the joker are the trumps.
    assert state.hands[dealer] >> cards.JOKER & 1
    for _ in range(3):
        act(state, f"{state.actor} play")
    act(state, f"{dealer} play")
    assert len(state.winners) == 1


@every_joker_dealer
@pytest.mark.parametrize("rule", [JokerUpcard.DEALER_PROPOSES_BLIND, *FIXED])
def test_trap_B69_the_suit_the_joker_proposed_is_the_one_turned_down(dealer: int, rule: JokerUpcard) -> None:
    state = table(classic(joker=True, joker_upcard=rule), dealer, upcard="B")
    if rule is JokerUpcard.DEALER_PROPOSES_BLIND:
        act(state, f"{dealer} name h")
    suit = FIXED.get(rule, "h")
    act(state, *(f"{(dealer + step) % 4} pass" for step in (1, 2, 3, 4)))
    assert legal(state) == options("pass", *(f"name {other}" for other in "cdhs" if other != suit))
    assert refused(state, f"{(dealer + 1) % 4} name {suit}") is Reason.SUIT_TURNED_DOWN


@every_joker_dealer
def test_trap_B69_a_dealer_who_must_take_the_joker(dealer: int) -> None:
    state = table(classic(joker=True, joker_upcard=JokerUpcard.DEALER_MUST_TAKE), dealer, upcard="B")
    act(state, *(f"{(dealer + step) % 4} pass" for step in (1, 2, 3)))
    assert (state.actor, legal(state)) == (dealer, ["order"])
    assert refused(state, f"{dealer} pass") is Reason.DEALER_MUST_CALL
    act(state, f"{dealer} order", f"{dealer} name s")
    assert (state.maker, state.trump, state.phase) == (dealer, 3, phases.EXCHANGE)
    assert refused(state, f"{dealer} decline") is Reason.UPCARD_MUST_BE_TAKEN
