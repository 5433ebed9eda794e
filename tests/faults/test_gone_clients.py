"""Clients that die in the middle of a call: the server frees what they held."""

from __future__ import annotations

import random
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from euchre_client import RulesClient
from tests.faults.servers import Server, descriptors, serving, wait_until
from tests.security.hostile.wires import HostileConnections

STREAMS = 20
NO_CALLS_TO_ITSELF = ("--max-waiting-calls", "0")
"""So that the server has no connections but those of its callers."""

_CLIENT = """
import sys, time
import grpc
from grpc_health.v1 import health_pb2, health_pb2_grpc

streams = []
for number in range(int(sys.argv[2])):
    channel = grpc.insecure_channel(sys.argv[1], options=[("grpc.use_local_subchannel_pool", 1)])
    streams.append(health_pb2_grpc.HealthStub(channel).Watch(health_pb2.HealthCheckRequest(), timeout=100))
    next(streams[-1])
print("watching", flush=True)
time.sleep(3600)
"""


def ended_streams(server: Server) -> int:
    return sum(
        line["method"].endswith("/Watch") and line["code"] == "CANCELLED" for line in server.events("call")
    )


@contextmanager
def watching(server: Server) -> Iterator[subprocess.Popen[str]]:
    """A client that has all its streams; it is dead afterwards, whatever happens."""
    command = [sys.executable, "-c", _CLIENT, server.address, str(STREAMS)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as client:
        try:
            assert client.stdout is not None
            assert client.stdout.readline() == "watching\n"
            yield client
        finally:
            client.kill()


def test_streams_of_a_client_that_is_killed_are_freed() -> None:
    with serving(*NO_CALLS_TO_ITSELF) as server:
        before = descriptors(server.pid)
        with watching(server):
            # What was open before may have been the connection by which the server was seen to serve.
            assert descriptors(server.pid) >= before - 1 + STREAMS
            assert ended_streams(server) == 0
        wait_until(lambda: ended_streams(server) == STREAMS, "the server to see that they are gone")
        wait_until(lambda: descriptors(server.pid) <= before, "their connections to be closed")
        assert server.end() == 0


def test_calls_that_are_never_sent_to_their_end_are_freed() -> None:
    with serving(*NO_CALLS_TO_ITSELF) as server, RulesClient(server.address) as client:
        assert client.list_rulesets()
        before = descriptors(server.pid)
        wires = HostileConnections(server.address, random.Random(1))
        for _ in range(STREAMS):
            wires.half_a_request()
        wait_until(lambda: descriptors(server.pid) >= before - 1 + STREAMS, "the server to take them")
        assert client.list_rulesets()
        wires.close()
        wait_until(lambda: descriptors(server.pid) <= before, "their connections to be closed")
        assert server.end() == 0
