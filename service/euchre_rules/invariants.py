"""What is true of every state, whatever was played: a check of states from outside.

The rules keep these by construction. A service that trusts its callers with readable states checks
them here, and the property tests do at every step.
"""

from collections.abc import Callable
from typing import Final

from euchre_rules import actions, cards, phases
from euchre_rules.options import FoldRule
from euchre_rules.state import NOBODY, State

_MOST: Final = 1 << 30
"""More than any score, or any number of hands, comes to."""
_ACTIONS: Final = frozenset(actions.ALL_ACTIONS)
_EXCHANGES: Final = frozenset({phases.FARMERS, phases.BEST_CARD, phases.DUMMY})
"""Phases in which a hand may be short of a card, or hold some too many."""
_BETWEEN_HANDS: Final = frozenset({phases.DEAL, phases.GAME_OVER})


def broken(state: State) -> str | None:
    """Return a sentence about the first thing that cannot be so, or None.

    It proves that a state is consistent, not that it was reached: a forged but consistent state
    passes. Only sealing prevents forgery.
    """
    for check in (_ranges, _contract, _cards, _tricks, _phase):
        wrong = check(state)
        if wrong is not None:
            return wrong
    return None


def played(state: State) -> int:
    """Return the cards played in this hand."""
    return cards.mask(*(card for _, card in state.plays))


def _ranges(state: State) -> str | None:
    players = state.rules.players
    everyone = (1 << players) - 1
    seats = (state.dealer, state.actor, state.maker, state.bidder, state.swapped_by, *state.queue)
    if any(not NOBODY <= seat < players for seat in seats) or state.dealer == NOBODY:
        return "a seat is none of the table's"
    sets = (state.alone, state.folded, state.out, state.bidders, state.passed)
    if any(seats_of & ~everyone for seats_of in sets):
        return "a set of seats holds one that is not at the table"
    if state.phase not in phases.PHASES:
        return "the phase has no meaning"
    if not 0 <= state.hand_number < _MOST or not 0 <= state.deals_done < _MOST:
        return "so many hands are never dealt"
    if any(abs(score) >= _MOST for score in state.scores):
        return "a score is out of range"
    if any(entry & 0xFF not in _ACTIONS or entry >> 8 >= players for entry in state.log):
        return "the hand's history holds no such action"
    return None


def _contract(state: State) -> str | None:
    rules = state.rules
    if state.proposed not in (cards.UNFIXED, *cards.SUITS):
        return "no such suit can be proposed"
    if any(trump not in (cards.UNFIXED, *cards.TRUMPS) for trump in (state.trump, state.named_with_bid)):
        return "no such trump can be fixed"
    if state.bid not in (0, *rules.bids) or (state.bid == 0) is not (state.bidder == NOBODY):
        return "no such bid can have been made"
    if not phases.NO_UPCARD <= state.upcard_status <= phases.LEFT:
        return "the up-card is nowhere"
    turned = state.upcard != cards.NO_CARD
    if turned is not (rules.upcard and state.hand_number > 0) or (turned and state.upcard not in rules.deck):
        return "no such card can be turned up"
    if turned is (state.upcard_status == phases.NO_UPCARD):
        return "the up-card is nowhere"
    return None


def _cards(state: State) -> str | None:
    if not state.hand_number:
        out = any((*state.hands, *state.laid, state.ghost, state.kitty, state.reserve, state.log))
        return "cards are out before the first deal" if out else None
    if state.reserve & ~state.kitty:
        return "the reserve is no part of the kitty"
    sets = [*state.hands, state.ghost, state.kitty, *state.laid, played(state)]
    if state.upcard != cards.NO_CARD and state.upcard_status != phases.TAKEN:
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
    if state.result is None and any(state.changes):
        return "scores changed without a result"
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
    if state.phase in _EXCHANGES or state.phase in _BETWEEN_HANDS:
        return None
    for seat, held in enumerate(state.hands):
        cards_played = sum(1 for entry in plays if entry >> 8 == seat)
        if not state.is_out(seat) and held.bit_count() + cards_played != state.rules.hand_size:
            return "a hand has not the number of cards it must have"
    return None


def _phase(state: State) -> str | None:
    if not _NEEDED[state.phase](state):
        return "the table is in a phase that it cannot be in, or another seat acts in it"
    if state.phase not in _BETWEEN_HANDS and len({state.actor, *state.queue}) <= len(state.queue):
        return "a seat is to be asked twice"
    won = state.won
    if (won is None) is (state.phase == phases.GAME_OVER) or (won is not None and not won.sides):
        return "the game must be over exactly when it is won"
    return None


_NEEDED: Final[dict[int, Callable[[State], bool]]] = {
    phases.DEAL: lambda s: s.actor == s.dealer,
    phases.NAME_JOKER_SUIT: lambda s: s.actor == s.dealer and s.upcard == cards.JOKER,
    phases.FARMERS: lambda s: s.actor != NOBODY and s.hand_number > 0 and s.rules.asks_farmers,
    phases.CALL_ROUND_1: lambda s: s.actor != NOBODY and s.upcard_status == phases.FACE_UP,
    phases.CALL_ROUND_2: lambda s: s.actor != NOBODY and s.upcard_status == phases.TURNED_DOWN,
    phases.AUCTION: lambda s: s.actor != NOBODY and not s.rules.upcard and s.hand_number > 0,
    phases.NAME_TRUMP: lambda s: s.actor == s.maker != NOBODY,
    phases.EXCHANGE: lambda s: s.actor == s.dealer and s.upcard_status == phases.FACE_UP,
    phases.ALONE: lambda s: s.actor != NOBODY and s.rules.allow_alone and s.maker != NOBODY,
    phases.BEST_CARD: lambda s: s.actor != NOBODY and s.rules.pairs and s.alone > 0,
    phases.DUMMY: lambda s: s.actor == s.maker != NOBODY and s.rules.dummy_hand,
    phases.FOLD: lambda s: s.actor not in (NOBODY, s.maker) and s.rules.fold is not FoldRule.OFF,
    phases.PLAY: lambda s: s.actor != NOBODY and not s.is_out(s.actor) and s.trump != cards.UNFIXED,
    phases.GAME_OVER: lambda s: s.actor == NOBODY,
}
"""What must be so in each phase, of the seat that acts and of what led there."""
