"""A bot of another program, as a bot like any other."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Final

import grpc

from euchre.v1.action_pb2 import Action
from euchre.v1.bot_service_pb2 import (
    DecideManyRequest,
    DecideRequest,
    DecideResponse,
    DescribeRequest,
    DescribeResponse,
    Question,
)
from euchre.v1.bot_service_pb2_grpc import BotServiceStub
from euchre.v1.ruleset_pb2 import Ruleset
from euchre.v1.view_pb2 import View
from euchre_arena.remote.failure import BotFailure, FailureKind, of_call
from euchre_arena.remote.questions import batches, judged, outcome, question

DEFAULT_LIMIT: Final = 5.0
"""Seconds for a decision, with all retries."""

DESCRIBE_SECONDS: Final = 5.0
"""How long a bot may take to describe itself."""

_AT_ONCE: Final = 64
"""Questions that a bot without batches has open at most."""
_LONGEST_BATCH_SECONDS: Final = 60.0
_SILENCES: Final = 6
"""Calls without any answer after which a bot is left alone: three decisions, as each is asked for twice."""
_ALONE_TIMES: Final = 10
"""For how many times as long as it was waited for, so that a bot that hangs takes a tenth of the time."""
_BUDGET_SHARE: Final = 0.9
"""Share of the time that the bot is told; the rest is for the way."""


class RemoteBot:
    """A bot behind `BotService`, with the interface of every bot.

    It may be shared between seats and games: each question says all there is to know, and its seed
    comes from what its view says. May not be shared between processes.

    One that has gone away is waited for, for as long as a decision may take, before its failure is told; so
    if it is asked again then, a restart has cost it nothing. If it is not back by then it is not waited for
    again until it has answered. One that is there and answers nothing, call after call, is left alone for
    some time, in which it fails at once.

    Args:
        channel: to the bot; see `open_bot_channel`. It stays the caller's to close.
        ruleset: the table's, whole.
        seed: of the bot's chance.
        name: what reports call it.
        limit: seconds for a decision, with all retries. A batch has the limit of its questions
            together, but not more than a minute (or one limit, if that is longer).
    """

    def __init__(
        self,
        channel: grpc.Channel,
        ruleset: Ruleset,
        *,
        seed: int = 0,
        name: str = "remote",
        limit: float = DEFAULT_LIMIT,
    ) -> None:
        self.name = name
        self._channel = channel
        self._stub = BotServiceStub(channel)
        self._ruleset = ruleset
        self._seed = seed
        self._limit = limit
        self._budget_ms = max(1, round(limit * _BUDGET_SHARE * 1000))
        self._wants_batches: bool | None = None
        self._is_away = False
        self._silences = 0
        self._alone_until = 0.0

    def decide(self, view: View) -> Action:
        """Chooses an action; see `Bot.decide`.

        Raises:
            BotFailure: the bot has not chosen one.
        """
        started = time.monotonic()
        (answer,) = self._heeded(self._singly([view], [self._question(view)]), started)
        if isinstance(answer, BotFailure):
            raise answer
        return answer

    def decide_many(self, views: Sequence[View]) -> list[Action | BotFailure]:
        """Chooses an action for each of several views.

        Returns:
            In order, what was chosen or how it failed; failures are returned and not raised.
        """
        started = time.monotonic()
        if started < self._alone_until:
            return [BotFailure(FailureKind.LATE, "not asked, as it has answered nothing")] * len(views)
        try:
            if self._wants_batches is None:
                self._wants_batches = describe(self._stub, timeout=self._limit).wants_batches
        except BotFailure as failure:
            return self._heeded([failure] * len(views), started)
        questions = [self._question(view) for view in views]
        answers = (self._in_batches if self._wants_batches else self._singly)(views, questions)
        return self._heeded(answers, started)

    def _heeded(self, answers: list[Action | BotFailure], started: float) -> list[Action | BotFailure]:
        """Draws conclusions from a call: waits for a bot that is away, leaves a silent one alone."""
        kinds = {answer.kind for answer in answers if isinstance(answer, BotFailure)}
        if FailureKind.DEAD in kinds:
            self._is_away = self._is_away or not self._comes_back()
        elif not all(isinstance(answer, BotFailure) for answer in answers):
            self._is_away, self._silences = False, 0
        elif kinds == {FailureKind.LATE}:
            self._silences += 1
            if self._silences >= _SILENCES:
                now = time.monotonic()
                self._alone_until = now + _ALONE_TIMES * (now - started)
        return answers

    def _comes_back(self) -> bool:
        connected = grpc.channel_ready_future(self._channel)
        try:
            connected.result(timeout=self._limit)
        except grpc.FutureTimeoutError:
            connected.cancel()
            return False
        return True

    def _question(self, view: View) -> Question:
        return question(view, self._seed)

    def _in_batches(self, views: Sequence[View], questions: list[Question]) -> list[Action | BotFailure]:
        answers: list[Action | BotFailure] = []
        for batch in batches(questions):
            answers += self._batch(views[len(answers) : len(answers) + len(batch)], batch)
        return answers

    def _batch(self, views: Sequence[View], questions: list[Question]) -> list[Action | BotFailure]:
        request = DecideManyRequest(ruleset=self._ruleset, questions=questions, budget_ms=self._budget_ms)
        together = min(self._limit * len(views), max(self._limit, _LONGEST_BATCH_SECONDS))
        try:
            decisions = self._stub.DecideMany(request, timeout=together).decisions
        except grpc.RpcError as error:
            return [of_call(error)] * len(views)
        if len(decisions) != len(views):
            message = f"{len(decisions)} answers to {len(views)} questions"
            return [BotFailure(FailureKind.ERROR, message)] * len(views)
        return [outcome(decision, view) for decision, view in zip(decisions, views, strict=True)]

    def _singly(self, views: Sequence[View], questions: list[Question]) -> list[Action | BotFailure]:
        """Asks by Decide, several at a time."""
        answers: list[Action | BotFailure] = []
        for start in range(0, len(views), _AT_ONCE):
            calls = [
                self._stub.Decide.future(
                    DecideRequest(ruleset=self._ruleset, question=asked, budget_ms=self._budget_ms),
                    timeout=self._limit,
                )
                for asked in questions[start : start + _AT_ONCE]
            ]
            answers += [
                answer_of(call, view)
                for call, view in zip(calls, views[start : start + _AT_ONCE], strict=True)
            ]
        return answers


def describe(stub: BotServiceStub, *, timeout: float = DESCRIBE_SECONDS) -> DescribeResponse:
    """Asks a bot who it is.

    Args:
        stub: of the bot.
        timeout: seconds it has.

    Raises:
        BotFailure: it does not say.
    """
    try:
        return stub.Describe(DescribeRequest(), timeout=timeout)
    except grpc.RpcError as error:
        raise of_call(error) from error


def answer_of(call: grpc.Future[DecideResponse], view: View) -> Action | BotFailure:
    """Waits for the answer to a Decide: a legal action, or how the bot failed."""
    try:
        return judged(call.result().action, view)
    except grpc.RpcError as error:
        return of_call(error)
    except BotFailure as failure:
        return failure
