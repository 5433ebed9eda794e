"""Vectors: from which score to which a game goes, and who wins it (`rules.md` 1.1, 2, 3.4, 3.5, 4.4, 4.5)."""

from __future__ import annotations

from typing import Final

from euchre_rules import actions, game, phases
from euchre_rules.options import OutRule, Simultaneous
from tests.rules.tables import act, buck, classic, table, won_by
from tests.rules.test_fold import ORDERED
from tests.rules.test_scoring import TOGETHER
from tests.rules.vectors.kinds import Each, Vectors, shown

_OTHERS_FOLD = [*ORDERED, "0 fold", "2 fold", "3 fold"]


def start(score: int) -> None:
    if score == 0:
        assert game.new_game(classic(start_score=0), 0).scores == [0, 0]
        return
    rules = buck(start_score=score)
    assert game.new_game(rules, 0).scores == [score] * 4
    state = act(table(rules, 3, upcard="9h"), *_OTHERS_FOLD)
    assert state.scores == [score, score - 5, score, score]


def target(score: int) -> None:
    if score == 0:
        for stands, over in ((5, True), (6, False)):
            state = table(buck(target=0), 3, upcard="9h", scores=[25, stands, 25, 25])
            assert (act(state, *_OTHERS_FOLD).phase == phases.GAME_OVER) is over
        return
    for short_by, over in ((2, True), (3, False)):
        scores = [score - short_by, 0]
        state = won_by(classic(target=score), 0, TOGETHER, "22222", scores=scores)
        assert (state.phase == phases.GAME_OVER) is over


def number_of_deals(count: int) -> None:
    rules = classic(num_deals=count)
    state = game.new_game(rules, 0)
    for number in range(1, (count or 1001) + 1):
        assert state.won is None
        game.deal(state, state.actor, rules.deck)
        for _ in range(8):
            game.apply(state, state.actor, actions.PASS)
        assert state.deals_done == number
    assert (state.won is not None) is (count > 0)


_GHOST = "test_game_end.test_several_ghost_players_at_the_target"
_BUCK = "test_game_end.test_several_buck_players_at_the_target"
_SWEEP = "test_game_end.test_a_sweep_wins_the_game"
_CONTRACT = "test_game_end.test_winning_on_anothers_contract"
_LAPS = "test_examples_classic.test_example_17_over_the_target"
_SLAM = "test_game_end.test_laps_and_slam"

VECTORS: Final[Vectors] = {
    "start_score": Each(start),
    "target": Each(target),
    "num_deals": Each(number_of_deals),
    "sweep_wins_game": {False: shown(_SWEEP, sweeps=False), True: shown(_SWEEP, sweeps=True)},
    "simultaneous": {
        Simultaneous.HIGHEST: shown(
            _GHOST, simultaneous=Simultaneous.HIGHEST, winners="000111", scores=[29, 30, 20]
        ),
        Simultaneous.LOWEST: shown(
            _BUCK, simultaneous=Simultaneous.LOWEST, winners="00111", scores=[2, 3, 20, 20]
        ),
        Simultaneous.MAKER_FIRST: shown(
            _BUCK, simultaneous=Simultaneous.MAKER_FIRST, winners="00111", scores=[1, 3, 20, 20]
        ),
        Simultaneous.TRICK_ORDER: shown(
            _BUCK, simultaneous=Simultaneous.TRICK_ORDER, winners="00111", scores=[2, 3, 20, 20]
        ),
    },
    "out_rule": {
        OutRule.FREE: shown(_CONTRACT, out_rule=OutRule.FREE, winners="000122"),
        OutRule.CONTRACT_ONLY: shown(_CONTRACT, out_rule=OutRule.CONTRACT_ONLY, winners="000122"),
    },
    "laps": {False: shown(_LAPS, laps=False), True: shown(_LAPS, laps=True)},
    "slam": {
        False: shown(_SLAM, scores=[9, 0], slam=False, laps=False),
        True: shown(_SLAM, scores=[9, 0], slam=True),
    },
}
