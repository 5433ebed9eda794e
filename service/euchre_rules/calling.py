"""Calling: two rounds over an up-card, naming trump, and what follows when all pass.

`rules.md` 1.2 and 1.3 (classic), 3.2 (Buck).
"""

from collections.abc import Sequence

from euchre_rules import actions, cards, phases, scoring
from euchre_rules.errors import Reason, Refusal
from euchre_rules.events import Called, OutReason, SeatOut, TrumpFixed, UpcardTurnedDown, VoidReason
from euchre_rules.options import AllPass, JokerUpcard, Round2TurnedSuit, StickDealer
from euchre_rules.state import NOBODY, State


def begin(state: State) -> bool:
    """Open the calling that the game has; tell whether trump is fixed already."""
    rules = state.rules
    state.actor = state.left_of(state.dealer)
    if not rules.upcard:
        state.phase = phases.AUCTION
        return False
    if state.upcard == cards.JOKER:
        if rules.joker_upcard is JokerUpcard.DEALER_MAKES_BLIND:
            fix_trump(state, state.proposed, state.dealer)
            return True
    elif rules.club_forces_trump and state.proposed == cards.CLUBS:
        fix_trump(state, cards.CLUBS, NOBODY)
        return True
    state.phase = phases.CALL_ROUND_1
    return False


def fix_trump(state: State, trump: int, maker: int) -> None:
    """Fix trump; `maker` is NOBODY when no seat called."""
    state.trump = trump
    state.maker = maker
    state.tell(TrumpFixed, trump, maker)


def go_alone(state: State, seat: int) -> None:
    """Let a seat play alone: its partner is out of the hand."""
    partner = state.partner(seat)
    state.alone |= 1 << seat
    state.out |= 1 << partner
    state.in_play -= 1
    state.tell(SeatOut, partner, OutReason.PARTNER_ALONE)


# --- the first round -----------------------------------------------------------------------------


def legal_round_1(state: State) -> Sequence[int]:
    """Return what the speaker may say over the up-card (`rules.md` 1.2)."""
    offered = state.rules.round_1_words
    if not state.rules.calls_depend_on_speaker and state.upcard != cards.JOKER:
        return offered
    return [word for word in offered if refuse_round_1(state, state.actor, word) is None]


def refuse_round_1(state: State, seat: int, action: int) -> Refusal | None:
    """Return why the speaker may not say this over the up-card, or None."""
    rules = state.rules
    if action == actions.PASS:
        if seat == state.dealer and _dealer_must_take_joker(state):
            return Refusal(Reason.DEALER_MUST_CALL, "Everybody passed and the dealer must take the joker.")
        return None
    if rules.min_trump_to_call and not _holds_natural(state, seat, state.proposed):
        return _natural_refusal(state.proposed)
    if rules.canadian and seat == state.partner(state.dealer):
        if action == actions.ORDER:
            return Refusal(Reason.MUST_GO_ALONE, "The dealer's partner may only order up alone.")
    elif action == actions.ORDER_ALONE and not rules.alone_with_call:
        return alone_refusal()
    return None


def apply_round_1(state: State, seat: int, action: int) -> bool:
    """Take the speaker's word; tell whether trump is fixed."""
    state.tell(Called, seat, action)
    if action == actions.PASS:
        if seat != state.dealer:
            state.actor = state.left_of(seat)
            return False
        state.upcard_status = phases.TURNED_DOWN
        state.tell(UpcardTurnedDown, state.upcard)
        state.phase = phases.CALL_ROUND_2
        state.actor = state.left_of(state.dealer)
        return False
    if state.proposed == cards.UNFIXED:
        state.phase = phases.NAME_TRUMP
        state.actor = state.maker = seat
    else:
        fix_trump(state, state.proposed, seat)
    if action == actions.ORDER_ALONE:
        go_alone(state, seat)
    return state.trump != cards.UNFIXED


# --- the second round ----------------------------------------------------------------------------


def legal_round_2(state: State) -> Sequence[int]:
    """Return what the speaker may say in the second round (`rules.md` 1.3)."""
    rules = state.rules
    offered = rules.round_2_words[state.proposed]
    if not rules.calls_depend_on_speaker and state.actor != state.dealer:
        return offered
    return [word for word in offered if refuse_round_2(state, state.actor, word) is None]


def refuse_round_2(state: State, seat: int, action: int) -> Refusal | None:
    """Return why the speaker may not say this in the second round, or None."""
    rules = state.rules
    stuck = seat == state.dealer and rules.stick_dealer is StickDealer.ON
    if action == actions.PASS:
        if stuck:
            return Refusal(Reason.DEALER_MUST_CALL, "Everybody passed and the dealer must name trump.")
        return None
    trump = actions.named_trump(action)
    if trump == cards.NO_TRUMP_LOW or (trump == cards.NO_TRUMP and not rules.round2_no_trump):
        return trump_refusal(trump)
    if trump == state.proposed and rules.round2_turned_suit is Round2TurnedSuit.BARRED:
        return Refusal(
            Reason.SUIT_TURNED_DOWN,
            f"The {cards.SUIT_NAMES[trump]} was turned down; name another suit.",
            {"suit": cards.SUIT_LETTERS[trump]},
        )
    if actions.is_alone(action) and not rules.alone_with_call:
        return alone_refusal()
    if rules.min_trump_to_call and not stuck and not _holds_natural(state, seat, trump):
        return _natural_refusal(trump)
    return None


def apply_round_2(state: State, seat: int, action: int) -> bool:
    """Take the speaker's word; tell whether trump is fixed."""
    state.tell(Called, seat, action)
    if action == actions.PASS:
        if seat != state.dealer:
            state.actor = state.left_of(seat)
            return False
        if state.rules.stick_dealer is StickDealer.ON_OR_PAY1:
            scoring.concede(state, seat)
            return False
        return all_passed(state)
    fix_trump(state, actions.named_trump(action), seat)
    if actions.is_alone(action):
        go_alone(state, seat)
    return True


def all_passed(state: State) -> bool:
    """Do what the game does when nobody called; tell whether the hand is played all the same."""
    if state.rules.all_pass is AllPass.NO_TRUMP:
        fix_trump(state, cards.NO_TRUMP, NOBODY)
        return True
    scoring.void(state, VoidReason.ALL_PASSED)
    return False


# --- naming after the call --------------------------------------------------------------------------------


def legal_name(state: State) -> Sequence[int]:
    """Return what the maker may name after a won auction, or for a joker he ordered."""
    trumps = _nameable(state)
    names = [actions.name_trump(trump) for trump in trumps]
    if _alone_with_name(state):
        names += [actions.name_trump(trump, True) for trump in trumps]
    return names


def refuse_name(state: State, _seat: int, action: int) -> Refusal | None:
    """Return why the maker may not name this, or None."""
    trump = actions.named_trump(action)
    if trump not in _nameable(state):
        return trump_refusal(trump)
    if actions.is_alone(action) and not _alone_with_name(state):
        return alone_refusal()
    return None


def apply_name(state: State, seat: int, action: int) -> bool:
    """Fix the trump named."""
    state.tell(Called, seat, action)
    fix_trump(state, actions.named_trump(action), seat)
    if actions.is_alone(action):
        go_alone(state, seat)
    return True


def _nameable(state: State) -> tuple[int, ...]:
    return cards.SUITS if state.rules.upcard else state.rules.auction_trumps


def _alone_with_name(state: State) -> bool:
    """Whether the call that names trump carries alone: not when an order or a bid said so before."""
    return state.rules.alone_with_call and not state.rules.upcard and not state.alone


# --- refusals ------------------------------------------------------------------------------------


def trump_refusal(trump: int) -> Refusal:
    """Return the refusal of a trump that is not offered here."""
    word = cards.TRUMP_WORDS[trump]
    return Refusal(Reason.TRUMP_NOT_OFFERED, f"{word!r} cannot be named here.", {"trump": word})


def alone_refusal() -> Refusal:
    """Return the refusal of an alone that this call does not carry."""
    return Refusal(Reason.ALONE_NOT_OFFERED, "Playing alone is not declared with this call.")


def _natural_refusal(suit: int) -> Refusal:
    return Refusal(
        Reason.NATURAL_TRUMP_REQUIRED,
        f"You need a {cards.SUIT_NAMES[suit]} to call it; the left bower does not count.",
        {"suit": cards.SUIT_LETTERS[suit]},
    )


def _holds_natural(state: State, seat: int, trump: int) -> bool:
    return trump not in cards.SUITS or bool(state.hands[seat] & cards.NATURAL_TRUMPS[trump])


def _dealer_must_take_joker(state: State) -> bool:
    return state.upcard == cards.JOKER and state.rules.joker_upcard is JokerUpcard.DEALER_MUST_TAKE
