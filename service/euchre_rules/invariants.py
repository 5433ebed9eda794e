"""What is true of every state, whatever was played: a check of states from outside.

The rules keep these by construction. A service that trusts its callers with readable states checks
them here, and the property tests do at every step.
"""

from euchre_rules import actions, cards, phases
from euchre_rules.state import NOBODY, State


def broken(state: State) -> str | None:
    """Return a sentence about the first thing that cannot be so, or None.

    It proves that a state is consistent, not that it was reached: a forged but consistent state
    passes. Only sealing prevents forgery.
    """
    for check in (_ranges, _cards, _tricks, _actor):
        wrong = check(state)
        if wrong is not None:
            return wrong
    return None


def played(state: State) -> int:
    """Return the cards played in this hand."""
    return cards.mask(*(entry & 0xFF for entry in state.log if entry & 0xFF < cards.CARD_COUNT))


def _ranges(state: State) -> str | None:
    players = state.rules.players
    everyone = (1 << players) - 1
    seats = (state.dealer, state.actor, state.maker, state.bidder, state.swapped_by, *state.queue)
    if any(not NOBODY <= seat < players for seat in seats) or state.dealer == NOBODY:
        return "a seat is none of the table's"
    sets = (state.alone, state.folded, state.out, state.bidders, state.passed)
    if any(seats_of & ~everyone for seats_of in sets):
        return "a set of seats holds one that is not at the table"
    if state.phase not in phases.PHASES or not cards.UNFIXED <= state.trump <= cards.NO_TRUMP_LOW:
        return "phase or trump has no meaning"
    if state.phase == phases.PLAY and state.trump == cards.UNFIXED:
        return "cards are played without trump being fixed"
    if state.proposed not in (cards.UNFIXED, *cards.SUITS):
        return "no such suit can be proposed"
    if any(entry & 0xFF not in actions.KINDS or entry >> 8 >= players for entry in state.log):
        return "the hand's history holds no such action"
    return None


def _cards(state: State) -> str | None:
    if not state.hand_number:
        return None
    sets = [*state.hands, state.ghost, state.kitty, *state.laid, played(state)]
    if state.upcard != cards.NO_CARD and state.upcard_status != phases.TAKEN:
        if not 0 <= state.upcard < cards.CARD_COUNT:
            return "the up-card is no card"
        sets.append(1 << state.upcard)
    whole = cards.mask(*state.rules.deck)
    total = 0
    for held in sets:
        if total & held:
            return "a card is in two places"
        total |= held
    if total != whole:
        return "the cards are not the game's pack"
    return None


def _tricks(state: State) -> str | None:
    plays = [entry for entry in state.log if entry & 0xFF < cards.CARD_COUNT]
    if state.in_play != state.rules.players - state.out.bit_count():
        return "the number of seats in play is not that of the seats that are in"
    if len(state.winners) * state.in_play + len(state.trick) != len(plays):
        return "the tricks do not add up to the cards played"
    if any(not 0 <= winner < state.rules.players for winner in state.winners):
        return "a trick was won by nobody"
    by_winner = [state.winners.count(seat) for seat in range(state.rules.players)]
    if plays and by_winner != state.tricks:
        return "the tricks won do not add up"
    if state.phase != phases.PLAY:
        return None
    for seat, held in enumerate(state.hands):
        cards_played = sum(1 for entry in plays if entry >> 8 == seat)
        if not state.is_out(seat) and held.bit_count() + cards_played != state.rules.hand_size:
            return "a hand has not the number of cards it must have"
    return None


def _actor(state: State) -> str | None:
    if (state.phase == phases.GAME_OVER) != (state.actor == NOBODY):
        return "somebody must act unless the game is over"
    if state.phase == phases.PLAY and state.is_out(state.actor):
        return "a seat acts that is out of the hand"
    return None
