"""What callers notice when replicas fail behind Envoy: nothing."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from concurrent import futures
from contextlib import contextmanager
from pathlib import Path

import grpc
import pytest
from grpc_health.v1 import health_pb2, health_pb2_grpc  # type: ignore[import-untyped]

from euchre.v1 import rules_service_pb2 as pb
from euchre.v1 import rules_service_pb2_grpc as pb_grpc
from tests.deploy.stack import Proxy, proxy, replicas, wait_until


@contextmanager
def calling(target: str, callers: int = 4) -> Iterator[list[str]]:
    """Calls without pause, and without retries of its own, while the block runs; collects the codes."""
    codes: list[str] = []
    stop = threading.Event()

    def call() -> None:
        with grpc.insecure_channel(target, [("grpc.enable_retries", 0)]) as channel:
            stub = pb_grpc.RulesServiceStub(channel)
            while not stop.is_set():
                try:
                    stub.ListRulesets(pb.ListRulesetsRequest(), timeout=20)
                    codes.append("OK")
                except grpc.RpcError as error:
                    codes.append(f"{error.code().name}: {error.details()}")

    with futures.ThreadPoolExecutor(callers) as pool:
        running = [pool.submit(call) for _ in range(callers)]
        try:
            yield codes
        finally:
            stop.set()
        for each in running:
            each.result(timeout=30)


def healthy(running: Proxy) -> int:
    return running.statistic("cluster.euchre.membership_healthy")


def test_killed_and_drained_replicas_fail_no_call(folder: Path) -> None:
    with (
        replicas(2) as servers,
        proxy(folder, [server.address for server in servers]) as running,
        calling(running.target) as codes,
    ):
        wait_until(lambda: len(codes) > 50, "the first calls")
        servers[0].end(signal.SIGKILL)
        wait_until(lambda: healthy(running) == 1, "Envoy to notice the killed replica")
        servers[0].start()
        wait_until(lambda: healthy(running) == 2, "the killed replica to be back")
        assert servers[1].end(signal.SIGTERM) == 0
        so_far = len(codes)
        wait_until(lambda: len(codes) > so_far + 50, "calls with one replica")
    assert set(codes) == {"OK"}


class Broken(pb_grpc.RulesServiceServicer, health_pb2_grpc.HealthServicer):  # type: ignore[misc]
    """Says that it serves, and fails every call."""

    def ListRulesets(
        self, request: pb.ListRulesetsRequest, context: grpc.ServicerContext
    ) -> pb.ListRulesetsResponse:
        context.abort(grpc.StatusCode.UNAVAILABLE, "out of order")
        raise AssertionError

    def Check(self, request: object, context: grpc.ServicerContext) -> object:
        return health_pb2.HealthCheckResponse(status=health_pb2.HealthCheckResponse.SERVING)


@contextmanager
def broken_replica() -> Iterator[str]:
    server = grpc.server(futures.ThreadPoolExecutor(8))
    pb_grpc.add_RulesServiceServicer_to_server(Broken(), server)
    health_pb2_grpc.add_HealthServicer_to_server(Broken(), server)
    port = server.add_insecure_port("127.0.0.1:0")
    server.start()
    try:
        yield f"127.0.0.1:{port}"
    finally:
        server.stop(None).wait()


def test_a_replica_that_only_claims_health_is_put_aside(folder: Path) -> None:
    with (
        broken_replica() as broken,
        replicas(1) as servers,
        proxy(folder, [broken, servers[0].address]) as running,
        calling(running.target, callers=2) as codes,
    ):
        wait_until(
            lambda: running.statistic("cluster.euchre.outlier_detection.ejections_active") == 1,
            "the ejection",
        )
        assert running.replicas()[broken]["health_flags"] == "/failed_outlier_check"
        so_far = len(codes)
        wait_until(lambda: len(codes) > so_far + 50, "calls without it")
    assert set(codes) == {"OK"}


def test_with_no_replica_left_it_says_so(folder: Path) -> None:
    with proxy(folder, ["127.0.0.1:1"], healthy=0) as running:
        assert running.ask("/healthz").status == 503
        refused = running.ask("/v1/rulesets")
        assert (refused.status, refused.json["code"]) == (503, 14)
        with (
            grpc.insecure_channel(running.target, [("grpc.enable_retries", 0)]) as channel,
            pytest.raises(grpc.RpcError) as failed,
        ):
            pb_grpc.RulesServiceStub(channel).ListRulesets(pb.ListRulesetsRequest())
        assert failed.value.code() is grpc.StatusCode.UNAVAILABLE
        assert failed.value.details() == "no healthy upstream"
