"""Native gRPC, gRPC-Web and CORS through Envoy; its limits; its TLS."""

from __future__ import annotations

import http.client
import os
import ssl
import struct
import subprocess
from collections.abc import Iterator
from pathlib import Path

import grpc
import pytest
from google.rpc import error_details_pb2
from grpc_health.v1 import health_pb2, health_pb2_grpc  # type: ignore[import-untyped]
from grpc_status import rpc_status  # type: ignore[import-untyped]

from euchre.v1 import rules_service_pb2 as pb
from euchre.v1 import rules_service_pb2_grpc as pb_grpc
from euchre.v1.ruleset_pb2 import Ruleset
from euchre_bots import make
from euchre_client import RulesClient, Table
from euchre_service import health
from tests.deploy.programs import machine_tool
from tests.deploy.stack import Proxy, proxy, replicas, wait_until

PAGE = "http://localhost:5173"


def test_a_native_game_is_the_same_as_a_direct_one(envoy: Proxy) -> None:
    records = []
    for target in (envoy.target, next(iter(envoy.replicas()))):
        with RulesClient(target) as client:
            table = Table.create(client, "buck", seed=bytes(32))
            table.play_with([make("heuristic", seed=seat) for seat in range(table.seats)], max_hands=3)
            records.append(table.record.to_json())
    assert records[0] == records[1]


def test_a_refusal_keeps_its_details(envoy: Proxy) -> None:
    with grpc.insecure_channel(envoy.target) as channel, pytest.raises(grpc.RpcError) as refused:
        pb_grpc.RulesServiceStub(channel).CreateGame(pb.CreateGameRequest(ruleset=Ruleset(base="whist")))
    status = rpc_status.from_call(refused.value)
    info = error_details_pb2.ErrorInfo()
    assert status.details[0].Unpack(info)
    assert (info.reason, dict(info.metadata)) == ("UNKNOWN_RULESET", {"base": "whist"})


def test_of_health_only_check_goes_through(envoy: Proxy) -> None:
    asked = health_pb2.HealthCheckRequest(service="euchre.v1.RulesService")
    with grpc.insecure_channel(envoy.target) as channel:
        stub = health_pb2_grpc.HealthStub(channel)
        assert stub.Check(asked).status == health_pb2.HealthCheckResponse.SERVING
        with pytest.raises(grpc.RpcError) as refused:
            next(stub.Watch(asked))
    # What tells a client's own health checking to do without.
    assert refused.value.code() is grpc.StatusCode.UNIMPLEMENTED


# --- gRPC-Web and CORS ---------------------------------------------------------------------------------


def frames(body: bytes) -> Iterator[tuple[int, bytes]]:
    """The frames of a gRPC-Web body: kind (0 a message, 128 the trailers) and content."""
    while body:
        kind, length = struct.unpack(">BI", body[:5])
        yield kind, body[5 : 5 + length]
        body = body[5 + length :]


def web(message: bytes) -> bytes:
    return struct.pack(">BI", 0, len(message)) + message


def web_headers(**more: str) -> dict[str, str]:
    return {"content-type": "application/grpc-web+proto", "x-grpc-web": "1", "origin": PAGE} | more


def test_grpc_web_brings_a_message_and_trailers(envoy: Proxy) -> None:
    asked = pb.CreateGameRequest(ruleset=Ruleset(base="classic"), deal=True)
    answer = envoy.ask(
        "/euchre.v1.RulesService/CreateGame", web(asked.SerializeToString()), headers=web_headers()
    )
    assert answer.status == 200
    assert answer.headers["content-type"] == "application/grpc-web+proto"
    assert answer.headers["access-control-allow-origin"] == PAGE
    (kind, message), (last_kind, trailers) = frames(answer.body)
    assert (kind, last_kind) == (0, 128)
    assert len(pb.CreateGameResponse.FromString(message).seat_keys) == 4
    assert b"grpc-status:0" in trailers.replace(b": ", b":")


def test_grpc_web_brings_a_reason(envoy: Proxy) -> None:
    answer = envoy.ask(
        "/euchre.v1.RulesService/Play", web(pb.PlayRequest().SerializeToString()), headers=web_headers()
    )
    exposed = {name.strip() for name in answer.headers["access-control-expose-headers"].split(",")}
    assert {"grpc-status", "grpc-message", "grpc-status-details-bin", "x-request-id"} <= exposed
    assert answer.headers["grpc-status"] == str(grpc.StatusCode.INVALID_ARGUMENT.value[0])
    assert answer.headers["grpc-message"]


def preflight(proxy: Proxy, origin: str) -> dict[str, str]:
    asked = {
        "origin": origin,
        "access-control-request-method": "POST",
        "access-control-request-headers": "content-type,x-grpc-web,grpc-timeout",
    }
    answer = proxy.ask("/euchre.v1.RulesService/Play", method="OPTIONS", headers=asked)
    return {name.lower(): value for name, value in answer.headers.items()}


def test_a_page_of_ours_may_call(envoy: Proxy) -> None:
    headers = preflight(envoy, PAGE)
    assert headers["access-control-allow-origin"] == PAGE
    assert "POST" in headers["access-control-allow-methods"]
    allowed = {name.strip() for name in headers["access-control-allow-headers"].split(",")}
    assert {"content-type", "x-grpc-web", "grpc-timeout", "authorization"} <= allowed
    assert "access-control-allow-credentials" not in headers


def test_a_page_of_others_may_not_call(envoy: Proxy) -> None:
    assert "access-control-allow-origin" not in preflight(envoy, "https://localhost.example.org")


# --- The rate limit ------------------------------------------------------------------------------------


def test_too_many_calls_are_told_so_in_every_protocol(folder: Path) -> None:
    with (
        replicas(1) as servers,
        proxy(folder, [server.address for server in servers], ENVOY_CALLS_PER_SECOND="1") as limited,
    ):
        answers = [limited.ask("/v1/rulesets", headers={"origin": PAGE}) for _ in range(8)]
        refused = [answer for answer in answers if answer.status != 200]
        assert 2 <= len(answers) - len(refused) <= 4  # two at once, one a second
        assert {answer.status for answer in refused} == {429}
        assert refused[0].reason == "OVERLOADED" and refused[0].json["code"] == 8
        assert refused[0].headers["retry-after"] == "1"
        assert refused[0].headers["access-control-allow-origin"] == PAGE

        with grpc.insecure_channel(limited.target) as channel:
            stub = pb_grpc.RulesServiceStub(channel)

            def call_eight_times() -> None:
                for _ in range(8):
                    stub.ListRulesets(pb.ListRulesetsRequest())

            with pytest.raises(grpc.RpcError) as shed:
                call_eight_times()
        assert shed.value.code() is grpc.StatusCode.RESOURCE_EXHAUSTED
        trailers = {item.key: str(item.value) for item in shed.value.trailing_metadata() or ()}
        assert trailers["grpc-retry-pushback-ms"] == "1000"
        assert shed.value.details() == "local_rate_limited"

        body = web(b"")
        in_web = [
            limited.ask("/euchre.v1.RulesService/ListRulesets", body, headers=web_headers()) for _ in range(8)
        ]
        (last,) = {(answer.status, answer.headers.get("grpc-status")) for answer in in_web[-3:]}
        assert last == (200, "8")
        assert in_web[-1].headers["access-control-allow-origin"] == PAGE


# --- TLS -----------------------------------------------------------------------------------------------


def write_certificate(folder: Path, name: str) -> None:
    """A certificate for localhost that vouches for itself, put in place as a whole."""
    new = folder.with_name(f"{folder.name}-{name}")
    new.mkdir()
    command = [
        machine_tool("openssl"),
        "req",
        "-x509",
        "-newkey",
        "ec",
        "-pkeyopt",
        "ec_paramgen_curve:prime256v1",
        "-nodes",
    ]
    command += ["-days", "2", "-subj", f"/CN={name}", "-addext", "subjectAltName=DNS:localhost"]
    command += ["-keyout", str(new / "tls.key"), "-out", str(new / "tls.crt")]
    subprocess.run(command, check=True, capture_output=True)
    folder.mkdir(exist_ok=True)
    for file in ("tls.key", "tls.crt"):
        os.replace(new / file, folder / file)


def shown(port: int) -> str:
    """The certificate that is shown now."""
    return ssl.get_server_certificate(("localhost", port))


def test_tls_and_a_renewed_certificate(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    certificates = tmp_path / "certificates"
    write_certificate(certificates, "first")
    with (
        replicas(1) as servers,
        proxy(folder, [servers[0].address], ENVOY_TLS_FOLDER=str(certificates)) as running,
    ):
        trusted = certificates / "tls.crt"
        secured = grpc.ssl_channel_credentials(trusted.read_bytes())
        with RulesClient(f"localhost:{running.tls_port}", credentials=secured) as client:
            table = Table.create(client, "classic")
            table.deal()

        context = ssl.create_default_context(cafile=str(trusted))
        connection = http.client.HTTPSConnection("localhost", running.tls_port, context=context)
        connection.request("GET", "/v1/rulesets")
        assert connection.getresponse().status == 200
        connection.close()

        target = f"localhost:{running.tls_port}"
        assert health.main([target, "--tls-ca", str(trusted)]) == health.SERVING
        assert health.main([target, "--timeout", "1"]) == health.NO_ANSWER  # in the clear
        assert f"{target}: SERVING" in capsys.readouterr().out

        before = shown(running.tls_port)
        write_certificate(certificates, "second")
        wait_until(lambda: shown(running.tls_port) != before, "the renewed certificate")
        assert shown(running.tls_port).strip() == (certificates / "tls.crt").read_text().strip()


def test_without_a_certificate_the_plain_listener_serves(envoy: Proxy) -> None:
    with pytest.raises((ConnectionError, ssl.SSLError)):
        ssl.get_server_certificate(("localhost", envoy.tls_port), timeout=2)
    assert envoy.ask("/healthz").status == 200
