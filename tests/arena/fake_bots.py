"""Bots behind BotService for tests: one of this package, hosted, and one that does what a test says."""

from __future__ import annotations

import json
import subprocess
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from threading import Thread
from typing import Any

import grpc

from euchre.v1 import bot_service_pb2 as pb
from euchre.v1 import bot_service_pb2_grpc
from euchre_arena.remote.channel import open_bot_channel
from euchre_arena.remote.positions import Position, gather
from euchre_bots import make
from euchre_client import RulesClient
from euchre_hosting import bot_service
from euchre_hosting.thinking import Maker, Thinking
from euchre_service.embedded import EmbeddedServer
from euchre_service.logs import silent_logger
from tests.arena.process import COMMAND

Behaviour = Callable[[Any, Any], Any]


class FakeBot(bot_service_pb2_grpc.BotServiceServicer):
    """Answers what a test says; what it does not say is UNIMPLEMENTED."""

    def __init__(self, description: pb.DescribeResponse, behaviours: dict[str, Behaviour]) -> None:
        self._description = description
        self._behaviours = behaviours

    def Describe(self, request: pb.DescribeRequest, context: Any) -> pb.DescribeResponse:
        return self._description

    def Decide(self, request: pb.DecideRequest, context: Any) -> Any:
        return self._behave("Decide", request, context)

    def DecideMany(self, request: pb.DecideManyRequest, context: Any) -> Any:
        return self._behave("DecideMany", request, context)

    def DecideStream(self, request_iterator: Any, context: Any) -> Any:
        return self._behave("DecideStream", request_iterator, context)

    def _behave(self, name: str, request: Any, context: Any) -> Any:
        if name not in self._behaviours:
            context.abort(grpc.StatusCode.UNIMPLEMENTED, f"there is no {name}")
        return self._behaviours[name](request, context)


@contextmanager
def fake_bot(description: pb.DescribeResponse | None = None, **behaviours: Behaviour) -> Iterator[str]:
    """Serves such a bot."""
    server = grpc.server(ThreadPoolExecutor(8))
    described = description or pb.DescribeResponse(name="fake", author="tests")
    bot_service_pb2_grpc.add_BotServiceServicer_to_server(FakeBot(described, behaviours), server)
    port = server.add_insecure_port("localhost:0")
    server.start()
    try:
        yield f"localhost:{port}"
    finally:
        server.stop(None).wait()


@contextmanager
def hosted(bot: str | Maker = "heuristic", *, processes: int = 0, log: Any = None) -> Iterator[str]:
    """Hosts a bot of this package, or one that a test makes."""
    maker = partial(make, bot) if isinstance(bot, str) else bot
    thinking = Thinking(maker, processes=processes)
    description = bot_service.description(bot if isinstance(bot, str) else "test")
    servicer = bot_service.BotServicer(description, thinking, log or silent_logger())
    try:
        server = EmbeddedServer(assemble=lambda _config, _keys: [bot_service.registration(servicer)], log=log)
        with server as address:
            yield address
    finally:
        thinking.close()


@contextmanager
def bot_process(*options: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """Runs `euchre bot serve`; yields the process and the address."""
    command = [*COMMAND, "bot", "serve", "--port", "0", *options]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            for line in process.stdout:
                said = json.loads(line)
                if said["event"] == "serving":
                    break
            yield process, said["address"]
        finally:
            process.kill()


def drain(process: subprocess.Popen[str]) -> None:
    """Reads the log of a bot that is asked much: one that nobody reads stops a server in the end."""
    Thread(target=deque, args=(process.stdout, 0), daemon=True).start()


@contextmanager
def channel_to(address: str) -> Iterator[grpc.Channel]:
    """Opens a channel to a bot."""
    channel = open_bot_channel(address)
    try:
        yield channel
    finally:
        channel.close()


def positions(rules: RulesClient, count: int, *presets: str) -> list[Position]:
    return gather(rules, presets, count, 7)


def first_legal(request: pb.DecideRequest, context: Any) -> pb.DecideResponse:
    return pb.DecideResponse(action=request.question.view.legal_actions[0].action)
