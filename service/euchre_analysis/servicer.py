"""The RPCs of `AnalysisService`."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from typing import TYPE_CHECKING, Any, Final

import grpc.aio

from euchre.v1 import analysis_service_pb2 as pb
from euchre.v1 import analysis_service_pb2_grpc as pb_grpc
from euchre_analysis import answers
from euchre_analysis.jobs import Judged
from euchre_analysis.questions import (
    MAX_SAMPLES,
    Decision,
    SeatRequest,
    decision_of,
    number_of,
    open_decision_of,
)
from euchre_analysis.records import RecordedDecision, decisions_of
from euchre_analysis.workers import Workers
from euchre_service.calllog import note
from euchre_service.refusal import malformed
from euchre_service.seal import Sealer
from euchre_service.seatkeys import SeatKeys
from euchre_service.tables import Tables

if TYPE_CHECKING:  # generic in the type stubs only
    _Context = grpc.aio.ServicerContext[Any, Any]

MAX_ANNOTATE_SAMPLES: Final = 2_000
ANNOTATE_SAMPLES: Final = 600
"""Samples for a recorded decision unless told otherwise: an error of about half a per cent."""
_PROGRESS_EVERY: Final = 10
"""Decisions between two messages of progress."""

_MARGIN_SECONDS: Final = 0.05
_MARGIN_SHARE: Final = 0.1
"""What is left of a call's time when samples stop: for the batch in progress and for the way back."""
_LAST_MOMENT_SECONDS: Final = 0.02
"""What is left of it when a call that got no answer at all is turned away with a reason."""


class AnalysisServicer(pb_grpc.AnalysisServiceServicer):
    """Answers every RPC of `euchre.v1.AnalysisService`.

    Args:
        states: opens states.
        seat_keys: checks keys.
        workers: where the bots think.
    """

    def __init__(self, states: Sealer, seat_keys: SeatKeys, workers: Workers) -> None:
        self._tables = Tables(states, seat_keys)
        self._workers = workers

    async def Suggest(self, request: pb.SuggestRequest, context: _Context) -> pb.SuggestResponse:
        """Names the best action, and says what each is worth."""
        decision, judged = await self._judged(request, context)
        return answers.suggestion(decision, judged)

    async def Evaluate(self, request: pb.EvaluateRequest, context: _Context) -> pb.EvaluateResponse:
        """Says what each action is worth."""
        decision, judged = await self._judged(request, context)
        return answers.evaluation(decision, judged)

    async def Solve(self, request: pb.SolveRequest, context: _Context) -> pb.SolveResponse:
        """Says what each action leads to with open cards."""
        decision = open_decision_of(self._tables, request.state, request.key)
        async with self._workers.admitted():
            solved = await self._workers.solve(decision.solve(), _patience(context))
        if solved.outcomes is None:
            raise decision.unsolvable(solved.obstacle)
        return answers.solution(decision, solved.outcomes, solved.concept)

    async def Annotate(
        self, request: pb.AnnotateRequest, context: _Context
    ) -> AsyncIterator[pb.AnnotateResponse]:
        """Judges the decisions of a recorded game, one after another."""
        if not request.HasField("record"):
            raise malformed("record", "The record is missing.")
        samples = number_of(request, "samples", MAX_ANNOTATE_SAMPLES) or ANNOTATE_SAMPLES
        # A long game takes a while to play through: other calls get their turns meanwhile.
        recorded = await asyncio.to_thread(decisions_of, request)
        note(items=len(recorded))
        async with self._workers.admitted(is_long=True):
            yield _progress(0, len(recorded))
            judged: list[pb.AnnotatedDecision] = []
            for each in recorded:
                judged.append(await self._annotated(each, samples, with_values=request.with_values))
                yield pb.AnnotateResponse(decision=judged[-1])
                if len(judged) % _PROGRESS_EVERY == 0:
                    yield _progress(len(judged), len(recorded))
            seats = sorted({each.seat for each in recorded})
            yield pb.AnnotateResponse(summary=answers.summary(seats, judged))

    async def _judged(self, request: SeatRequest, context: _Context) -> tuple[Decision, Judged]:
        """Has the choices of a seat judged, in the time that its request and its call have."""
        decision = decision_of(self._tables, request)
        samples = number_of(request, "samples", MAX_SAMPLES)
        deadline = _deadline(request, context)
        async with self._workers.admitted():
            return decision, await self._workers.judge(decision.judge(samples, deadline), _patience(context))

    async def _annotated(
        self, recorded: RecordedDecision, samples: int, *, with_values: bool
    ) -> pb.AnnotatedDecision:
        decision = Decision(recorded.table, recorded.seat)
        judged = await self._workers.judge(decision.judge(samples, None))
        solved = await self._workers.solve(decision.solve())
        return answers.annotated(recorded, decision, judged, solved.outcomes, with_values=with_values)


def _progress(done: int, total: int) -> pb.AnnotateResponse:
    return pb.AnnotateResponse(progress=pb.AnnotateProgress(done=done, total=total))


def _deadline(request: SeatRequest, context: _Context) -> float | None:
    """Returns when to stop taking samples, on the clock of `time.monotonic`; None for no limit."""
    limits = []
    left = context.time_remaining()
    if left is not None:
        limits.append(left - max(_MARGIN_SECONDS, left * _MARGIN_SHARE))
    if request.HasField("budget_ms"):
        limits.append(request.budget_ms / 1e3)
    return time.monotonic() + min(limits) if limits else None


def _patience(context: _Context) -> float | None:
    """Returns for how many seconds to wait for a worker: until just before the call's deadline."""
    left = context.time_remaining()
    return None if left is None else max(left - _LAST_MOMENT_SECONDS, 0.0)
