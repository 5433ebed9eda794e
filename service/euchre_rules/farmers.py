"""Before calling: farmer's hands thrown in, and going under (`rules.md` 5).

Every seat is asked in turn, from the dealer's left, so that being asked tells nothing.
"""

from collections.abc import Sequence

from euchre_rules import actions, calling, cards, phases, scoring
from euchre_rules.errors import Reason, Refusal, not_held
from euchre_rules.events import Called, CardLaidDown, VoidReason
from euchre_rules.options import Farmers
from euchre_rules.state import State

GO_UNDER_CARDS = 3


def begin(state: State) -> bool:
    """Ask each seat, or go on to calling; tell whether trump is fixed already."""
    if not state.rules.asks_farmers:
        return calling.begin(state)
    state.phase = phases.FARMERS
    state.actor, *state.queue = state.around(state.left_of(state.dealer))
    return False


def legal(state: State) -> Sequence[int]:
    """Return what the asked seat may do."""
    seat = state.actor
    if state.laid[seat]:
        return [actions.LAY + card for card in cards.members(_low_cards(state, seat))]
    offered = [actions.PASS]
    if _may_redeal(state, seat):
        offered.append(actions.REDEAL)
    if _may_go_under(state, seat):
        offered += [actions.LAY + card for card in cards.members(_low_cards(state, seat))]
    return offered


def refuse(state: State, seat: int, action: int) -> Refusal | None:
    """Return why the asked seat may not do this, or None."""
    if action == actions.PASS:
        if state.laid[seat]:
            left = GO_UNDER_CARDS - state.laid[seat].bit_count()
            return Refusal(Reason.EXCHANGE_UNFINISHED, f"You must lay down {left} more.", {"left": str(left)})
        return None
    if action == actions.REDEAL:
        if state.laid[seat] or not _may_redeal(state, seat):
            return Refusal(Reason.HAND_NOT_ENTITLED, "Your hand does not entitle you to a new deal.")
        return None
    card = action - actions.LAY
    if not state.hands[seat] >> card & 1:
        return not_held(card)
    if not cards.is_low(card) or not (state.laid[seat] or _may_go_under(state, seat)):
        return Refusal(Reason.HAND_NOT_ENTITLED, "Only three tens or lower may be exchanged for the kitty.")
    return None


def apply(state: State, seat: int, action: int) -> bool:
    """Do it; tell whether trump is fixed already."""
    if action == actions.REDEAL:
        state.tell(Called, seat, action)
        scoring.throw_in(state, VoidReason.FARMERS_HAND)
        return False
    if action == actions.PASS:
        state.tell(Called, seat, action)
        return _ask_next(state)
    card = action - actions.LAY
    state.hands[seat] &= ~(1 << card)
    state.laid[seat] |= 1 << card
    state.tell(CardLaidDown, seat, card)
    if state.laid[seat].bit_count() < GO_UNDER_CARDS:
        return False
    state.hands[seat] |= state.reserve
    state.kitty &= ~state.reserve
    state.reserve = 0
    return _ask_next(state)


def _ask_next(state: State) -> bool:
    if state.queue:
        state.actor = state.queue.pop(0)
        return False
    return calling.begin(state)


def _low_cards(state: State, seat: int) -> int:
    return cards.mask(*(card for card in cards.members(state.hands[seat]) if cards.is_low(card)))


def _may_redeal(state: State, seat: int) -> bool:
    held = cards.members(state.hands[seat])
    if state.rules.farmers is Farmers.REDEAL_ALL_LOW:
        return all(cards.is_low(card) and cards.RANKS[card & 7] in "9T" for card in held)
    if state.rules.farmers is Farmers.REDEAL_NO_ACE_NO_FACE:
        return all(cards.is_low(card) for card in held)
    return False


def _may_go_under(state: State, seat: int) -> bool:
    return bool(state.reserve) and _low_cards(state, seat).bit_count() >= GO_UNDER_CARDS
