"""Rules servers for a tournament: those that run somewhere, or some of its own."""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from multiprocessing.connection import Connection
from typing import Final

import grpc

from euchre.v1.rules_service_pb2 import ListRulesetsRequest
from euchre.v1.rules_service_pb2_grpc import RulesServiceStub
from euchre_client.channel import open_channel
from euchre_client.credentials import Credentials
from euchre_client.status import from_rpc_error
from euchre_service import process
from euchre_service.about import VERSION_TRAILER
from euchre_service.assembly import load_keyring, services
from euchre_service.config import ServerConfig
from euchre_service.keyring import Keyring
from euchre_service.logs import silent_logger

_STOP_SECONDS: Final = 5
_MOST: Final = 8
"""Servers that are started unless more are asked for, and players: each takes a second and 80 MB."""
# Their only client is this program, which would rather wait than be turned away.
_DEFAULT: Final = ServerConfig(port=0, drain_seconds=1.0, max_waiting_calls=0)
# Neither gRPC nor threads survive a fork.
_CONTEXT: Final = multiprocessing.get_context("spawn")


class ServerError(Exception):
    """A server of our own has not started."""


def cores() -> int:
    """How many servers keep this machine busy, each with somebody who plays: one a core, but not many."""
    usable = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return min(usable, _MOST)


@contextmanager
def own_servers(count: int, config: ServerConfig = _DEFAULT) -> Iterator[list[str]]:
    """Runs servers, each in a process of its own, so that it has a core of its own.

    Args:
        count: how many. A game stays with the server that made it, for each has its own keys, unless the
            configuration names some.
        config: how to serve; at any free port.

    Yields:
        Their addresses, all on this machine.

    Raises:
        ServerError: one has not started.
    """
    with ExitStack() as stack:
        pipes = [stack.enter_context(_server(number, config)) for number in range(count)]
        yield [_address(pipe) for pipe in pipes]


@contextmanager
def _server(number: int, config: ServerConfig) -> Iterator[Connection]:
    ours, theirs = _CONTEXT.Pipe()
    server = _CONTEXT.Process(
        target=_serve, args=(theirs, config), name=f"euchre-server-{number}", daemon=True
    )
    server.start()
    theirs.close()
    try:
        yield ours
    finally:
        server.terminate()
        ours.close()
        server.join(_STOP_SECONDS)


def _address(pipe: Connection) -> str:
    try:
        return str(pipe.recv())
    except EOFError:
        raise ServerError("no server can be started here") from None


def _serve(pipe: Connection, config: ServerConfig) -> None:
    # A terminal sends Ctrl-C to all its processes; the parent decides what it means.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    log = silent_logger()
    keyring = Keyring.ephemeral() if config.keys_file is None else load_keyring(config, os.environ, log)
    registrations = services(config, keyring)
    # The pipe ends with the parent.
    process.run(
        config,
        registrations,
        log,
        pipe.send,
        lifeline=pipe.fileno(),
        signals=(signal.SIGTERM,),
    )


def versions_of(targets: Sequence[str], credentials: Credentials) -> str:
    """Asks servers for their version.

    Args:
        targets: where they are.
        credentials: what to connect with.

    Returns:
        The version; all of them with commas between where they differ, and empty if they do not say.

    Raises:
        EuchreError: one does not answer.
    """
    return ", ".join(sorted({_version(target, credentials) for target in targets}))


def _version(target: str, credentials: Credentials) -> str:
    with open_channel(target, credentials=credentials.channel_credentials()) as channel:
        try:
            _, call = RulesServiceStub(channel).ListRulesets.with_call(ListRulesetsRequest())
        except grpc.RpcError as error:
            raise from_rpc_error(error) from error
        return str(dict(call.trailing_metadata()).get(VERSION_TRAILER, ""))
