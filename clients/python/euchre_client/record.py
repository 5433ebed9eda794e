"""The record of a game: what was dealt and done, to store, to read and to play again.

It is the `GameRecord` of `euchre/v1/record.proto` with actions as text. Its JSON is that message's.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, Final

from euchre.v1 import record_pb2 as wire
from euchre.v1.action_pb2 import Action
from euchre.v1.events_pb2 import HandOutcome
from euchre.v1.rules_service_pb2 import RecordedHand, ReplayRequest
from euchre.v1.ruleset_pb2 import Renege, Ruleset
from euchre.v1.view_pb2 import ViewSelector
from euchre_client import record_format, requests
from euchre_client.cards import CardValue
from euchre_client.proofs import DealProof
from euchre_client.text import action_text, parse_action

VOID: Final = "void"
"""The outcome of a hand that counts for nothing."""

_OUTCOME: Final = "HAND_OUTCOME_"


def outcome_text(outcome: HandOutcome.ValueType) -> str:
    """Returns the name of an outcome in lower case, such as `march`; `void` for none."""
    if outcome == HandOutcome.HAND_OUTCOME_UNSPECIFIED:
        return VOID
    return HandOutcome.Name(outcome).removeprefix(_OUTCOME).lower()


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
        stacked: whether the host chose the order of the cards.
        proof: what was noted of its shuffle, if it was.
    """

    dealer: int
    deck: tuple[CardValue, ...] | None = None
    acts: list[SeatAct] = field(default_factory=list)
    outcome: str = ""
    tricks: tuple[int, ...] = ()
    changes: tuple[int, ...] = ()
    scores: tuple[int, ...] = ()
    stacked: bool = False
    proof: DealProof | None = None

    def to_proto(self) -> wire.HandRecord:
        """Returns the hand as the message.

        Raises:
            ValueError: an act or the outcome is none.
        """
        result = None
        if self.outcome:
            name = "UNSPECIFIED" if self.outcome == VOID else self.outcome.upper()
            outcome = HandOutcome.Value(_OUTCOME + name)
            result = wire.HandResult(outcome=outcome, tricks=self.tricks, changes=self.changes)
        return wire.HandRecord(
            dealer=self.dealer,
            deck=self.deck or (),
            stacked=self.stacked,
            acts=[wire.RecordedAct(seat=act.seat, action=act.action) for act in self.acts],
            result=result,
            scores=self.scores,
            proof=None if self.proof is None else self.proof.to_proto(),
        )

    @classmethod
    def from_proto(cls, message: wire.HandRecord) -> HandRecord:
        """Reads the message.

        Raises:
            ValueError: a seat, an action or the dealer is missing, or entropy has one seat twice.
        """
        if not message.HasField("dealer"):
            raise ValueError("the record cannot be read: a hand has no dealer")
        if not all(act.HasField("seat") for act in message.acts):
            raise ValueError("the record cannot be read: an act has no seat")
        return cls(
            dealer=message.dealer,
            deck=tuple(message.deck) or None,
            acts=[SeatAct(act.seat, action_text(act.action)) for act in message.acts],
            outcome=outcome_text(message.result.outcome) if message.HasField("result") else "",
            tricks=tuple(message.result.tricks),
            changes=tuple(message.result.changes),
            scores=tuple(message.scores),
            stacked=message.stacked,
            proof=DealProof.from_proto(message.proof) if message.HasField("proof") else None,
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
        carry: points by side that go into the next game of a match; empty while it lasts.
        game_id: the game's id, for checking how hands were shuffled; empty if it is not known.
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
    carry: tuple[int, ...] = ()
    game_id: bytes = b""

    def to_proto(self) -> wire.GameRecord:
        """Returns the game as the message.

        Raises:
            ValueError: an act or an outcome is none.
        """
        return wire.GameRecord(
            format_version=record_format.FORMAT_VERSION,
            ruleset=self.ruleset,
            seed=self.seed or b"",
            label=self.label,
            initial_scores=self.initial_scores,
            players=self.players,
            hands=[hand.to_proto() for hand in self.hands],
            winners=self.winners,
            scores=self.scores,
            games=self.games,
            carry=self.carry,
            game_id=self.game_id,
        )

    @classmethod
    def from_proto(cls, message: wire.GameRecord) -> GameRecord:
        """Reads the message.

        Raises:
            RecordVersionError: it is of a newer version.
            ValueError: it is no record, or something is missing in it.
        """
        record_format.check_version(message.format_version)
        if not message.HasField("ruleset"):
            raise ValueError("this is no record of a game: it has no ruleset")
        return cls(
            ruleset=message.ruleset,
            seed=message.seed or None,
            label=message.label,
            initial_scores=tuple(message.initial_scores),
            players=tuple(message.players),
            hands=[HandRecord.from_proto(hand) for hand in message.hands],
            winners=tuple(message.winners),
            scores=tuple(message.scores),
            games=message.games,
            carry=tuple(message.carry),
            game_id=message.game_id,
        )

    def to_dict(self) -> dict[str, Any]:
        """Returns the game as plain JSON values."""
        return record_format.to_dict(self.to_proto())

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> GameRecord:
        """Reads what `to_dict` wrote.

        Raises:
            RecordVersionError: it is of a newer version.
            ValueError: it is no record of a game.
        """
        return cls.from_proto(record_format.from_dict(data, wire.GameRecord()))

    def to_json(self, *, indent: int | None = None) -> str:
        """Returns the game as JSON."""
        return json.dumps(self.to_dict(), indent=indent)

    @classmethod
    def from_json(cls, text: str | bytes) -> GameRecord:
        """Reads what `to_json` wrote.

        Raises:
            RecordVersionError: it is of a newer version.
            ValueError: it is no record of a game.
        """
        return cls.from_dict(record_format.from_json(text))

    def to_bytes(self) -> bytes:
        """Returns the game in protobuf's binary form."""
        return record_format.to_bytes(self.to_proto())

    @classmethod
    def from_bytes(cls, data: bytes) -> GameRecord:
        """Reads what `to_bytes` wrote.

        Raises:
            RecordVersionError: it is of a newer version.
            ValueError: it is no record of a game.
        """
        return cls.from_proto(record_format.from_bytes(data, wire.GameRecord()))

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

    def replay_request(self, *, views: Iterable[ViewSelector] = ()) -> ReplayRequest:
        """Returns the request that plays this game again, to its end.

        Where reneges may be called, the game is decided when one more deal is asked for. That deal is in
        the request, so the answer tells one hand more than there are.

        Args:
            views: views of the end to return.

        Raises:
            ValueError: the pack of a hand is not known.
        """
        hands = self.recorded_hands()
        if hands and self.winners and self.ruleset.renege == Renege.RENEGE_ALLOW_CLAIM:
            hands.append(RecordedHand(deck=hands[-1].deck))
        return requests.replay(self.ruleset, hands, self.initial_scores, views)
