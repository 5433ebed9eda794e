"""Playing alone: who is asked, in which order, and who then sits out (`rules.md` 1.4)."""

from collections.abc import Sequence
from typing import Final

from euchre_rules import actions, calling, cards
from euchre_rules.errors import Refusal
from euchre_rules.events import Called
from euchre_rules.options import JokerUpcard
from euchre_rules.state import State

_ANSWERS: Final = (actions.ALONE, actions.PARTNER)


def begin(state: State) -> bool:
    """Ask the first seat that may play alone; tell whether there is one."""
    state.queue = _makers_to_ask(state) + _defenders_to_ask(state)
    return _ask_next(state)


def legal(_state: State) -> Sequence[int]:
    """Return both answers."""
    return _ANSWERS


def refuse(_state: State, _seat: int, _action: int) -> Refusal | None:
    """Refuse nothing: both answers are always open."""
    return None


def apply(state: State, seat: int, action: int) -> bool:
    """Take the answer; tell whether everybody has been asked."""
    state.tell(Called, seat, action)
    if action == actions.ALONE:
        calling.go_alone(state, seat)
    return not _ask_next(state)


def _makers_to_ask(state: State) -> list[int]:
    rules = state.rules
    if state.alone:
        return []
    asked = [] if rules.alone_with_call and not _called_blind(state) else [state.maker]
    if rules.asks_makers_partner:
        asked.append(state.partner(state.maker))
    return asked


def _called_blind(state: State) -> bool:
    """Tell whether the dealer made trump without seeing his cards, and so said nothing of alone."""
    return state.upcard == cards.JOKER and state.rules.joker_upcard is JokerUpcard.DEALER_MAKES_BLIND


def _defenders_to_ask(state: State) -> list[int]:
    if not state.rules.asks_defenders:
        return []
    makers = state.maker_mask()
    return [seat for seat in state.around(state.left_of(state.dealer)) if not makers >> seat & 1]


def _ask_next(state: State) -> bool:
    """Let the next seat in the queue act that can still go alone; tell whether there is one."""
    makers = state.maker_mask()
    while state.queue:
        seat = state.queue.pop(0)
        defends = not makers >> seat & 1
        own_side = ~makers if defends else makers
        if state.alone & own_side:
            continue
        if defends and state.rules.defends_only_against_loner and not state.alone & makers:
            continue
        state.actor = seat
        return True
    return False
