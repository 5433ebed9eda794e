"""A process that plays, beside the one that keeps the store."""

from __future__ import annotations

import gc
import os
import signal
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from multiprocessing.connection import Connection
from multiprocessing.connection import wait as wait_for
from multiprocessing.context import SpawnProcess
from typing import Final

from euchre.v1.ruleset_pb2 import Ruleset
from euchre_arena.tournament.plan import Contest, Plan
from euchre_arena.tournament.playing import play
from euchre_arena.tournament.results import BlockResult
from euchre_arena.tournament.tasks import CONTEXT, SharedTasks
from euchre_arena.tournament.transport import Transport
from euchre_client import Credentials, EuchreError, RulesClient

_STOP_SECONDS: Final = 5
_OBJECTS_BETWEEN_COLLECTIONS: Final = 100_000


class WorkerError(Exception):
    """A process that plays has failed; the message says why."""


def _work(
    target: str,
    credentials: Credentials,
    ruleset: bytes,
    plan: Plan,
    contests: Sequence[Contest],
    tasks: SharedTasks,
    at_once: int,
    overlap: bool,
    out: Connection,
) -> None:
    _spare_garbage_collector()
    # The parent decides what Ctrl-C means.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = os.getppid()
    try:
        with RulesClient(target, credentials=credentials.channel_credentials()) as client:
            transport = Transport(client, Ruleset.FromString(ruleset))

            def alive() -> bool:
                return os.getppid() == parent

            for result in play(
                transport, plan, contests, tasks, at_once=at_once, overlap=overlap, alive=alive
            ):
                out.send(result)
    except EuchreError as error:
        out.send(WorkerError(error.message or type(error).__name__))
    except BrokenPipeError:
        return
    finally:
        out.close()


def _spare_garbage_collector() -> None:
    """Keeps the search for cycles from what finds none: what is there stays, and games leave none behind."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(_OBJECTS_BETWEEN_COLLECTIONS, 20, 20)


@contextmanager
def _started(
    processes: int, targets: Sequence[str], *arguments: object
) -> Iterator[list[tuple[SpawnProcess, Connection]]]:
    workers: list[tuple[SpawnProcess, Connection]] = []
    try:
        for number in range(processes):
            ours, theirs = CONTEXT.Pipe(duplex=False)
            process = CONTEXT.Process(
                target=_work,
                args=(targets[number % len(targets)], *arguments, theirs),
                name=f"arena-{number}",
                daemon=True,
            )
            process.start()
            theirs.close()
            workers.append((process, ours))
        yield workers
    finally:
        for process, ours in workers:
            process.terminate()
            ours.close()
        for process, _ in workers:
            process.join(_STOP_SECONDS)


def play_apart(
    processes: int,
    targets: Sequence[str],
    credentials: Credentials,
    ruleset: Ruleset,
    plan: Plan,
    contests: Sequence[Contest],
    tasks: SharedTasks,
    at_once: int,
    overlap: bool,
) -> Iterator[BlockResult]:
    """Plays in processes of their own.

    Args:
        processes: how many.
        targets: where the service is; the processes take them in turn.
        credentials: what to connect with.
        ruleset: the rules, whole.
        plan: the tournament.
        contests: who meets whom.
        tasks: what is left to do.
        at_once: games side by side in each process, at most.
        overlap: whether bots think while the service works; see `playing.play`.

    Yields:
        Blocks as they end.

    Raises:
        WorkerError: a process failed.
    """
    wanted = credentials, ruleset.SerializeToString(), plan, contests, tasks, at_once, overlap
    with _started(processes, targets, *wanted) as workers:
        open_ends = {ours: process for process, ours in workers}
        while open_ends:
            for end in wait_for(list(open_ends)):
                assert isinstance(end, Connection)
                try:
                    told = end.recv()
                except EOFError:
                    process = open_ends.pop(end)
                    process.join(_STOP_SECONDS)
                    if process.exitcode:
                        raise WorkerError(f"a playing process ended with {process.exitcode}") from None
                    continue
                if isinstance(told, WorkerError):
                    raise told
                yield told
