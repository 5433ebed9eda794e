"""The dealer's exchange: may, or must, the dealer take the up-card? (`rules.md` 1.2, 3.2)."""

from collections.abc import Sequence

from euchre_rules import actions, cards, phases
from euchre_rules.errors import Reason, Refusal, not_held
from euchre_rules.events import UpcardLeft, UpcardTaken
from euchre_rules.options import PartnersBest
from euchre_rules.state import NOBODY, State


def begin(state: State) -> bool:
    """Ask the dealer if there is an accepted up-card; tell whether he is asked."""
    if state.upcard_status != phases.FACE_UP:
        return False
    forced_club_stays = state.maker == NOBODY and not state.rules.club_dealer_takes
    dealer_is_out = state.is_out(state.dealer) and state.rules.partners_best is PartnersBest.OFF
    if forced_club_stays or dealer_is_out:
        _leave(state)
        return False
    state.actor = state.dealer
    return True


def may_decline(state: State) -> bool:
    """Tell whether the dealer may leave the up-card.

    He may when somebody else ordered it, unless the pick-up is mandatory; not when he accepted
    himself, nor when a club that forced trump is his to take.
    """
    ordered_by_other = state.maker not in (state.dealer, NOBODY)
    return ordered_by_other and state.rules.pickup_is_optional


def legal(state: State) -> Sequence[int]:
    """Return what the dealer may do: take and lay down one of his own, or decline."""
    layable = state.hands[state.dealer]
    if state.rules.discard_may_be_upcard:
        layable |= 1 << state.upcard
    offered = [actions.DISCARD + card for card in cards.members(layable)]
    if may_decline(state):
        offered.append(actions.DECLINE)
    return offered


def refuse(state: State, seat: int, action: int) -> Refusal | None:
    """Return why the dealer may not do this, or None."""
    if action == actions.DECLINE:
        if may_decline(state):
            return None
        return Refusal(Reason.UPCARD_MUST_BE_TAKEN, "The dealer must take the up-card here.")
    card = action - actions.DISCARD
    if card == state.upcard:
        if state.rules.discard_may_be_upcard:
            return None
        return Refusal(
            Reason.UPCARD_NOT_DISCARDABLE,
            "You cannot lay the up-card down again; lay down one of your own cards.",
            {"card": cards.text(card)},
        )
    if not state.hands[seat] >> card & 1:
        return not_held(card)
    return None


def apply(state: State, seat: int, action: int) -> bool:
    """Make the exchange. It is over then."""
    if action == actions.DECLINE:
        _leave(state)
        return True
    card = action - actions.DISCARD
    state.hands[seat] = (state.hands[seat] | 1 << state.upcard) & ~(1 << card)
    state.laid[seat] |= 1 << card
    state.upcard_status = phases.TAKEN
    state.tell(UpcardTaken, seat, card)
    return True


def _leave(state: State) -> None:
    state.upcard_status = phases.LEFT
    state.tell(UpcardLeft, state.dealer)
