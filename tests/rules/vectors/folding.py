"""Vectors: folding, and a hand that nobody contests (`rules.md` 3.2, 3.4)."""

from __future__ import annotations

from typing import Final

from euchre_rules import phases
from euchre_rules.options import FoldAnswers, FoldRule, Uncontested
from tests.rules.tables import act, buck, table
from tests.rules.test_fold import ORDERED
from tests.rules.vectors.kinds import Each, Vectors, shown


def fold_costs(points: int) -> None:
    state = act(table(buck(fold_penalty=points), 3, upcard="9h"), *ORDERED, "0 fold", "2 fold", "3 fold")
    assert state.changes == [points, -5, points, points]


def last_to_stay_plays_alone() -> None:
    rules = buck(uncontested=Uncontested.PLAY_OUT)
    state = act(table(rules, 3, upcard="9h"), *ORDERED, "0 fold", "2 fold", "3 fold")
    for _ in range(5):
        assert (state.phase, state.actor) == (phases.PLAY, 1)
        act(state, "1 play")
    assert (state.tricks, state.changes) == ([0, 5, 0, 0], [0, -5, 0, 0])


_BARRED = "test_fold.test_folding_in_a_hand_that_all_passed_may_be_barred"
_CREDIT = "test_traps_buck.test_trap_B49_everybody_else_folds"
_LEFT_ALONE = "test_examples_buck.test_example_25b_a_maker_left_alone"

VECTORS: Final[Vectors] = {
    "fold": {
        FoldRule.OFF: shown("test_fold.test_refusals"),
        FoldRule.AFTER_TRUMP: shown("test_fold.test_a_fold_is_seen_at_once"),
    },
    "fold_in_all_pass": {False: shown(_BARRED), True: shown(_BARRED)},
    "fold_penalty": Each(fold_costs),
    "fold_answers": {
        FoldAnswers.OPEN: shown("test_fold.test_a_fold_is_seen_at_once"),
        FoldAnswers.HIDDEN: shown("test_fold.test_hidden_answers_are_shown_together"),
    },
    "uncontested": {
        Uncontested.CREDIT_ALL: shown(_CREDIT, rule=Uncontested.CREDIT_ALL),
        Uncontested.CREDIT_REQUIRED: shown(_CREDIT, rule=Uncontested.CREDIT_REQUIRED),
        Uncontested.VOID: shown("test_traps_buck.test_trap_B49_an_uncontested_hand_may_be_void"),
        Uncontested.PLAY_OUT: last_to_stay_plays_alone,
    },
    "sweep_needs_opponent": {
        False: shown(_LEFT_ALONE, needs_opponent=False, score=25),
        True: shown(_LEFT_ALONE, needs_opponent=True, score=25),
    },
}
