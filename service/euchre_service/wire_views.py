"""Views and events from the rules to the wire. Nothing is decided here: `euchre_rules.view` has."""

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

from euchre.v1 import cards_pb2, events_pb2, state_pb2, view_pb2
from euchre_rules import actions, cards, events
from euchre_rules.state import NOBODY, State
from euchre_rules.view import PUBLIC, TABLE, SeatSight, View
from euchre_service.wire_actions import CARD_TO_WIRE, bid_to_wire, to_wire

if TYPE_CHECKING:
    from google.protobuf.internal.containers import RepeatedCompositeFieldContainer

_KEPT: Final = 1 << 15
"""How many seats and tricks are kept: those of some thousand tables."""
_AUDIENCES: Final = {PUBLIC: view_pb2.AUDIENCE_PUBLIC, TABLE: view_pb2.AUDIENCE_TABLE}


def card_list(held: int) -> list[cards_pb2.Card.ValueType]:
    """Return a set of cards as the wire's numbers, sorted."""
    return [CARD_TO_WIRE[card] for card in cards.members(held)]


def write_next(message: state_pb2.Next, state: State) -> None:
    """Write who acts next, and in which phase."""
    message.phase = state_pb2.Phase.ValueType(state.phase)
    if state.actor != NOBODY:
        message.seat = state.actor


def write_view(
    message: view_pb2.View,
    state: State,
    seen: View,
    info: state_pb2.StateInfo,
    told: Sequence[events.Event],
) -> None:
    """Write a view into an empty message; `told` are the events to go with it.

    Messages are filled in place: to build them apart and put them together would copy each twice.
    """
    message.info.CopyFrom(info)
    message.audience = _AUDIENCES.get(seen.reader, view_pb2.AUDIENCE_SEAT)
    message.ruleset_base = state.rules.base
    write_next(message.next, state)
    message.hand_number = seen.hand_number
    message.dealer = seen.dealer
    if seen.reader >= 0:
        message.seat = seen.reader
    _write_contract(message, seen)
    _write_repeated(message, state, seen)
    if seen.result is not None:
        _write_scored(message.result, seen.result)
    if seen.won is not None:
        _write_won(message.game, seen.won)
    write_events(message.events, told)


def _write_contract(message: view_pb2.View, seen: View) -> None:
    if seen.upcard != cards.NO_CARD:
        message.upcard = CARD_TO_WIRE[seen.upcard]
        message.upcard_status = view_pb2.UpcardStatus.ValueType(seen.upcard_status)
        message.proposed = cards_pb2.Suit.ValueType(seen.proposed + 1)
    message.trump = cards_pb2.Trump.ValueType(seen.trump + 1)
    if seen.maker != NOBODY:
        message.maker = seen.maker
    if seen.bidder != NOBODY:
        message.bidder = seen.bidder
        message.bid.CopyFrom(bid_to_wire(seen.bid, seen.bid_trump))
    if seen.swapped_by != NOBODY:
        message.swapped_by = seen.swapped_by


# --- the repeated parts of a view ----------------------------------------------------------------
#
# The same seat, trick or action appears in view after view, and building messages is most of what a
# view costs. So these parts are kept as bytes of the field they belong to: on the wire, fields one
# after another are a message.


def legal_actions(legal: Sequence[int], reneges: Sequence[int]) -> bytes:
    """Return a `legal_actions` field; `reneges` are those that would not follow suit."""
    return b"".join([_legal_action(action, action in reneges) for action in legal])


def _write_repeated(message: view_pb2.View, state: State, seen: View) -> None:
    side_of = state.rules.side_of
    parts = [_seat(seat, side_of[seat], sight) for seat, sight in enumerate(seen.seats)]
    parts += [
        _side(side, *standing) for side, standing in enumerate(zip(seen.scores, seen.tokens, strict=True))
    ]
    parts += [_call(seat, action) for seat, action in seen.calls]
    parts += [_trick(plays, winner) for plays, winner in seen.tricks]
    parts.append(legal_actions(seen.legal, seen.reneges))
    message.MergeFromString(b"".join(parts))
    for seat, card in seen.trick.plays:
        message.trick.cards.add(seat=seat, card=CARD_TO_WIRE[card])
    message.kitty.extend(card_list(seen.kitty))
    message.ghost.extend(card_list(seen.ghost))


@lru_cache(maxsize=1024)
def _legal_action(action: int, reneges: bool) -> bytes:
    message = view_pb2.View()
    message.legal_actions.add(action=to_wire(action), text=actions.text(action), renege=reneges)
    return message.SerializeToString()


@lru_cache(maxsize=_KEPT)
def _seat(seat: int, side: int, sight: SeatSight) -> bytes:
    status = view_pb2.SEAT_STATUS_IN
    if sight.out:
        status = view_pb2.SEAT_STATUS_FOLDED if sight.folded else view_pb2.SEAT_STATUS_SITTING_OUT
    message = view_pb2.View()
    message.seats.add(
        seat=seat,
        side=side,
        status=status,
        alone=sight.alone,
        card_count=sight.card_count,
        cards=card_list(sight.cards),
        laid_down=card_list(sight.laid),
        tricks=sight.tricks,
    )
    return message.SerializeToString()


@lru_cache(maxsize=1024)
def _side(side: int, score: int, tokens: int) -> bytes:
    message = view_pb2.View()
    message.sides.add(side=side, score=score, tokens=tokens)
    return message.SerializeToString()


@lru_cache(maxsize=2048)
def _call(seat: int, action: int | None) -> bytes:
    message = view_pb2.View()
    message.calls.add(seat=seat, action=None if action is None else to_wire(action))
    return message.SerializeToString()


@lru_cache(maxsize=_KEPT)
def _trick(plays: tuple[tuple[int, int], ...], winner: int) -> bytes:
    message = view_pb2.View()
    trick = message.tricks.add(winner=winner)
    for seat, card in plays:
        trick.cards.add(seat=seat, card=CARD_TO_WIRE[card])
    return message.SerializeToString()


# --- events --------------------------------------------------------------------------------------


def write_events(
    messages: "RepeatedCompositeFieldContainer[events_pb2.Event]", told: Sequence[events.Event]
) -> None:
    """Write events; what is masked in one is absent."""
    for event in told:
        _WRITERS[type(event)](messages.add(), event)


def write_summary(message: Any, state: State) -> None:
    """Write a hand's result and the scores into a `ReplayedHand`."""
    message.scores.extend(state.scores)
    if state.result is not None:
        _write_scored(message.result, state.result)


def _write_scored(message: events_pb2.HandScored, result: events.HandScored) -> None:
    message.outcome = events_pb2.HandOutcome.ValueType(result.outcome)
    _write_sides(message.sides, result.tricks, result.changes, result.scores)


def _write_sides(
    messages: "RepeatedCompositeFieldContainer[events_pb2.SideResult]",
    tricks: Sequence[int],
    changes: Sequence[int],
    scores: Sequence[int],
) -> None:
    for side, (taken, change, score) in enumerate(zip(tricks, changes, scores, strict=True)):
        messages.add(side=side, tricks=taken, change=change, score=score)


def _write_won(message: events_pb2.GameWon, won: events.GameWon) -> None:
    message.sides.extend(won.sides)
    message.scores.extend(won.scores)
    message.games = won.games
    message.carry.extend(won.carry)


def _dealt(message: events_pb2.Event, told: events.Dealt) -> None:
    message.dealt.hand_number = told.hand_number
    message.dealt.dealer = told.dealer
    message.dealt.stacked = told.stacked


def _upcard_turned(message: events_pb2.Event, told: events.UpcardTurned) -> None:
    message.upcard_turned.card = CARD_TO_WIRE[told.card]


def _called(message: events_pb2.Event, told: events.Called) -> None:
    message.called.seat = told.seat
    if told.action is not None:
        message.called.action.CopyFrom(to_wire(told.action))


def _upcard_turned_down(message: events_pb2.Event, told: events.UpcardTurnedDown) -> None:
    message.upcard_turned_down.card = CARD_TO_WIRE[told.card]


def _trump_fixed(message: events_pb2.Event, told: events.TrumpFixed) -> None:
    message.trump_fixed.trump = cards_pb2.Trump.ValueType(told.trump + 1)
    if told.maker != NOBODY:
        message.trump_fixed.maker = told.maker


def _upcard_taken(message: events_pb2.Event, told: events.UpcardTaken) -> None:
    message.upcard_taken.seat = told.seat
    if told.discard != cards.NO_CARD:
        message.upcard_taken.discard = CARD_TO_WIRE[told.discard]


def _upcard_left(message: events_pb2.Event, told: events.UpcardLeft) -> None:
    message.upcard_left.seat = told.seat


def _hand_swapped(message: events_pb2.Event, told: events.HandSwapped) -> None:
    message.hand_swapped.seat = told.seat
    message.hand_swapped.cards.extend(card_list(told.cards))


def _card_laid_down(message: events_pb2.Event, told: events.CardLaidDown) -> None:
    message.card_laid_down.seat = told.seat
    if told.card != cards.NO_CARD:
        message.card_laid_down.card = CARD_TO_WIRE[told.card]


def _card_given(message: events_pb2.Event, told: events.CardGiven) -> None:
    message.card_given.seat = told.seat
    message.card_given.to = told.to
    if told.card != cards.NO_CARD:
        message.card_given.card = CARD_TO_WIRE[told.card]


def _dummy_taken(message: events_pb2.Event, told: events.DummyTaken) -> None:
    message.dummy_taken.seat = told.seat


def _seat_out(message: events_pb2.Event, told: events.SeatOut) -> None:
    message.seat_out.seat = told.seat
    message.seat_out.reason = events_pb2.OutReason.ValueType(told.reason)


def _card_played(message: events_pb2.Event, told: events.CardPlayed) -> None:
    message.card_played.seat = told.seat
    message.card_played.card = CARD_TO_WIRE[told.card]


def _trick_won(message: events_pb2.Event, told: events.TrickWon) -> None:
    message.trick_won.seat = told.seat
    message.trick_won.trick_number = told.trick_number


def _hand_voided(message: events_pb2.Event, told: events.HandVoided) -> None:
    message.hand_voided.reason = events_pb2.VoidReason.ValueType(told.reason)


def _hand_scored(message: events_pb2.Event, told: events.HandScored) -> None:
    _write_scored(message.hand_scored, told)


def _renege_proved(message: events_pb2.Event, told: events.RenegeProved) -> None:
    proved = message.renege_proved
    proved.seat = told.seat
    proved.offender = told.offender
    proved.trick_number = told.trick_number
    proved.shown = CARD_TO_WIRE[told.shown]
    _write_sides(proved.sides, [0] * len(told.scores), told.changes, told.scores)


def _game_won(message: events_pb2.Event, told: events.GameWon) -> None:
    _write_won(message.game_won, told)


_WRITERS: Final[dict[type[Any], Callable[[events_pb2.Event, Any], None]]] = {
    events.Dealt: _dealt,
    events.UpcardTurned: _upcard_turned,
    events.Called: _called,
    events.UpcardTurnedDown: _upcard_turned_down,
    events.TrumpFixed: _trump_fixed,
    events.UpcardTaken: _upcard_taken,
    events.UpcardLeft: _upcard_left,
    events.HandSwapped: _hand_swapped,
    events.CardLaidDown: _card_laid_down,
    events.CardGiven: _card_given,
    events.DummyTaken: _dummy_taken,
    events.SeatOut: _seat_out,
    events.CardPlayed: _card_played,
    events.TrickWon: _trick_won,
    events.HandVoided: _hand_voided,
    events.HandScored: _hand_scored,
    events.RenegeProved: _renege_proved,
    events.GameWon: _game_won,
}
