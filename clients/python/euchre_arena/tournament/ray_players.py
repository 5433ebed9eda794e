"""Plays on a Ray cluster, beside the process that keeps the store. Needs the extra `ray`.

The blocks left to do are on a board, an actor that all players ask. A player is a Ray task that hands its
blocks over one by one as they end. When a player is lost, with its process or its machine, what it had taken
and not handed over goes back to the board, and another player takes its place.
"""

from __future__ import annotations

import logging
import os
import socket
from collections.abc import Collection, Iterator, Sequence
from types import TracebackType
from typing import Any, Final, Self

import ray
from ray.exceptions import RayError, RayTaskError

from euchre.v1.ruleset_pb2 import Ruleset
from euchre_arena.tournament.plan import Contest, Plan
from euchre_arena.tournament.playing import play
from euchre_arena.tournament.results import BlockResult
from euchre_arena.tournament.tasks import Task, tasks_of
from euchre_arena.tournament.transport import Transport
from euchre_arena.tournament.worker import WorkerError
from euchre_client import Credentials, EuchreError, RulesClient

_LOCAL: Final = "local"
_LOCAL_STARTS: Final = 3
"""How often a cluster of this machine is started: on a busy one its parts now and then miss each other."""
_LOCAL_STORE_BYTES: Final = 100 * 1024 * 1024
"""Blocks are small and soon fetched; by itself Ray takes a third of the machine's memory."""
_KNOCK_SECONDS: Final = 5
_MOST_LOSSES: Final = 5
"""Players that may be lost without a block handed over in between; then something is wrong with all."""


class Board:
    """The blocks that are left to do.

    Args:
        blocks: blocks of each contest.
        contests: how many contests there are.
        finished: blocks that need not be played.
    """

    def __init__(self, blocks: int, contests: int, finished: Collection[Task]) -> None:
        self._left = tasks_of(blocks, contests, finished)
        self._returned: list[Task] = []
        self._taken: dict[int, set[Task]] = {}
        self._stopped: set[int] = set()

    def take(self, player: int) -> tuple[Task | None, set[int]]:
        """Returns the next block for a player, if any is left, and the contests that need no more."""
        task = self._next()
        if task is not None:
            self._taken.setdefault(player, set()).add(task)
        return task, self._stopped

    def _next(self) -> Task | None:
        while self._returned:
            task = self._returned.pop(0)
            if task[0] not in self._stopped:
                return task
        return next((task for task in self._left if task[0] not in self._stopped), None)

    def stop(self, contest: int) -> None:
        """Says that a contest needs no more blocks."""
        self._stopped.add(contest)

    def put_back(self, player: int, handed_over: Collection[Task]) -> None:
        """Takes back what a lost player has not handed over."""
        self._returned += sorted(
            self._taken.pop(player, set()) - set(handed_over), key=lambda task: task[::-1]
        )


class BoardTasks:
    """A player's way to the board; the `Tasks` of `playing`."""

    def __init__(self, board: Any, player: int) -> None:
        self._board = board
        self._player = player
        self._stopped: set[int] = set()
        self._is_empty = False

    def take(self) -> Task | None:
        """Takes the next block; nothing if none is left."""
        if self._is_empty:
            return None
        task: Task | None
        task, self._stopped = ray.get(self._board.take.remote(self._player))
        self._is_empty = task is None
        return task

    def is_stopped(self, contest: int) -> bool:
        """Whether a contest needed no more blocks when the last one was taken."""
        return contest in self._stopped


def play_blocks(
    board: Any,
    player: int,
    target: str,
    credentials: Credentials,
    ruleset: bytes,
    plan: Plan,
    contests: Sequence[Contest],
    at_once: int,
) -> Iterator[BlockResult]:
    """What a player does."""
    try:
        with RulesClient(target, credentials=credentials.channel_credentials()) as client:
            transport = Transport(client, Ruleset.FromString(ruleset))
            yield from play(transport, plan, contests, BoardTasks(board, player), at_once=at_once)
    except EuchreError as error:
        raise WorkerError(f"{target}: {error.message or type(error).__name__}") from None


class RayPlayers:
    """A Ray cluster.

    Args:
        address: where it is: `host:port`, `auto` for the one that this machine belongs to, or `local` for
            one of this machine alone, which ends with the tournament.
        players: how many play; 0: one for each processor of the cluster.
    """

    def __init__(self, address: str, players: int = 0) -> None:
        self._address = address
        self._players = players
        self._losses = 0

    def __enter__(self) -> Self:
        """Connects to the cluster.

        Raises:
            WorkerError: there is none at the address.
        """
        own: dict[str, Any] = {}
        if self._address == _LOCAL:
            # Ray reports its use to its makers unless told not to.
            os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
            own = {
                "num_cpus": self._players or os.cpu_count(),
                "include_dashboard": False,
                "object_store_memory": _LOCAL_STORE_BYTES,
            }
        self._connect(own)
        resources: dict[str, float] = ray.cluster_resources()  # type: ignore[no-untyped-call]
        self._players = self._players or max(1, int(resources.get("CPU", 1)))
        return self

    def _connect(self, own: dict[str, Any]) -> None:
        """Connects, or starts a cluster with these options; what does not start once may the next time."""
        for left in reversed(range(_LOCAL_STARTS if own else 1)):
            try:
                _knock(self._address)
                ray.init(self._address, log_to_driver=False, logging_level=logging.ERROR, **own)
                return
            except Exception as error:  # Ray raises all kinds, bare ones too
                ray.shutdown()
                if not left:
                    raise WorkerError(f"no Ray cluster answers at {self._address!r} ({error})") from error

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        ray.shutdown()

    @property
    def count(self) -> int:
        """How many play."""
        return self._players

    def tasks(self, blocks: int, contests: int, finished: Collection[Task]) -> RayTasks:
        """Puts up a board; the arguments are those of `Board`."""
        return RayTasks(ray.remote(num_cpus=0)(Board).remote(blocks, contests, finished))

    def play(
        self,
        targets: Sequence[str],
        credentials: Credentials,
        ruleset: Ruleset,
        plan: Plan,
        contests: Sequence[Contest],
        tasks: RayTasks,
        at_once: int,
    ) -> Iterator[BlockResult]:
        """Plays on the cluster; the arguments are those of `worker.play_apart`.

        Yields:
            Blocks as they end, each once.

        Raises:
            WorkerError: the service does not answer, or player after player is lost.
        """
        start = ray.remote(num_cpus=1, max_retries=0)(play_blocks).remote
        told = credentials, ruleset.SerializeToString(), plan, contests, at_once
        streams: dict[Any, int] = {}
        stream: Any
        result: BlockResult

        def seat(player: int) -> None:
            streams[start(tasks.board, player, targets[player % len(targets)], *told)] = player

        for player in range(self._players):
            seat(player)
        handed_over: dict[int, list[Task]] = {player: [] for player in range(self._players)}
        while streams:
            (stream,) = ray.wait(list(streams), num_returns=1)[0]
            player = streams[stream]
            try:
                result = ray.get(next(stream))
            except StopIteration:
                del streams[stream]
            except RayTaskError as error:
                raise WorkerError(str(error.cause)) from error
            except RayError as error:
                self._count_loss(error)
                del streams[stream]
                ray.get(tasks.board.put_back.remote(player, handed_over.pop(player)))
                handed_over[player] = []
                seat(player)
            else:
                self._losses = 0
                handed_over[player].append((result.contest, result.block))
                yield result

    def _count_loss(self, error: RayError) -> None:
        self._losses += 1
        if self._losses > _MOST_LOSSES:
            raise WorkerError(f"one player after the other is lost ({error})") from error


def _knock(address: str) -> None:
    """Makes sure that somebody listens at `host:port`; Ray would try for a minute, then end the process."""
    host, sign, port = address.removeprefix("ray://").rpartition(":")
    if sign:
        socket.create_connection((host, int(port)), timeout=_KNOCK_SECONDS).close()


class RayTasks:
    """The board, as the process sees it that keeps the store.

    Args:
        board: the actor.
    """

    def __init__(self, board: Any) -> None:
        self.board = board

    def stop(self, contest: int) -> None:
        """Says that a contest needs no more blocks."""
        ray.get(self.board.stop.remote(contest))
