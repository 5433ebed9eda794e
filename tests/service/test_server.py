from __future__ import annotations

import asyncio
import collections
import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from typing import Any

import grpc
import grpc.aio
import pytest
from grpc_health.v1 import health_pb2, health_pb2_grpc  # type: ignore[import-untyped]
from grpc_reflection.v1alpha import reflection_pb2, reflection_pb2_grpc  # type: ignore[import-untyped]

from euchre.v1 import rules_service_pb2 as pb
from euchre.v1 import rules_service_pb2_grpc as pb_grpc
from euchre_service.config import ServerConfig
from euchre_service.embedded import EmbeddedServer
from euchre_service.ports import AddressError, PortTakenError, check_free, join, reserve
from euchre_service.server import RunningServer
from tests.service.fakes import SERVICE, Log, assemble, failure, get_view, running

SERVING = health_pb2.HealthCheckResponse.SERVING
NOT_SERVING = health_pb2.HealthCheckResponse.NOT_SERVING


def request(state: str) -> pb.GetViewRequest:
    return pb.GetViewRequest(state=state.encode())


class ServerProcess:
    """The fake service in a process of its own."""

    def __init__(self, **settings: Any) -> None:
        flags = [sys.executable, "-m", "tests.service.fakes", json.dumps({"port": 0, **settings})]
        self.errors = tempfile.TemporaryFile("w+")  # noqa: SIM115 - closed in close()
        self.process = subprocess.Popen(flags, stdout=subprocess.PIPE, stderr=self.errors, text=True)
        self.lines: list[dict[str, Any]] = []
        self._ready = threading.Event()
        # Always read on, or the server would stand still at a full pipe.
        self._reader = threading.Thread(target=self._read)
        self._reader.start()
        assert self._ready.wait(20)
        (line,) = self.events("ready")
        self.address: str = line["address"]

    def _read(self) -> None:
        assert self.process.stdout is not None
        for text in self.process.stdout:
            self.lines.append(json.loads(text))
            if self.lines[-1]["event"] == "ready":
                self._ready.set()
        self._ready.set()

    def events(self, name: str) -> list[dict[str, Any]]:
        return [line for line in self.lines if line["event"] == name]

    def finish(self) -> tuple[int, str]:
        """Waits for its end; its exit code and standard error."""
        code = self.process.wait(timeout=20)
        self._reader.join(timeout=20)
        self.errors.seek(0)
        return code, self.errors.read()

    def close(self) -> None:
        self.process.kill()
        self.process.wait()
        self._reader.join(timeout=20)
        assert self.process.stdout is not None
        self.process.stdout.close()
        self.errors.close()


@contextmanager
def server_process(**settings: Any) -> Iterator[ServerProcess]:
    with closing(ServerProcess(**settings)) as server:
        yield server


async def test_health_names_every_service(log: Log) -> None:
    async with running(log) as (_, channel):
        stub = health_pb2_grpc.HealthStub(channel)
        for name in ("", SERVICE):
            answer = await stub.Check(health_pb2.HealthCheckRequest(service=name))
            assert answer.status == SERVING


async def test_reflection_only_if_asked_for(log: Log) -> None:
    async def services(channel: grpc.aio.Channel) -> set[str]:
        stub = reflection_pb2_grpc.ServerReflectionStub(channel)
        call = stub.ServerReflectionInfo()
        await call.write(reflection_pb2.ServerReflectionRequest(list_services=""))
        await call.done_writing()
        return {service.name async for answer in call for service in answer.list_services_response.service}

    async with running(log, reflection=True) as (_, channel):
        assert SERVICE in await services(channel)
    async with running(log, reflection=False) as (_, channel):
        with pytest.raises(grpc.aio.AioRpcError) as caught:
            await services(channel)
        assert caught.value.code() is grpc.StatusCode.UNIMPLEMENTED


async def test_too_long_a_request(log: Log) -> None:
    async with running(log, max_message_bytes=2000) as (_, channel):
        error = await failure(get_view(channel, "x" * 3000))
        assert error.code() is grpc.StatusCode.RESOURCE_EXHAUSTED
        await get_view(channel, "ok")


async def test_taken_port(log: Log) -> None:
    async with running(log) as (server, _):
        config = ServerConfig(port=server.port)
        with pytest.raises(PortTakenError, match=f"127.0.0.1:{server.port}: another program does already"):
            await RunningServer(config, assemble(config, None), log.logger).start()


async def _until(condition: Callable[[], bool]) -> None:
    """Waits for what must come soon, however busy the machine is."""
    async with asyncio.timeout(10):
        while not condition():
            await asyncio.sleep(0.01)


async def test_drain_lets_running_calls_end_and_refuses_new_ones(log: Log) -> None:
    async with running(log, drain_seconds=5.0) as (server, channel):
        health = health_pb2_grpc.HealthStub(channel)
        seen = []

        async def watch() -> None:
            async for answer in health.Watch(health_pb2.HealthCheckRequest(service=SERVICE)):
                seen.append(answer.status)

        watching = asyncio.create_task(watch())
        slow = get_view(channel, "sleep:1.5")
        await _until(lambda: seen == [SERVING])
        await asyncio.sleep(0.2)
        started = time.monotonic()
        draining = asyncio.create_task(server.drain())
        await _until(lambda: seen == [SERVING, NOT_SERVING])
        assert (await failure(get_view(channel, "ok"))).code() is grpc.StatusCode.UNAVAILABLE
        assert isinstance(await slow, pb.GetViewResponse)
        await draining
        # A watcher never goes away by itself, and is not waited for.
        assert time.monotonic() - started < 4
        with pytest.raises(grpc.aio.AioRpcError):
            await watching


async def test_drain_cuts_calls_that_take_too_long(log: Log) -> None:
    async with running(log, drain_seconds=0.2) as (server, channel):
        slow = get_view(channel, "sleep:20")
        await asyncio.sleep(0.1)
        started = time.monotonic()
        await server.drain()
        assert time.monotonic() - started < 2
        assert (await failure(slow)).code() in {grpc.StatusCode.UNAVAILABLE, grpc.StatusCode.CANCELLED}


def test_sigterm_drains() -> None:
    with server_process(drain_delay_seconds=0.5, drain_seconds=5.0) as server:
        with grpc.insecure_channel(server.address) as channel:
            stub = pb_grpc.RulesServiceStub(channel)
            health = health_pb2_grpc.HealthStub(channel)
            stub.GetView(request("ok"), timeout=5)
            slow = stub.GetView.future(request("sleep:1.0"), timeout=5)
            time.sleep(0.2)
            server.process.send_signal(signal.SIGTERM)
            time.sleep(0.2)
            # Not ready any more, but nobody is turned away until balancers had time to notice.
            assert health.Check(health_pb2.HealthCheckRequest(), timeout=5).status == NOT_SERVING
            stub.GetView(request("ok"), timeout=5)
            assert isinstance(slow.result(), pb.GetViewResponse)
        assert server.finish() == (0, "")
    assert [line["code"] for line in server.events("call")] == ["OK"] * 3
    assert server.events("draining")[0]["cause"] == "SIGTERM"
    assert server.lines[0]["event"] == "starting"
    assert server.lines[-1]["event"] == "stopped"


RETRIES = json.dumps(
    {
        "loadBalancingConfig": [{"round_robin": {}}],
        "healthCheckConfig": {"serviceName": SERVICE},
        "methodConfig": [
            {
                "name": [{}],
                "retryPolicy": {
                    "maxAttempts": 5,
                    "initialBackoff": "0.05s",
                    "maxBackoff": "0.5s",
                    "backoffMultiplier": 2,
                    "retryableStatusCodes": ["UNAVAILABLE"],
                },
            }
        ],
    }
)


@pytest.mark.parametrize("retries", [False, True])
async def test_drain_under_load_loses_no_call(retries: bool) -> None:
    codes: collections.Counter[str] = collections.Counter()
    over = asyncio.Event()

    async def client(target: str) -> None:
        options = [("grpc.use_local_subchannel_pool", 1)]
        options += [("grpc.service_config", RETRIES)] if retries else []  # type: ignore[list-item]
        async with grpc.aio.insecure_channel(target, options=options) as channel:
            while not over.is_set():
                try:
                    await get_view(channel, "spin:0.0005")
                    codes["OK"] += 1
                except grpc.aio.AioRpcError as error:
                    codes[error.code().name] += 1
                    break

    with server_process() as one, server_process() as other:
        target = f"ipv4:{one.address},{other.address}" if retries else one.address
        clients = [asyncio.create_task(client(target)) for _ in range(20)]
        await asyncio.sleep(0.5)
        one.process.terminate()
        await asyncio.sleep(1.0)
        over.set()
        await asyncio.gather(*clients)
        assert one.finish()[0] == 0
    # UNAVAILABLE is what a client repeats elsewhere, and then nobody notices anything.
    assert set(codes) == ({"OK"} if retries else {"OK", "UNAVAILABLE"})


def test_a_call_whose_time_is_up_is_not_begun() -> None:
    with server_process() as server:
        with grpc.insecure_channel(server.address) as channel:
            stub = pb_grpc.RulesServiceStub(channel)
            stub.GetView(request("ok"), timeout=5)
            blocking = stub.GetView.future(request("spin:0.6"), timeout=5)
            time.sleep(0.1)
            with pytest.raises(grpc.RpcError) as caught:
                stub.GetView(request("key-error:begun"), timeout=0.2)
            assert caught.value.code() is grpc.StatusCode.DEADLINE_EXCEEDED
            blocking.result()
            stub.GetView(request("ok"), timeout=5)
        server.process.terminate()
        server.finish()
    assert "INTERNAL" not in {line["code"] for line in server.events("call")}


def test_second_signal_ends_at_once() -> None:
    with server_process(drain_seconds=30.0) as server, grpc.insecure_channel(server.address) as channel:
        slow = pb_grpc.RulesServiceStub(channel).GetView.future(request("sleep:20"))
        time.sleep(0.3)
        started = time.monotonic()
        server.process.send_signal(signal.SIGINT)
        time.sleep(0.2)
        server.process.send_signal(signal.SIGINT)
        code, _ = server.finish()
        assert slow.code() in {grpc.StatusCode.UNAVAILABLE, grpc.StatusCode.CANCELLED}
    assert code == 1
    assert time.monotonic() - started < 5


def test_command_reports_a_taken_port() -> None:
    with closing(socket.socket()) as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        for workers in ("1", "2"):
            result = subprocess.run(
                [
                    sys.executable,
                    "-m",
                    *f"euchre_service.main --plain --port {port} --workers {workers}".split(),
                ],
                capture_output=True,
                text=True,
                timeout=20,
                env={**os.environ, "NO_COLOR": "1"},
            )
            assert result.returncode == 1
            assert f"127.0.0.1:{port}: another program does already" in result.stderr
            assert "Traceback" not in result.stderr


@pytest.mark.parametrize("share", [False, True])
def test_ports(share: bool) -> None:
    with closing(socket.socket()) as taken:
        if share:
            taken.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with pytest.raises(PortTakenError):
            check_free("127.0.0.1", port)
        with pytest.raises(PortTakenError), reserve("127.0.0.1", port):
            pass
    assert check_free("127.0.0.1", port) == port
    with reserve("127.0.0.1", 0) as free:
        assert free > 0


def test_impossible_addresses() -> None:
    with pytest.raises(AddressError, match=r"cannot listen at 192\.0\.2\.1:5000: cannot assign"):
        check_free("192.0.2.1", 5000)
    with pytest.raises(AddressError, match=r"cannot listen at no\.such\.host\.invalid:5000"):
        check_free("no.such.host.invalid", 5000)


def test_addresses() -> None:
    assert join("127.0.0.1", 5) == "127.0.0.1:5"
    assert join("::1", 5) == "[::1]:5"


def test_embedded_server(log: Log) -> None:
    with (
        EmbeddedServer(assemble=assemble, log=log.logger) as address,
        grpc.insecure_channel(address) as channel,
    ):
        stub = pb_grpc.RulesServiceStub(channel)
        for _ in range(3):
            stub.GetView(request("ok"), timeout=5)
        threads = [threading.Thread(target=stub.GetView, args=[request("ok")]) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert [line["code"] for line in log.calls()] == ["OK"] * 7
    with grpc.insecure_channel(address) as channel, pytest.raises(grpc.RpcError):
        pb_grpc.RulesServiceStub(channel).GetView(request("ok"), timeout=5)


def test_embedded_server_that_cannot_start() -> None:
    with pytest.raises(AddressError), EmbeddedServer(ServerConfig(host="192.0.2.1"), assemble=assemble):
        pass
