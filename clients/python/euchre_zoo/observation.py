"""Writes what a seat knows as numbers.

Everything is read from the seat's view, so what the seat may not know cannot get in.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from euchre.v1.action_pb2 import TricksBid
from euchre.v1.ruleset_pb2 import Ruleset
from euchre.v1.view_pb2 import Trick, View
from euchre_client.cards import CardValue
from euchre_zoo import layout
from euchre_zoo.actions import ACTIONS, AMOUNTS, CARDS, NUMBERS, TRUMPS
from euchre_zoo.layout import FIELDS, LIMIT, MOST_CALLS, MOST_TRICKS

Vector: TypeAlias = NDArray[np.float32]
Mask: TypeAlias = NDArray[np.int8]
Part: TypeAlias = NDArray[np.float32]

_CARD_PLACES: Final = {card: place for place, card in enumerate(CARDS)}
_TRUMP_PLACES: Final = {trump: place for place, trump in enumerate(TRUMPS)}
_CALL_PLACES: Final = {call: place for place, call in enumerate(layout.CALLS)}
_HIDDEN: Final = "hidden"


def part(vector: Vector, name: str) -> Part:
    """Returns a field of an observation, in its shape; a change of it changes the observation.

    Args:
        vector: the observation.
        name: the field's name, see `FIELDS`.

    Raises:
        KeyError: no field has this name.
    """
    field = FIELDS[name]
    return vector[field.start : field.stop].reshape(field.shape)


class Observer:
    """Turns the views of one table into observations.

    Args:
        ruleset: the table's rules, whole.
    """

    def __init__(self, ruleset: Ruleset) -> None:
        self._seats: int = ruleset.players
        self._start: int = ruleset.start_score
        # A game over a number of hands may have no distance to go.
        self._distance: int = (ruleset.target - ruleset.start_score) or 1

    def observe(self, view: View) -> Vector:
        """Writes a seat's view as a vector; see `layout`."""
        vector: Vector = np.zeros(layout.SIZE, dtype=np.float32)
        self._write_cards(vector, view)
        self._write_table(vector, view)
        self._write_calls(vector, view)
        self._write_scores(vector, view)
        return vector

    def _place(self, view: View, seat: int) -> int:
        return (seat - view.seat) % self._seats

    def _write_cards(self, vector: Vector, view: View) -> None:
        own = view.seats[view.seat]
        part(vector, "hand")[_places(own.cards)] = 1
        part(vector, "laid_down")[_places(own.laid_down)] = 1
        self._write_trick(part(vector, "table"), view, view.trick, 1.0)
        if view.trick.cards:
            part(vector, "leader")[self._place(view, view.trick.cards[0].seat)] = 1
        played = part(vector, "played")
        for number, trick in enumerate(view.tricks, start=1):
            self._write_trick(played, view, trick, number / MOST_TRICKS)
        if view.HasField("upcard"):
            part(vector, "upcard")[_CARD_PLACES[view.upcard]] = 1
        if view.upcard_status:
            part(vector, "upcard_status")[view.upcard_status - 1] = 1
        if view.proposed:
            part(vector, "proposed")[view.proposed - 1] = 1

    def _write_trick(self, field: Part, view: View, trick: Trick, value: float) -> None:
        for played in trick.cards:
            field[self._place(view, played.seat), _CARD_PLACES[played.card]] = value

    def _write_table(self, vector: Vector, view: View) -> None:
        part(vector, "phase")[view.next.phase - 1] = 1
        for name, seat in (
            ("actor", view.next.seat if view.next.HasField("seat") else None),
            ("dealer", view.dealer if view.HasField("dealer") else None),
            ("maker", view.maker if view.HasField("maker") else None),
            ("bidder", view.bidder if view.HasField("bidder") else None),
            ("swapped", view.swapped_by if view.HasField("swapped_by") else None),
        ):
            if seat is not None:
                part(vector, name)[self._place(view, seat)] = 1
        own_side = view.seats[view.seat].side
        for seat_view in view.seats:
            place = self._place(view, seat_view.seat)
            part(vector, "present")[place] = 1
            part(vector, "same_side")[place] = seat_view.side == own_side
            if seat_view.status:
                part(vector, "status")[place, seat_view.status - 1] = 1
            part(vector, "alone")[place] = seat_view.alone
            part(vector, "card_count")[place] = seat_view.card_count / MOST_TRICKS
            part(vector, "tricks")[place] = seat_view.tricks / MOST_TRICKS

    def _write_calls(self, vector: Vector, view: View) -> None:
        if view.trump:
            part(vector, "trump")[_TRUMP_PLACES[view.trump]] = 1
        if view.HasField("bid"):
            _write_bid(part(vector, "bid"), part(vector, "bid_trump"), view.bid)
        calls = part(vector, "calls")
        for call in view.calls:
            place = self._place(view, call.seat)
            kind = call.action.WhichOneof("kind") or _HIDDEN
            calls[place, _CALL_PLACES[kind]] += 1 / MOST_CALLS
            if kind == "tricks_bid":
                amounts, trumps = part(vector, "last_bid"), part(vector, "last_bid_trump")
                _write_bid(amounts[place], trumps[place], call.action.tricks_bid)
        np.minimum(calls, 1, out=calls)

    def _write_scores(self, vector: Vector, view: View) -> None:
        sides = {side.side: side for side in view.sides}
        for seat_view in view.seats:
            place, side = self._place(view, seat_view.seat), sides[seat_view.side]
            progress = (side.score - self._start) / self._distance
            part(vector, "score")[place] = min(max(progress, -LIMIT), LIMIT)
            part(vector, "tokens")[place] = side.tokens / MOST_CALLS
        part(vector, "hand_number")[0] = min(view.hand_number / layout.HANDS, LIMIT)


def action_mask(view: View) -> Mask:
    """Returns 1 for every action that the view's seat may take now, 0 for the others."""
    mask: Mask = np.zeros(len(ACTIONS), dtype=np.int8)
    for legal in view.legal_actions:
        mask[NUMBERS[legal.text]] = 1
    return mask


def _places(cards: Iterable[CardValue]) -> list[int]:
    return [_CARD_PLACES[card] for card in cards]


def _write_bid(amounts: Part, trumps: Part, bid: TricksBid) -> None:
    amounts[:] = trumps[:] = 0
    amount = bid.WhichOneof("amount")
    word = f"bid {bid.tricks}" if amount == "tricks" else amount
    if word is not None:
        amounts[AMOUNTS.index(word)] = 1
    if bid.trump:
        trumps[_TRUMP_PLACES[bid.trump]] = 1
