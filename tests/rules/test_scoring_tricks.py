"""Hands scored by the trick (`rules.md` 2, 3.3, 4.5), with every option that changes them."""

from __future__ import annotations

from typing import Any

import pytest

from euchre_rules.events import Outcome
from euchre_rules.options import AllPass, BidForm, Calling, FirstLead, FoldRule, NoTrump, Teams
from tests.rules.tables import BUCK, GHOST, act, buck, classic, ghost, in_turn, table, won_by

ALL_STAY = ["0 stay", "2 stay", "3 stay"]
MAKER_1 = ["0 pass", "1 order", "3 discard", *ALL_STAY]
NO_MAKER = [f"{seat} pass" for seat in [0, 1, 2, 3] * 2] + ["0 stay", "1 stay", "2 stay", "3 stay"]


@pytest.mark.parametrize(
    ("changes", "tricks", "expected"),
    [
        ({}, (0, 3, 1, 1), [5, -3, -1, -1]),
        ({}, (0, 4, 1, 0), [5, -4, -1, 5]),
        ({}, (2, 2, 1, 0), [-2, 5, -1, 5]),
        ({}, (2, 1, 1, 1), [-2, 5, -1, -1]),
        ({}, (2, 0, 3, 0), [-2, 5, -3, 5]),
        ({"set_maker_keeps_tricks": True}, (2, 2, 1, 0), [-2, 3, -1, 5]),
        ({"set_maker_keeps_tricks": True}, (2, 1, 1, 1), [-2, 4, -1, -1]),
        ({"set_maker_keeps_tricks": True}, (2, 0, 3, 0), [-2, 5, -3, 5]),
        ({"set_maker_keeps_tricks": True}, (0, 3, 1, 1), [5, -3, -1, -1]),
        ({"set_penalty": 4, "zero_penalty": 3}, (2, 2, 1, 0), [-2, 4, -1, 3]),
        ({"zero_penalty": 0}, (0, 4, 1, 0), [0, -4, -1, 0]),
        ({"other_need": 2}, (2, 2, 1, 0), [-2, 5, 5, 5]),
        ({"other_need": 0}, (0, 4, 1, 0), [0, -4, -1, 0]),
        ({"maker_need": 2}, (2, 2, 1, 0), [-2, -2, -1, 5]),
        ({"trick_points": -2}, (0, 4, 1, 0), [5, -8, -2, 5]),
    ],
)
def test_buck_hands(changes: dict[str, Any], tricks: tuple[int, ...], expected: list[int]) -> None:
    state = won_by(buck(**changes), 3, MAKER_1, in_turn(*tricks), upcard="9h")
    assert state.changes == expected
    assert state.result is not None
    made = tricks[1] >= changes.get("maker_need", 3)
    assert state.result.outcome is (Outcome.MADE if made else Outcome.SET)


@pytest.mark.parametrize(
    ("tricks", "expected"), [((1, 4, 0, 0), [-1, -4, 5, 5]), ((1, 1, 1, 2), [-1, -1, -1, -2])]
)
@pytest.mark.parametrize(("calls", "upcard"), [(NO_MAKER, "9h"), ([], "9c")])
def test_buck_hands_without_maker(
    calls: list[str], upcard: str, tricks: tuple[int, ...], expected: list[int]
) -> None:
    state = won_by(BUCK, 3, calls, in_turn(*tricks), upcard=upcard)
    assert state.changes == expected
    assert state.result is not None and state.result.outcome is Outcome.NO_MAKER


@pytest.mark.parametrize(
    ("need", "dealers_tricks", "change"), [(1, 1, -1), (2, 1, 5), (2, 2, -2), (3, 2, 5), (1, 0, 5), (2, 0, 5)]
)
@pytest.mark.parametrize("dealer", range(4))
def test_a_dealer_who_takes_the_club_needs_more(
    dealer: int, need: int, dealers_tricks: int, change: int
) -> None:
    rules = buck(club_dealer_takes=True, club_dealer_need=need)
    left = (dealer + 1) % 4
    winners = str(left) * (5 - dealers_tricks) + str(dealer) * dealers_tricks
    state = won_by(rules, dealer, [f"{dealer} discard"], winners, upcard="9c")
    assert (state.changes[dealer], state.changes[left]) == (change, dealers_tricks - 5)


@pytest.mark.parametrize("dealer", range(4))
def test_a_club_in_partnerships_needs_the_dealers_side(dealer: int) -> None:
    rules = buck(teams=Teams.PAIRS, fold=FoldRule.OFF, club_dealer_takes=True, club_dealer_need=2)
    left, partner = (dealer + 1) % 4, (dealer + 2) % 4
    one = won_by(rules, dealer, [f"{dealer} discard"], f"{left}" * 4 + f"{partner}", upcard="9c")
    assert (one.changes[dealer % 2], one.changes[left % 2]) == (5, -4)
    two = won_by(rules, dealer, [f"{dealer} discard"], f"{left}" * 3 + f"{partner}{dealer}", upcard="9c")
    assert (two.changes[dealer % 2], two.changes[left % 2]) == (-2, -3)


@pytest.mark.parametrize(("penalty", "cost"), [(0, 0), (1, 1), (3, 3)])
def test_what_a_fold_costs(penalty: int, cost: int) -> None:
    calls = [*MAKER_1[:3], "0 fold", "2 stay", "3 stay"]
    state = won_by(buck(fold_penalty=penalty), 3, calls, in_turn(0, 3, 2, 0), upcard="9h")
    assert state.changes == [cost, -3, -2, 5]


BID_4 = ["0 pass", "1 bid 4", "2 pass", "1 name"]
MOON = ["0 pass", "1 moon", "2 pass", "1 name"]


@pytest.mark.parametrize(
    ("changes", "calls", "tricks", "expected"),
    [
        ({}, BID_4, (1, 4, 1), [1, 4, 1]),
        ({}, BID_4, (0, 6, 0), [0, 6, 0]),
        ({}, BID_4, (3, 3, 0), [3, -4, 0]),
        ({"set_penalty": 7}, BID_4, (3, 3, 0), [3, -7, 0]),
        ({"set_maker_keeps_tricks": True}, BID_4, (3, 3, 0), [3, -1, 0]),
        ({"maker_need": 2}, BID_4, (4, 2, 0), [4, 2, 0]),
        ({"trick_points": 3}, BID_4, (1, 4, 1), [3, 12, 3]),
        ({"other_need": 1, "zero_penalty": 2}, BID_4, (0, 5, 1), [-2, 5, 1]),
        ({}, MOON, (0, 6, 0), [0, 24, 0]),
        ({}, MOON, (1, 5, 0), [1, -6, 0]),
        ({"moon_score": 12, "moon_set": 24}, MOON, (0, 6, 0), [0, 12, 0]),
        ({"moon_score": 12, "moon_set": 24}, MOON, (1, 5, 0), [1, -24, 0]),
        ({"set_penalty": 7}, MOON, (1, 5, 0), [1, -6, 0]),
        ({"set_maker_keeps_tricks": True}, MOON, (1, 5, 0), [1, -1, 0]),
        ({"moon_set": 0}, MOON, (6, 0, 0), [6, 0, 0]),
    ],
)
def test_ghost_hands(
    changes: dict[str, Any], calls: list[str], tricks: tuple[int, ...], expected: list[int]
) -> None:
    winners = "1" * tricks[1] + "0" * tricks[0] + "2" * tricks[2]
    assert won_by(ghost(**changes), 2, calls, winners).changes == expected


def test_an_auction_played_without_maker() -> None:
    rules = ghost(all_pass=AllPass.NO_TRUMP, other_need=1, zero_penalty=3)
    state = won_by(rules, 2, ["0 pass", "1 pass", "2 pass"], "011111")
    assert (state.trump, state.maker, state.changes) == (4, -1, [1, 5, -3])


PARTNERS: dict[str, Any] = {
    "calling": Calling.AUCTION,
    "upcard": False,
    "hand_size": 6,
    "allow_alone": False,
    "no_trump": NoTrump.HIGH_LOW,
    "first_lead": FirstLead.MAKER,
    "target": 32,
    "trick_points": 1,
    "maker_need": 0,
    "shooter": True,
}


@pytest.mark.parametrize(
    ("bid", "tricks", "expected"),
    [
        ("bid 4", (3, 1, 1, 1), [4, 2]),
        ("bid 4", (2, 2, 1, 1), [-4, 3]),
        ("moon", (6, 0, 0, 0), [24, 0]),
        ("moon", (5, 1, 0, 0), [-6, 1]),
        ("shooter", (6, 0, 0, 0), [12, 0]),
        ("shooter", (5, 1, 0, 0), [-6, 1]),
    ],
)
def test_partners_who_bid(bid: str, tricks: tuple[int, ...], expected: list[int]) -> None:
    calls = ["1 pass", "2 pass", "3 pass", f"0 {bid}", "0 name"]
    if bid == "shooter":
        calls += ["0 lay", "2 give"]
    assert won_by(classic(**PARTNERS), 0, calls, in_turn(*tricks)).changes == expected


def test_a_bid_that_names_its_trump() -> None:
    rules = classic(**PARTNERS, bid_form=BidForm.NUMBER_AND_SUIT)
    calls = ["1 pass", "2 pass", "3 bid 4 low", "0 pass"]
    assert won_by(rules, 0, calls, "333300").changes == [2, 4]


def test_scores_may_be_negative_and_have_no_upper_limit() -> None:
    assert won_by(GHOST, 2, MOON, "011111", scores=[0, -100, 0]).scores == [1, -106, 0]
    assert won_by(BUCK, 3, NO_MAKER, "00001", upcard="9h", scores=[25, 25, 900, 25]).scores == [
        21,
        24,
        905,
        30,
    ]


def test_a_hand_without_a_maker_credits_its_last_player() -> None:
    state = act(table(BUCK, 3, upcard="9h"), *NO_MAKER[:8], "0 fold", "1 fold", "2 stay", "3 fold")
    assert (state.changes, state.tricks) == ([0, 0, -5, 0], [0, 0, 5, 0])
