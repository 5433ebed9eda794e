"""Views, events and transitions as the bytes of their messages.

Nothing is decided here: `euchre_rules.view` has. To build a message object for each view costs more than
all the rest of a call, and the same seat, trick, event or action appears in answer after answer. So these
parts are built as messages once, kept as bytes, and put together by what the wire format promises: fields
one after another are a message.
"""

from collections.abc import Callable, Hashable, Iterable, Sequence
from functools import lru_cache
from typing import Any, Final

from euchre.v1 import cards_pb2, events_pb2, rules_service_pb2, state_pb2, view_pb2
from euchre_rules import actions, cards, events
from euchre_rules.state import NOBODY, Call, Course, State, Trick
from euchre_rules.view import PUBLIC, TABLE, SeatSight, View
from euchre_service.wire_actions import CARD_TO_WIRE, bid_to_wire, to_wire

_KEPT: Final = 1 << 15
"""How many parts of each kind are kept: those of some thousand tables."""
_AUDIENCES: Final = {PUBLIC: view_pb2.AUDIENCE_PUBLIC, TABLE: view_pb2.AUDIENCE_TABLE}
_TRANSITION: Final = rules_service_pb2.Transition
_VIEW: Final = view_pb2.View
_LENGTH_DELIMITED: Final = 2
_ID_BYTES: Final = 16
"""Of a game and of a state, as `state.proto` says."""


def number_of(message: Any, name: str) -> int:
    """Return the number of a message's field."""
    return int(message.DESCRIPTOR.fields_by_name[name].number)


def field(number: int, payload: bytes) -> bytes:
    """Return a field of bytes, text or a message, as it stands in its parent."""
    return _TAGS[number] + _varint(len(payload)) + payload


def _varint(number: int) -> bytes:
    if number < 0x80:
        return _SHORT[number]
    if number < 0x4000:
        return bytes((number & 0x7F | 0x80, number >> 7))
    low = []
    while number >= 0x80:
        low.append(number & 0x7F | 0x80)
        number >>= 7
    return bytes([*low, number])


_SHORT: Final = tuple(bytes([number]) for number in range(0x80))
_TAGS: Final = tuple(_varint(number << 3 | _LENGTH_DELIMITED) for number in range(0x80))
"""By its number: how a field of bytes, text or a message begins."""


def card_list(held: int) -> list[cards_pb2.Card.ValueType]:
    """Return a set of cards as the wire's numbers, sorted."""
    return [CARD_TO_WIRE[card] for card in cards.members(held)]


def transition(
    state: State, token: bytes, info: bytes, told: Sequence[events.Event], views: Iterable[bytes]
) -> bytes:
    """Return a `Transition`: its state, its place in the game, events, who is next, and views."""
    return b"".join(
        [
            field(_STATE, token),
            field(_INFO, info),
            *[_event(_EVENTS, _kind(event), event) for event in told],
            _next(_NEXT, state.phase, state.actor),
            *[field(_VIEWS, view) for view in views],
        ]
    )


def state_info(game_id: bytes, ply: int, own_id: bytes, parent: bytes) -> bytes:
    """Return a `StateInfo`."""
    at = _PLY_TAG + _varint(ply) if ply else b""
    if not parent:
        return b"".join([_GAME_HEAD, game_id, at, _STATE_HEAD, own_id])
    return b"".join([_GAME_HEAD, game_id, at, _STATE_HEAD, own_id, _PARENT_HEAD, parent])


def upcoming(state: State) -> bytes:
    """Return the `next` field of a `ListLegalActionsResponse`: who acts next, and in which phase."""
    return _next(_LISTED_NEXT, state.phase, state.actor)


def view(state: State, seen: View, info: bytes, told: Sequence[events.Event]) -> bytes:
    """Return a `View`; `told` are the events to go with it."""
    side_of = state.rules.side_of
    parts = [
        field(_VIEW_INFO, info),
        _reader(seen.reader),
        _next(_VIEW_NEXT, state.phase, state.actor),
        _course(state.rules.base, seen.course),
        *[_seat(seat, side_of[seat], sight) for seat, sight in enumerate(seen.seats)],
        _trick_in_progress(seen.trick),
        legal_actions(tuple(seen.legal), seen.reneges),
        *[_event(_VIEW_EVENTS, _kind(event), event) for event in told],
    ]
    if seen.result is not None:
        parts.append(field(_VIEW_RESULT, scored(seen.result)))
    if seen.won is not None:
        parts.append(field(_VIEW_GAME, _won(seen.won)))
    if seen.kitty or seen.ghost:
        parts.append(_VIEW(kitty=card_list(seen.kitty), ghost=card_list(seen.ghost)).SerializeToString())
    return b"".join(parts)


def _id_head(name: str) -> bytes:
    return _TAGS[number_of(state_pb2.StateInfo, name)] + _SHORT[_ID_BYTES]


_STATE: Final = number_of(_TRANSITION, "state")
_INFO: Final = number_of(_TRANSITION, "info")
_EVENTS: Final = number_of(_TRANSITION, "events")
_NEXT: Final = number_of(_TRANSITION, "next")
_VIEWS: Final = number_of(_TRANSITION, "views")
_GAME_HEAD: Final = _id_head("game_id")
_PLY_TAG: Final = _varint(number_of(state_pb2.StateInfo, "ply") << 3)
_STATE_HEAD: Final = _id_head("state_id")
_PARENT_HEAD: Final = _id_head("parent_state_id")
_VIEW_INFO: Final = number_of(_VIEW, "info")
_LISTED_NEXT: Final = number_of(rules_service_pb2.ListLegalActionsResponse, "next")
_VIEW_NEXT: Final = number_of(_VIEW, "next")
_VIEW_EVENTS: Final = number_of(_VIEW, "events")
_VIEW_RESULT: Final = number_of(_VIEW, "result")
_VIEW_GAME: Final = number_of(_VIEW, "game")


# --- parts of a view: each the bytes of one of its fields, or of several -------------------------


@lru_cache(maxsize=_KEPT)
def legal_actions(legal: tuple[int, ...], reneges: tuple[int, ...]) -> bytes:
    """Return a `legal_actions` field; `reneges` are those that would not follow suit."""
    offered = [
        view_pb2.LegalAction(action=to_wire(action), text=actions.text(action), renege=action in reneges)
        for action in legal
    ]
    return _VIEW(legal_actions=offered).SerializeToString()


@lru_cache(maxsize=64)
def _reader(reader: int) -> bytes:
    if reader >= 0:
        return _VIEW(audience=view_pb2.AUDIENCE_SEAT, seat=reader).SerializeToString()
    return _VIEW(audience=_AUDIENCES[reader]).SerializeToString()


@lru_cache(maxsize=256)
def _next(number: int, phase: int, actor: int) -> bytes:
    """Return a `next` field: who acts next, and in which phase."""
    message = state_pb2.Next(phase=state_pb2.Phase.ValueType(phase), seat=_seat_or_none(actor))
    return field(number, message.SerializeToString())


@lru_cache(maxsize=_KEPT)
def _contract(base: str, facts: tuple[int, ...]) -> bytes:
    """Return the fields of a view that tell the contract; `facts` are those of `CONTRACT`."""
    hand_number, dealer, upcard, status, proposed, trump, maker, bid, bid_trump, bidder, swapped_by = facts
    message = _VIEW(
        ruleset_base=base,
        hand_number=hand_number,
        dealer=dealer,
        trump=cards_pb2.Trump.ValueType(trump + 1),
        maker=_seat_or_none(maker),
        bidder=_seat_or_none(bidder),
        swapped_by=_seat_or_none(swapped_by),
    )
    if upcard != cards.NO_CARD:
        message.upcard = CARD_TO_WIRE[upcard]
        message.upcard_status = view_pb2.UpcardStatus.ValueType(status)
        message.proposed = cards_pb2.Suit.ValueType(proposed + 1)
    if bidder != NOBODY:
        message.bid.CopyFrom(bid_to_wire(bid, bid_trump))
    return message.SerializeToString()


@lru_cache(maxsize=_KEPT)
def _seat(seat: int, side: int, sight: SeatSight) -> bytes:
    status = view_pb2.SEAT_STATUS_IN
    if sight.out:
        status = view_pb2.SEAT_STATUS_FOLDED if sight.folded else view_pb2.SEAT_STATUS_SITTING_OUT
    shown = view_pb2.SeatView(
        seat=seat,
        side=side,
        status=status,
        alone=sight.alone,
        card_count=sight.card_count,
        cards=card_list(sight.cards),
        laid_down=card_list(sight.laid),
        tricks=sight.tricks,
    )
    return _VIEW(seats=[shown]).SerializeToString()


@lru_cache(maxsize=_KEPT)
def _sides(scores: tuple[int, ...], tokens: tuple[int, ...]) -> bytes:
    standings = enumerate(zip(scores, tokens, strict=True))
    sides = [view_pb2.SideView(side=side, score=score, tokens=held) for side, (score, held) in standings]
    return _VIEW(sides=sides).SerializeToString()


@lru_cache(maxsize=_KEPT)
def _course(base: str, course: Course) -> bytes:
    """Return the fields that stay the same while a trick is played."""
    return b"".join(
        [
            _contract(base, course.contract),
            _sides(course.scores, course.tokens),
            _calls(course.calls),
            *[_trick(trick) for trick in course.tricks],
        ]
    )


@lru_cache(maxsize=_KEPT)
def _calls(calls: tuple[Call, ...]) -> bytes:
    words = [
        view_pb2.Call(seat=seat, action=None if action is None else to_wire(action)) for seat, action in calls
    ]
    return _VIEW(calls=words).SerializeToString()


@lru_cache(maxsize=_KEPT)
def _trick(trick: Trick) -> bytes:
    complete = view_pb2.Trick(cards=_trick_cards(trick.plays), winner=trick.winner)
    return _VIEW(tricks=[complete]).SerializeToString()


@lru_cache(maxsize=_KEPT)
def _trick_in_progress(plays: tuple[tuple[int, int], ...]) -> bytes:
    if not plays:
        return b""
    return _VIEW(trick=view_pb2.Trick(cards=_trick_cards(plays))).SerializeToString()


def _trick_cards(plays: tuple[tuple[int, int], ...]) -> list[view_pb2.TrickCard]:
    return [view_pb2.TrickCard(seat=seat, card=CARD_TO_WIRE[card]) for seat, card in plays]


def _seat_or_none(seat: int) -> int | None:
    return None if seat == NOBODY else seat


# --- results and events --------------------------------------------------------------------------


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


def _won(won: events.GameWon) -> bytes:
    return _game_won(won).SerializeToString()


def _game_won(won: events.GameWon) -> events_pb2.GameWon:
    return events_pb2.GameWon(sides=won.sides, scores=won.scores, games=won.games, carry=won.carry)


_kind: Final[Callable[[events.Event], Hashable]] = type


@lru_cache(maxsize=_KEPT)
def _event(number: int, kind: Hashable, told: events.Event) -> bytes:
    """Return a field that holds an `Event`; what is masked in it is absent.

    The kind is part of the key because tuples of different kinds can be equal.
    """
    name, write = _WRITERS[kind]
    return field(number, events_pb2.Event(**{name: write(told)}).SerializeToString())


def _known(card: int) -> cards_pb2.Card.ValueType | None:
    return None if card == cards.NO_CARD else CARD_TO_WIRE[card]


def _called(e: events.Called) -> events_pb2.Called:
    return events_pb2.Called(seat=e.seat, action=None if e.action is None else to_wire(e.action))


def _trump_fixed(e: events.TrumpFixed) -> events_pb2.TrumpFixed:
    return events_pb2.TrumpFixed(trump=cards_pb2.Trump.ValueType(e.trump + 1), maker=_seat_or_none(e.maker))


def _renege_proved(e: events.RenegeProved) -> events_pb2.RenegeProved:
    return events_pb2.RenegeProved(
        seat=e.seat,
        offender=e.offender,
        trick_number=e.trick_number,
        shown=CARD_TO_WIRE[e.shown],
        sides=_side_results([0] * len(e.scores), e.changes, e.scores),
    )


_WRITERS: Final[dict[Hashable, tuple[str, Callable[[Any], Any]]]] = {
    events.Dealt: (
        "dealt",
        lambda e: events_pb2.Dealt(hand_number=e.hand_number, dealer=e.dealer, stacked=e.stacked),
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
