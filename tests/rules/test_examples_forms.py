"""The extra examples of `rules.md` 6b, E1 to E5: other forms, as changes of the classic preset."""

from __future__ import annotations

import pytest

from euchre_rules import phases
from euchre_rules.errors import Reason
from euchre_rules.options import (
    Calling,
    DealerPickup,
    DealPattern,
    FirstLead,
    NoTrump,
    OutRule,
    Simultaneous,
    Teams,
)
from tests.rules.tables import act, cards_to, classic, in_turn, legal, refused, table, won_by

THREE_HANDED = classic(
    players=3,
    teams=Teams.MAKER_VS_REST,
    allow_alone=False,
    dealer_pickup=DealerPickup.MANDATORY,
    march_score=3,
)
BRITISH = classic(joker=True)
BID_PARTNERS = classic(
    calling=Calling.AUCTION,
    upcard=False,
    hand_size=6,
    deal_pattern=DealPattern.ONE,
    allow_alone=False,
    no_trump=NoTrump.HIGH_LOW,
    first_lead=FirstLead.MAKER,
    target=32,
    trick_points=1,
    maker_need=0,
    simultaneous=Simultaneous.MAKER_FIRST,
    out_rule=OutRule.CONTRACT_ONLY,
)
MAKER_0_OF_3 = ["1 pass", "2 pass", "0 order", "0 discard"]


@pytest.mark.parametrize(
    ("winners", "changes"),
    [
        (in_turn(2, 2, 1), [0, 2, 2]),
        (in_turn(0, 5, 0), [0, 2, 2]),
        (in_turn(3, 2, 0), [1, 0, 0]),
        (in_turn(4, 0, 1), [1, 0, 0]),
        (in_turn(5, 0, 0), [3, 0, 0]),
    ],
)
def test_example_e1_three_handed(winners: str, changes: list[int]) -> None:
    assert won_by(THREE_HANDED, 0, MAKER_0_OF_3, winners).changes == changes


def test_example_e1_two_defenders_level_play_another_hand() -> None:
    state = won_by(THREE_HANDED, 0, MAKER_0_OF_3, in_turn(2, 2, 1), scores=[9, 9, 9])
    assert (state.scores, state.phase, state.won) == ([9, 11, 11], phases.DEAL, None)
    state = won_by(THREE_HANDED, 0, MAKER_0_OF_3, in_turn(2, 2, 1), scores=[9, 9, 8])
    assert state.won is not None and state.won.sides == (1,)


@pytest.mark.parametrize("suit", ["c", "d", "h", "s"])
@pytest.mark.parametrize("dealer", [0, 1, 2, 3])
def test_example_e2_british_joker_turned_up(dealer: int, suit: str) -> None:
    held = "9c Td Jh Qs Ac"
    state = table(BRITISH, dealer, {dealer: held}, upcard="B")
    assert (state.phase, state.actor) == (phases.NAME_JOKER_SUIT, dealer)
    assert legal(state) == ["name c", "name d", "name h", "name s"]
    assert refused(state, f"{(dealer + 1) % 4} name {suit}") is Reason.NOT_YOUR_TURN
    act(state, f"{dealer} name {suit}")
    assert (state.trump, state.maker) == ("cdhs".index(suit), dealer)
    assert (state.phase, state.actor) == (phases.EXCHANGE, dealer)
    assert legal(state) == cards_to("discard", held)
    act(state, f"{dealer} discard 9c")
    assert state.hands[dealer] >> 32 & 1


@pytest.mark.parametrize(("winners", "changes"), [(in_turn(2, 2, 1, 1), [-4, 3]), (in_turn(5, 1), [5, 1])])
def test_example_e3_bid_partners(winners: str, changes: list[int]) -> None:
    calls = ["1 pass", "2 bid 3", "3 pass", "0 bid 4", "0 name"]
    assert won_by(BID_PARTNERS, 0, calls, winners).changes == changes


DEALER_1_ORDERED_BY_2 = ["2 order", "1 decline", "2 partner", "0 partner", "3 partner", "1 partner"]


@pytest.mark.parametrize(
    ("winners", "changes"),
    [
        ("11220", [0, 0]),
        ("13200", [0, 0]),
        ("21220", [1, 0]),
        ("12122", [1, 0]),
        ("11122", [0, 2]),
        ("22222", [2, 0]),
    ],
)
def test_example_e4_fast_break(winners: str, changes: list[int]) -> None:
    assert won_by(classic(fast_break=True), 1, DEALER_1_ORDERED_BY_2, winners).changes == changes


@pytest.mark.parametrize(
    ("score", "tokens", "changes", "left", "over"),
    [
        (9, 3, [2, 0], 0, True),
        (9, 2, [1, 0], 3, True),
        (8, 3, [2, 0], 0, True),
        (8, 2, [1, 0], 3, False),
        (0, 0, [1, 0], 1, False),
    ],
)
def test_example_e5_four_trick_tokens(
    score: int, tokens: int, changes: list[int], left: int, over: bool
) -> None:
    rules = classic(four_trick_tokens=True)
    state = won_by(rules, 1, DEALER_1_ORDERED_BY_2, "22221", scores=[score, 0], tokens=[tokens, 0])
    assert (state.changes, state.tokens) == (changes, [left, 0])
    assert (state.phase == phases.GAME_OVER) is over
