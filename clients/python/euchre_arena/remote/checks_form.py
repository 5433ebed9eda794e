"""Checks of a bot with requests that it must refuse. Each says what it saw, or raises `BotFailure`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Final

import grpc

from euchre.v1.bot_service_pb2 import DecideManyRequest, DecideRequest
from euchre_arena.remote.asking import Subject, question_for, request_for
from euchre_arena.remote.failure import BotFailure, FailureKind
from euchre_arena.remote.positions import Position
from euchre_arena.remote.questions import MOST_QUESTIONS

_DECIDE: Final = "/euchre.v1.BotService/Decide"
_GARBAGE: Final = b"\xff\xff\xff\xff"
_ABSENT: Final = (
    grpc.StatusCode.UNAVAILABLE,
    grpc.StatusCode.DEADLINE_EXCEEDED,
    grpc.StatusCode.CANCELLED,
)


def malformed_requests(bot: Subject, position: Position) -> str:
    """Sends requests that lack something, and one that is no message."""
    without_actions = request_for(position)
    del without_actions.question.view.legal_actions[:]
    refused: Mapping[str, DecideRequest] = {
        "an empty request": DecideRequest(),
        "a request without a question": DecideRequest(ruleset=position.ruleset),
        "a view without legal actions": without_actions,
    }
    for what, request in refused.items():
        _must_refuse(what, partial(bot.stub.Decide, request, timeout=bot.limit))
    raw = bot.channel.unary_unary(_DECIDE, request_serializer=bytes, response_deserializer=bytes)
    code = _code(lambda: raw(_GARBAGE, timeout=bot.limit))
    if code is grpc.StatusCode.OK or code in _ABSENT:
        raise BotFailure(FailureKind.ERROR, f"bytes that are no message got {code.name}")
    return f"{len(refused) + 1} refused"


def batch_sizes(bot: Subject, position: Position) -> str:
    """Sends a batch of none, and one too many."""
    question = question_for(position)
    for size in (0, MOST_QUESTIONS + 1):
        # Small ones, so that the number is what is wrong and not the length.
        small = question if size == 0 else type(question)(seed=0)
        request = DecideManyRequest(ruleset=position.ruleset, questions=[small] * size)
        _must_refuse(f"a batch of {size}", partial(bot.stub.DecideMany, request, timeout=bot.limit))
    return f"0 and {MOST_QUESTIONS + 1} refused"


def _must_refuse(what: str, call: Callable[[], object]) -> None:
    code = _code(call)
    if code is not grpc.StatusCode.INVALID_ARGUMENT:
        raise BotFailure(FailureKind.ERROR, f"{what} got {code.name}, not INVALID_ARGUMENT")


def _code(call: Callable[[], object]) -> grpc.StatusCode:
    try:
        call()
    except grpc.RpcError as error:
        return error.code() if isinstance(error, grpc.Call) else grpc.StatusCode.UNKNOWN
    return grpc.StatusCode.OK
