"""The worked examples of `rules.md` 6b about Ghost Hand, 19 to 22."""

from __future__ import annotations

import pytest

from euchre_rules import phases
from euchre_rules.errors import Reason
from euchre_rules.ruleset import Ruleset
from tests.rules.tables import GHOST, act, ghost, legal, options, play, refused, shuffled, table, won_by

GHOST_CARDS = "Js As Ks Ac Ah Jd"
HANDS = ["9c Tc Kc Qd 9d Th", "9s Ts Qh 9h Td Qc", "Qs Jc Kh Jh Ad Kd"]


def test_example_19_bids_and_the_swap() -> None:
    state = table(GHOST, 2, HANDS, ghost=GHOST_CARDS)
    assert (state.actor, legal(state)) == (0, options("pass", "swap", "bid 3", "bid 4", "bid 5", "moon"))
    act(state, "0 bid 3")
    assert (state.actor, legal(state)) == (1, options("swap", "pass", "bid 4", "bid 5", "moon"))
    assert refused(state, "1 bid 3") is Reason.BID_TOO_LOW
    act(state, "1 swap")
    assert (state.actor, legal(state)) == (1, options("pass", "bid 4", "bid 5", "moon"))
    act(state, "1 bid 4")
    assert (state.actor, legal(state)) == (2, options("pass", "bid 5", "moon"))
    assert refused(state, "2 swap") is Reason.SWAP_ALREADY_USED
    act(state, "2 pass")
    assert (state.actor, legal(state)) == (1, options("name c", "name d", "name h", "name s"))
    act(state, "1 name s")
    assert (state.phase, state.actor) == (phases.PLAY, 1)


@pytest.mark.parametrize("swaps", [True, False])
def test_example_20_after_a_moon_only_swap_and_pass(swaps: bool) -> None:
    state = act(shuffled(GHOST, 2, 20), "0 moon")
    assert legal(state) == ["pass", "swap"]
    if swaps:
        act(state, "1 swap")
        assert legal(state) == ["pass"]
    act(state, "1 pass")
    assert (state.actor, legal(state)) == (2, ["pass"] if swaps else ["pass", "swap"])


def test_example_20_all_pass() -> None:
    state = act(shuffled(GHOST, 2, 20), "0 pass", "1 pass", "2 pass")
    assert (state.phase, state.dealer, state.actor, state.scores) == (phases.DEAL, 0, 0, [0, 0, 0])


SEAT_1_BID_4 = ["0 pass", "1 bid 4", "2 pass", "1 name"]
SEAT_0_MOON = ["0 moon", "1 pass", "2 pass", "0 name"]
SEAT_2_BID_3 = ["0 pass", "1 pass", "2 bid 3", "2 name"]


@pytest.mark.parametrize(
    ("rules", "calls", "winners", "changes"),
    [
        (GHOST, SEAT_1_BID_4, "111102", [1, 4, 1]),
        (GHOST, SEAT_1_BID_4, "111002", [2, -4, 1]),
        (GHOST, SEAT_0_MOON, "000000", [24, 0, 0]),
        (GHOST, SEAT_0_MOON, "000001", [-6, 1, 0]),
        (ghost(moon_set=24), SEAT_0_MOON, "000001", [-24, 1, 0]),
        (GHOST, SEAT_2_BID_3, "222220", [1, 0, 5]),
    ],
)
def test_example_21_scores(rules: Ruleset, calls: list[str], winners: str, changes: list[int]) -> None:
    assert won_by(rules, 2, calls, winners).changes == changes


def test_example_22_equal_scores_play_another_hand() -> None:
    state = won_by(GHOST, 2, ["0 bid 3", "1 pass", "2 pass", "0 name"], "000112", scores=[29, 30, 20])
    assert state.scores == [32, 32, 21]
    assert (state.phase, state.won, state.dealer) == (phases.DEAL, None, 0)


def test_example_22_the_trailing_player_may_win_it() -> None:
    moon = ["1 pass", "2 moon", "0 pass", "2 name"]
    state = won_by(GHOST, 0, moon, "222222", scores=[32, 32, 21])
    assert state.scores == [32, 32, 45]
    assert state.won is not None and state.won.sides == (2,)


def test_example_22_unequal_scores_are_no_tie() -> None:
    state = won_by(GHOST, 2, ["0 bid 3", "1 pass", "2 pass", "0 name"], "000111", scores=[31, 30, 10])
    assert state.scores == [34, 33, 10]
    assert state.won is not None and state.won.sides == (0,)


def test_example_22_a_full_hand() -> None:
    state = table(GHOST, 2, HANDS, ghost=GHOST_CARDS)
    act(state, "0 pass", "1 swap", "1 bid 4", "2 pass", "1 name s")
    assert play(state, "1:Js 2:Qs 0:9c") == 1
    play(state, "1:As")
    assert (state.actor, legal(state)) == (2, ["play Jc"])
    assert play(state, "2:Jc 0:9d") == 2
    assert play(state, "2:Kh 0:Th 1:Ah") == 1
    assert play(state, "1:Ac 2:Jh 0:Tc") == 1
    assert play(state, "1:Ks 2:Kd 0:Kc") == 1
    assert play(state, "1:Jd 2:Ad 0:Qd") == 2
    assert (state.tricks, state.scores) == ([0, 4, 2], [0, 4, 2])
