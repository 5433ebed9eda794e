"""A joker turned up: the dealer chooses its suit before he sees his cards (`rules.md` 1.7)."""

from collections.abc import Sequence

from euchre_rules import actions, calling, cards, farmers
from euchre_rules.errors import Refusal
from euchre_rules.events import Called
from euchre_rules.state import State


def legal(_state: State) -> Sequence[int]:
    """Return the suits the dealer may choose."""
    return [actions.name_trump(suit) for suit in cards.SUITS]


def refuse(_state: State, _seat: int, action: int) -> Refusal | None:
    """Return why the dealer may not choose this, or None."""
    if actions.named_trump(action) not in cards.SUITS:
        return calling.trump_refusal(actions.named_trump(action))
    return calling.alone_refusal() if actions.is_alone(action) else None


def apply(state: State, seat: int, action: int) -> bool:
    """Let the joker stand for that suit; tell whether trump is fixed."""
    state.tell(Called, seat, action)
    state.proposed = actions.named_trump(action)
    return farmers.begin(state)
