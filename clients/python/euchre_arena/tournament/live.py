"""A game in progress: what it waits for, and what comes of each answer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from euchre.v1.action_pb2 import Action, DealHand
from euchre.v1.rules_service_pb2 import CreateGameResponse, PlayOn, Transition
from euchre.v1.state_pb2 import Phase
from euchre.v1.view_pb2 import View
from euchre_arena.tournament.bookkeeping import Book
from euchre_arena.tournament.failures import MOST_HANDS_FORFEITED
from euchre_arena.tournament.plan import OnFailure, Plan
from euchre_arena.tournament.results import Failure, GameResult
from euchre_arena.tournament.timing import Tally
from euchre_arena.tournament.transport import Step
from euchre_bots import Bot
from euchre_client.rulesets import counts_down

_DEAL: Final = Action(deal_hand=DealHand())
# Looked up once: an enum's wrapper takes its time.
_PHASE_DEAL: Final = Phase.PHASE_DEAL
_PHASE_PLAY: Final = Phase.PHASE_PLAY
_PHASE_GAME_OVER: Final = Phase.PHASE_GAME_OVER
_NO_WORDS: Final = frozenset({_PHASE_DEAL, _PHASE_PLAY})
"""Phases whose acts are told by events."""
_NOT_AT_ALL: Final = PlayOn.PLAY_ON_UNSPECIFIED
_FORCED: Final = PlayOn.PLAY_ON_FORCED
_AND_DEAL: Final = PlayOn.PLAY_ON_CARDS_AND_DEAL
_PHASES: Final = {value: name.removeprefix("PHASE_").lower() for name, value in Phase.items()}
"""The phases as the store names them, such as `call_round_1`."""


@dataclass(frozen=True)
class Fixture:
    """A game to be played.

    Attributes:
        seed: 32 bytes that decide the cards.
        label: tells apart games of the same seed.
        seating: which game of its block.
        places: entrants by seat.
        bots: their bots by seat.
    """

    seed: bytes
    label: str
    seating: int
    places: tuple[int, ...]
    bots: Sequence[Bot]


class LiveGame:
    """One game.

    Args:
        fixture: which.
        created: the service's answer to its creation.
        sides: side by seat.
        plan: how long it lasts, and what failures cost.

    Attributes:
        phase: the phase the game is in.
        seat: who acts.
        tallies: how long decisions took, by entrant and phase.
    """

    def __init__(
        self, fixture: Fixture, created: CreateGameResponse, sides: tuple[int, ...], plan: Plan
    ) -> None:
        self.fixture = fixture
        self._plan = plan
        self._sides = sides
        self._counts_down = counts_down(created.ruleset)
        self._key = created.host_key
        self._book = Book(
            created.ruleset,
            seed=fixture.seed,
            label=fixture.label,
            players=[bot.name for bot in fixture.bots],
            sides=max(sides) + 1,
        )
        self._failures: list[Failure] = []
        self._stand_ins: set[int] = set()
        self._forfeited = [0] * len(sides)
        self._loser: int | None = None
        self.tallies: dict[tuple[int, str], Tally] = {}
        self._most_hands = min(plan.hands or plan.max_hands, plan.max_hands)
        self._look(created.transition)

    def _look(self, transition: Transition) -> None:
        self._transition = transition
        self.phase = transition.next.phase
        self.seat = transition.next.seat

    @property
    def state(self) -> bytes:
        """The state; opaque."""
        return self._transition.state

    @property
    def key(self) -> bytes:
        """The host's key."""
        return self._key

    @property
    def bot(self) -> Bot:
        """The bot whose turn it is."""
        return self.fixture.bots[self.seat]

    @property
    def is_to_deal(self) -> bool:
        """Whether a hand has to be dealt."""
        return self.phase == _PHASE_DEAL

    @property
    def has_stand_in(self) -> bool:
        """Whether the seat whose turn it is has forfeited this hand."""
        return self.seat in self._stand_ins

    @property
    def ended(self) -> str:
        """How it ended, as in `GameResult.ended`; empty while it lasts."""
        if self._loser is not None:
            return "forfeit"
        if self.phase == _PHASE_GAME_OVER:
            return "won"
        if self.is_to_deal:
            dealt = len(self._book.hands)
            if self._plan.hands and dealt >= self._plan.hands:
                return "hands"
            if dealt >= self._most_hands:
                return "void"
        return ""

    def view(self) -> View:
        """What the seat sees that acts; only once a hand is dealt, and until the game is over."""
        return self._transition.views[0]

    def deal(self) -> Step:
        """The step that deals a hand; the table's view is for the record."""
        return Step(self.state, self.seat, self._key, _DEAL, table=True)

    def act(self, action: Action) -> Step:
        """The step of an act of the seat whose turn it is.

        Once cards are played, those that have to be played follow at once, and then the next hand. Not
        before: what is forced in the calling depends on the rules, and a record tells it by its own acts.
        """
        return Step(self.state, self.seat, self._key, action, self._play_on())

    def _play_on(self) -> PlayOn.ValueType:
        """How far the game may go on by itself after an act."""
        if self.phase != _PHASE_PLAY:
            return _NOT_AT_ALL
        book = self._book
        return _AND_DEAL if book.knows_packs and len(book.hands) < self._most_hands else _FORCED

    def take(self, step: Step, transition: Transition) -> None:
        """Moves on to the state after a step."""
        book = self._book
        if self.phase not in _NO_WORDS:
            book.note_act(self.seat, step.action, self.phase)
        hands = len(book.hands)
        book.note_events(transition)
        if len(book.hands) > hands:
            self._stand_ins.clear()
        self._look(transition)

    def note_time(self, nanoseconds: int) -> None:
        """Notes how long the decision took that is due."""
        key = self.fixture.places[self.seat], _PHASES[self.phase]
        tally = self.tallies.get(key)
        if tally is None:
            tally = self.tallies[key] = Tally()
        tally.add(nanoseconds)

    def fail(self, kind: str, message: str, *, again: bool) -> None:
        """Notes a failure of the bot whose turn it is, and its consequence.

        Args:
            kind: error, late or illegal.
            message: what the bot said, or what was wrong with its answer.
            again: whether it has failed at this decision before; if not, it may try again.
        """
        consequence = "retry"
        if again:
            consequence = self._plan.on_failure.value
            self._forfeited[self.seat] += 1
            if self._forfeited[self.seat] > MOST_HANDS_FORFEITED:
                consequence = OnFailure.GAME.value
            if consequence == OnFailure.GAME.value:
                self._loser = self._sides[self.seat]
            else:
                self._stand_ins.add(self.seat)
            self._book.hands[-1].forfeiter = self.seat
        self._failures.append(
            Failure(len(self._book.hands), self.seat, _PHASES[self.phase], kind, message, consequence)
        )

    def result(self) -> GameResult:
        """Returns what came of it, once it has ended."""
        book = self._book
        points = tuple(-change if self._counts_down else change for change in book.changes)
        winners = book.winners
        if self._loser is not None:
            winners = tuple(side for side in range(len(points)) if side != self._loser)
        elif self.ended == "hands":
            winners = tuple(side for side, own in enumerate(points) if own == max(points))
        return GameResult(
            seating=self.fixture.seating,
            places=self.fixture.places,
            sides=self._sides,
            ended=self.ended,
            transitions=self._transition.info.ply,
            scores=tuple(book.scores),
            changes=tuple(book.changes),
            points=points,
            winners=winners,
            hands=book.hands,
            failures=self._failures,
            record=book.close(),
        )
