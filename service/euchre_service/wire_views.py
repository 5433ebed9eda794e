"""Views and transitions as the bytes of their messages.

Nothing is decided here: `euchre_rules.view` has. To build a message object for each view costs more than
all the rest of a call. So the parts that come again (a word of the calling, a card of a trick, a hidden
hand) are built as messages once, kept as bytes, and put together as `wire_bytes` says.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final

from euchre.v1 import cards_pb2, rules_service_pb2, state_pb2, view_pb2
from euchre_rules import actions, cards, events
from euchre_rules.state import NOBODY, Call, Course, State, Trick
from euchre_rules.view import PUBLIC, TABLE, SeatSight, View
from euchre_service import wire_events
from euchre_service.wire_actions import CARD_TO_WIRE, bid_to_wire, card_list, packed_cards, to_wire
from euchre_service.wire_bytes import field, head, number_of, varint

_KEPT: Final = 1 << 13
"""How many parts of each kind are kept."""
_AUDIENCES: Final = {PUBLIC: view_pb2.AUDIENCE_PUBLIC, TABLE: view_pb2.AUDIENCE_TABLE}
_TRANSITION: Final = rules_service_pb2.Transition
_VIEW: Final = view_pb2.View
_SEAT_VIEW: Final = view_pb2.SeatView
_ID_BYTES: Final = 16
"""Of a game and of a state, as `state.proto` says."""
_COMMITMENT_BYTES: Final = 32
"""Of a SHA-256."""
_SEATS_AT_A_TABLE: Final = 4


def transition(
    state: State,
    token: bytes,
    info: bytes,
    told: Sequence[events.Event],
    views: Iterable[bytes],
    promise: bytes = b"",
) -> bytes:
    """Return a `Transition`: its state, its place in the game, events, who is next, and views.

    `promise` is the commitment to the hand to be dealt next, if one must be.
    """
    parts = [
        head(_STATE, len(token)),
        token,
        head(_INFO, len(info)),
        info,
        *[wire_events.event(_EVENTS, event) for event in told],
        _deal_next(_NEXT, state.actor, promise) if promise else _next(_NEXT, state.phase, state.actor),
    ]
    for view in views:
        parts += head(_VIEWS, len(view)), view
    return b"".join(parts)


def state_info(game_id: bytes, ply: int, own_id: bytes, parent: bytes) -> bytes:
    """Return a `StateInfo`."""
    at = _PLY_TAG + varint(ply) if ply else b""
    if not parent:
        return b"".join([_GAME_HEAD, game_id, at, _STATE_HEAD, own_id])
    return b"".join([_GAME_HEAD, game_id, at, _STATE_HEAD, own_id, _PARENT_HEAD, parent])


def upcoming(state: State, promise: bytes = b"") -> bytes:
    """Return the `next` field of a `ListLegalActionsResponse`: who acts next, and in which phase."""
    if promise:
        return _deal_next(_LISTED_NEXT, state.actor, promise)
    return _next(_LISTED_NEXT, state.phase, state.actor)


def view(
    state: State,
    seen: View,
    info: bytes,
    told: Sequence[events.Event],
    course: bytes | None = None,
    promise: bytes = b"",
) -> bytes:
    """Return a `View`.

    Args:
        state: the table.
        seen: what the reader may know of it.
        info: the state's place in the game, as a `StateInfo`.
        told: the events to go with it.
        course: what `course_of` returns for this view, if the caller has it already.
        promise: the commitment to the hand to be dealt next, if one must be.
    """
    reader, phase, actor, known, seats, trick, legal, reneges, result, won, kitty, ghost = seen
    sides = state.rules.side_of
    parts = [
        head(_VIEW_INFO, len(info)),
        info,
        _reader(reader),
        _deal_next(_VIEW_NEXT, actor, promise) if promise else _next(_VIEW_NEXT, phase, actor),
        course_of(state, known) if course is None else course,
        *[
            _open_seat(seat, sides[seat], sight)
            if sight[1] or sight[2]  # cards, laid
            else _closed_seat(seat, sides[seat], sight)
            for seat, sight in enumerate(seats)
        ],
        field(_TRICK, b"".join([_PLAYED[seat][card] for seat, card in trick])) if trick else b"",
        legal_actions(legal, reneges),
        *[wire_events.event(_VIEW_EVENTS, event) for event in told],
    ]
    if result is not None:
        parts.append(field(_VIEW_RESULT, wire_events.scored(result)))
    if won is not None:
        parts.append(field(_VIEW_GAME, wire_events.won(won)))
    if kitty or ghost:
        parts.append(_VIEW(kitty=card_list(kitty), ghost=card_list(ghost)).SerializeToString())
    return b"".join(parts)


def course_of(state: State, course: Course, told: tuple[Course, bytes] | None = None) -> bytes:
    """Return the fields of a view that stay the same while a trick is played.

    Args:
        state: the table.
        course: the course of the hand.
        told: what this function returned last for this table, and for which course.
    """
    contract, scores, tokens, calls, tricks = course
    if told is not None:
        before, known = told
        if before.calls is calls and before.contract is contract:
            return known + b"".join([_trick(trick) for trick in tricks[len(before.tricks) :]])
        # While nothing but words is added they are, too: the calls come last as long as there are no tricks.
        said = len(before.calls)
        if not tricks and not before.tricks and before[:3] == course[:3] and before.calls == calls[:said]:
            return known + b"".join([_call(call) for call in calls[said:]])
    return b"".join(
        [
            _contract(state.rules.base, contract),
            _sides(scores, tokens),
            *[_call(call) for call in calls],
            *[_trick(trick) for trick in tricks],
        ]
    )


def legal_actions(legal: Sequence[int], reneges: Sequence[int]) -> bytes:
    """Return a `legal_actions` field; `reneges` are those that would not follow suit."""
    if reneges:
        return b"".join([_offer(action, action in reneges) for action in legal])
    return b"".join([_OFFERS[action] for action in legal])


# --- parts of a view: each the bytes of one of its fields, or of several -------------------------


def _offer(action: int, renege: bool) -> bytes:
    offered = view_pb2.LegalAction(action=to_wire(action), text=actions.text(action), renege=renege)
    return _VIEW(legal_actions=[offered]).SerializeToString()


def _id_head(name: str) -> bytes:
    return head(number_of(state_pb2.StateInfo, name), _ID_BYTES)


@lru_cache(maxsize=64)
def _reader(reader: int) -> bytes:
    if reader >= 0:
        return _VIEW(audience=view_pb2.AUDIENCE_SEAT, seat=reader).SerializeToString()
    return _VIEW(audience=_AUDIENCES[reader]).SerializeToString()


@lru_cache(maxsize=256)
def _next(number: int, phase: int, actor: int) -> bytes:
    """Return a `next` field: who acts next, and in which phase."""
    return field(number, _who_acts(phase, actor))


def _deal_next(number: int, dealer: int, promise: bytes) -> bytes:
    """Return a `next` field before a deal, with the commitment to the hand."""
    return field(number, _who_acts(state_pb2.PHASE_DEAL, dealer) + _COMMITMENT_HEAD + promise)


@lru_cache(maxsize=256)
def _who_acts(phase: int, actor: int) -> bytes:
    message = state_pb2.Next(phase=state_pb2.Phase.ValueType(phase), seat=_seat_or_none(actor))
    return message.SerializeToString()


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


def _open_seat(seat: int, side: int, sight: SeatSight) -> bytes:
    """Return the field of a seat whose cards the reader sees."""
    count, held, laid, out, folded, alone, tricks = sight
    told = _seat_facts(seat, side, count, out, folded, alone)
    if held:
        told += field(_SEAT_CARDS, packed_cards(held))
    if laid:
        told += field(_SEAT_LAID, packed_cards(laid))
    return field(_SEATS, told + _TRICKS[tricks])


@lru_cache(maxsize=_KEPT)
def _closed_seat(seat: int, side: int, sight: SeatSight) -> bytes:
    """Return the field of a seat whose cards the reader does not see."""
    facts = _seat_facts(seat, side, sight.card_count, sight.out, sight.folded, sight.alone)
    return field(_SEATS, facts + _TRICKS[sight.tricks])


@lru_cache(maxsize=_KEPT)
def _seat_facts(seat: int, side: int, count: int, out: bool, folded: bool, alone: bool) -> bytes:
    """Return a `SeatView` without cards and tricks."""
    status = view_pb2.SEAT_STATUS_IN
    if out:
        status = view_pb2.SEAT_STATUS_FOLDED if folded else view_pb2.SEAT_STATUS_SITTING_OUT
    shown = _SEAT_VIEW(seat=seat, side=side, status=status, alone=alone, card_count=count)
    return shown.SerializeToString()


@lru_cache(maxsize=_KEPT)
def _sides(scores: tuple[int, ...], tokens: tuple[int, ...]) -> bytes:
    standings = enumerate(zip(scores, tokens, strict=True))
    sides = [view_pb2.SideView(side=side, score=score, tokens=held) for side, (score, held) in standings]
    return _VIEW(sides=sides).SerializeToString()


@lru_cache(maxsize=_KEPT)
def _call(call: Call) -> bytes:
    seat, action = call
    word = view_pb2.Call(seat=seat, action=None if action is None else to_wire(action))
    return _VIEW(calls=[word]).SerializeToString()


def _trick(trick: Trick) -> bytes:
    played = [_PLAYED[seat][card] for seat, card in trick.plays]
    return field(_COMPLETE, b"".join([*played, _WON[trick.winner]]))


def _played(seat: int, card: int) -> bytes:
    """Return a card of a `Trick`."""
    return view_pb2.Trick(cards=[view_pb2.TrickCard(seat=seat, card=CARD_TO_WIRE[card])]).SerializeToString()


def _seat_or_none(seat: int) -> int | None:
    return None if seat == NOBODY else seat


_STATE: Final = number_of(_TRANSITION, "state")
_INFO: Final = number_of(_TRANSITION, "info")
_EVENTS: Final = number_of(_TRANSITION, "events")
_NEXT: Final = number_of(_TRANSITION, "next")
_VIEWS: Final = number_of(_TRANSITION, "views")
_GAME_HEAD: Final = _id_head("game_id")
_PLY_TAG: Final = varint(number_of(state_pb2.StateInfo, "ply") << 3)
_STATE_HEAD: Final = _id_head("state_id")
_PARENT_HEAD: Final = _id_head("parent_state_id")
_COMMITMENT_HEAD: Final = head(number_of(state_pb2.Next, "deal_commitment"), _COMMITMENT_BYTES)
_LISTED_NEXT: Final = number_of(rules_service_pb2.ListLegalActionsResponse, "next")
_VIEW_INFO: Final = number_of(_VIEW, "info")
_VIEW_NEXT: Final = number_of(_VIEW, "next")
_VIEW_EVENTS: Final = number_of(_VIEW, "events")
_VIEW_RESULT: Final = number_of(_VIEW, "result")
_VIEW_GAME: Final = number_of(_VIEW, "game")
_SEATS: Final = number_of(_VIEW, "seats")
_TRICK: Final = number_of(_VIEW, "trick")
_COMPLETE: Final = number_of(_VIEW, "tricks")
_SEAT_CARDS: Final = number_of(_SEAT_VIEW, "cards")
_SEAT_LAID: Final = number_of(_SEAT_VIEW, "laid_down")
_TRICKS: Final = tuple(_SEAT_VIEW(tricks=won).SerializeToString() for won in range(256))
"""By how many tricks a seat has won (a plain state may say anything): that field of its `SeatView`."""
_OFFERS: Final = {action: _offer(action, False) for action in actions.ALL_ACTIONS}
_PLAYED: Final = tuple(
    tuple(_played(seat, card) for card in range(cards.CARD_COUNT)) for seat in range(_SEATS_AT_A_TABLE)
)
"""By seat and card: that card of a trick."""
_WON: Final = tuple(view_pb2.Trick(winner=seat).SerializeToString() for seat in range(_SEATS_AT_A_TABLE))
"""By who won a trick: that field of a `Trick`."""
