"""Plays blocks: many games side by side, every one moved on to its next decision at each step."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from typing import Final, Protocol

from euchre_arena.tournament.asking import Ask, Asker
from euchre_arena.tournament.entrants import Roster
from euchre_arena.tournament.failures import stand_in
from euchre_arena.tournament.live import LiveGame
from euchre_arena.tournament.plan import Contest, Plan
from euchre_arena.tournament.results import BlockResult, Spent
from euchre_arena.tournament.timing import Tally
from euchre_arena.tournament.transport import Sent, Step, Transport
from euchre_client import EuchreError
from euchre_client.rulesets import sides_of

AT_ONCE: Final = 1000
"""Games side by side in one process, if nothing else is asked for: two full batches on their way.
More gain nothing, and the first blocks are finished, and so kept, later."""
_FEWEST_GAMES: Final = 8
_GOOD_THOUGHT: Final = 0.15
"""Seconds that the bots of one group think in a step. Who thinks less gets more games; slow bots play few
at a time, so that little is lost when the tournament is broken off."""


class Tasks(Protocol):
    """What is left to do, shared by all who play."""

    def take(self) -> tuple[int, int] | None:
        """Takes the next block, as contest and block; nothing if none is left."""

    def is_stopped(self, contest: int) -> bool:
        """Whether a contest needs no more blocks."""


@dataclass
class _Block:
    """A block in progress."""

    contest: int
    block: int
    live: list[LiveGame]
    over: list[LiveGame] = field(default_factory=list)

    def result(self, spent: Spent) -> BlockResult:
        tallies: dict[tuple[int, str], Tally] = {}
        for game in self.over:
            for key, tally in game.tallies.items():
                tallies.setdefault(key, Tally()).merge(tally)
        games = sorted((game.result() for game in self.over), key=lambda game: game.seating)
        return BlockResult(self.contest, self.block, games, tallies, spent)


def play(
    transport: Transport,
    plan: Plan,
    contests: Sequence[Contest],
    tasks: Tasks,
    *,
    at_once: int = AT_ONCE,
    overlap: bool = True,
    alive: Callable[[], bool] = lambda: True,
) -> Iterator[BlockResult]:
    """Plays blocks until there are none left.

    Args:
        transport: the way to the service.
        plan: the tournament.
        contests: who meets whom.
        tasks: what is left to do.
        at_once: games side by side, at most; slow bots play fewer.
        overlap: whether bots think of one half of the games while the service works on the other. Where other
            processes use that time, all games in one step are quicker.
        alive: whether to go on at all, asked at every step.

    Yields:
        Each block when its last game ends.

    Raises:
        EuchreError: the service does not answer, or refuses what it has offered.
    """
    with closing(Roster(plan, transport.ruleset)) as roster:
        yield from _Room(transport, plan, roster, contests, tasks, at_once, 1 + overlap).play(alive)


@dataclass
class _Group:
    """Games that take their steps together.

    Attributes:
        blocks: the blocks that are played.
        moves: the games that wait for the service, each with its step.
        sent: those steps on their way.
    """

    blocks: list[_Block] = field(default_factory=list)
    moves: list[tuple[LiveGame, Step]] = field(default_factory=list)
    sent: Sent | None = None

    @property
    def games(self) -> list[LiveGame]:
        """The games in progress."""
        return [game for block in self.blocks for game in block.live]


class _Room:
    """Groups of games that take turns: while one waits for the service, the bots of the other think."""

    def __init__(
        self,
        transport: Transport,
        plan: Plan,
        roster: Roster,
        contests: Sequence[Contest],
        tasks: Tasks,
        at_once: int,
        groups: int,
    ) -> None:
        self._transport = transport
        self._plan = plan
        self._roster = roster
        self._contests = contests
        self._tasks = tasks
        self._sides = sides_of(transport.ruleset)
        self._asker = Asker(plan.time_limit)
        self._groups = [_Group() for _ in range(groups)]
        self._at_once = at_once
        self._room = min(_FEWEST_GAMES, at_once)
        self._server_seconds = 0.0
        self._noted = time.perf_counter()

    def play(self, alive: Callable[[], bool]) -> Iterator[BlockResult]:
        self._fill(self._groups[0], self._share(0))
        while any(group.blocks for group in self._groups) and alive():
            for number, group in enumerate(self._groups):
                self._take(group)
                yield from self._finished(group)
                self._fill(group, self._share(number))
                thought = self._asker.seconds
                self._send(group)
                self._adapt(self._asker.seconds - thought)

    def _share(self, number: int) -> int:
        """Returns for how many games a group has room; the first ones have what cannot be divided."""
        count = len(self._groups)
        return (self._room + count - 1 - number) // count

    def _adapt(self, thought: float) -> None:
        """Makes room for more games or fewer, as the bots of one group have thought for so many seconds."""
        if not thought:
            return  # Nobody was asked: cards were dealt.
        if thought < _GOOD_THOUGHT:
            self._room = min(2 * self._room, self._at_once)
        elif thought > 2 * _GOOD_THOUGHT:
            self._room = max(self._room // 2, min(_FEWEST_GAMES, self._at_once))

    def _fill(self, group: _Group, room: int) -> None:
        group.blocks = [block for block in group.blocks if not self._tasks.is_stopped(block.contest)]
        seated = len(group.games)
        while seated < room and (task := self._tasks.take()) is not None:
            games = []
            for fixture in self._roster.fixtures(self._contests[task[0]], task[1]):
                started = time.perf_counter()
                created = self._transport.create(fixture.seed, fixture.label)
                self._server_seconds += time.perf_counter() - started
                games.append(LiveGame(fixture, created, self._sides, self._plan))
            group.blocks.append(_Block(*task, games))
            seated += len(games)

    def _send(self, group: _Group) -> None:
        """Decides what every game of a group does, and sends it."""
        moves: list[tuple[LiveGame, Step]] = []
        asks: list[Ask] = []
        for game in group.games:
            if game.is_to_deal:
                moves.append((game, game.deal()))
                continue
            view = game.view()
            if len(view.legal_actions) == 1:
                moves.append((game, game.act(view.legal_actions[0].action)))
            elif game.has_stand_in:
                moves.append((game, game.act(stand_in(view, game.fixture.label))))
            else:
                asks.append(Ask(game, view))
        for (game, _), action in zip(asks, self._asker.ask(asks), strict=True):
            if action is not None:
                moves.append((game, game.act(action)))
        group.moves = moves
        group.sent = self._transport.send([step for _, step in moves])

    def _take(self, group: _Group) -> None:
        """Waits for what came of the steps that were sent, and moves the games on."""
        if group.sent is None:
            return
        started = time.perf_counter()
        answers = group.sent.answers()
        self._server_seconds += time.perf_counter() - started
        for (game, step), answer in zip(group.moves, answers, strict=True):
            if isinstance(answer, EuchreError):
                raise answer
            game.take(step, answer)
        group.moves, group.sent = [], None

    def _finished(self, group: _Group) -> Iterator[BlockResult]:
        for block in group.blocks:
            over = [game for game in block.live if game.ended]
            if over:
                block.over += over
                block.live = [game for game in block.live if not game.ended]
                if not block.live:
                    yield block.result(self._spent())
        group.blocks = [block for block in group.blocks if block.live]

    def _spent(self) -> Spent:
        """Returns where the time went since the last call."""
        now = time.perf_counter()
        all_, server, bots = now - self._noted, self._server_seconds, self._asker.seconds
        self._noted, self._server_seconds, self._asker.seconds = now, 0.0, 0.0
        return Spent(server, bots, all_ - server - bots)
