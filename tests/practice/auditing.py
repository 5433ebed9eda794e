"""Whether what reaches a page holds anything that its person may not know.

An auditor has the keys of the services, so it can look into every state that a page carries: it knows where
each card lies, which of them the person has seen, and the keys of all seats.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any, Final

from google.protobuf.descriptor import FieldDescriptor
from google.protobuf.message import Message

from euchre.v1 import practice_service_pb2 as pb
from euchre.v1.cards_pb2 import Card
from euchre.v1.record_pb2 import GameRecord
from euchre_rules import cards, phases
from euchre_service.codec import Game
from euchre_service.wire_actions import CARD_TO_WIRE
from tests.service.desk import Desk
from tests.service.nonleak import known

_BETWEEN_HANDS: Final = (phases.DEAL, phases.GAME_OVER)


class Leak(AssertionError):
    """A page was told something that its person may not know."""


class Auditor:
    """Looks at what a page receives, in order.

    Args:
        desk: opens states.
        seat: the person's.

    Attributes:
        checked: how many cards were looked at, by what said them; states and bytes too.
    """

    def __init__(self, desk: Desk, seat: int = 0) -> None:
        self._desk = desk
        self._seat = seat
        self._games: dict[bytes, Game] = {}
        self.checked: Counter[str] = Counter()

    def message(self, message: Message, *, state: bytes = b"") -> None:
        """Checks a message.

        Args:
            message: what the page received.
            state: the state that it is about, where the message itself has none.

        Raises:
            Leak: it mentions a card that the person has not seen, or a key of others.
        """
        if isinstance(message, pb.CreateTableResponse | pb.ContinueResponse):
            state = message.state
        if isinstance(message, pb.GetRecordResponse):
            self._record(message.record, self._open(state))
        elif mentioned := set(cards_of(message)):
            game = self._open(state)
            unseen = mentioned - seen(game, self._seat)
            if unseen:
                names = ", ".join(Card.Name(card) for card in unseen)
                raise Leak(f"{type(message).__name__}: {names} in\n{message}")
            self.checked[type(message).__name__] += len(mentioned)
        elif state:
            self._open(state)
        self.raw(message.SerializeToString())

    def raw(self, data: bytes) -> None:
        """Checks that bytes hold no key of another seat, no host's key and no seed of a game seen so far."""
        for game in self._games.values():
            for secret in self.secrets(game):
                if secret in data:
                    raise Leak("a secret of the game is in the bytes")
        self.checked["bytes"] += len(data)

    def secrets(self, game: Game) -> Iterator[bytes]:
        """Yields what only the host may know, byte by byte."""
        yield game.seed
        yield self._desk.host_key(game)
        for seat in range(game.table.rules.players):
            if seat != self._seat:
                yield self._desk.seat_key(game, seat)

    def _open(self, state: bytes) -> Game:
        game = self._desk.open(state)
        self._games[game.game_id] = game
        self.checked["states"] += 1
        return game

    def _record(self, record: GameRecord, game: Game) -> None:
        """Checks that a record has no hand that still lasts, and no seed."""
        is_over = game.table.phase in _BETWEEN_HANDS
        if len(record.hands) > game.table.hand_number - (not is_over):
            raise Leak("a hand that still lasts is in the record")
        if record.seed:
            raise Leak("the seed is in the record")
        self.checked["records"] += 1


def seen(game: Game, seat: int) -> set[Card.ValueType]:
    """Returns the cards that a seat has seen in the hand that lasts, or that was last."""
    return {CARD_TO_WIRE[card] for card in cards.members(known(game.table, seat))}


def cards_of(message: Message) -> Iterator[Card.ValueType]:
    """Yields every card that a message mentions, however deep."""
    for field, value in message.ListFields():
        for each in _each(field, value):
            if isinstance(each, Message):
                yield from cards_of(each)
            elif field.enum_type is not None and field.enum_type.name == "Card":
                yield each


def _each(field: FieldDescriptor, value: Any) -> Iterator[Any]:
    if field.is_repeated:
        yield from value.values() if hasattr(value, "values") else value
    else:
        yield value
