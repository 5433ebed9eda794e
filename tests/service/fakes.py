"""A stand-in for the real service whose methods do what the request's state tells them."""

from __future__ import annotations

import asyncio
import json
import os
import sys
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import grpc
import grpc.aio
from google.rpc import error_details_pb2, status_pb2
from grpc_status import rpc_status  # type: ignore[import-untyped]

from euchre.v1 import rules_service_pb2 as pb
from euchre.v1 import rules_service_pb2_grpc as pb_grpc
from euchre.v1.ruleset_pb2 import Ruleset
from euchre_service import calllog
from euchre_service.config import ServerConfig
from euchre_service.keyring import Keyring
from euchre_service.logs import make_logger
from euchre_service.main import serve
from euchre_service.refusal import ServiceError, malformed
from euchre_service.server import Registration, RunningServer

SERVICE = "euchre.v1.RulesService"
GAME_ID = bytes(range(16))


class FakeServicer(pb_grpc.RulesServiceServicer):
    """GetView obeys `request.state`; the other methods are left out."""

    async def GetView(self, request: pb.GetViewRequest, context: Any) -> pb.GetViewResponse:
        verb, _, argument = request.state.decode().partition(":")
        if verb == "note":
            calllog.note(game_id=GAME_ID, ply=7)
        elif verb == "sleep":
            await asyncio.sleep(float(argument))
        elif verb == "spin":
            end = time.perf_counter() + float(argument)
            while time.perf_counter() < end:
                pass
        elif verb == "refuse":
            raise ServiceError("STALE_PLY", "Too late.", {"expected_ply": "7", "ply": "8"})
        elif verb == "malformed":
            raise malformed("view.seat", "There is no such seat.")
        elif verb == "key-error":
            raise KeyError(argument)
        elif verb == "chained":
            try:
                raise KeyError(argument)
            except KeyError as error:
                raise RuntimeError(f"no {argument}") from error
        elif verb == "wrong-type":
            return argument  # type: ignore[return-value]
        elif verb == "exit":
            os._exit(3)
        elif verb == "pid":
            return pb.GetViewResponse(ruleset=Ruleset(base=str(os.getpid())))
        return pb.GetViewResponse()


def assemble(_config: ServerConfig, _keyring: Keyring | None) -> list[Registration]:
    servicer = FakeServicer()  # type: ignore[abstract]
    return [Registration(pb_grpc.add_RulesServiceServicer_to_server, servicer, SERVICE)]


def assemble_broken(_config: ServerConfig, _keyring: Keyring | None) -> list[Registration]:
    raise RuntimeError("this service cannot be assembled")


class Log:
    """Collects the lines of a server's log in a file, where other threads may write too."""

    def __init__(self, path: Path) -> None:
        self._file = path.open("wb")
        self._path = path
        self.logger = make_logger(file=self._file)

    def text(self) -> str:
        return self._path.read_text()

    def lines(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.text().splitlines()]

    def calls(self) -> list[dict[str, Any]]:
        return [line for line in self.lines() if line["event"] == "call"]

    async def wait_for_calls(self, count: int) -> list[dict[str, Any]]:
        """A call's line is written just after its answer."""
        for _ in range(200):
            if len(calls := self.calls()) >= count:
                return calls
            await asyncio.sleep(0.01)
        raise AssertionError(f"only {len(self.calls())} of {count} calls in the log")

    def close(self) -> None:
        self._file.close()


@asynccontextmanager
async def running(log: Log, **settings: Any) -> AsyncIterator[tuple[RunningServer, grpc.aio.Channel]]:
    """A server with the fake service in this event loop, and a channel to it."""
    settings = {"port": 0, "drain_seconds": 1.0, **settings}
    config = ServerConfig(**settings)
    async with (
        RunningServer(config, assemble(config, None), log.logger) as server,
        grpc.aio.insecure_channel(server.address) as channel,
    ):
        yield server, channel


def get_view(channel: grpc.aio.Channel, state: str, **options: Any) -> Any:
    return pb_grpc.RulesServiceStub(channel).GetView(pb.GetViewRequest(state=state.encode()), **options)


async def failure(call: Any) -> grpc.aio.AioRpcError:
    try:
        await call
    except grpc.aio.AioRpcError as error:
        return error
    raise AssertionError("the call succeeded")


def rich_status(error: grpc.aio.AioRpcError) -> status_pb2.Status:
    trailers = dict(error.trailing_metadata())
    status = status_pb2.Status.FromString(trailers["grpc-status-details-bin"])
    code: grpc.StatusCode = rpc_status.code_to_grpc_status_code(status.code)
    assert (code, status.message) == (error.code(), error.details())
    return status


def details(status: status_pb2.Status, kind: Callable[[], Any]) -> list[Any]:
    found = []
    for packed in status.details:
        message = kind()
        if packed.Unpack(message):
            found.append(message)
    return found


def error_info(status: status_pb2.Status) -> error_details_pb2.ErrorInfo:
    (info,) = details(status, error_details_pb2.ErrorInfo)
    assert isinstance(info, error_details_pb2.ErrorInfo)
    return info


if __name__ == "__main__":
    # python -m tests.service.fakes '{"workers": 2, ...}' [broken]
    sys.exit(
        serve(
            ServerConfig(**json.loads(sys.argv[1])),
            ready=lambda address: print(json.dumps({"event": "ready", "address": address}), flush=True),
            assemble=assemble_broken if "broken" in sys.argv else assemble,
        )
    )
