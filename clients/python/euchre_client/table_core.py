"""What a table knows and does without a network: the half that `Table` and `AsyncTable` share."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol

from euchre.v1 import state_pb2
from euchre.v1.action_pb2 import Action
from euchre.v1.events_pb2 import Event, GameWon, SideResult
from euchre.v1.rules_service_pb2 import CreateGameResponse, GetViewResponse, Transition, Turn
from euchre.v1.ruleset_pb2 import Renege, Ruleset
from euchre.v1.state_pb2 import Phase, StateInfo
from euchre.v1.view_pb2 import Audience, View, ViewSelector
from euchre_client import requests
from euchre_client.cards import CardValue
from euchre_client.dealing import pack_of
from euchre_client.proofs import DealProof, noted
from euchre_client.record import VOID, GameRecord, HandRecord, SeatAct, outcome_text
from euchre_client.rulesets import sides_of
from euchre_client.text import action_text


class Player(Protocol):
    """Whoever decides for a seat; every bot of `euchre_bots` is one."""

    @property
    def name(self) -> str:
        """Its name, for the record."""

    def decide(self, view: View) -> Action:
        """Chooses one of `view.legal_actions`."""


class AsyncPlayer(Protocol):
    """Whoever decides for a seat and takes time over it: a person, a program elsewhere."""

    @property
    def name(self) -> str:
        """Its name, for the record."""

    async def decide(self, view: View) -> Action:
        """Chooses one of `view.legal_actions`."""


@dataclass(frozen=True)
class GameResult:
    """How a game ended, or stood when it was broken off.

    Attributes:
        winners: winning sides; empty if the game was broken off.
        scores: scores by side.
        hands: hands dealt.
        games: games it counts for in a match; 0 if it was broken off.
    """

    winners: tuple[int, ...]
    scores: tuple[int, ...]
    hands: int
    games: int

    @property
    def finished(self) -> bool:
        """Whether the game was played to its end."""
        return bool(self.winners)


class TableCore:
    """The state a table carries and what is known about it.

    Attributes:
        ruleset: the rules, whole.
        host_key: the key that opens every seat.
        seat_keys: the key of each seat.
        record: the game so far.
    """

    def __init__(
        self,
        created: CreateGameResponse,
        *,
        seed: bytes | None,
        label: str,
        initial_scores: Sequence[int],
        watch: Iterable[int] | None,
    ) -> None:
        self.ruleset: Ruleset = created.ruleset
        self.host_key: bytes = created.host_key
        self.seat_keys: tuple[bytes, ...] = tuple(created.seat_keys)
        self._watch = tuple(range(self.seats) if watch is None else watch)
        self._sides = sides_of(self.ruleset)
        scores = tuple(initial_scores) or (self.ruleset.start_score,) * len(set(self._sides))
        self.record = GameRecord(
            ruleset=self.ruleset, seed=seed, label=label, initial_scores=scores, scores=scores
        )
        self.record.game_id = created.transition.info.game_id
        self._transition = created.transition
        self._promised = b""
        self._views: dict[int, View] = {}
        self._absorb(created.transition, seat=None, action=None)

    @property
    def state(self) -> bytes:
        """The state; opaque."""
        return self._transition.state

    @property
    def info(self) -> StateInfo:
        """The state's place in its game."""
        return self._transition.info

    @property
    def events(self) -> Sequence[Event]:
        """What the last act caused, as the host may know it."""
        return self._transition.events

    @property
    def seats(self) -> int:
        """How many seats there are."""
        return self.ruleset.players

    @property
    def phase(self) -> state_pb2.Phase.ValueType:
        """The phase of the hand."""
        return self._transition.next.phase

    @property
    def actor(self) -> int | None:
        """The seat that acts; nobody once the game is over."""
        return self._transition.next.seat if self._transition.next.HasField("seat") else None

    @property
    def is_over(self) -> bool:
        """Whether the game is over."""
        return self.phase == Phase.PHASE_GAME_OVER

    @property
    def commitment(self) -> bytes:
        """The commitment to the hand that must be dealt next; empty where none must."""
        return self._transition.next.deal_commitment

    @property
    def scores(self) -> tuple[int, ...]:
        """The scores by side."""
        return self.record.scores

    @property
    def winners(self) -> tuple[int, ...]:
        """The winning sides; empty while the game lasts."""
        return self.record.winners

    @property
    def winning_seats(self) -> tuple[int, ...]:
        """The seats of the winning sides."""
        return tuple(seat for seat in range(self.seats) if self.side_of(seat) in self.winners)

    @property
    def result(self) -> GameResult:
        """How the game stands."""
        record = self.record
        return GameResult(record.winners, record.scores, len(record.hands), record.games)

    def side_of(self, seat: int) -> int:
        """Returns the side of a seat: its partnership, or itself."""
        return self._sides[seat]

    def _keep(self, seat: int, view: View) -> None:
        # An act may have landed while the view was on its way.
        if view.info.state_id == self.info.state_id:
            self._views[seat] = view

    def _pick_up(self, view: View) -> None:
        """Takes over a game in progress; its record begins here."""
        self.record.scores = self.record.initial_scores = tuple(side.score for side in view.sides)
        if view.HasField("dealer") and view.next.phase not in (Phase.PHASE_DEAL, Phase.PHASE_GAME_OVER):
            self.record.hands.append(HandRecord(dealer=view.dealer))
        if view.HasField("game"):
            self._note_winner(view.game)

    def _turn(self, seat: int, seen: StateInfo, views: Iterable[ViewSelector]) -> Turn:
        return Turn(
            state=self.state,
            seat=seat,
            key=self.host_key,
            expected_ply=seen.ply,
            expected_state_id=seen.state_id,
            views=views,
        )

    def _act_turn(self, seat: int, seen: StateInfo) -> Turn:
        return self._turn(seat, seen, map(requests.seat_view, self._watch))

    def _deal_turn(self, seen: StateInfo) -> Turn:
        # The dealer acts until the game is over; then the service says so, whatever the seat.
        seat = 0 if self.actor is None else self.actor
        return self._turn(seat, seen, [*map(requests.seat_view, self._watch), requests.table_view()])

    def _absorb(
        self,
        transition: Transition,
        *,
        seat: int | None,
        action: Action | None,
        deck: Sequence[CardValue] = (),
    ) -> None:
        """Moves on to the new state, keeps its views and writes the act and its events down.

        Args:
            transition: the new state.
            seat: who acted.
            action: what; nothing for a deal.
            deck: the pack of a stacked deal.
        """
        self._transition = transition
        self._views = {
            view.seat: view for view in transition.views if view.audience == Audience.AUDIENCE_SEAT
        }
        if action is not None and seat is not None and self.record.hands:
            self.record.hands[-1].acts.append(SeatAct(seat, action_text(action)))
        for event in transition.events:
            self._note(event, transition, deck)
        self._promised = self.commitment

    def _note(self, event: Event, transition: Transition, stack: Sequence[CardValue]) -> None:
        record = self.record
        match event.WhichOneof("kind"):
            case "dealt":
                tables = [view for view in transition.views if view.audience == Audience.AUDIENCE_TABLE]
                deck = tuple(stack) or (pack_of(tables[0], self.ruleset) if tables else None)
                record.hands.append(
                    HandRecord(
                        dealer=event.dealt.dealer,
                        deck=deck,
                        stacked=event.dealt.stacked,
                        proof=noted(event.dealt, self._promised),
                    )
                )
            case "hand_scored":
                hand, scored = record.hands[-1], event.hand_scored
                hand.outcome = outcome_text(scored.outcome)
                hand.tricks = tuple(side.tricks for side in scored.sides)
                hand.changes = tuple(side.change for side in scored.sides)
                self._note_scores(scored.sides)
            case "hand_voided":
                record.hands[-1].outcome = VOID
                record.hands[-1].scores = record.scores
            case "renege_proved":
                self._note_scores(event.renege_proved.sides)
            case "game_won":
                self._note_winner(event.game_won)

    def _to_reveal(self) -> list[DealProof]:
        """Lists what was noted of the hands that are past and whose secrets are not known yet."""
        hands = self.record.hands
        # Until the next deal somebody may call a renege, and the service tells nothing.
        open_to_claims = self.ruleset.renege == Renege.RENEGE_ALLOW_CLAIM and not self.is_over
        past = hands[:-1] if open_to_claims else [hand for hand in hands if hand.outcome]
        return [hand.proof for hand in past if hand.proof is not None and not hand.proof.secret]

    def _note_scores(self, sides: Iterable[SideResult]) -> None:
        self.record.scores = tuple(side.score for side in sides)
        if self.record.hands:
            self.record.hands[-1].scores = self.record.scores

    def _note_winner(self, won: GameWon) -> None:
        self.record.winners = tuple(won.sides)
        self.record.scores = tuple(won.scores)
        self.record.games = won.games
        self.record.carry = tuple(won.carry)


def seated(players: Sequence[Player | AsyncPlayer], seats: int) -> tuple[str, ...]:
    """Checks that every seat has its player and returns their names.

    Raises:
        ValueError: there are more or fewer players than seats.
    """
    if len(players) != seats:
        raise ValueError(f"{seats} seats need {seats} players, not {len(players)}")
    return tuple(player.name for player in players)


def as_created(
    state: bytes, host_key: bytes, seat_keys: Sequence[bytes], shown: GetViewResponse
) -> CreateGameResponse:
    """Makes of a saved state and its table view what the creation of a game at that state would return."""
    return CreateGameResponse(
        transition=Transition(state=state, info=shown.view.info, next=shown.view.next),
        ruleset=shown.ruleset,
        host_key=host_key,
        seat_keys=seat_keys,
    )
