from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time

import grpc
import pytest

from euchre.v1 import rules_service_pb2 as pb
from euchre.v1 import rules_service_pb2_grpc as pb_grpc
from tests.service.test_server import ServerProcess, server_process


def ask(address: str, state: str) -> str:
    """One call on a connection of its own; its answer, a worker's pid for the state `pid`."""
    options = [("grpc.use_local_subchannel_pool", 1)]
    with grpc.insecure_channel(address, options=options) as channel:
        answer = pb_grpc.RulesServiceStub(channel).GetView(
            pb.GetViewRequest(state=state.encode()), timeout=10, wait_for_ready=True
        )
        return answer.ruleset.base


def ask_patiently(address: str, state: str) -> str:
    """The same, again when a worker that drains says to try another."""
    while True:
        try:
            return ask(address, state)
        except grpc.RpcError as error:
            if error.code() is not grpc.StatusCode.UNAVAILABLE:
                raise


def pids(server: ServerProcess, count: int) -> set[int]:
    """The workers that answer, after asking until there are so many of them."""
    found: set[int] = set()
    end = time.monotonic() + 15
    while len(found) < count and time.monotonic() < end:
        found.add(int(ask(server.address, "pid")))
    return found


def test_two_workers_share_a_port_and_drain_together() -> None:
    with server_process(workers=2, drain_seconds=5.0) as server:
        workers = pids(server, 2)
        assert len(workers) == 2
        assert server.process.pid not in workers

        options = [("grpc.use_local_subchannel_pool", 1)]
        with grpc.insecure_channel(server.address, options=options) as channel:
            slow = pb_grpc.RulesServiceStub(channel).GetView.future(pb.GetViewRequest(state=b"sleep:0.7"))
            time.sleep(0.3)
            server.process.send_signal(signal.SIGTERM)
            assert isinstance(slow.result(timeout=10), pb.GetViewResponse)
        assert server.finish() == (0, "")
    assert {line["worker"] for line in server.events("stopped")} == {0, 1}
    assert all(not alive(pid) for pid in workers)


def test_a_crashed_worker_is_replaced_while_the_other_serves() -> None:
    with server_process(workers=2, drain_seconds=5.0) as server:
        before = pids(server, 2)
        with pytest.raises(grpc.RpcError):
            ask(server.address, "exit")
        for _ in range(5):
            # By the one that is left or by its new companion: how soon that is there, nobody promises.
            assert alive(int(ask(server.address, "pid")))
        end = time.monotonic() + 15
        after = set(before)
        while not after - before and time.monotonic() < end:
            after = pids(server, 2)
        assert len(after - before) == 1
        server.process.send_signal(signal.SIGTERM)
        assert server.finish()[0] == 0
    (ended,) = server.events("worker ended")
    assert ended["exit_code"] == 3


def test_workers_end_when_the_parent_is_killed() -> None:
    with server_process(workers=2, drain_seconds=1.0) as server:
        workers = pids(server, 2)
        server.process.kill()
        server.process.wait()
        end = time.monotonic() + 10
        while any(alive(pid) for pid in workers) and time.monotonic() < end:
            time.sleep(0.05)
        assert not any(alive(pid) for pid in workers)


def test_second_signal_kills_the_workers() -> None:
    with (
        server_process(workers=2, drain_seconds=30.0) as server,
        grpc.insecure_channel(server.address) as channel,
    ):
        call = pb_grpc.RulesServiceStub(channel).GetView.future(pb.GetViewRequest(state=b"sleep:20"))
        time.sleep(0.3)
        started = time.monotonic()
        server.process.send_signal(signal.SIGTERM)
        time.sleep(0.3)
        server.process.send_signal(signal.SIGTERM)
        assert server.finish()[0] == 1
        assert call.code() is grpc.StatusCode.UNAVAILABLE
    assert time.monotonic() - started < 5


def test_workers_that_cannot_start_end_the_server() -> None:
    settings = json.dumps({"port": 0, "workers": 2})
    result = subprocess.run(
        [sys.executable, "-m", "tests.service.fakes", settings, "broken"],
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert result.returncode == 1
    assert '"giving up"' in result.stdout
    assert '"ready"' not in result.stdout


def alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    # A process that ended without a parent to collect it is still listed.
    with open(f"/proc/{pid}/stat") as stat:
        return stat.read().rpartition(")")[2].split()[0] != "Z"


def test_workers_are_replaced_one_after_the_other_upon_sigusr2() -> None:
    with server_process(workers=2, drain_seconds=5.0) as server:
        before = pids(server, 2)
        server.process.send_signal(signal.SIGUSR2)
        end = time.monotonic() + 60
        now: set[int] = before
        while (now & before or len(server.events("replacing worker")) < 2) and time.monotonic() < end:
            now = {int(ask_patiently(server.address, "pid")) for _ in range(12)}
        assert not now & before
        server.process.send_signal(signal.SIGTERM)
        assert server.finish()[0] == 0
    assert [line["worker"] for line in server.events("replacing worker")] == [0, 1]
    assert not server.events("worker ended")
    # The first one's successor served before the second one drained.
    order = [(line["event"], line["worker"]) for line in server.lines if "worker" in line]
    assert order.index(("draining", 1)) > order.index(("replacing worker", 0))
    assert order.index(("draining", 1)) > [i for i, each in enumerate(order) if each == ("serving", 0)][1]
