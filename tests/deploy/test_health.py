"""The command `euchre-health` against a server in every state."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent import futures

import grpc
import pytest
from grpc_health.v1 import health as health_service  # type: ignore[import-untyped]
from grpc_health.v1 import health_pb2, health_pb2_grpc

from euchre_service import health

SERVICE = "euchre.v1.RulesService"


class Server:
    """Answers for the rules service what it is told to."""

    def __init__(self) -> None:
        self._answers = health_service.HealthServicer()
        self._server = grpc.server(futures.ThreadPoolExecutor(2))
        health_pb2_grpc.add_HealthServicer_to_server(self._answers, self._server)
        self.port = self._server.add_insecure_port("127.0.0.1:0")
        self._server.start()

    def say(self, status: str) -> None:
        self._answers.set(SERVICE, health_pb2.HealthCheckResponse.ServingStatus.Value(status))

    def stop(self) -> None:
        self._server.stop(None).wait()


@pytest.fixture
def server() -> Iterator[Server]:
    started = Server()
    yield started
    started.stop()


@pytest.mark.parametrize(("status", "code"), [("SERVING", 0), ("NOT_SERVING", 1)])
def test_says_what_the_server_says(
    server: Server, status: str, code: int, capsys: pytest.CaptureFixture[str]
) -> None:
    server.say(status)
    assert health.main([f"127.0.0.1:{server.port}"]) == code
    assert capsys.readouterr().out == f"127.0.0.1:{server.port}: {status}\n"


def test_a_service_it_does_not_have_is_not_served(server: Server) -> None:
    assert health.main([f"127.0.0.1:{server.port}"]) == health.NOT_SERVING
    assert health.main([f"127.0.0.1:{server.port}", "--service", ""]) == health.SERVING


@pytest.mark.parametrize("host", ["127.0.0.1", "0.0.0.0"])
def test_finds_the_server_by_its_own_settings(
    server: Server, host: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    server.say("SERVING")
    monkeypatch.setenv("EUCHRE_HOST", host)
    monkeypatch.setenv("EUCHRE_PORT", str(server.port))
    assert health.main([]) == health.SERVING


def test_nobody_there(server: Server, capsys: pytest.CaptureFixture[str]) -> None:
    server.stop()
    assert health.main([f"127.0.0.1:{server.port}", "--timeout", "2"]) == health.NO_ANSWER
    assert "UNAVAILABLE" in capsys.readouterr().out


def test_an_authority_that_is_not_there(capsys: pytest.CaptureFixture[str]) -> None:
    assert health.main(["localhost:1", "--tls-ca", "/nowhere.pem"]) == health.NO_ANSWER
    assert "/nowhere.pem" in capsys.readouterr().out
