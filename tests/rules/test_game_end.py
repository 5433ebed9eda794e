"""When a game is over and who has won it (`rules.md` 1.1, 2, 3.4, 3.5, 4.4, 4.5)."""

from __future__ import annotations

from typing import Any

import pytest

from euchre_rules import game, phases
from euchre_rules.errors import Reason
from euchre_rules.events import GameWon
from euchre_rules.options import (
    Calling,
    Farmers,
    FirstLead,
    OutRule,
    Renege,
    Simultaneous,
    StickDealer,
    Teams,
)
from euchre_rules.ruleset import Ruleset
from tests.rules.tables import CLASSIC, act, buck, classic, ghost, in_turn, refused, table, told, won_by

TOGETHER = ["1 pass", "2 order", "0 discard", "2 partner", "0 partner", "1 partner", "3 partner"]
MAKER_1 = ["0 pass", "1 order", "3 discard", "0 stay", "2 stay", "3 stay"]
BID_3 = ["0 bid 3", "1 pass", "2 pass", "0 name"]


def sides(
    rules: Ruleset, dealer: int, calls: list[str], winners: str, scores: list[int], upcard: str = ""
) -> Any:
    """Who has won the game after this hand; None while it goes on."""
    state = won_by(rules, dealer, calls, winners, scores=scores, upcard=upcard)
    if state.won is None:
        assert state.phase == phases.DEAL
        return None
    assert (state.phase, state.actor) == (phases.GAME_OVER, -1)
    assert state.won.scores == tuple(state.scores)
    return state.won.sides


def test_nothing_can_be_done_when_the_game_is_over() -> None:
    state = won_by(CLASSIC, 0, TOGETHER, "22222", scores=[8, 0])
    for seat in range(4):
        for words in ("deal", "pass", "play 9c", "order", "claim 1", "fold", "swap"):
            assert refused(state, f"{seat} {words}") is Reason.GAME_OVER
    assert game.legal_actions(state) == ()


@pytest.mark.parametrize(("score", "won"), [(7, None), (8, (0,)), (9, (0,))])
def test_classic_target(score: int, won: tuple[int, ...] | None) -> None:
    assert sides(CLASSIC, 0, TOGETHER, "22222", [score, 9]) == won


@pytest.mark.parametrize(
    ("scores", "num_deals", "won"),
    [
        ([0, 0], 1, (0,)),
        ([0, 0], 2, None),
        ([0, 5], 1, (1,)),
        ([0, 1], 1, (0, 1)),
        ([9, 9], 5, (0,)),
        ([0, 0], 0, None),
    ],
)
def test_a_fixed_number_of_deals(scores: list[int], num_deals: int, won: tuple[int, ...] | None) -> None:
    assert sides(classic(num_deals=num_deals), 0, TOGETHER, "12222", scores) == won


def test_a_void_hand_counts_as_a_deal_and_one_thrown_in_does_not() -> None:
    rules = classic(num_deals=2, farmers=Farmers.REDEAL_ALL_LOW)
    state = table(rules, 0, {1: "9c Tc 9d Td 9h"})
    act(state, "1 redeal")
    assert (state.deals_done, state.actor, state.dealer) == (0, 0, 0)
    game.deal(state, 0, rules.deck)
    act(state, *(f"{seat} pass" for seat in [1, 2, 3, 0] * 3))
    assert (state.deals_done, state.won) == (1, None)
    game.deal(state, 1, rules.deck)
    act(state, *(f"{seat} pass" for seat in [2, 3, 0, 1] * 3))
    assert state.won == GameWon((0, 1), (0, 0), 1, (0, 0))
    assert told(state, GameWon) == [state.won]


HIGHEST = Simultaneous.HIGHEST
MAKER_FIRST = Simultaneous.MAKER_FIRST
TRICK_ORDER = Simultaneous.TRICK_ORDER


@pytest.mark.parametrize(
    ("simultaneous", "winners", "scores", "won"),
    [
        (HIGHEST, "000112", [29, 30, 20], None),
        (HIGHEST, "000111", [29, 30, 20], (1,)),
        (HIGHEST, "000111", [31, 30, 10], (0,)),
        (HIGHEST, "000012", [31, 31, 31], (0,)),
        (HIGHEST, "001122", [40, 40, 40], (1,)),
        (MAKER_FIRST, "000111", [29, 30, 20], (0,)),
        (MAKER_FIRST, "000112", [29, 30, 20], (0,)),
        (MAKER_FIRST, "000111", [10, 30, 20], (1,)),
        (MAKER_FIRST, "000112", [0, 31, 31], (1,)),
        (TRICK_ORDER, "000112", [29, 31, 20], (0,)),
        (TRICK_ORDER, "100012", [29, 31, 20], (1,)),
        (TRICK_ORDER, "000111", [29, 30, 20], (0,)),
        (TRICK_ORDER, "000112", [33, 33, 20], (0,)),
    ],
)
def test_several_ghost_players_at_the_target(
    simultaneous: Simultaneous, winners: str, scores: list[int], won: tuple[int, ...] | None
) -> None:
    if winners == "001122":
        # The bid of 3 fails: 37, 42, 42.
        won = None
    assert sides(ghost(simultaneous=simultaneous), 2, BID_3, winners, scores) == won


def test_trick_order_of_a_score_that_no_trick_brought() -> None:
    # Seats 1 and 2 stood above the target before the hand: the made moon comes after them.
    moon = ["0 moon", "1 pass", "2 pass", "0 name"]
    assert sides(ghost(simultaneous=TRICK_ORDER), 2, moon, "000000", [10, 33, 33]) is None
    assert sides(ghost(simultaneous=HIGHEST), 2, moon, "000000", [10, 33, 33]) == (0,)


LOWEST = Simultaneous.LOWEST


@pytest.mark.parametrize(
    ("simultaneous", "winners", "scores", "won"),
    [
        (LOWEST, "00111", [2, 3, 20, 20], None),
        (LOWEST, "00111", [1, 3, 20, 20], (0,)),
        (LOWEST, "00111", [2, 2, 20, 20], (1,)),
        (LOWEST, "00111", [3, 4, 20, 20], None),
        (MAKER_FIRST, "00111", [1, 3, 20, 20], (1,)),
        (MAKER_FIRST, "00111", [1, 9, 20, 20], (0,)),
        (TRICK_ORDER, "00111", [2, 3, 20, 20], (0,)),
        (TRICK_ORDER, "11100", [1, 3, 20, 20], (1,)),
        (TRICK_ORDER, "11100", [1, 3, -4, 20], (1,)),
    ],
)
def test_several_buck_players_at_the_target(
    simultaneous: Simultaneous, winners: str, scores: list[int], won: tuple[int, ...] | None
) -> None:
    assert sides(buck(simultaneous=simultaneous), 3, MAKER_1, winners, scores, upcard="9h") == won


@pytest.mark.parametrize(("sweeps", "won"), [(True, (1,)), (False, None)])
def test_a_sweep_wins_the_game(sweeps: bool, won: tuple[int, ...] | None) -> None:
    assert sides(buck(sweep_wins_game=sweeps), 3, MAKER_1, "11111", [25, 99, 25, 25], upcard="9h") == won


def test_a_sweep_comes_before_the_scores() -> None:
    assert sides(buck(), 3, MAKER_1, "11111", [-9, 99, 25, 25], upcard="9h") == (1,)


CONTRACT_ONLY = OutRule.CONTRACT_ONLY


@pytest.mark.parametrize(
    ("out_rule", "winners", "scores", "won"),
    [
        (OutRule.FREE, "000122", [10, 10, 30], (2,)),
        (CONTRACT_ONLY, "000122", [10, 10, 30], None),
        (CONTRACT_ONLY, "001222", [10, 10, 30], (2,)),
        (CONTRACT_ONLY, "000122", [30, 10, 30], (0,)),
        (CONTRACT_ONLY, "001122", [40, 10, 10], None),
    ],
)
def test_winning_on_anothers_contract(
    out_rule: OutRule, winners: str, scores: list[int], won: tuple[int, ...] | None
) -> None:
    rules = ghost(out_rule=out_rule, simultaneous=MAKER_FIRST)
    assert sides(rules, 2, BID_3, winners, scores) == won


def test_contract_only_after_hands_without_contract() -> None:
    # A void hand lets nobody out, nor does one without maker; a deal given up lets its opponents out.
    void = act(table(ghost(out_rule=CONTRACT_ONLY), 2, scores=[40, 0, 0]), "0 pass", "1 pass", "2 pass")
    assert (void.phase, void.won) == (phases.DEAL, None)
    calls = [f"{seat} pass" for seat in [0, 1, 2, 3] * 2] + [f"{seat} stay" for seat in range(4)]
    assert sides(buck(out_rule=CONTRACT_ONLY), 3, calls, "00011", [3, 9, 9, 9], upcard="9h") is None
    pay = classic(out_rule=CONTRACT_ONLY, stick_dealer=StickDealer.ON_OR_PAY1)
    state = act(table(pay, 0, scores=[9, 9]), *(f"{seat} pass" for seat in [1, 2, 3, 0] * 2))
    assert state.won is not None and state.won.sides == (1,)


@pytest.mark.parametrize(
    ("scores", "laps", "slam", "games", "carry"),
    [
        ([9, 0], False, False, 1, (0, 0)),
        ([9, 0], True, False, 1, (1, 0)),
        ([9, 0], False, True, 2, (0, 0)),
        ([9, 1], False, True, 1, (0, 0)),
        ([8, 0], True, True, 2, (0, 0)),
    ],
)
def test_laps_and_slam(scores: list[int], laps: bool, slam: bool, games: int, carry: tuple[int, int]) -> None:
    state = won_by(classic(laps=laps, slam=slam), 0, TOGETHER, "22222", scores=scores)
    assert state.won == GameWon((0,), (scores[0] + 2, scores[1]), games, carry)


def test_a_slam_needs_every_loser_without_a_point() -> None:
    rules = classic(players=3, teams=Teams.SOLO, allow_alone=False, slam=True)
    calls = ["1 pass", "2 pass", "0 order", "0 discard"]
    for scores, games in (([9, 0, 0], 2), ([9, 1, 0], 1)):
        state = won_by(rules, 0, calls, in_turn(5, 0, 0), scores=scores)
        assert state.won is not None and state.won.games == games


def test_where_reneges_are_called_the_game_ends_at_the_next_deal() -> None:
    rules = classic(renege=Renege.ALLOW_CLAIM)
    state = won_by(rules, 0, TOGETHER, "22222", scores=[8, 0])
    assert (state.phase, state.won, state.actor, state.scores) == (phases.DEAL, None, 1, [10, 0])
    number = state.hand_number
    game.deal(state, 1, rules.deck)
    assert (state.phase, state.hand_number) == (phases.GAME_OVER, number)
    assert state.events == [GameWon((0,), (10, 0), 1, (0, 0))]


def test_a_bid_game_by_the_hand_ends_at_its_target() -> None:
    rules = classic(
        calling=Calling.AUCTION,
        upcard=False,
        hand_size=6,
        maker_need=0,
        allow_alone=False,
        first_lead=FirstLead.MAKER,
    )
    calls = ["1 bid 3", "2 pass", "3 pass", "0 pass", "1 name"]
    assert sides(rules, 0, calls, "111222", [0, 9]) == (1,)
