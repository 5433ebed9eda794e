"""Asking a bot by a stream."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from threading import Semaphore
from typing import Final

import grpc

from euchre.v1.bot_service_pb2 import DecideRequest, DecideStreamRequest, Decision
from euchre.v1.bot_service_pb2_grpc import BotServiceStub
from euchre_arena.remote.failure import BotFailure, FailureKind, of_call
from euchre_arena.words import counted

MOST_OPEN: Final = 64
"""Questions that are open at a time."""


def ask_by_stream(
    stub: BotServiceStub, requests: Mapping[int, DecideRequest], *, timeout: float
) -> dict[int, Decision]:
    """Asks questions by one stream.

    Args:
        stub: of the bot.
        requests: the questions by id.
        timeout: seconds for all of them.

    Returns:
        The answers by id, in the order in which they came.

    Raises:
        BotFailure: the stream broke, an answer is to no open question, or questions stayed open.
    """
    free = Semaphore(MOST_OPEN)
    answers: dict[int, Decision] = {}
    call = stub.DecideStream(_paced(requests, free), timeout=timeout)
    try:
        for response in call:
            if response.id not in requests or response.id in answers:
                call.cancel()
                raise BotFailure(FailureKind.ERROR, f"an answer to {response.id}, which is not open")
            answers[response.id] = response.decision
            free.release()
    except grpc.RpcError as error:
        raise of_call(error) from error
    finally:
        # Lets the thread that sends come to its end.
        free.release(len(requests) + 1)
    if len(answers) != len(requests):
        left = counted(len(requests) - len(answers), "question")
        message = f"the stream ended with {left} open"
        raise BotFailure(FailureKind.ERROR, message)
    return answers


def _paced(requests: Mapping[int, DecideRequest], free: Semaphore) -> Iterator[DecideStreamRequest]:
    for number, request in requests.items():
        free.acquire()
        yield DecideStreamRequest(id=number, request=request)
