"""Walks through a recorded game and gathers the decisions of its seats."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from euchre.v1.analysis_service_pb2 import AnnotateRequest
from euchre.v1.record_pb2 import HandRecord
from euchre_analysis.honest import honest_actions
from euchre_rules import actions
from euchre_rules import game as rules_game
from euchre_rules.errors import RulesError
from euchre_rules.state import State
from euchre_service import wire_actions
from euchre_service.handlers import rules_of, scores_of
from euchre_service.refusal import ServiceError, malformed
from euchre_service.replay import MAX_ACTIONS, MAX_HANDS

_KNOWN_FORMAT: Final = 1


@dataclass(frozen=True)
class RecordedDecision:
    """A decision of a recorded game.

    Attributes:
        hand: which hand, from 0.
        act: which act of it, from 0.
        table: the table before it.
        action: what was done, of `euchre_rules.actions`.
        taken: the place of that among the honest actions; None of a renege.
    """

    hand: int
    act: int
    table: State
    action: int
    taken: int | None

    @property
    def seat(self) -> int:
        """Who decided."""
        return self.table.actor


@dataclass(frozen=True)
class _Hand:
    dealer: int
    deck: list[int]
    acts: list[tuple[int, int]]


def decisions_of(request: AnnotateRequest) -> list[RecordedDecision]:
    """Returns the decisions of a record, of the seats that are asked for, where there was a choice.

    Raises:
        ServiceError: the request is malformed, or the rules refuse something that the record tells.
    """
    record = request.record
    if record.format_version > _KNOWN_FORMAT:
        raise malformed("record.format_version", f"Records of versions up to {_KNOWN_FORMAT} can be read.")
    rules = rules_of(record.ruleset, "record.ruleset")
    scores = scores_of(rules, record.initial_scores, "record.initial_scores")
    for place, seat in enumerate(request.seats):
        if seat >= rules.players:
            raise malformed(f"seats[{place}]", "There is no such seat at this table.")
    for number, skipped in enumerate(request.skip):
        if not (skipped.HasField("hand") and skipped.HasField("act")):
            raise malformed(f"skip[{number}]", "Say which hand and which act.")
    hands = _hands(record.hands, rules.players)
    table = rules_game.new_game(rules, hands[0].dealer, scores)
    seats = set(request.seats) or set(range(rules.players))
    places = {(skipped.hand, skipped.act) for skipped in request.skip}
    return [
        decision
        for decision in _walk(table, hands)
        if decision.seat in seats and (decision.hand, decision.act) not in places
    ]


def _hands(told: Sequence[HandRecord], players: int) -> list[_Hand]:
    """Reads the hands; refuses what is malformed before any is played."""
    if not 1 <= len(told) <= MAX_HANDS:
        raise malformed("record.hands", f"Give 1 to {MAX_HANDS} hands.")
    hands = []
    for number, hand in enumerate(told):
        path = f"record.hands[{number}]"
        if not hand.HasField("dealer") or hand.dealer >= players:
            raise malformed(f"{path}.dealer", "The dealer is missing or not at the table.")
        if not hand.deck:
            raise malformed(f"{path}.deck", "A recorded hand needs its pack.")
        if len(hand.acts) > MAX_ACTIONS:
            raise malformed(f"{path}.acts", f"No hand has more than {MAX_ACTIONS} acts.")
        acts = []
        for place, act in enumerate(hand.acts):
            field = f"{path}.acts[{place}]"
            if not act.HasField("seat") or act.seat >= players:
                raise malformed(f"{field}.seat", "The seat is missing or not at the table.")
            action = wire_actions.from_wire(act.action, f"{field}.action")
            if action == actions.DEAL:
                raise malformed(f"{field}.action", "The deal is not among a recorded hand's acts.")
            acts.append((act.seat, action))
        hands.append(_Hand(hand.dealer, wire_actions.deck(hand.deck, f"{path}.deck"), acts))
    return hands


def _walk(table: State, hands: Sequence[_Hand]) -> Iterator[RecordedDecision]:
    """Plays the hands one after another and yields every decision with a choice."""
    for number, hand in enumerate(hands):
        with _Refusals(number):
            rules_game.deal(table, hand.dealer, hand.deck, stacked=True)
        for place, (seat, action) in enumerate(hand.acts):
            with _Refusals(number, place):
                following = rules_game.step(table, seat, action)
            if not actions.is_claim(action):
                honest = honest_actions(table)
                if len(honest) > 1:
                    taken = honest.index(action) if action in honest else None
                    yield RecordedDecision(number, place, table, action, taken)
            table = following


class _Refusals:
    """Tells where in the record the rules refused something."""

    def __init__(self, hand: int, act: int | None = None) -> None:
        self._hand = hand
        self._act = act

    def __enter__(self) -> None:
        pass

    def __exit__(self, _kind: object, error: BaseException | None, _trace: object) -> None:
        if not isinstance(error, RulesError):
            return
        refusal = error.refusal
        where, metadata = f"Hand {self._hand + 1}", {**refusal.metadata, "hand": str(self._hand)}
        if self._act is not None:
            where += f", act {self._act + 1}"
            metadata["act"] = str(self._act)
        raise ServiceError(str(refusal.reason), f"{where}: {refusal.message}", metadata) from None
