"""What one reader may know of a table: a seat, a spectator, or the host.

A view is built from what the reader may know; nothing is cut out of a full copy. Hidden are other
seats' cards, the kitty, the ghost or dummy hand, cards laid down by others, and the answers to fold
prompts while the ruleset hides them (`rules.md` 1.8, 2, 3.2).
"""

from collections.abc import Callable, Sequence
from functools import lru_cache, partial
from operator import attrgetter
from typing import Any, Final, NamedTuple

from euchre_rules import actions, cards, game, phases, renege
from euchre_rules.events import (
    Called,
    CardGiven,
    CardLaidDown,
    Event,
    GameWon,
    HandScored,
    HandSwapped,
    UpcardTaken,
)
from euchre_rules.options import FoldAnswers
from euchre_rules.state import CONTRACT, Call, Course, State, Trick

PUBLIC: Final = -1
"""Reader: a spectator, who knows what all seats know."""
TABLE: Final = -2
"""Reader: the host, who sees every card."""


_NO_CALLS: Final = frozenset({actions.SWAP, actions.DECLINE})
"""Exchanges: they are events, not words of the calling."""
_MASKED: Final = frozenset({UpcardTaken, HandSwapped, CardLaidDown, CardGiven, Called})
"""Events that may have to be told without a part."""


class SeatSight(NamedTuple):
    """A seat as a reader sees it; `cards` and `laid` are 0 where hidden."""

    card_count: int
    cards: int
    laid: int
    out: bool
    folded: bool
    alone: bool
    tricks: int


class View(NamedTuple):
    """Everything one reader may know of a table. Seats and cards are -1 where there is none."""

    reader: int
    phase: int
    actor: int
    course: Course
    seats: tuple[SeatSight, ...]
    trick: tuple[tuple[int, int], ...]
    """The trick in progress: (seat, card) in the order played."""
    legal: Sequence[int]
    reneges: tuple[int, ...]
    result: HandScored | None
    won: GameWon | None
    kitty: int
    ghost: int


# A view is made for every act: these spare the constructors, which are functions of Python's own.
_sight: Final[Callable[[tuple[Any, ...]], SeatSight]] = partial(tuple.__new__, SeatSight)
_contract: Final[Callable[[State], tuple[int, ...]]] = attrgetter(*CONTRACT)
_view: Final[Callable[[tuple[Any, ...]], View]] = partial(tuple.__new__, View)


def view(state: State, reader: int) -> View:
    """Return what a reader (a seat from 0, PUBLIC or TABLE) may know."""
    sees_legal = state.phase != phases.GAME_OVER and reader in (state.actor, TABLE)
    legal = game.legal_actions(state) if sees_legal else ()
    return _view(
        (
            reader,
            state.phase,
            state.actor,
            _course(state, reader),
            _seats(state, reader),
            tuple(state.plays[len(state.winners) * state.in_play :]),
            legal,
            _reneges(state, legal) if state.rules.claims else (),
            state.result,
            state.won,
            state.kitty if reader == TABLE else 0,
            state.ghost if reader == TABLE else 0,
        )
    )


def events_for(state: State, reader: int) -> Sequence[Event]:
    """Return the events of the last transition as a reader may know them."""
    told = state.events or []
    if reader == TABLE:
        return told
    return [_masked(state, event, reader) if type(event) in _MASKED else event for event in told]


def _seats(state: State, reader: int) -> tuple[SeatSight, ...]:
    # The dealer chooses the joker's suit before he sees his cards (`rules.md` 1.7).
    blind = state.phase == phases.NAME_JOKER_SUIT and reader == state.dealer
    tricks = state.tricks
    if not (state.out or state.folded or state.alone or blind or reader == TABLE):
        # What is so most of the time, without asking it of each seat.
        laid = _laid(state, reader) if reader >= 0 else 0
        return tuple(
            [
                _sight((held.bit_count(), held, laid, False, False, False, tricks[seat]))
                if seat == reader
                else _hidden(held.bit_count(), tricks[seat])
                for seat, held in enumerate(state.hands)
            ]
        )
    folds_are_hidden = _folds_are_hidden(state)
    sights = []
    for seat, held in enumerate(state.hands):
        own = reader in (seat, TABLE)
        folded = bool(state.folded >> seat & 1) and (own or not folds_are_hidden)
        shown = held if own and not blind else 0
        laid = _laid(state, seat) if own else 0
        out, alone = folded or bool(state.out >> seat & 1), bool(state.alone >> seat & 1)
        sights.append(_sight((held.bit_count(), shown, laid, out, folded, alone, tricks[seat])))
    return tuple(sights)


# Kept, because most seats of most views are one of these few.
@lru_cache(maxsize=256)
def _hidden(count: int, tricks: int) -> SeatSight:
    """Return a seat that plays with its partner and whose cards the reader does not see."""
    return SeatSight(count, 0, 0, False, False, False, tricks)


def _laid(state: State, seat: int) -> int:
    """Return the cards that a seat knows because it laid them down."""
    if seat == state.swapped_by:
        # A swapped hand lies where the ghost hand was, and only its former holder knows it.
        return state.laid[seat] | state.ghost
    return state.laid[seat]


def _course(state: State, reader: int) -> Course:
    """Return the course of the hand; while cards are played everybody knows the same of it."""
    known = state.course
    if known is None or state.phase != phases.PLAY:
        course = Course(
            _contract(state),
            tuple(state.scores),
            tuple(state.tokens),
            _calls(state, reader),
            _tricks(state, ()),
        )
        if state.phase == phases.PLAY and not state.rules.claims:
            state.course = course
        return course
    if len(known.tricks) < len(state.winners):
        contract, scores, tokens, calls, tricks = known
        known = state.course = Course(contract, scores, tokens, calls, _tricks(state, tricks))
    return known


def _calls(state: State, reader: int) -> tuple[Call, ...]:
    calls: list[Call] = []
    for entry in state.log:
        action = entry & 0xFF
        if action < cards.CARD_COUNT:
            if not state.rules.claims:
                break  # once cards are played nothing is said any more but claims
        elif action >= actions.NAME and action not in _NO_CALLS:
            calls.append((entry >> 8, action))
    if _folds_are_hidden(state) and reader != TABLE:
        calls = [
            (seat, None) if seat != reader and action in (actions.FOLD, actions.STAY) else (seat, action)
            for seat, action in calls
        ]
    return tuple(calls)


def _tricks(state: State, known: tuple[Trick, ...]) -> tuple[Trick, ...]:
    """Return the complete tricks; the first of them are known already."""
    plays, size = state.plays, state.in_play
    return known + tuple(
        [
            Trick(tuple(plays[number * size : (number + 1) * size]), state.winners[number])
            for number in range(len(known), len(state.winners))
        ]
    )


def _reneges(state: State, legal: Sequence[int]) -> tuple[int, ...]:
    """Return which legal plays would be reneges."""
    return tuple(action for action in legal if renege.would_renege(state, state.actor, action))


def _masked(state: State, event: Event, reader: int) -> Event:
    """Return an event without what the reader may not know."""
    if isinstance(event, Called):  # most of them are
        if event.seat != reader and _answer_is_hidden(state, event):
            return event._replace(action=None)
        return event
    if isinstance(event, UpcardTaken) and event.seat != reader:
        return event._replace(discard=cards.NO_CARD)
    if isinstance(event, HandSwapped) and event.seat != reader:
        return event._replace(cards=0)
    if isinstance(event, CardLaidDown) and event.seat != reader:
        return event._replace(card=cards.NO_CARD)
    if isinstance(event, CardGiven) and reader not in (event.seat, event.to):
        return event._replace(card=cards.NO_CARD)
    return event


def _answer_is_hidden(state: State, event: Called) -> bool:
    return event.action in (actions.FOLD, actions.STAY) and _folds_are_hidden(state)


def _folds_are_hidden(state: State) -> bool:
    return state.phase == phases.FOLD and state.rules.fold_answers is FoldAnswers.HIDDEN
