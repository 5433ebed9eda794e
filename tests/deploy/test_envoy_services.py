"""The services beside the rules, through Envoy: analysis, and a host of practice tables of its own."""

from __future__ import annotations

import os
import struct
import subprocess
import sys
from collections.abc import Iterator

import grpc
import pytest

from euchre.v1 import practice_service_pb2 as pb
from euchre.v1.practice_service_pb2 import Strength
from euchre.v1.ruleset_pb2 import Ruleset
from euchre.v1.state_pb2 import Phase
from tests.deploy.stack import KEY, Proxy, proxy, replicas, wait_until
from tests.ports import free_port


def answers(port: int) -> bool:
    with grpc.insecure_channel(f"127.0.0.1:{port}") as channel:
        try:
            grpc.channel_ready_future(channel).result(timeout=1)
        except grpc.FutureTimeoutError:
            return False
        return True


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Proxy]:
    """Envoy in front of a replica and of a host, `euchre practice` in production mode."""
    port = free_port()
    with replicas(1) as (replica,):
        command = [sys.executable, "-m", "euchre_arena.cli", "practice", "--target", replica.address]
        command += ["--port", str(port), "--mode", "production", "--log-level", "error"]
        with subprocess.Popen(command, env=os.environ | {"EUCHRE_KEYS": KEY.to_line()}) as host:
            try:
                wait_until(lambda: answers(port), "the host of practice tables")
                folder = tmp_path_factory.mktemp("envoy")
                with proxy(folder, [replica.address], EUCHRE_PRACTICE=f"127.0.0.1:{port}") as running:
                    yield running
            finally:
                host.terminate()
    assert host.returncode == 0, "it ends in order"


def test_a_table_is_laid_and_dealt_by_json(served: Proxy) -> None:
    assert served.ask("/v1/practice:describe").json["strengths"][:2] == [
        "STRENGTH_RANDOM",
        "STRENGTH_HEURISTIC",
    ]
    asked = {"ruleset": {"base": "classic"}, "strengths": ["STRENGTH_RANDOM"]}
    table = served.ask("/v1/practice:createTable", asked)
    assert table.status == 200, table.body
    carried = {"state": table.json["state"], "table": table.json["table"]}
    steps = served.ask("/v1/practice:continue", carried)
    assert steps.status == 200 and steps.json[0]["view"]["handNumber"] == 1, "a stream is a list in JSON"
    refused = served.ask("/v1/practice:continue", carried | {"table": "AAAA"})
    assert (refused.status, refused.reason) == (400, "MALFORMED_REQUEST")


def test_a_stream_by_grpc_web_is_one_message_for_each_act(served: Proxy) -> None:
    path = "/euchre.v1.PracticeService/"
    web = {"content-type": "application/grpc-web+proto", "x-grpc-web": "1"}
    asked = pb.CreateTableRequest(
        ruleset=Ruleset(base="buck"), strengths=[Strength.STRENGTH_HEURISTIC], seat=1
    )
    (laid, _) = frames(
        served.ask(f"{path}CreateTable", web_frame(asked.SerializeToString()), headers=web).body
    )
    table = pb.CreateTableResponse.FromString(laid)
    going = pb.ContinueRequest(state=table.state, table=table.table)
    *steps, trailers = frames(
        served.ask(f"{path}Continue", web_frame(going.SerializeToString()), headers=web).body
    )
    assert b"grpc-status:0" in trailers.replace(b": ", b":")
    views = [pb.ContinueResponse.FromString(step).view for step in steps]
    assert [view.info.ply for view in views] == list(range(1, len(views) + 1))
    assert views[-1].next.phase == Phase.PHASE_DEAL or views[-1].next.seat == 1


@pytest.mark.parametrize("path", ["/v1/games:suggest", "/v1/records:annotate"])
def test_analysis_is_asked_of_the_rules_servers(served: Proxy, path: str) -> None:
    answer = served.ask(path, {})
    # 501 where the replica is installed without it; else its own refusal of an empty request.
    assert answer.status in (400, 501) and "x-request-id" in answer.headers


def test_without_a_host_practice_is_unavailable_and_all_else_is_there(envoy: Proxy) -> None:
    answer = envoy.ask("/v1/practice:describe")
    assert (answer.status, answer.json["code"]) == (503, 14)
    assert envoy.ask("/v1/rulesets").status == 200


def web_frame(message: bytes) -> bytes:
    return struct.pack(">BI", 0, len(message)) + message


def frames(body: bytes) -> Iterator[bytes]:
    while body:
        _, length = struct.unpack(">BI", body[:5])
        yield body[5 : 5 + length]
        body = body[5 + length :]
