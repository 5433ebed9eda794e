"""Events and results as the bytes of their messages.

The same events come again and again, so each is built as a message once and kept as bytes.
"""

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any, Final

from euchre.v1 import action_pb2, cards_pb2, events_pb2, rules_service_pb2
from euchre_rules import cards, events
from euchre_rules.state import NOBODY, State
from euchre_service.wire_actions import CARD_TO_WIRE, card_list, to_wire
from euchre_service.wire_bytes import field

_KEPT: Final = 1 << 14
"""How many events are kept."""


@lru_cache(maxsize=4096)
def scored(result: events.HandScored) -> bytes:
    """Return a `HandScored`: the result of a hand."""
    return _scored(result).SerializeToString()


def summary(state: State) -> rules_service_pb2.ReplayedHand:
    """Return a hand's result and the scores after it."""
    result = None if state.result is None else _scored(state.result)
    return rules_service_pb2.ReplayedHand(result=result, scores=state.scores)


def _scored(result: events.HandScored) -> events_pb2.HandScored:
    return events_pb2.HandScored(
        outcome=events_pb2.HandOutcome.ValueType(result.outcome),
        sides=_side_results(result.tricks, result.changes, result.scores),
    )


def _side_results(
    tricks: Sequence[int], changes: Sequence[int], scores: Sequence[int]
) -> list[events_pb2.SideResult]:
    return [
        events_pb2.SideResult(side=side, tricks=taken, change=change, score=score)
        for side, (taken, change, score) in enumerate(zip(tricks, changes, scores, strict=True))
    ]


def won(result: events.GameWon) -> bytes:
    """Return a `GameWon`: the result of a game."""
    return _game_won(result).SerializeToString()


def _game_won(won: events.GameWon) -> events_pb2.GameWon:
    return events_pb2.GameWon(sides=won.sides, scores=won.scores, games=won.games, carry=won.carry)


# By type as well, because tuples of different kinds can be equal.
@lru_cache(maxsize=_KEPT, typed=True)
def event(number: int, told: events.Event) -> bytes:
    """Return a field that holds an `Event`; what is masked in it is absent."""
    name, write = _WRITERS[type(told)]
    return field(number, events_pb2.Event(**{name: write(told)}).SerializeToString())


def _known(card: int) -> cards_pb2.Card.ValueType | None:
    return None if card == cards.NO_CARD else CARD_TO_WIRE[card]


def _called(e: events.Called) -> events_pb2.Called:
    return events_pb2.Called(seat=e.seat, action=None if e.action is None else to_wire(e.action))


def _trump_fixed(e: events.TrumpFixed) -> events_pb2.TrumpFixed:
    maker = None if e.maker == NOBODY else e.maker
    return events_pb2.TrumpFixed(trump=cards_pb2.Trump.ValueType(e.trump + 1), maker=maker)


def _renege_proved(e: events.RenegeProved) -> events_pb2.RenegeProved:
    return events_pb2.RenegeProved(
        seat=e.seat,
        offender=e.offender,
        trick_number=e.trick_number,
        shown=CARD_TO_WIRE[e.shown],
        sides=_side_results([0] * len(e.scores), e.changes, e.scores),
    )


_WRITERS: Final[dict[type, tuple[str, Callable[[Any], Any]]]] = {
    events.Dealt: (
        "dealt",
        lambda e: events_pb2.Dealt(
            hand_number=e.hand_number,
            dealer=e.dealer,
            stacked=e.stacked,
            commitment=e.commitment,
            entropy=[action_pb2.SeatEntropy(seat=seat, value=value) for seat, value in e.entropy],
        ),
    ),
    events.UpcardTurned: ("upcard_turned", lambda e: events_pb2.UpcardTurned(card=CARD_TO_WIRE[e.card])),
    events.Called: ("called", _called),
    events.UpcardTurnedDown: (
        "upcard_turned_down",
        lambda e: events_pb2.UpcardTurnedDown(card=CARD_TO_WIRE[e.card]),
    ),
    events.TrumpFixed: ("trump_fixed", _trump_fixed),
    events.UpcardTaken: (
        "upcard_taken",
        lambda e: events_pb2.UpcardTaken(seat=e.seat, discard=_known(e.discard)),
    ),
    events.UpcardLeft: ("upcard_left", lambda e: events_pb2.UpcardLeft(seat=e.seat)),
    events.HandSwapped: (
        "hand_swapped",
        lambda e: events_pb2.HandSwapped(seat=e.seat, cards=card_list(e.cards)),
    ),
    events.CardLaidDown: (
        "card_laid_down",
        lambda e: events_pb2.CardLaidDown(seat=e.seat, card=_known(e.card)),
    ),
    events.CardGiven: (
        "card_given",
        lambda e: events_pb2.CardGiven(seat=e.seat, to=e.to, card=_known(e.card)),
    ),
    events.DummyTaken: ("dummy_taken", lambda e: events_pb2.DummyTaken(seat=e.seat)),
    events.SeatOut: (
        "seat_out",
        lambda e: events_pb2.SeatOut(seat=e.seat, reason=events_pb2.OutReason.ValueType(e.reason)),
    ),
    events.CardPlayed: (
        "card_played",
        lambda e: events_pb2.CardPlayed(seat=e.seat, card=CARD_TO_WIRE[e.card]),
    ),
    events.TrickWon: (
        "trick_won",
        lambda e: events_pb2.TrickWon(seat=e.seat, trick_number=e.trick_number),
    ),
    events.HandVoided: (
        "hand_voided",
        lambda e: events_pb2.HandVoided(reason=events_pb2.VoidReason.ValueType(e.reason)),
    ),
    events.HandScored: ("hand_scored", _scored),
    events.RenegeProved: ("renege_proved", _renege_proved),
    events.GameWon: ("game_won", _game_won),
}
