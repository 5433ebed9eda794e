"""The worked examples of `rules.md` 6b about Buck Euchre, 23 to 25."""

from __future__ import annotations

import pytest

from euchre_rules import phases
from euchre_rules.errors import Reason
from euchre_rules.events import HandVoided, Outcome, VoidReason
from tests.rules.tables import (
    BUCK,
    act,
    buck,
    cards_to,
    in_turn,
    legal,
    play,
    refused,
    shuffled,
    table,
    told,
    won_by,
)

ALL_STAY = ["0 stay", "1 stay", "2 stay", "3 stay"]
HANDS = {
    0: "9c Tc Ts 9s Th",
    1: "Jd Ad Td Ac Ks",
    2: "Jh 9d As Kc 9h",
    3: "Qd Ah Kh Qs Jc",
}


def test_example_23_a_club_turned_up_is_trump_at_once() -> None:
    state = table(BUCK, 3, upcard="Qc")
    assert (state.phase, state.actor, state.trump, state.maker) == (phases.PLAY, 0, 0, -1)
    assert state.upcard_status == phases.LEFT
    assert [hand.bit_count() for hand in state.hands] == [5, 5, 5, 5]
    assert refused(state, "0 fold") is Reason.MAY_NOT_FOLD


def test_example_23_a_club_hand_needs_one_trick_of_everybody() -> None:
    state = won_by(BUCK, 3, [], in_turn(2, 3, 0, 0), upcard="Qc")
    assert state.changes == [-2, -3, 5, 5]
    assert state.result is not None and state.result.outcome is Outcome.NO_MAKER


def test_example_23_a_spade_turned_up_is_ordinary() -> None:
    state = table(BUCK, 3, upcard="Qs")
    assert (state.phase, state.actor, legal(state)) == (phases.CALL_ROUND_1, 0, ["order", "pass"])
    act(state, "0 order", "3 discard")
    assert (state.phase, state.actor, legal(state)) == (phases.FOLD, 1, ["fold", "stay"])


def test_example_24_a_full_hand() -> None:
    state = table(BUCK, 3, HANDS, upcard="Kd")
    act(state, "0 pass", "1 order")
    assert (state.actor, legal(state)) == (3, cards_to("discard", HANDS[3]))
    act(state, "3 discard Jc")
    asked = []
    for answer in ("fold", "stay", "stay"):
        asked.append(state.actor)
        act(state, f"{state.actor} {answer}")
    assert asked == [0, 2, 3]
    assert state.actor == 1
    assert play(state, "1:Jd 2:9d 3:Qd") == 1
    play(state, "1:Ad")
    assert legal(state) == ["play Jh"]
    assert play(state, "2:Jh 3:Kd") == 2
    assert play(state, "2:As 3:Qs 1:Ks") == 2
    assert play(state, "2:Kc 3:Kh 1:Ac") == 1
    assert play(state, "1:Td 2:9h 3:Ah") == 1
    assert state.tricks == [0, 3, 2, 0]
    assert (state.changes, state.scores) == ([0, -3, -2, 5], [25, 22, 23, 30])


@pytest.mark.parametrize(("keeps", "maker"), [(False, 5), (True, 3)])
def test_example_24_a_set_maker(keeps: bool, maker: int) -> None:
    calls = ["0 pass", "1 order", "3 discard", "0 stay", "2 fold", "3 stay"]
    state = won_by(buck(set_maker_keeps_tricks=keeps), 3, calls, in_turn(0, 2, 0, 3), upcard="Kd")
    assert state.changes == [5, maker, 0, -3]


def test_example_25a_everybody_folds() -> None:
    state = table(BUCK, 3, upcard="9h")
    act(state, *(f"{seat} pass" for seat in [0, 1, 2, 3] * 2))
    assert (state.trump, state.maker, state.phase) == (4, -1, phases.FOLD)
    act(state, "0 fold", "1 fold", "2 fold", "3 fold")
    assert told(state, HandVoided) == [HandVoided(VoidReason.ALL_FOLDED)]
    assert (state.phase, state.dealer, state.scores) == (phases.DEAL, 0, [25] * 4)


@pytest.mark.parametrize(
    ("needs_opponent", "score", "over"), [(True, 25, False), (True, 5, True), (False, 25, True)]
)
def test_example_25b_a_maker_left_alone(needs_opponent: bool, score: int, over: bool) -> None:
    rules = buck(sweep_needs_opponent=needs_opponent)
    state = table(rules, 3, upcard="9h", scores=[25, score, 25, 25])
    act(state, "0 pass", "1 order", "3 discard", "0 fold", "2 fold", "3 fold")
    assert (state.changes, state.scores[1]) == ([0, -5, 0, 0], score - 5)
    assert state.winners == []
    assert (state.phase == phases.GAME_OVER) is over
    assert (state.won is not None and state.won.sides == (1,)) is over


@pytest.mark.parametrize(
    "calls", [["2 order", "3 discard", "0 fold", "1 stay", "3 stay"], ["2 pass", "3 pass"]]
)
def test_example_25c_all_five_tricks_win_the_game(calls: list[str]) -> None:
    if calls[-1] == "3 pass":
        calls = [*calls, "0 pass", "1 pass", "2 pass", "3 pass", *ALL_STAY]
    state = won_by(BUCK, 3, ["0 pass", "1 pass", *calls], "22222", upcard="9h")
    others = [0 if f"{seat} fold" in calls else 5 for seat in range(4)]
    assert state.changes == [*others[:2], -5, others[3]]
    assert state.won is not None and state.won.sides == (2,)
    assert state.phase == phases.GAME_OVER


MAKER_1_SEAT_2_FOLDS = ["0 pass", "1 order", "3 discard", "0 stay", "2 fold", "3 stay"]


def test_example_25d_equal_lowest_play_another_hand() -> None:
    state = won_by(BUCK, 3, MAKER_1_SEAT_2_FOLDS, in_turn(2, 3), upcard="9h", scores=[2, 3, 20, 20])
    assert state.scores == [0, 0, 20, 25]
    assert (state.phase, state.won) == (phases.DEAL, None)


def test_example_25d_the_lowest_wins() -> None:
    state = won_by(BUCK, 3, MAKER_1_SEAT_2_FOLDS, in_turn(2, 3), upcard="9h", scores=[1, 3, 20, 20])
    assert state.scores == [-1, 0, 20, 25]
    assert state.won is not None and state.won.sides == (0,)


def test_all_pass_hand_is_played_for_one_trick_each() -> None:
    calls = [f"{seat} pass" for seat in [0, 1, 2, 3] * 2] + ALL_STAY
    assert won_by(BUCK, 3, calls, in_turn(1, 4), upcard="9h").changes == [-1, -4, 5, 5]


def test_shuffled_hands_of_a_club_never_call() -> None:
    for seed in range(60):
        state = shuffled(BUCK, seed % 4, seed)
        assert (state.phase == phases.PLAY) is (state.proposed == 0)
