"""Hosts a bot of this package as a `BotService`."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from concurrent.futures import BrokenExecutor
from typing import TYPE_CHECKING, Any, Final

import grpc.aio
from structlog.typing import FilteringBoundLogger

from euchre.v1 import bot_service_pb2 as pb
from euchre.v1 import bot_service_pb2_grpc
from euchre.v1.action_pb2 import Action
from euchre.v1.ruleset_pb2 import Ruleset
from euchre_hosting.thinking import Thinking
from euchre_service import about
from euchre_service.aborting import INTERNAL_TEXT
from euchre_service.calllog import note
from euchre_service.logs import describe_exception
from euchre_service.refusal import ServiceError, check_batch_size, malformed, to_status
from euchre_service.server import Registration

if TYPE_CHECKING:  # generic in the type stubs only
    _Context = grpc.aio.ServicerContext[Any, Any]

MAX_QUESTIONS: Final = 1000
MAX_REQUEST_BYTES: Final = 16 * 1024 * 1024
"""A full batch of long views is some 3 MB."""
_MOST_OPEN: Final = 64
"""Questions of one stream that are open at a time; the next are not read until then."""


class BotServicer(bot_service_pb2_grpc.BotServiceServicer):
    """Answers every RPC of `euchre.v1.BotService`.

    Args:
        description: what the bot says of itself.
        thinking: where it thinks.
        log: told what goes wrong in the bot, without any card.
    """

    def __init__(
        self, description: pb.DescribeResponse, thinking: Thinking, log: FilteringBoundLogger
    ) -> None:
        """Host this bot."""
        self._description = description
        self._thinking = thinking
        self._log = log

    async def Describe(self, request: pb.DescribeRequest, context: _Context) -> pb.DescribeResponse:
        """Say who the bot is."""
        return self._description

    async def Decide(self, request: pb.DecideRequest, context: _Context) -> pb.DecideResponse:
        """Make one decision."""
        return pb.DecideResponse(action=await self._one(request))

    async def DecideMany(self, request: pb.DecideManyRequest, context: _Context) -> pb.DecideManyResponse:
        """Make many decisions."""
        size = len(request.questions)
        check_batch_size(size, MAX_QUESTIONS, "questions")
        _check_ruleset(request)
        refused = [_fault(asked, f"questions[{place}]") for place, asked in enumerate(request.questions)]
        sound = [asked for asked, fault in zip(request.questions, refused, strict=True) if fault is None]
        actions = iter(await self._think(request.ruleset, sound))
        decisions = [_decision(fault or next(actions)) for fault in refused]
        note(items=size, refused=sum(decision.HasField("error") for decision in decisions))
        return pb.DecideManyResponse(decisions=decisions)

    # The stubs know only generators; grpc.aio also takes a coroutine that writes.
    async def DecideStream(  # type: ignore[override]
        self, request_iterator: AsyncIterator[pb.DecideStreamRequest], context: _Context
    ) -> None:
        """Make decisions as they come, and answer as they are made."""
        slots, writing = asyncio.Semaphore(_MOST_OPEN), asyncio.Lock()

        async def answer(asked: pb.DecideStreamRequest) -> None:
            try:
                response = pb.DecideStreamResponse(decision=await self._of_stream(asked))
                if asked.HasField("id"):
                    response.id = asked.id
                async with writing:
                    await context.write(response)
            finally:
                slots.release()

        async with asyncio.TaskGroup() as tasks:
            async for asked in request_iterator:
                await slots.acquire()
                tasks.create_task(answer(asked))

    async def _of_stream(self, asked: pb.DecideStreamRequest) -> pb.Decision:
        """Decides a stream's question; whatever is wrong with it or with the bot is its answer."""
        try:
            if not asked.HasField("id"):
                raise malformed("id", "A question of a stream has an id, which may be 0.")
            return _decision(await self._one(asked.request))
        except ServiceError as refusal:
            return _decision(refusal)

    async def _one(self, request: pb.DecideRequest) -> Action:
        _check_ruleset(request)
        fault = _fault(request.question, "question")
        if fault is not None:
            raise fault
        (answer,) = await self._think(request.ruleset, [request.question])
        if isinstance(answer, ServiceError):
            raise answer
        return answer

    async def _think(self, ruleset: Ruleset, questions: Sequence[pb.Question]) -> list[Action | ServiceError]:
        try:
            thought = await self._thinking.decide(ruleset, questions)
        except BrokenExecutor as error:
            self._log.error("bot failed", **describe_exception(error))
            return [_internal() for _ in questions]
        for fault in thought.faults:
            self._log.error("bot failed", **fault)
        return [_internal() if action is None else action for action in thought.actions]


def description(bot: str) -> pb.DescribeResponse:
    """Says what a bot of this package is."""
    return pb.DescribeResponse(
        name=bot,
        version=about.version(),
        author="the authors of the rules service",
        plays_variants=True,
        is_deterministic=True,
        wants_batches=True,
        has_stream=True,
    )


def registration(servicer: BotServicer) -> Registration:
    """Makes the registration of a hosted bot with a server."""
    return Registration(
        add=bot_service_pb2_grpc.add_BotServiceServicer_to_server,
        servicer=servicer,
        name=pb.DESCRIPTOR.services_by_name["BotService"].full_name,
    )


def _check_ruleset(request: pb.DecideRequest | pb.DecideManyRequest) -> None:
    if not request.ruleset.base:
        raise malformed("ruleset", "There is no ruleset.")


def _fault(question: pb.Question, field: str) -> ServiceError | None:
    """Returns what a question lacks."""
    if not question.HasField("seed"):
        return malformed(f"{field}.seed", "A question has a seed, which may be 0.")
    if not question.view.legal_actions:
        return malformed(f"{field}.view.legal_actions", "There are no legal actions to choose from.")
    return None


def _decision(answer: Action | ServiceError) -> pb.Decision:
    if isinstance(answer, ServiceError):
        return pb.Decision(error=to_status(answer))
    return pb.Decision(action=answer)


def _internal() -> ServiceError:
    return ServiceError("INTERNAL", INTERNAL_TEXT)
