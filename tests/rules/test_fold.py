"""Folding: who is asked, what is seen, and who leads then (`rules.md` 3.2)."""

from __future__ import annotations

import pytest

from euchre_rules import phases
from euchre_rules.errors import Reason
from euchre_rules.events import Called, OutReason, SeatOut
from euchre_rules.options import FirstLead, FoldAnswers
from tests.rules.tables import BUCK, act, buck, classic, refused, table, told

ORDERED = ["0 pass", "1 order", "3 discard"]
ALL_PASS = [f"{seat} pass" for seat in [0, 1, 2, 3] * 2]


def test_a_fold_is_seen_at_once() -> None:
    state = act(table(BUCK, 3, upcard="9h"), *ORDERED, "0 fold")
    assert state.events == [Called(0, 217), SeatOut(0, OutReason.FOLDED)]
    act(state, "2 stay", "3 fold")
    assert (state.phase, state.actor, state.folded, state.out, state.in_play) == (
        phases.PLAY,
        1,
        0b1001,
        0b1001,
        2,
    )


def test_hidden_answers_are_shown_together() -> None:
    state = act(table(buck(fold_answers=FoldAnswers.HIDDEN), 3, upcard="9h"), *ORDERED, "0 fold", "2 stay")
    assert told(state, SeatOut) == []
    assert state.out == 0
    act(state, "3 fold")
    assert told(state, SeatOut) == [SeatOut(0, OutReason.FOLDED), SeatOut(3, OutReason.FOLDED)]
    assert (state.out, state.phase) == (0b1001, phases.PLAY)


def test_folding_in_a_hand_that_all_passed_may_be_barred() -> None:
    state = act(table(buck(fold_in_all_pass=False), 3, upcard="9h"), *ALL_PASS)
    assert (state.phase, state.actor) == (phases.PLAY, 0)
    assert refused(state, "0 fold") is Reason.MAY_NOT_FOLD
    state = act(table(BUCK, 3, upcard="9h"), *ALL_PASS)
    assert (state.phase, state.actor) == (phases.FOLD, 0)


@pytest.mark.parametrize("folded", range(8))
@pytest.mark.parametrize("first_lead", list(FirstLead))
def test_who_leads(folded: int, first_lead: FirstLead) -> None:
    others = [0, 2, 3]
    out = [seat for place, seat in enumerate(others) if folded >> place & 1]
    state = act(table(buck(first_lead=first_lead), 3, upcard="9h"), *ORDERED)
    act(state, *(f"{seat} {'fold' if seat in out else 'stay'}" for seat in others))
    if len(out) == 3:
        assert state.phase == phases.DEAL
        return
    first_in = next(seat for seat in (0, 1, 2, 3) if seat not in out)
    assert state.actor == (1 if first_lead is FirstLead.MAKER else first_in)


def test_a_hand_without_maker_is_led_from_the_dealers_left() -> None:
    state = act(
        table(buck(first_lead=FirstLead.MAKER), 3, upcard="9h"),
        *ALL_PASS,
        "0 fold",
        *(f"{s} stay" for s in (1, 2, 3)),
    )
    assert (state.phase, state.actor) == (phases.PLAY, 1)


def test_refusals() -> None:
    state = act(table(BUCK, 3, upcard="9h"), *ORDERED)
    assert refused(state, "2 fold") is Reason.NOT_YOUR_TURN
    assert refused(state, "1 fold") is Reason.MAY_NOT_FOLD
    assert refused(state, "1 stay") is Reason.NOT_YOUR_TURN
    assert refused(state, "0 pass") is Reason.WRONG_PHASE
    early = table(BUCK, 3, upcard="9h")
    assert refused(early, "0 fold") is Reason.WRONG_PHASE
    act(state, "0 stay", "2 stay", "3 stay")
    assert refused(state, "0 fold") is Reason.MAY_NOT_FOLD
    assert refused(state, "0 stay") is Reason.WRONG_PHASE
    nobody_folds = act(table(classic(allow_alone=False), 3, upcard="9h"), *ORDERED)
    assert refused(nobody_folds, "0 fold") is Reason.WRONG_PHASE
