"""A bot as the checks ask it: every way there is, with nothing smoothed over."""

from __future__ import annotations

import time
from collections.abc import Sequence
from itertools import groupby
from typing import NamedTuple

import grpc

from euchre.v1.action_pb2 import Action
from euchre.v1.bot_service_pb2 import DecideManyRequest, DecideRequest, Decision, DescribeResponse, Question
from euchre.v1.bot_service_pb2_grpc import BotServiceStub
from euchre_arena.remote.bot import answer_of, describe
from euchre_arena.remote.failure import BotFailure, FailureKind, of_call
from euchre_arena.remote.positions import Position
from euchre_arena.remote.questions import batches, outcome, question
from euchre_arena.remote.stream import ask_by_stream


class Answer(NamedTuple):
    """What came of a question."""

    result: Action | BotFailure
    """The legal action, or the failure."""
    seconds: float
    """How long it took, there and back."""


class Subject:
    """The bot that is checked.

    Args:
        channel: to the bot.
        limit: seconds that a decision may take.
    """

    def __init__(self, channel: grpc.Channel, limit: float) -> None:
        self.channel = channel
        self.stub = BotServiceStub(channel)
        self.limit = limit

    def describe(self) -> DescribeResponse:
        """Asks who it is; raises `BotFailure`."""
        return describe(self.stub)

    def ask(self, position: Position) -> Answer:
        """Asks about one position."""
        started = time.perf_counter()
        (result,) = self.ask_at_once([position])
        return Answer(result, time.perf_counter() - started)

    def ask_at_once(self, positions: Sequence[Position]) -> list[Action | BotFailure]:
        """Asks about all positions at the same time."""
        calls = [
            self.stub.Decide.future(request_for(position), timeout=self.limit * len(positions))
            for position in positions
        ]
        return [answer_of(call, position.view) for call, position in zip(calls, positions, strict=True)]

    def ask_in_batches(self, positions: Sequence[Position]) -> list[Action | BotFailure]:
        """Asks about positions by DecideMany, in batches as large as may be; raises `BotFailure`."""
        results: list[Action | BotFailure] = []
        for _, group in groupby(positions, key=lambda position: position.ruleset.base):
            some = list(group)
            for batch in batches([question_for(position) for position in some]):
                part, some = some[: len(batch)], some[len(batch) :]
                decisions = self.decide_many(DecideManyRequest(ruleset=part[0].ruleset, questions=batch))
                results += [
                    outcome(decision, position.view)
                    for decision, position in zip(decisions, part, strict=True)
                ]
        return results

    def decide_many(self, request: DecideManyRequest) -> list[Decision]:
        """Sends one batch; raises `BotFailure`, also if the number of answers is wrong."""
        size = len(request.questions)
        try:
            decisions = list(self.stub.DecideMany(request, timeout=self.limit * max(size, 1)).decisions)
        except grpc.RpcError as error:
            raise of_call(error) from error
        if len(decisions) != size:
            raise BotFailure(FailureKind.ERROR, f"{len(decisions)} answers to {size} questions")
        return decisions

    def ask_by_stream(self, requests: dict[int, DecideRequest]) -> dict[int, Decision]:
        """Asks by one stream; raises `BotFailure`."""
        return ask_by_stream(self.stub, requests, timeout=self.limit * max(len(requests), 1))


def question_for(position: Position) -> Question:
    """Makes the question about a position: always the same."""
    return question(position.view, 0)


def request_for(position: Position) -> DecideRequest:
    """Makes the request about a position: always the same."""
    return DecideRequest(ruleset=position.ruleset, question=question_for(position))
