"""Folding once trump is fixed, and a hand that nobody contests (`rules.md` 3.2, 3.4)."""

from collections.abc import Sequence
from typing import Final

from euchre_rules import actions, cards, phases, scoring
from euchre_rules.errors import Reason, Refusal
from euchre_rules.events import Called, OutReason, SeatOut, VoidReason
from euchre_rules.options import FoldAnswers, FoldRule, Uncontested
from euchre_rules.state import NOBODY, State

_ANSWERS: Final = (actions.FOLD, actions.STAY)


def begin(state: State) -> bool:
    """Ask every seat but the maker's, from the dealer's left; tell whether anybody is asked."""
    rules = state.rules
    if rules.fold is FoldRule.OFF or forbidden_by_upcard(state):
        return False
    if state.maker == NOBODY and not rules.fold_in_all_pass:
        return False
    order = state.around(state.left_of(state.dealer))
    state.actor, *state.queue = (seat for seat in order if seat != state.maker)
    return True


def forbidden_by_upcard(state: State) -> bool:
    """Tell whether a club turned up forbids folding (`rules.md` 3.1)."""
    return state.maker == NOBODY and state.trump == cards.CLUBS and state.upcard_status != phases.TURNED_DOWN


def legal(_state: State) -> Sequence[int]:
    """Return both answers."""
    return _ANSWERS


def refuse(_state: State, _seat: int, _action: int) -> Refusal | None:
    """Refuse nothing: both answers are open to every seat that is asked."""
    return None


def may_not_fold() -> Refusal:
    """Return the refusal of a fold by a seat that is not asked."""
    return Refusal(
        Reason.MAY_NOT_FOLD,
        "You may not fold: not as the maker, not when a club was turned up, not once cards are played.",
    )


def apply(state: State, seat: int, action: int) -> bool:
    """Take the answer; tell whether the hand goes on to be played."""
    state.tell(Called, seat, action)
    hidden = state.rules.fold_answers is FoldAnswers.HIDDEN
    if action == actions.FOLD:
        state.folded |= 1 << seat
        if not hidden:
            state.tell(SeatOut, seat, OutReason.FOLDED)
    if state.queue:
        state.actor = state.queue.pop(0)
        return False
    if hidden:
        order = state.around(state.left_of(state.dealer))
        for folder in (other for other in order if state.folded >> other & 1):
            state.tell(SeatOut, folder, OutReason.FOLDED)
    state.out = state.folded
    state.in_play = state.rules.players - state.out.bit_count()
    return _is_contested(state)


def _is_contested(state: State) -> bool:
    """End a hand that too few contest; tell whether it is played."""
    rules = state.rules
    if state.in_play == 0:
        scoring.void(state, VoidReason.ALL_FOLDED)
        return False
    if state.in_play > 1 or rules.uncontested is Uncontested.PLAY_OUT:
        return True
    if rules.uncontested is Uncontested.VOID:
        scoring.void(state, VoidReason.UNCONTESTED)
        return False
    survivor = state.next_in(state.dealer)
    all_tricks = rules.uncontested is Uncontested.CREDIT_ALL
    state.tricks[survivor] = rules.hand_size if all_tricks else scoring.needed(state, survivor)
    scoring.score_hand(state, uncontested=True)
    return False
