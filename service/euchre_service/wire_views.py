"""Views and events from the rules to the wire. Nothing is decided here: `euchre_rules.view` has."""

from collections.abc import Callable, Sequence
from typing import Any, Final

from euchre.v1 import action_pb2, cards_pb2, events_pb2, state_pb2, view_pb2
from euchre_rules import actions, cards, events, phases
from euchre_rules.state import NOBODY, State
from euchre_rules.view import PUBLIC, TABLE, SeatSight, Trick, View
from euchre_service.wire_actions import CARD_TO_WIRE, bid_to_wire, to_wire

_AUDIENCES: Final = {PUBLIC: view_pb2.AUDIENCE_PUBLIC, TABLE: view_pb2.AUDIENCE_TABLE}


def card_list(held: int) -> list[cards_pb2.Card.ValueType]:
    """Return a set of cards as the wire's numbers, sorted."""
    return [CARD_TO_WIRE[card] for card in cards.members(held)]


def upcoming(state: State) -> state_pb2.Next:
    """Return who acts next, and in which phase."""
    phase = state_pb2.Phase.ValueType(state.phase)
    if state.actor == NOBODY:
        return state_pb2.Next(phase=phase)
    return state_pb2.Next(phase=phase, seat=state.actor)


def view(state: State, seen: View, info: state_pb2.StateInfo, told: Sequence[events.Event]) -> view_pb2.View:
    """Return a view as a message; `told` are the events to go with it."""
    side_of = state.rules.side_of
    message = view_pb2.View(
        info=info,
        audience=_AUDIENCES.get(seen.reader, view_pb2.AUDIENCE_SEAT),
        ruleset_base=state.rules.base,
        next=upcoming(state),
        hand_number=seen.hand_number,
        dealer=seen.dealer,
        upcard_status=view_pb2.UpcardStatus.ValueType(seen.upcard_status),
        proposed=cards_pb2.Suit.ValueType(seen.proposed + 1),
        trump=cards_pb2.Trump.ValueType(seen.trump + 1),
        seats=[_seat(seat, side_of[seat], sight) for seat, sight in enumerate(seen.seats)],
        sides=[
            view_pb2.SideView(side=side, score=score, tokens=tokens)
            for side, (score, tokens) in enumerate(zip(seen.scores, seen.tokens, strict=True))
        ],
        calls=[_call(call) for call in seen.calls],
        tricks=[_trick(trick) for trick in seen.tricks],
        legal_actions=legal_actions(seen.legal, seen.reneges),
        kitty=card_list(seen.kitty),
        ghost=card_list(seen.ghost),
        events=[event(one) for one in told],
    )
    if seen.reader >= 0:
        message.seat = seen.reader
    if seen.upcard != cards.NO_CARD:
        message.upcard = CARD_TO_WIRE[seen.upcard]
    if seen.maker != NOBODY:
        message.maker = seen.maker
    if seen.bidder != NOBODY:
        message.bidder = seen.bidder
        message.bid.CopyFrom(bid_to_wire(seen.bid, seen.bid_trump))
    if seen.swapped_by != NOBODY:
        message.swapped_by = seen.swapped_by
    if seen.trick.plays:
        message.trick.CopyFrom(_trick(seen.trick))
    if seen.result is not None:
        message.result.CopyFrom(scored(seen.result))
    if seen.won is not None:
        message.game.CopyFrom(_won(seen.won))
    return message


def legal_actions(legal: Sequence[int], reneges: Sequence[int]) -> list[view_pb2.LegalAction]:
    """Return legal actions with their text; `reneges` are those that would not follow suit."""
    if reneges:
        return [
            view_pb2.LegalAction(action=to_wire(a), text=actions.text(a), renege=a in reneges) for a in legal
        ]
    return [_LEGAL[a] for a in legal]


_LEGAL: Final = {
    a: view_pb2.LegalAction(action=to_wire(a), text=actions.text(a)) for a in actions.ALL_ACTIONS
}


def _seat(seat: int, side: int, sight: SeatSight) -> view_pb2.SeatView:
    status = view_pb2.SEAT_STATUS_IN
    if sight.out:
        status = view_pb2.SEAT_STATUS_FOLDED if sight.folded else view_pb2.SEAT_STATUS_SITTING_OUT
    message = view_pb2.SeatView(
        seat=seat, side=side, status=status, card_count=sight.card_count, tricks=sight.tricks
    )
    if sight.alone:
        message.alone = True
    if sight.cards:
        message.cards.extend(card_list(sight.cards))
    if sight.laid:
        message.laid_down.extend(card_list(sight.laid))
    return message


def _call(call: events.Called) -> view_pb2.Call:
    if call.action is None:
        return view_pb2.Call(seat=call.seat)
    return view_pb2.Call(seat=call.seat, action=to_wire(call.action))


def _trick(trick: Trick) -> view_pb2.Trick:
    plays = [_TRICK_CARDS[seat][card] for seat, card in trick.plays]
    if trick.winner == NOBODY:
        return view_pb2.Trick(cards=plays)
    return view_pb2.Trick(cards=plays, winner=trick.winner)


_TRICK_CARDS: Final = tuple(
    tuple(view_pb2.TrickCard(seat=seat, card=CARD_TO_WIRE[card]) for card in range(cards.CARD_COUNT))
    for seat in range(4)
)
"""Every (seat, card), made once: building messages is most of what a view costs."""


# --- events --------------------------------------------------------------------------------------


def event(told: events.Event) -> events_pb2.Event:
    """Return an event as a message; what is masked in it is absent."""
    return _WRITERS[type(told)](told)


def scored(result: events.HandScored) -> events_pb2.HandScored:
    """Return the result of a hand as a message."""
    return events_pb2.HandScored(
        outcome=events_pb2.HandOutcome.ValueType(result.outcome),
        sides=_sides(result.tricks, result.changes, result.scores),
    )


def _sides(
    tricks: Sequence[int], changes: Sequence[int], scores: Sequence[int]
) -> list[events_pb2.SideResult]:
    return [
        events_pb2.SideResult(side=side, tricks=taken, change=change, score=score)
        for side, (taken, change, score) in enumerate(zip(tricks, changes, scores, strict=True))
    ]


def _won(won: events.GameWon) -> events_pb2.GameWon:
    return events_pb2.GameWon(sides=won.sides, scores=won.scores, games=won.games, carry=won.carry)


def _called(told: events.Called) -> events_pb2.Event:
    action: action_pb2.Action | None = None if told.action is None else to_wire(told.action)
    return events_pb2.Event(called=events_pb2.Called(seat=told.seat, action=action))


def _trump_fixed(told: events.TrumpFixed) -> events_pb2.Event:
    maker = None if told.maker == NOBODY else told.maker
    trump = cards_pb2.Trump.ValueType(told.trump + 1)
    return events_pb2.Event(trump_fixed=events_pb2.TrumpFixed(trump=trump, maker=maker))


def _known(card: int) -> cards_pb2.Card.ValueType | None:
    return None if card == cards.NO_CARD else CARD_TO_WIRE[card]


def _proved(told: events.RenegeProved) -> events_pb2.Event:
    return events_pb2.Event(
        renege_proved=events_pb2.RenegeProved(
            seat=told.seat,
            offender=told.offender,
            trick_number=told.trick_number,
            shown=CARD_TO_WIRE[told.shown],
            sides=_sides([0] * len(told.scores), told.changes, told.scores),
        )
    )


_WRITERS: Final[dict[type[Any], Callable[[Any], events_pb2.Event]]] = {
    events.Dealt: lambda e: events_pb2.Event(
        dealt=events_pb2.Dealt(hand_number=e.hand_number, dealer=e.dealer, stacked=e.stacked)
    ),
    events.UpcardTurned: lambda e: events_pb2.Event(
        upcard_turned=events_pb2.UpcardTurned(card=CARD_TO_WIRE[e.card])
    ),
    events.Called: _called,
    events.UpcardTurnedDown: lambda e: events_pb2.Event(
        upcard_turned_down=events_pb2.UpcardTurnedDown(card=CARD_TO_WIRE[e.card])
    ),
    events.TrumpFixed: _trump_fixed,
    events.UpcardTaken: lambda e: events_pb2.Event(
        upcard_taken=events_pb2.UpcardTaken(seat=e.seat, discard=_known(e.discard))
    ),
    events.UpcardLeft: lambda e: events_pb2.Event(upcard_left=events_pb2.UpcardLeft(seat=e.seat)),
    events.HandSwapped: lambda e: events_pb2.Event(
        hand_swapped=events_pb2.HandSwapped(seat=e.seat, cards=card_list(e.cards))
    ),
    events.CardLaidDown: lambda e: events_pb2.Event(
        card_laid_down=events_pb2.CardLaidDown(seat=e.seat, card=_known(e.card))
    ),
    events.CardGiven: lambda e: events_pb2.Event(
        card_given=events_pb2.CardGiven(seat=e.seat, to=e.to, card=_known(e.card))
    ),
    events.DummyTaken: lambda e: events_pb2.Event(dummy_taken=events_pb2.DummyTaken(seat=e.seat)),
    events.SeatOut: lambda e: events_pb2.Event(
        seat_out=events_pb2.SeatOut(seat=e.seat, reason=events_pb2.OutReason.ValueType(e.reason))
    ),
    events.CardPlayed: lambda e: events_pb2.Event(
        card_played=events_pb2.CardPlayed(seat=e.seat, card=CARD_TO_WIRE[e.card])
    ),
    events.TrickWon: lambda e: events_pb2.Event(
        trick_won=events_pb2.TrickWon(seat=e.seat, trick_number=e.trick_number)
    ),
    events.HandVoided: lambda e: events_pb2.Event(
        hand_voided=events_pb2.HandVoided(reason=events_pb2.VoidReason.ValueType(e.reason))
    ),
    events.HandScored: lambda e: events_pb2.Event(hand_scored=scored(e)),
    events.RenegeProved: _proved,
    events.GameWon: lambda e: events_pb2.Event(game_won=_won(e)),
}
assert tuple(state_pb2.Phase.values()[1:]) == phases.PHASES, "the rules' phases are the wire's"
