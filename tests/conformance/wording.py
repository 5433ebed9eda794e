"""Parts of requests in JSON, from the words of a script."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from google.protobuf.json_format import MessageToDict

from euchre.v1 import cards_pb2
from euchre_arena.conformance_cases import Json
from euchre_client import parse_action
from tests.conformance.deals import on_the_wire

Named = tuple[str, Json]
"""A call's name and its request."""
RPCS: Final[Mapping[str, Callable[[Json], Named]]] = {
    "pass": lambda a: ("Bid", {"pass": {}}),
    "orderUp": lambda a: ("Bid", {"orderUp": a}),
    "nameTrump": lambda a: ("Bid", {"nameTrump": a}),
    "tricksBid": lambda a: ("Bid", {"tricksBid": a}),
    "swap": lambda a: ("Swap", {}),
    "discard": lambda a: ("Discard", a),
    "declineUpcard": lambda a: ("Discard", {"decline": {}}),
    "goAlone": lambda a: ("GoAlone", {"alone": True}),
    "playWithPartner": lambda a: ("GoAlone", {"alone": False}),
    "fold": lambda a: ("Fold", {"fold": True}),
    "stay": lambda a: ("Fold", {"fold": False}),
    "playCard": lambda a: ("Play", a),
    "dealHand": lambda a: ("Deal", a),
    "claimRenege": lambda a: ("CallRenege", a),
    "redeal": lambda a: ("Exchange", {"redeal": {}}),
    "layDown": lambda a: ("Exchange", {"layDown": a}),
    "giveCard": lambda a: ("Exchange", {"giveCard": a}),
    "takeDummy": lambda a: ("Exchange", {"takeDummy": {}}),
}
"""The call named after an act, and its request without the turn, by the kind of action."""


def ref(path: str, **change: int) -> Json:
    """A reference to an earlier answer, such as `0.transition.state`."""
    return {"$ref": path, **change}


def action(words: str) -> Json:
    """An action in JSON, from its text form."""
    return MessageToDict(parse_action(words))


def seat_action(move: str) -> Json:
    """A recorded act in JSON, from a move such as `1 order`."""
    seat, words = move.split(" ", 1)
    return {"seat": int(seat), "action": action(words)}


def wire_cards(deck: Sequence[int]) -> list[str]:
    """Cards of the rules by their names in the proto."""
    return [cards_pb2.Card.Name(card) for card in on_the_wire(deck)]
