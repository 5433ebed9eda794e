"""Many games at once, by BatchApply: every game moves on by one act a call."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Final

from euchre.v1.events_pb2 import SideResult
from euchre.v1.rules_service_pb2 import CreateGameResponse, Transition, Turn
from euchre.v1.ruleset_pb2 import Ruleset
from euchre.v1.state_pb2 import Phase
from euchre.v1.view_pb2 import Audience, SeatStatus, View
from euchre_bots import Bot
from euchre_client import EuchreError, RulesClient, RulesetLike, parse_action, seat_view
from euchre_client.text import ActionLike

_AT_ONCE: Final = 250
_DEAL: Final = parse_action("deal")


@dataclass(frozen=True)
class Fixture:
    """A game to be played.

    Attributes:
        seed: decides the cards.
        label: tells apart games of the same seed.
        bots: who sits where.
    """

    seed: bytes
    label: str
    bots: Sequence[Bot]


@dataclass
class Outcome:
    """A game played.

    Attributes:
        fixture: which.
        sides: side by seat.
        winners: winning sides; empty if it was broken off.
        scores: scores by side.
        changes: all score changes by side, added up.
        hands: hands dealt.
        transitions: acts and deals.
    """

    fixture: Fixture
    sides: tuple[int, ...]
    scores: list[int]
    changes: list[int]
    winners: tuple[int, ...] = ()
    hands: int = 0
    transitions: int = 0


class _Live:
    """A game in progress."""

    def __init__(self, fixture: Fixture, created: CreateGameResponse, sides: tuple[int, ...]) -> None:
        start = [created.ruleset.start_score] * (max(sides) + 1)
        self.outcome = Outcome(fixture, sides, start, [0] * len(start))
        self._key = created.host_key
        self._views: dict[int, View] = {}
        self._transition = created.transition
        self.take(created.transition)

    @property
    def is_over(self) -> bool:
        return self._transition.next.phase == Phase.PHASE_GAME_OVER

    @property
    def is_between_hands(self) -> bool:
        return self._transition.next.phase == Phase.PHASE_DEAL

    def take(self, transition: Transition) -> None:
        """Moves on to a new state."""
        self._transition = transition
        self.outcome.transitions = transition.info.ply
        self._views = {view.seat: view for view in transition.views}
        for event in transition.events:
            match event.WhichOneof("kind"):
                case "dealt":
                    self.outcome.hands += 1
                case "hand_scored":
                    self._score(event.hand_scored.sides)
                case "renege_proved":
                    self._score(event.renege_proved.sides)
                case "game_won":
                    self.outcome.winners = tuple(event.game_won.sides)
                    self.outcome.scores = list(event.game_won.scores)

    def _score(self, sides: Iterable[SideResult]) -> None:
        for side in sides:
            self.outcome.changes[side.side] += side.change
            self.outcome.scores[side.side] = side.score

    def next_act(self, client: RulesClient) -> tuple[Turn, ActionLike]:
        """Lets the bot whose turn it is decide."""
        seat = self._transition.next.seat
        action: ActionLike = _DEAL
        readers: Iterable[int] = range(len(self.outcome.sides))
        if not self.is_between_hands:
            view = self._views.get(seat) or self._fetch(client, seat)
            action = self.outcome.fixture.bots[seat].decide(view)
            readers = _likely_next(view)
        turn = Turn(state=self._transition.state, seat=seat, key=self._key, views=map(seat_view, readers))
        return turn, action

    def _fetch(self, client: RulesClient, seat: int) -> View:
        state = self._transition.state
        return client.get_view(state=state, key=self._key, seat=seat, audience=Audience.AUDIENCE_SEAT).view


def _likely_next(view: View) -> Sequence[int]:
    """Returns the seats of which one will probably act next, so that only their views are asked for.

    Inside a trick it is the next seat that plays. Elsewhere it could be any.
    """
    seats = len(view.seats)
    playing = [seat.seat for seat in view.seats if seat.status == SeatStatus.SEAT_STATUS_IN]
    if view.next.phase != Phase.PHASE_PLAY or len(view.trick.cards) + 1 >= len(playing):
        return range(seats)
    order = [(view.next.seat + step) % seats for step in range(1, seats)]
    return [next(seat for seat in order if seat in playing)]


def play_all(
    client: RulesClient,
    ruleset: RulesetLike,
    fixtures: Sequence[Fixture],
    sides: tuple[int, ...],
    *,
    max_hands: int,
    finished: Callable[[], None] = lambda: None,
) -> list[Outcome]:
    """Plays games side by side.

    Args:
        client: the service.
        ruleset: the rules of them all.
        fixtures: the games.
        sides: side by seat.
        max_hands: breaks a game off after so many hands.
        finished: called after each game.

    Returns:
        The outcomes, in the order of the fixtures.
    """
    waiting = iter(fixtures)
    live: list[_Live] = []
    outcomes: dict[str, Outcome] = {}
    while True:
        for fixture in islice(waiting, _AT_ONCE - len(live)):
            created = client.create_game(ruleset, seed=fixture.seed, label=fixture.label)
            live.append(_Live(fixture, created, sides))
        if not live:
            return [outcomes[fixture.label] for fixture in fixtures]
        answers = client.batch_apply([game.next_act(client) for game in live])
        for game, answer in zip(live, answers, strict=True):
            if isinstance(answer, EuchreError):
                raise answer
            game.take(answer)
        still: list[_Live] = []
        for game in live:
            broken_off = game.is_between_hands and game.outcome.hands >= max_hands
            if game.is_over or broken_off:
                outcomes[game.outcome.fixture.label] = game.outcome
                finished()
            else:
                still.append(game)
        live = still


def sides_of(ruleset: Ruleset, pairs: bool) -> tuple[int, ...]:
    """Returns the side of each seat of a table: its partnership, or itself."""
    return tuple(seat % 2 if pairs else seat for seat in range(ruleset.players))
