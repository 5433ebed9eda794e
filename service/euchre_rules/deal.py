"""Dealing: from the order of a pack to the hands of a table (`rules.md` 0.4, 1.1, 1.7, 2, 3.2)."""

from collections.abc import Sequence

from euchre_rules import cards, farmers, phases, scoring
from euchre_rules.errors import Reason, Refusal
from euchre_rules.events import Dealt, UpcardTurned, VoidReason
from euchre_rules.options import JokerUpcard
from euchre_rules.ruleset import Ruleset
from euchre_rules.state import State


def deck_refusal(rules: Ruleset, deck: Sequence[int]) -> Refusal | None:
    """Return why `deck` is no pack of this game, or None."""
    if len(deck) == len(rules.deck) and set(deck) == set(rules.deck):
        return None
    return Refusal(Reason.DECK_INVALID, f"The pack must be the game's {len(rules.deck)} cards, each once.")


def deal(state: State, deck: Sequence[int], stacked: bool) -> bool:
    """Deal the next hand from `deck`, its first card first, or declare the game won.

    Where reneges may be called, the game is decided only now, when the time to call them is over.
    Returns whether trump is fixed already (a club turned up in Buck).
    """
    rules = state.rules
    if rules.claims and state.hand_number and scoring.decide(state):
        return False
    if state.hand_number:
        state.clear_hand()
    state.hand_number += 1
    state.stacked = stacked
    bits = [1 << card for card in deck]
    hands = [sum(pick(bits)) for pick in rules.pickers[state.dealer]]
    state.hands = hands[: rules.players]
    state.ghost = sum(hands[rules.players :])
    state.tell(Dealt, state.hand_number, state.dealer, stacked)
    top = rules.hands_dealt * rules.hand_size
    if rules.upcard:
        state.upcard = deck[top]
        state.upcard_status = phases.FACE_UP
        top += 1
        state.tell(UpcardTurned, state.upcard)
    state.kitty = sum(bits[top:])
    if rules.goes_under:
        state.reserve = sum(bits[top : top + 3])
    return _open(state)


def _open(state: State) -> bool:
    """Start what comes before calling; tell whether trump is fixed already."""
    rules = state.rules
    if state.upcard == cards.JOKER:
        if rules.joker_upcard is JokerUpcard.REDEAL:
            scoring.throw_in(state, VoidReason.JOKER_TURNED_UP)
            return False
        if rules.joker_upcard in (JokerUpcard.DEALER_MAKES_BLIND, JokerUpcard.DEALER_PROPOSES_BLIND):
            state.phase = phases.NAME_JOKER_SUIT
            state.actor = state.dealer
            return False
        if rules.joker_upcard is not JokerUpcard.DEALER_MUST_TAKE:
            state.proposed = rules.joker_upcard.value - JokerUpcard.CLUBS.value
    elif state.upcard != cards.NO_CARD:
        state.proposed = cards.printed_suit(state.upcard)
    return farmers.begin(state)
