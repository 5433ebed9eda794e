"""Analysis as a part of the server: offered or not, its health, its limits, its end."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any, Final

import grpc
import pytest
from grpc_health.v1 import health_pb2, health_pb2_grpc  # type: ignore[import-untyped]

from euchre_analysis import plugin
from euchre_client import (
    AnalysisClient,
    GameRecord,
    Overloaded,
    RulesClient,
    Table,
    TransportError,
)
from euchre_service import extensions
from euchre_service.assembly import services
from euchre_service.config import ConfigError, ServerConfig
from euchre_service.embedded import EmbeddedServer
from euchre_service.rights import roles_for
from tests.analysis.serving import Served, serving
from tests.analysis.test_annotate import played

ROOT: Final = Path(__file__).parents[2]
SERVING = health_pb2.HealthCheckResponse.SERVING


def health(channel: grpc.Channel, service: str = plugin.NAME) -> Any:
    stub = health_pb2_grpc.HealthStub(channel)
    return stub.Check(health_pb2.HealthCheckRequest(service=service)).status


@pytest.fixture
def is_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The package's entry point is there, also where it is run from its sources."""
    point = EntryPoint("analysis", "euchre_analysis.plugin", extensions.GROUP)
    monkeypatch.setattr(extensions, "entry_points", lambda group: [point])


@contextmanager
def plainly_served(config: ServerConfig) -> Iterator[tuple[grpc.Channel, str]]:
    with EmbeddedServer(config, assemble=services) as address, grpc.insecure_channel(address) as channel:
        yield channel, address


def test_the_package_names_it_where_the_server_looks() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    (value,) = project["entry-points"][extensions.GROUP].values()
    assert EntryPoint("analysis", value, extensions.GROUP).load() is plugin


@pytest.mark.usefixtures("is_installed")
def test_it_is_offered_where_it_is_installed() -> None:
    with plainly_served(ServerConfig()) as (channel, _):
        assert health(channel) == SERVING
        assert health(channel, "euchre.v1.RulesService") == SERVING


@pytest.mark.usefixtures("is_installed")
@pytest.mark.parametrize("why", ["turned off", "not installed"])
def test_elsewhere_it_is_unknown(why: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if why == "not installed":
        monkeypatch.setattr(plugin, "find_spec", lambda name: None)
    with plainly_served(ServerConfig(analysis=why != "turned off")) as (channel, address):
        with pytest.raises(grpc.RpcError) as unknown:
            health(channel)
        assert unknown.value.code() is grpc.StatusCode.NOT_FOUND  # SERVICE_UNKNOWN, as Check says it
        with AnalysisClient(address) as client, pytest.raises(TransportError) as refused:
            client.suggest(state=b"?", seat=0, key=b"?")
        assert refused.value.code is grpc.StatusCode.UNIMPLEMENTED
        assert health(channel, "euchre.v1.RulesService") == SERVING


def test_the_obstacle_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    assert plugin.obstacle(ServerConfig()) is None
    assert plugin.obstacle(ServerConfig(analysis=False)) == "turned off"
    monkeypatch.setattr(plugin, "find_spec", lambda name: None if name == "numba" else object())
    assert plugin.obstacle(ServerConfig()) == "needs numba: pip install 'euchre-rules-service[solver]'"


def test_workers_of_analysis_are_checked() -> None:
    with pytest.raises(ConfigError, match="--analysis-workers"):
        ServerConfig(analysis_workers=0)


def test_the_server_itself_imports_no_bot_and_no_compiler() -> None:
    program = "import sys, euchre_analysis.plugin, euchre_service.assembly; print(sorted(sys.modules))"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert "euchre_analysis.servicer" in done.stdout
    for name in ("numba", "numpy", "euchre_bots"):
        assert f"'{name}'" not in done.stdout


def test_the_service_knows_nothing_of_it() -> None:
    for source in (ROOT / "service" / "euchre_service").glob("*.py"):
        assert "euchre_analysis" not in source.read_text(), source
        assert "euchre_bots" not in source.read_text(), source


def test_the_page_s_example_runs(served: Served, capsys: pytest.CaptureFixture[str]) -> None:
    (example,) = re.findall(r"```py\n(.*?)```", (ROOT / "docs" / "analysis.md").read_text(), re.DOTALL)
    exec(compile(example.replace("localhost:50051", served.address), "analysis.md", "exec"), {})
    assert "Best is `" in capsys.readouterr().out


def test_players_may_ask_and_hosts_may_judge() -> None:
    def roles(method: str) -> set[str]:
        return {role.value for role in roles_for(f"/{plugin.NAME}/{method}")}

    assert roles("Suggest") == roles("Evaluate") == {"player", "host"}
    assert roles("Solve") == roles("Annotate") == {"host"}


@pytest.fixture(scope="module")
def record(served: Served) -> GameRecord:
    return played(served.rules, "classic", hands=8)


def test_too_many_judgements_are_turned_away_and_questions_are_not(record: GameRecord) -> None:
    with serving() as server:
        streams = [server.analysis.annotate(record, samples=2000) for _ in range(5)]
        for stream in streams[:4]:
            assert next(stream).progress.total
        with pytest.raises(Overloaded) as refused:
            next(streams[4])
        assert refused.value.retry_after == 1.0
        table = Table.create(server.rules, "classic", seed=bytes(32))
        table.deal()
        assert table.actor is not None
        assert server.analysis.suggest(state=table.state, seat=table.actor, key=table.host_key).sentence
        for stream in streams[:4]:
            stream.close()  # type: ignore[attr-defined]
        # A stream that nobody reads any more makes room.
        assert next(server.analysis.annotate(record, samples=2000)).progress.total


_ASYNCIO_PROGRAM: Final = """
import asyncio, sys
from euchre_client import AsyncAnalysisClient, AsyncRulesClient, AsyncTable, GameRecord, NotYourTurn

async def main(address):
    async with AsyncRulesClient(address) as rules, AsyncAnalysisClient(address) as analysis:
        table = await AsyncTable.create(rules, "classic", seed=bytes(32))
        await table.deal()
        asked = {"state": table.state, "seat": table.actor, "key": table.host_key}
        advice = await analysis.suggest(**asked)
        assert list((await analysis.evaluate(**asked)).values) == list(advice.values)
        assert (await analysis.solve(state=table.state, host_key=table.host_key)).seat == table.actor
        try:
            await analysis.suggest(**{**asked, "seat": (table.actor + 1) % 4})
        except NotYourTurn:
            print("refused", end=" ")
        kinds = []
        async for message in analysis.annotate(GameRecord.from_json(sys.stdin.read()), samples=20):
            kinds.append(message.WhichOneof("message"))
        print(kinds[0], kinds[-1], kinds.count("decision") > 50)

asyncio.run(main(sys.argv[1]))
"""


def test_the_asyncio_client(served: Served, record: GameRecord) -> None:
    """From another process: grpc.aio has one event loop in each, and here the server has it."""
    done = subprocess.run(
        [sys.executable, "-c", _ASYNCIO_PROGRAM, served.address],
        input=record.to_json(),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout == "refused progress summary True\n", done.stderr


_PROGRAM: Final = """
from euchre_service.config import ServerConfig
from euchre_service.main import serve
from tests.analysis.serving import assemble

def ready(address):
    print("serving at", address, flush=True)

if __name__ == "__main__":
    raise SystemExit(serve(ServerConfig(port=0, drain_seconds=120.0), ready, assemble))
"""


def test_sigterm_lets_a_judgement_end_and_leaves_no_process(record: GameRecord) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", _PROGRAM], stdout=subprocess.PIPE, text=True, cwd=ROOT
    ) as server:
        assert server.stdout is not None
        try:
            lines = iter(server.stdout.readline, "")
            address = next(line.split()[-1] for line in lines if line.startswith("serving at "))
            with AnalysisClient(address) as client:
                stream = client.annotate(record, samples=300)
                next(stream)
                workers = children(server.pid)
                os.kill(server.pid, signal.SIGTERM)
                kinds = [message.WhichOneof("message") for message in stream]
            assert kinds[-1] == "summary"
            assert server.wait(timeout=30) == 0
            told = [json.loads(line) for line in lines]
            (call,) = [line for line in told if line.get("method", "").endswith("Annotate")]
            assert (call["code"], call["items"]) == ("OK", kinds.count("decision"))
            assert not [pid for pid in workers if Path(f"/proc/{pid}").exists()]
        finally:
            server.kill()


def children(pid: int) -> list[int]:
    """Processes that another one has started."""
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            if int(stat.read_text().rpartition(")")[2].split()[1]) == pid:
                found.append(int(stat.parent.name))
        except FileNotFoundError:
            continue
    return found


def test_a_worker_does_not_outlive_a_server_that_is_killed() -> None:
    with subprocess.Popen(
        [sys.executable, "-c", _PROGRAM], stdout=subprocess.PIPE, text=True, cwd=ROOT
    ) as server:
        assert server.stdout is not None
        address = next(line.split()[-1] for line in server.stdout if line.startswith("serving at "))
        with RulesClient(address) as rules, AnalysisClient(address) as client:
            table = Table.create(rules, "classic", seed=bytes(32))
            table.deal()
            assert table.actor is not None
            client.suggest(state=table.state, seat=table.actor, key=table.host_key)
        workers = children(server.pid)
        assert workers
        server.kill()
    until = time.monotonic() + 10
    while any(Path(f"/proc/{pid}").exists() for pid in workers):
        assert time.monotonic() < until
        time.sleep(0.05)
