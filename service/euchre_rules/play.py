"""The tricks: who leads, what follows, who wins (`rules.md` 0.3, 1.5, 2, 3.2)."""

from collections.abc import Sequence

from euchre_rules import cards, phases, scoring
from euchre_rules.cards import ALL_CARDS, FOLLOWERS, STRENGTHS, members
from euchre_rules.errors import Reason, Refusal, not_held
from euchre_rules.events import CardPlayed, TrickWon
from euchre_rules.state import NOBODY, TURNS, State


def begin(state: State) -> bool:
    """Let the first leader act."""
    state.actor = first_leader(state)
    state.turns = TURNS[state.rules.players][state.out]
    return True


def first_leader(state: State) -> int:
    """Return who leads to the first trick (`rules.md` 1.5)."""
    rules = state.rules
    if state.alone and rules.allow_alone and rules.lead_is_left_of_loner:
        lone_defender = state.alone & ~state.maker_mask()
        lone_maker = state.alone & state.maker_mask()
        if lone_defender and lone_maker:
            return lone_defender.bit_length() - 1
        return state.next_in(state.alone.bit_length() - 1)
    if rules.maker_leads and state.maker != NOBODY and not state.is_out(state.maker):
        return state.maker
    return state.next_in(state.dealer)


def legal(state: State) -> Sequence[int]:
    """Return the cards that may be played; where reneges may be called, every card held.

    Playing a card is the action with the card's own number.
    """
    held = state.hands[state.actor]
    if state.rules.claims:
        return members(held)
    return members(held & state.followers or held)


def refuse(state: State, seat: int, action: int) -> Refusal | None:
    """Return why this seat may not play this card, or None."""
    held = state.hands[seat]
    bit = 1 << action
    if not held & bit:
        return not_held(action)
    if not bit & state.followers and held & state.followers and not state.rules.claims:
        return _must_follow(state, action)
    return None


def apply(state: State, seat: int, action: int) -> bool:
    """Play the card, and end the trick and the hand with it. No stage follows."""
    trick = state.trick
    state.hands[seat] ^= 1 << action
    state.plays.append((seat, action))
    if state.events is not None:  # asked here to save a call: this is the hottest place of all
        state.events.append(CardPlayed(seat, action))
    if trick:
        strength = state.strengths[action]
        if strength > state.best_strength:
            state.best_strength = strength
            state.best_seat = seat
    else:
        state.followers = FOLLOWERS[state.trump][action]
        state.strengths = STRENGTHS[state.trump][action]
        state.best_strength = state.strengths[action]
        state.best_seat = seat
    trick.append(action)
    if len(trick) < state.in_play:
        state.actor = state.turns[seat]
    else:
        _end_trick(state)
    return False


def _end_trick(state: State) -> None:
    """Give the trick to the highest card; its player leads next (`rules.md` 0.3.5)."""
    winner = state.actor = state.best_seat
    state.tricks[winner] += 1
    state.winners.append(winner)
    state.trick.clear()
    state.followers = ALL_CARDS
    state.strengths = ()
    state.best_seat = NOBODY
    state.best_strength = 0
    if state.events is not None:
        state.events.append(TrickWon(winner, len(state.winners)))
    if len(state.winners) == state.rules.hand_size:
        state.turns = ()
        scoring.score_hand(state)


def _must_follow(state: State, action: int) -> Refusal:
    led = cards.effective_suit(state.trick[0], state.trump)
    if led == cards.JOKER:
        raise AssertionError("the joker without trump is led by its only holder")
    suit = cards.SUIT_NAMES[led]
    article = "an" if suit[0] in "aeiou" else "a"
    left_bower = ""
    if led == state.trump:
        left_bower = f" (the jack of {cards.SUIT_NAMES[cards.same_colour(led)]}s is {article} {suit} here)"
    return Refusal(
        Reason.MUST_FOLLOW_SUIT,
        f"You hold {article} {suit} and {suit}s were led{left_bower}.",
        {"card": cards.text(action), "led": cards.SUIT_LETTERS[led]},
    )


def resume(state: State) -> None:
    """Rebuild from the log of a hand what a state holds of its tricks.

    The cards of the trick in progress are taken back and played again.
    """
    plays = [(entry >> 8, entry & 0xFF) for entry in state.log if entry & 0xFF < cards.CARD_COUNT]
    if state.phase != phases.PLAY:
        state.plays = plays
        return
    state.turns = TURNS[state.rules.players][state.out]
    complete = len(state.winners) * state.in_play
    state.plays = plays[:complete]
    for seat, card in plays[complete:]:
        state.hands[seat] |= 1 << card
        apply(state, seat, card)
