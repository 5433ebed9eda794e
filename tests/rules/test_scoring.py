"""Hands scored by make, march and set (`rules.md` 1.6 and 5), with every option that changes them."""

from __future__ import annotations

from typing import Any

import pytest

from euchre_rules import phases
from euchre_rules.events import HandScored, Outcome
from euchre_rules.options import Calling, FirstLead, LoneDefenderScore, StickDealer, Teams
from tests.rules.tables import act, classic, in_turn, shuffled, told, won_by

TOGETHER = ["1 pass", "2 order", "0 discard", "2 partner", "0 partner", "1 partner", "3 partner"]
MAKER_ALONE = ["1 pass", "2 order", "0 discard", "2 alone", "1 partner", "3 partner"]
PARTNER_ALONE = ["1 pass", "2 order", "0 discard", "2 partner", "0 alone", "1 partner", "3 partner"]
DEFENDER_ALONE = ["1 pass", "2 order", "0 discard", "2 partner", "0 partner", "1 alone"]
BOTH_ALONE = ["1 pass", "2 order", "0 discard", "2 alone", "1 alone"]
FLAT4 = LoneDefenderScore.FLAT4

# What the makers (+) or the defenders (-) get for 0, 1, 2, 3, 4 and 5 tricks of the makers.
TABLE: list[tuple[dict[str, Any], list[str], list[int]]] = [
    ({}, TOGETHER, [-2, -2, -2, 1, 1, 2]),
    ({}, MAKER_ALONE, [-2, -2, -2, 1, 1, 4]),
    ({}, PARTNER_ALONE, [-2, -2, -2, 1, 1, 4]),
    ({}, DEFENDER_ALONE, [-4, -2, -2, 1, 1, 2]),
    ({}, BOTH_ALONE, [-4, -2, -2, 1, 1, 4]),
    ({"loner_march_score": 5}, MAKER_ALONE, [-2, -2, -2, 1, 1, 5]),
    ({"loner_march_score": 3}, TOGETHER, [-2, -2, -2, 1, 1, 2]),
    ({"loner_set_score": 4}, MAKER_ALONE, [-4, -4, -4, 1, 1, 4]),
    ({"loner_set_score": 4}, PARTNER_ALONE, [-4, -4, -4, 1, 1, 4]),
    ({"loner_set_score": 4}, TOGETHER, [-2, -2, -2, 1, 1, 2]),
    ({"loner_set_score": 4}, BOTH_ALONE, [-4, -4, -4, 1, 1, 4]),
    ({"loner_set_score": 1}, MAKER_ALONE, [-1, -1, -1, 1, 1, 4]),
    ({"loner_set_score": 1}, BOTH_ALONE, [-4, -2, -2, 1, 1, 4]),
    ({"lone_defender_score": FLAT4}, DEFENDER_ALONE, [-4, -4, -4, 1, 1, 2]),
    ({"lone_defender_score": FLAT4}, BOTH_ALONE, [-4, -4, -4, 1, 1, 4]),
    ({"lone_defender_score": FLAT4}, TOGETHER, [-2, -2, -2, 1, 1, 2]),
    ({"super_euchre": 4}, TOGETHER, [-4, -2, -2, 1, 1, 2]),
    ({"super_euchre": 4}, MAKER_ALONE, [-4, -2, -2, 1, 1, 4]),
    ({"super_euchre": 3}, DEFENDER_ALONE, [-4, -2, -2, 1, 1, 2]),
    ({"super_euchre": 6}, DEFENDER_ALONE, [-6, -2, -2, 1, 1, 2]),
    ({"alone_take5": True}, MAKER_ALONE, [-2, -2, -2, -2, -2, 4]),
    ({"alone_take5": True}, PARTNER_ALONE, [-2, -2, -2, -2, -2, 4]),
    ({"alone_take5": True}, TOGETHER, [-2, -2, -2, 1, 1, 2]),
    ({"alone_take5": True, "loner_set_score": 4}, MAKER_ALONE, [-4, -4, -4, -4, -4, 4]),
    ({"take4for1": True}, TOGETHER, [-2, -2, -2, 0, 1, 2]),
    ({"make_score": 3, "march_score": 5, "set_score": 4}, TOGETHER, [-4, -4, -4, 3, 3, 5]),
    ({"maker_need": 4}, TOGETHER, [-2, -2, -2, -2, 1, 2]),
    ({"maker_need": 1}, TOGETHER, [-2, 1, 1, 1, 1, 2]),
]
CASES = [
    (changes, calls, taken, value) for changes, calls, values in TABLE for taken, value in enumerate(values)
]


@pytest.mark.parametrize(("changes", "calls", "taken", "value"), CASES)
def test_hand_scores(changes: dict[str, Any], calls: list[str], taken: int, value: int) -> None:
    maker = "0" if "0 alone" in calls else "2"
    state = won_by(classic(**changes), 0, calls, "1" * (5 - taken) + maker * taken)
    assert state.changes == [max(value, 0), max(-value, 0)]
    assert state.scores == state.changes
    assert state.result is not None
    made = Outcome.MARCH if taken == 5 else Outcome.MADE
    assert state.result == HandScored(
        made if value >= 0 else Outcome.SET, (taken, 5 - taken), tuple(state.changes), tuple(state.scores)
    )


BROKEN = ["11222", "13222", "31220"]
NOT_BROKEN = ["12122", "21122", "22211", "22221", "12222", "21222"]


@pytest.mark.parametrize("winners", BROKEN + NOT_BROKEN)
@pytest.mark.parametrize("fast_break", [False, True])
def test_fast_break(winners: str, fast_break: bool) -> None:
    state = won_by(classic(fast_break=fast_break), 0, TOGETHER, winners)
    assert state.changes == ([0, 0] if fast_break and winners in BROKEN else [1, 0])


@pytest.mark.parametrize(
    ("calls", "winners", "tokens", "point"),
    [
        (TOGETHER, "12222", [2, 0], 0),
        (TOGETHER, "12220", [2, 0], 0),
        (TOGETHER, "11222", [1, 0], 0),
        (TOGETHER, "22222", [1, 0], 0),
        (TOGETHER, "11112", [1, 0], 0),
        (MAKER_ALONE, "12222", [1, 0], 0),
        (DEFENDER_ALONE, "12222", [2, 0], 0),
    ],
)
def test_four_trick_tokens(calls: list[str], winners: str, tokens: list[int], point: int) -> None:
    plain = won_by(classic(), 0, calls, winners)
    state = won_by(classic(four_trick_tokens=True), 0, calls, winners, tokens=[1, 0])
    assert state.tokens == tokens
    assert state.changes == [plain.changes[0] + point, plain.changes[1]]


def test_the_fourth_token_is_a_point_and_they_start_anew() -> None:
    state = won_by(classic(four_trick_tokens=True), 0, TOGETHER, "12222", tokens=[3, 2])
    assert (state.changes, state.tokens) == ([2, 0], [0, 2])


@pytest.mark.parametrize("dealer", range(4))
def test_a_dealer_who_gives_the_deal_up_pays_one(dealer: int) -> None:
    rules = classic(stick_dealer=StickDealer.ON_OR_PAY1)
    state = shuffled(rules, dealer, 5)
    act(state, *(f"{(dealer + step) % 4} pass" for step in (1, 2, 3, 4, 1, 2, 3, 4)))
    changes = [0, 0]
    changes[1 - dealer % 2] = 1
    assert (state.changes, state.scores, state.phase) == (changes, changes, phases.DEAL)
    scored = told(state, HandScored)
    assert scored == [HandScored(Outcome.CONCEDED, (0, 0), tuple(changes), tuple(changes))]
    assert state.dealer == (dealer + 1) % 4


MAKER_0_OF_3 = ["1 pass", "2 pass", "0 order", "0 discard"]


@pytest.mark.parametrize("teams", [Teams.MAKER_VS_REST, Teams.SOLO])
def test_a_set_pays_every_opponent(teams: Teams) -> None:
    rules = classic(players=3, teams=teams, allow_alone=False, set_score=3)
    assert won_by(rules, 0, MAKER_0_OF_3, in_turn(2, 3, 0)).changes == [0, 3, 3]


# Six cards, bids of tricks, scored by the hand.
BID_HANDS: dict[str, Any] = {
    "calling": Calling.AUCTION,
    "upcard": False,
    "hand_size": 6,
    "maker_need": 0,
    "allow_alone": False,
    "first_lead": FirstLead.MAKER,
}


@pytest.mark.parametrize(
    ("bid", "winners", "changes"),
    [
        ("bid 4", "000011", [1, 0]),
        ("bid 4", "000111", [0, 2]),
        ("bid 4", "000000", [2, 0]),
        ("moon", "000000", [24, 0]),
        ("moon", "000001", [0, 6]),
        ("shooter", "000000", [12, 0]),
        ("shooter", "000001", [0, 6]),
    ],
)
def test_bids_scored_by_the_hand(bid: str, winners: str, changes: list[int]) -> None:
    rules = classic(**BID_HANDS, shooter=True, moon_score=24, shooter_score=12)
    calls = ["1 pass", "2 pass", "3 pass", f"0 {bid}", "0 name"]
    if bid == "shooter":
        calls += ["0 lay", "2 give"]
    assert won_by(rules, 0, calls, winners).changes == changes
