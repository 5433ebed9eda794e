"""Partner's best: a lone player lays a card down and gets one (`rules.md` 4.4, 4.5, 5).

Neither sees the other's card before choosing his own.
"""

from collections.abc import Sequence

from euchre_rules import actions, cards, phases
from euchre_rules.errors import Reason, Refusal, not_held
from euchre_rules.events import CardGiven, CardLaidDown
from euchre_rules.options import BestOrder, PartnersBest
from euchre_rules.state import State


def begin(state: State) -> bool:
    """Queue an exchange for each lone player that has one; tell whether anybody acts."""
    loners = [seat for seat in _makers_first(state) if state.is_alone(seat) and _gets_best(state, seat)]
    state.queue = []
    for loner in loners:
        pair = [loner, state.partner(loner)]
        if state.rules.best_order is BestOrder.RECEIVE_FIRST:
            pair.reverse()
        state.queue += pair
    return _ask_next(state)


def legal(state: State) -> Sequence[int]:
    """Return each held card, laid down by a lone player or given by his partner."""
    base = actions.LAY if state.is_alone(state.actor) else actions.GIVE
    return [base + card for card in cards.members(state.hands[state.actor])]


def refuse(state: State, seat: int, action: int) -> Refusal | None:
    """Return why this seat may not do this, or None."""
    lays = actions.KINDS[action] is actions.Kind.LAY
    if lays is not state.is_alone(seat):
        duty = "lay a card down" if state.is_alone(seat) else "give your partner a card"
        return Refusal(Reason.WRONG_PHASE, f"You must {duty} now.", {"phase": phases.NAMES[state.phase]})
    card = action - (actions.LAY if lays else actions.GIVE)
    if not state.hands[seat] >> card & 1:
        return not_held(card)
    return None


def apply(state: State, seat: int, action: int) -> bool:
    """Move the card; tell whether all exchanges are done."""
    if state.is_alone(seat):
        card = action - actions.LAY
        state.laid[seat] |= 1 << card
        state.tell(CardLaidDown, seat, card)
    else:
        card = action - actions.GIVE
        loner = state.partner(seat)
        state.hands[loner] |= 1 << card
        state.tell(CardGiven, seat, loner, card)
    state.hands[seat] &= ~(1 << card)
    return not _ask_next(state)


def _makers_first(state: State) -> list[int]:
    makers = state.maker_mask()
    seats = state.around(state.left_of(state.dealer))
    return sorted(seats, key=lambda seat: not makers >> seat & 1)


def _gets_best(state: State, loner: int) -> bool:
    if state.bid == actions.SHOOTER:
        return loner == state.maker
    if state.rules.partners_best is PartnersBest.MAKER:
        return bool(state.maker_mask() >> loner & 1)
    return state.rules.partners_best is PartnersBest.MAKER_AND_DEFENDER


def _ask_next(state: State) -> bool:
    if not state.queue:
        return False
    state.actor = state.queue.pop(0)
    return True
