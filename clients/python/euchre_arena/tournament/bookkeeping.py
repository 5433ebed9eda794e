"""Writes a game down while it is played: the record to replay, and a line for each hand."""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Sequence
from functools import cache
from typing import Final

from euchre.v1 import record_pb2 as wire
from euchre.v1.action_pb2 import Action, PlayCard
from euchre.v1.cards_pb2 import Card
from euchre.v1.events_pb2 import Event, SideResult
from euchre.v1.rules_service_pb2 import Transition
from euchre.v1.ruleset_pb2 import Ruleset
from euchre.v1.state_pb2 import Phase
from euchre.v1.view_pb2 import Audience
from euchre_arena.tournament.packs import Packs
from euchre_arena.tournament.results import HandResult
from euchre_client.cards import trump_text
from euchre_client.dealing import pack_of
from euchre_client.record import VOID, outcome_text
from euchre_client.record_format import FORMAT_VERSION

_PHASE_CALL_ROUND_2: Final = Phase.PHASE_CALL_ROUND_2
"""Looked up once: an enum's wrapper takes its time."""


@cache
def _played(seat: int, card: Card.ValueType) -> bytes:
    """Returns a `HandRecord` with this one act, as bytes: one after another they are a record of all of them.

    It is far quicker than to add each act to the record, and what happens most.
    """
    hand = wire.HandRecord()
    hand.acts.add(seat=seat, action=Action(play_card=PlayCard(card=card)))
    return hand.SerializeToString()


class Book:
    """The book of one game.

    Args:
        ruleset: the rules, whole.
        seed: what decided the cards.
        label: the game's label.
        players: names by seat.
        sides: how many sides there are.

    Attributes:
        scores: scores by side so far.
        changes: score changes by side so far, added up.
        winners: winning sides, once the game is won.
        hands: the hands so far.
        knows_packs: whether the service has been seen to deal what the published shuffle gives, so that
            the pack of a further hand is known without a look at the table.
    """

    def __init__(
        self, ruleset: Ruleset, *, seed: bytes, label: str, players: Sequence[str], sides: int
    ) -> None:
        self._ruleset = ruleset
        self.scores = [ruleset.start_score] * sides
        self.changes = [0] * sides
        self.winners: tuple[int, ...] = ()
        self.hands: list[HandResult] = []
        self.knows_packs = False
        self._cards: list[bytes] = []
        self._packs = Packs(ruleset, seed)
        self._record = wire.GameRecord(
            format_version=FORMAT_VERSION,
            ruleset=ruleset,
            seed=seed,
            label=label,
            initial_scores=self.scores,
            players=players,
        )

    def note_act(self, seat: int, action: Action, phase: Phase.ValueType) -> None:
        """Writes down what a seat did before cards were played, once the service has accepted it."""
        self._write_cards()
        self._record.hands[-1].acts.add(seat=seat, action=action)
        hand = self.hands[-1]
        kind = action.WhichOneof("kind")
        match kind:
            case "order_up":
                self._note_call(hand, "order", 1, action.order_up.alone)
            case "name_trump" if hand.call is None:
                self._note_call(hand, "name", 2 - (phase != _PHASE_CALL_ROUND_2), action.name_trump.alone)
            case "tricks_bid":
                amount = action.tricks_bid.WhichOneof("amount") or ""
                self._note_call(hand, "bid" if amount == "tricks" else amount, 0, False)
                hand.bid = action.tricks_bid.tricks or None
            case "go_alone":
                hand.alone = True
            case "fold":
                hand.folds += 1

    @staticmethod
    def _note_call(hand: HandResult, call: str, round_: int, alone: bool) -> None:
        hand.call, hand.round = call, round_
        hand.alone = hand.alone or alone

    def note_events(self, transition: Transition) -> None:
        """Writes down what an act or a deal caused, and the cards that were played."""
        for event in transition.events:
            kind = event.WhichOneof("kind")
            if kind == "card_played":
                played = event.card_played
                self._cards.append(_played(played.seat, played.card))
            elif kind != "trick_won":
                self._write_cards()
                self._note(kind, event, transition)

    def _write_cards(self) -> None:
        """Writes down the cards that were played since the last time."""
        if self._cards:
            self._record.hands[-1].MergeFromString(b"".join(self._cards))
            self._cards.clear()

    def _note(self, kind: str | None, event: Event, transition: Transition) -> None:
        match kind:
            case "dealt":
                self._note_deal(event, transition)
            case "trump_fixed":
                hand, fixed = self.hands[-1], event.trump_fixed
                hand.trump = trump_text(fixed.trump)
                hand.maker = fixed.maker if fixed.HasField("maker") else None
            case "hand_scored":
                hand, scored = self.hands[-1], event.hand_scored
                hand.outcome = outcome_text(scored.outcome)
                hand.tricks = [side.tricks for side in scored.sides]
                hand.points = [side.change for side in scored.sides]
                self._record.hands[-1].result.CopyFrom(
                    wire.HandResult(outcome=scored.outcome, tricks=hand.tricks, changes=hand.points)
                )
                self._note_scores(scored.sides)
            case "hand_voided":
                self.hands[-1].outcome = VOID
                self._record.hands[-1].result.SetInParent()
                self._record.hands[-1].scores[:] = self.scores
            case "renege_proved":
                self._note_scores(event.renege_proved.sides)
            case "game_won":
                won = event.game_won
                self.winners, self.scores = tuple(won.sides), list(won.scores)
                self._record.games = won.games
                self._record.carry[:] = won.carry

    def _note_deal(self, event: Event, transition: Transition) -> None:
        dealt = event.dealt
        tables = [view for view in transition.views if view.audience == Audience.AUDIENCE_TABLE]
        deck: Sequence[Card.ValueType] | None
        if tables:
            deck = pack_of(tables[0], self._ruleset)
            # A joker turned up may end the hand with the deal, and then nothing is told of its pack.
            self.knows_packs = not self._ruleset.joker and deck == self._packs.of_hand(dealt.hand_number)
        else:
            deck = self._packs.of_hand(dealt.hand_number)
        self._record.hands.add(dealer=dealt.dealer, deck=deck or ())
        self.hands.append(HandResult(dealt.hand_number, dealt.dealer))

    def _note_scores(self, sides: Iterable[SideResult]) -> None:
        for side in sides:
            self.changes[side.side] += side.change
            self.scores[side.side] = side.score
        self._record.hands[-1].scores[:] = self.scores

    def close(self) -> bytes:
        """Returns the record, compressed; its winners are those of the rules, not of a forfeit."""
        self._write_cards()
        self._record.scores[:] = self.scores
        self._record.winners[:] = self.winners
        return zlib.compress(self._record.SerializeToString(), 1)
