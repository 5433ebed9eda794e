"""Decisions of a hosted bot, made beside the event loop."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Final, NamedTuple, TypeAlias

from euchre.v1.action_pb2 import Action
from euchre.v1.bot_service_pb2 import DecideManyRequest, DecideManyResponse, Decision, Question
from euchre.v1.ruleset_pb2 import Ruleset
from euchre_bots import Bot
from euchre_service.logs import describe_exception

Maker: TypeAlias = Callable[[int, Ruleset], Bot]
"""Makes a bot from a seed and a ruleset; an importable function if processes are to think."""

_THREADS: Final = 4
"""More do not think faster, but a short decision need not wait for a long one."""
_QUESTIONS_AT_A_TIME: Final = 50
"""After so many questions of a batch others get their turn."""


class Thought(NamedTuple):
    """Decisions, and what went wrong in the bot."""

    actions: list[Action | None]
    """One for each question, in order; `None` where the bot raised an exception."""
    faults: list[dict[str, object]]
    """What the log may say of each exception of the bot."""


class Thinking:
    """Where a bot thinks: in threads of this process, or in processes of its own.

    Every decision is made by a new bot, so that none depends on what was asked before.

    Args:
        maker: makes the bots.
        processes: how many processes think; 0: threads of this one, right for a bot that is quick.
    """

    def __init__(self, maker: Maker, *, processes: int = 0) -> None:
        self._maker = maker
        self._processes = processes
        self._pool = self._new_pool()

    async def decide(self, ruleset: Ruleset, questions: Sequence[Question]) -> Thought:
        """Decides.

        Args:
            ruleset: of all the questions.
            questions: what to decide, each with legal actions.

        Returns:
            The decisions.
        """
        loop = asyncio.get_running_loop()
        parts = []
        for start in range(0, len(questions), _QUESTIONS_AT_A_TIME):
            some = questions[start : start + _QUESTIONS_AT_A_TIME]
            parts.append(DecideManyRequest(ruleset=ruleset, questions=some).SerializeToString())
        pool = self._pool
        try:
            thought = await asyncio.gather(
                *[loop.run_in_executor(pool, _think, self._maker, part) for part in parts]
            )
        except BrokenProcessPool:
            # A process was killed, and with it the whole pool; who asks next gets a new one.
            if self._pool is pool:
                self._pool = self._new_pool()
            raise
        decisions = [each for part, _ in thought for each in DecideManyResponse.FromString(part).decisions]
        actions = [each.action if each.HasField("action") else None for each in decisions]
        return Thought(actions, [fault for _, faults in thought for fault in faults])

    def close(self) -> None:
        """Ends the threads or processes, once they have thought their thought."""
        self._pool.shutdown(cancel_futures=True)

    def _new_pool(self) -> Executor:
        if not self._processes:
            return ThreadPoolExecutor(_THREADS, thread_name_prefix="bot")
        return ProcessPoolExecutor(
            self._processes,
            # Neither gRPC nor threads survive a fork.
            mp_context=multiprocessing.get_context("spawn"),
            initializer=_follow_parent,
        )


def _follow_parent() -> None:
    """Leaves the end of a process to its parent: Ctrl-C is the parent's, and its death is ours."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    assert parent is not None

    def watch() -> None:
        parent.join()
        os._exit(1)

    threading.Thread(target=watch, name="parent", daemon=True).start()


def _think(maker: Maker, request: bytes) -> tuple[bytes, list[dict[str, object]]]:
    """Decides in the pool, from a `DecideManyRequest` to a `DecideManyResponse`, with the faults."""
    asked = DecideManyRequest.FromString(request)
    faults: list[dict[str, object]] = []
    decisions = []
    for question in asked.questions:
        try:
            action = maker(question.seed, asked.ruleset).decide(question.view)
            decisions.append(Decision(action=action))
        except Exception as error:
            # Anything may be wrong in a bot. The text of its error could quote a card.
            faults.append(describe_exception(error))
            decisions.append(Decision())
    return DecideManyResponse(decisions=decisions).SerializeToString(), faults
