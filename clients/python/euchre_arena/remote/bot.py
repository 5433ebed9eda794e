"""A bot of another program, as a bot like any other."""

from __future__ import annotations

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
_BUDGET_SHARE: Final = 0.9
"""Share of the time that the bot is told; the rest is for the way."""


class RemoteBot:
    """A bot behind `BotService`, with the interface of every bot.

    It may be shared between seats and games: each question says all there is to know, and its seed
    comes from what its view says. May not be shared between processes.

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
        self._stub = BotServiceStub(channel)
        self._ruleset = ruleset
        self._seed = seed
        self._limit = limit
        self._budget_ms = max(1, round(limit * _BUDGET_SHARE * 1000))
        self._description: DescribeResponse | None = None

    def describe(self) -> DescribeResponse:
        """Returns what the bot says of itself; asks it once.

        Raises:
            BotFailure: it does not say.
        """
        if self._description is None:
            self._description = describe(self._stub)
        return self._description

    def decide(self, view: View) -> Action:
        """Chooses an action; see `Bot.decide`.

        Raises:
            BotFailure: the bot has not chosen one.
        """
        try:
            response = self._stub.Decide(self._request(self._question(view)), timeout=self._limit)
        except grpc.RpcError as error:
            raise of_call(error) from error
        return judged(response.action, view)

    def decide_many(self, views: Sequence[View]) -> list[Action | BotFailure]:
        """Chooses an action for each of several views.

        Returns:
            In order, what was chosen or how it failed; failures are returned and not raised.
        """
        try:
            wants_batches = self.describe().wants_batches
        except BotFailure as failure:
            return [failure] * len(views)
        questions = [self._question(view) for view in views]
        if not wants_batches:
            return self._side_by_side(views, questions)
        answers: list[Action | BotFailure] = []
        for batch in batches(questions):
            answers += self._batch(views[len(answers) : len(answers) + len(batch)], batch)
        return answers

    def _question(self, view: View) -> Question:
        return question(view, self._seed)

    def _request(self, asked: Question) -> DecideRequest:
        return DecideRequest(ruleset=self._ruleset, question=asked, budget_ms=self._budget_ms)

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

    def _side_by_side(
        self, views: Sequence[View], questions: Sequence[Question]
    ) -> list[Action | BotFailure]:
        answers: list[Action | BotFailure] = []
        for start in range(0, len(views), _AT_ONCE):
            calls = [
                self._stub.Decide.future(self._request(asked), timeout=self._limit)
                for asked in questions[start : start + _AT_ONCE]
            ]
            answers += [
                _answer(call, view) for call, view in zip(calls, views[start : start + _AT_ONCE], strict=True)
            ]
        return answers


def describe(stub: BotServiceStub) -> DescribeResponse:
    """Asks a bot who it is.

    Raises:
        BotFailure: it does not say.
    """
    try:
        return stub.Describe(DescribeRequest(), timeout=DESCRIBE_SECONDS)
    except grpc.RpcError as error:
        raise of_call(error) from error


def _answer(call: grpc.Future[DecideResponse], view: View) -> Action | BotFailure:
    try:
        return judged(call.result().action, view)
    except grpc.RpcError as error:
        return of_call(error)
    except BotFailure as failure:
        return failure
