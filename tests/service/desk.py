"""The service without a network: its handlers, called in turn, with states made by hand."""

from __future__ import annotations

from typing import Any, Final

from euchre.v1 import rules_service_pb2 as pb
from euchre_rules import actions, shuffle
from euchre_service import codec, wire_actions
from euchre_service.codec import PAYLOAD_BYTES, Game
from euchre_service.handlers import RulesServicer
from euchre_service.keyring import Keyring, MasterKey
from euchre_service.refusal import ServiceError, to_status
from euchre_service.seal import PlainStates, SealedStates, Sealer
from euchre_service.seatkeys import SeatKeys

KEY: Final = MasterKey(b"test", bytes(range(32)))


class Desk:
    """Handlers, and the keys to look behind them.

    Args:
        keyring: the keys; None for plain states.
    """

    def __init__(self, keyring: Keyring | None) -> None:
        if keyring is None:
            self.states: Sealer = PlainStates(PAYLOAD_BYTES)
            self.seat_keys = SeatKeys.trusting()
        else:
            self.states = SealedStates(keyring, payload_bytes=PAYLOAD_BYTES)
            self.seat_keys = SeatKeys(keyring)
        self.servicer = RulesServicer(self.states, self.seat_keys)

    @classmethod
    def sealed(cls) -> Desk:
        return cls(Keyring([KEY]))

    @classmethod
    def plain(cls) -> Desk:
        return cls(None)

    def call(self, method: str, request: Any) -> Any:
        """The response; a refusal is raised as the ServiceError that it is."""
        running = getattr(self.servicer, method)(request, None)
        while True:
            try:
                running.send(None)
            except StopIteration as done:
                return done.value

    def answer(self, method: str, request: Any) -> bytes:
        """What the caller gets: the bytes of the response, or of the status."""
        try:
            return bytes(self.call(method, request).SerializeToString(deterministic=True))
        except ServiceError as error:
            return to_status(error).SerializeToString(deterministic=True)

    def seal(self, game: Game) -> bytes:
        return self.states.seal(codec.encode(game))

    def open(self, state: bytes) -> Game:
        return codec.decode(self.states.open(state), trusted=True)

    def host_key(self, game: Game) -> bytes:
        return self.seat_keys.host_key(game.key_id, game.game_id)

    def seat_key(self, game: Game, seat: int) -> bytes:
        return self.seat_keys.seat_key(game.key_id, game.game_id, seat)


def apply_request(turn: pb.Turn, action: int, deck: tuple[int, ...] = ()) -> pb.ApplyRequest:
    """A request for an action of the rules."""
    request = pb.ApplyRequest(turn=turn, action=wire_actions.to_wire(action))
    if action == actions.DEAL:
        request.action.deal_hand.deck.extend(wire_actions.CARD_TO_WIRE[card] for card in deck)
    return request


def next_deck(game: Game) -> list[int]:
    """The pack that the game's seed gives the next hand."""
    return shuffle.shuffle(game.seed, game.table.hand_number + 1, game.table.rules.deck)
