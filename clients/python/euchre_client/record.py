"""The record of a game: what was dealt and done, to store, to read and to play again."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any, Final

from google.protobuf.json_format import MessageToDict, ParseDict

from euchre.v1.action_pb2 import Action
from euchre.v1.rules_service_pb2 import RecordedHand, ReplayRequest
from euchre.v1.ruleset_pb2 import Ruleset
from euchre_client import requests
from euchre_client.cards import CardValue, card_text, parse_card
from euchre_client.text import parse_action

FORMAT: Final = "euchre-game-record/1"


@dataclass(frozen=True)
class SeatAct:
    """What one seat did.

    Attributes:
        seat: who.
        text: what, in the text form of actions, such as `play Jd`.
    """

    seat: int
    text: str

    @property
    def action(self) -> Action:
        """What, as the message."""
        return parse_action(self.text)


@dataclass
class HandRecord:
    """One hand.

    Attributes:
        dealer: who dealt.
        deck: the whole pack in dealing order, where it is known.
        acts: what was done, in order, without the deal itself.
        outcome: how it ended: a `HandOutcome` in lower case (`made`, `march`, `set`, ...), or `void`;
            empty while it lasts.
        tricks: tricks by side; empty unless the hand was scored.
        changes: score changes by side; empty unless the hand was scored.
        scores: scores by side after it; empty while it lasts.
    """

    dealer: int
    deck: tuple[CardValue, ...] | None = None
    acts: list[SeatAct] = field(default_factory=list)
    outcome: str = ""
    tricks: tuple[int, ...] = ()
    changes: tuple[int, ...] = ()
    scores: tuple[int, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """Returns the hand as plain JSON values."""
        return {
            "dealer": self.dealer,
            "deck": None if self.deck is None else [card_text(card) for card in self.deck],
            "acts": [[act.seat, act.text] for act in self.acts],
            "outcome": self.outcome,
            "tricks": list(self.tricks),
            "changes": list(self.changes),
            "scores": list(self.scores),
        }

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> HandRecord:
        """Reads what `to_dict` wrote."""
        deck = data["deck"]
        return cls(
            dealer=data["dealer"],
            deck=None if deck is None else tuple(parse_card(text) for text in deck),
            acts=[SeatAct(seat, text) for seat, text in data["acts"]],
            outcome=data["outcome"],
            tricks=tuple(data["tricks"]),
            changes=tuple(data["changes"]),
            scores=tuple(data["scores"]),
        )


@dataclass
class GameRecord:
    """One game.

    Attributes:
        ruleset: the rules, whole.
        seed: the seed, if the table was given one.
        label: the label, if the table was given one.
        initial_scores: scores by side at the start.
        players: names by seat, if they are known.
        hands: the hands, in order.
        winners: winning sides; empty while the game lasts.
        scores: scores by side so far.
        games: games this one counts for in a match; 0 while it lasts.
    """

    ruleset: Ruleset
    seed: bytes | None = None
    label: str = ""
    initial_scores: tuple[int, ...] = ()
    players: tuple[str, ...] = ()
    hands: list[HandRecord] = field(default_factory=list)
    winners: tuple[int, ...] = ()
    scores: tuple[int, ...] = ()
    games: int = 0

    def to_dict(self) -> dict[str, Any]:
        """Returns the game as plain JSON values."""
        return {
            "format": FORMAT,
            "ruleset": MessageToDict(self.ruleset, preserving_proto_field_name=True),
            "seed": None if self.seed is None else self.seed.hex(),
            "label": self.label,
            "initial_scores": list(self.initial_scores),
            "players": list(self.players),
            "hands": [hand.to_dict() for hand in self.hands],
            "winners": list(self.winners),
            "scores": list(self.scores),
            "games": self.games,
        }

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> GameRecord:
        """Reads what `to_dict` wrote.

        Raises:
            ValueError: it is not a record of this format.
        """
        if data.get("format") != FORMAT:
            raise ValueError(f"this is no {FORMAT}")
        seed = data["seed"]
        return cls(
            ruleset=ParseDict(data["ruleset"], Ruleset()),
            seed=None if seed is None else bytes.fromhex(seed),
            label=data["label"],
            initial_scores=tuple(data["initial_scores"]),
            players=tuple(data["players"]),
            hands=[HandRecord.from_dict(hand) for hand in data["hands"]],
            winners=tuple(data["winners"]),
            scores=tuple(data["scores"]),
            games=data["games"],
        )

    def to_json(self, *, indent: int | None = None) -> str:
        """Returns the game as JSON."""
        return json.dumps(self.to_dict(), indent=indent)

    @classmethod
    def from_json(cls, text: str | bytes) -> GameRecord:
        """Reads what `to_json` wrote.

        Raises:
            ValueError: it is not a record of this format.
        """
        data = json.loads(text)
        if not isinstance(data, dict):
            raise ValueError(f"this is no {FORMAT}")
        return cls.from_dict(data)

    def recorded_hands(self) -> list[RecordedHand]:
        """Returns the hands as the Replay RPC takes them.

        Raises:
            ValueError: the pack of a hand is not known.
        """
        hands: list[RecordedHand] = []
        for number, hand in enumerate(self.hands, 1):
            if hand.deck is None:
                raise ValueError(f"the pack of hand {number} is not known")
            acts = [(act.seat, act.text) for act in hand.acts]
            hands.append(requests.recorded_hand(hand.deck, acts, dealer=hand.dealer))
        return hands

    def replay_request(self) -> ReplayRequest:
        """Returns the request that plays this game again.

        Raises:
            ValueError: the pack of a hand is not known.
        """
        return requests.replay(self.ruleset, self.recorded_hands(), self.initial_scores)
