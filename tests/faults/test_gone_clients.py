"""Clients that die in the middle of a call: the server frees what they held."""

from __future__ import annotations

import random
import subprocess
import sys
import time

from euchre_client import RulesClient
from tests.faults.servers import Server, descriptors, serving, wait_until
from tests.security.hostile.wires import HostileConnections

STREAMS = 20

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


def test_streams_of_a_client_that_is_killed_are_freed() -> None:
    with serving() as server:
        before = descriptors(server.pid)
        command = [sys.executable, "-c", _CLIENT, server.address, str(STREAMS)]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as client:
            assert client.stdout is not None
            assert client.stdout.readline() == "watching\n"
            assert descriptors(server.pid) >= before + STREAMS
            assert ended_streams(server) == 0
            client.kill()
        wait_until(lambda: ended_streams(server) == STREAMS, "the server to see that they are gone")
        wait_until(lambda: descriptors(server.pid) <= before, "their connections to be closed")
        assert server.end() == 0


def test_calls_that_are_never_sent_to_their_end_are_freed() -> None:
    with serving() as server, RulesClient(server.address) as client:
        # The server connects to itself with its first call.
        assert client.list_rulesets()
        time.sleep(0.5)
        before = descriptors(server.pid)
        wires = HostileConnections(server.address, random.Random(1))
        for _ in range(STREAMS):
            wires.half_a_request()
        wait_until(lambda: descriptors(server.pid) >= before + STREAMS, "the server to take them")
        assert client.list_rulesets()
        wires.close()
        wait_until(lambda: descriptors(server.pid) <= before, "their connections to be closed")
        assert server.end() == 0
