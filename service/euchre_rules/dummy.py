"""The dummy hand of a three-handed game: the maker may take it up (`rules.md` 4.3)."""

from collections.abc import Sequence

from euchre_rules import actions, cards, phases
from euchre_rules.errors import Reason, Refusal, not_held
from euchre_rules.events import Called, CardLaidDown, DummyTaken
from euchre_rules.state import State


def begin(state: State) -> bool:
    """Ask the maker whether he takes the dummy; a game with a dummy always has a maker."""
    state.actor = state.maker
    return True


def legal(state: State) -> Sequence[int]:
    """Return take or pass, or, once it is taken, each card that may be laid down."""
    if state.ghost:
        return [actions.PASS, actions.TAKE_DUMMY]
    return [actions.LAY + card for card in cards.members(state.hands[state.actor])]


def refuse(state: State, seat: int, action: int) -> Refusal | None:
    """Return why the maker may not do this, or None."""
    lays = actions.KINDS[action] is actions.Kind.LAY
    if state.ghost:
        if lays:
            return Refusal(
                Reason.WRONG_PHASE, "Take the dummy first, or pass.", {"phase": phases.NAMES[state.phase]}
            )
        return None
    if not lays:
        left = state.hands[seat].bit_count() - state.rules.hand_size
        return Refusal(Reason.EXCHANGE_UNFINISHED, f"You must lay down {left} more.", {"left": str(left)})
    card = action - actions.LAY
    if not state.hands[seat] >> card & 1:
        return not_held(card)
    return None


def apply(state: State, seat: int, action: int) -> bool:
    """Take, leave or lay down; tell whether the maker has done."""
    if action == actions.PASS:
        state.tell(Called, seat, action)
        state.alone |= 1 << seat
        return True
    if action == actions.TAKE_DUMMY:
        state.hands[seat] |= state.ghost
        state.ghost = 0
        state.tell(DummyTaken, seat)
        return False
    card = action - actions.LAY
    state.hands[seat] &= ~(1 << card)
    state.laid[seat] |= 1 << card
    state.tell(CardLaidDown, seat, card)
    return state.hands[seat].bit_count() == state.rules.hand_size
