"""Builds and runs the clients of `docs/languages.md`. Not collected by `make test`: it needs their tools."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any, Final

import pytest

from tests.polyglot.conftest import Figure, need, wait_for
from tests.polyglot.page import ROOT, SERVER, block, filled, run, running
from tests.ports import free_port

SUITE: Final = ROOT / "protos" / "conformance"
TOOLS: Final = {"Go": ["go"], "TypeScript on Node": ["npm"], "Java": ["javac", "mvn"]}


@pytest.fixture(scope="session", params=TOOLS)
def language(request: pytest.FixtureRequest) -> str:
    """A language that has a client."""
    return str(request.param)


@pytest.fixture(scope="session")
def build_seconds(language: str) -> float:
    """Builds the client; how long that took."""
    need(*TOOLS[language])
    start = time.monotonic()
    run(block(language, "build"))
    return time.monotonic() - start


def test_builds(language: str, build_seconds: float, figure: Figure) -> None:
    figure(f"{language}, stubs and build", f"{build_seconds:.0f} s")


@pytest.mark.usefixtures("build_seconds")
def test_plays_the_documented_games(language: str, server: str, figure: Figure) -> None:
    start = time.monotonic()
    printed = run(filled(block(language, "play"), server=server))
    assert printed == block("", "")
    figure(f"{language}, games played", f"{printed.count('scores')}, {time.monotonic() - start:.1f} s")


@pytest.mark.usefixtures("build_seconds")
def test_passes_the_conformance_suite(language: str, server: str, figure: Figure) -> None:
    cases = sum(len(json.loads(file.read_text())["cases"]) for file in SUITE.glob("*.json"))
    start = time.monotonic()
    printed = run(filled(block(language, "conformance"), server=server))
    assert printed.splitlines()[-1] == f"{cases} passed, 0 failed, 0 skipped"
    figure(f"{language}, conformance", f"{printed.strip()}, {time.monotonic() - start:.1f} s")


@pytest.mark.usefixtures("build_seconds")
def test_sees_differences(language: str, server: str, tmp_path: Path) -> None:
    suite = tmp_path / "suite"
    suite.mkdir()
    cases = [
        _creation("a good case", {"transition": {"next": {"seat": 0}}}),
        _creation("needs plain states", {}, needs="plain"),
        _creation("another id", {"transition": {"info": {"stateId": "AAAA"}}}),
        _creation("another number", {"transition": {"info": {"ply": 1}}}),
        _creation("what is absent", {"transition": {"next": {"seat": None}}}),
        _creation("what is empty", {"transition": {"events": [{}]}}),
        _creation("no such key", {"transition": {"nothing": {}}}),
    ]
    (suite / "doctored.json").write_text(json.dumps({"group": "doctored", "cases": cases}))
    command = block(language, "conformance")
    with_states = run(command.replace(SERVER, f"--dir {suite} {server}"), expect=1)
    assert with_states.splitlines()[-1] == "2 passed, 5 failed, 0 skipped"
    without = run(command.replace(SERVER, f"--no-states --dir {suite} {server}"), expect=1)
    assert without.splitlines()[-1] == "2 passed, 4 failed, 1 skipped"


def _creation(name: str, response: dict[str, Any], **more: str) -> dict[str, Any]:
    """A case that creates a game."""
    request = {"ruleset": {"base": "classic", "firstDealer": "FIRST_DEALER_SEAT_0"}}
    return {"name": name, "steps": [{"rpc": "CreateGame", "request": request, "response": response}], **more}


@pytest.mark.usefixtures("build_seconds")
def test_hosts_a_bot_for_tournaments(language: str, tmp_path: Path, figure: Figure) -> None:
    port = str(free_port())
    log = tmp_path / "log"
    with running(filled(block(language, "bot"), port=port), log):
        wait_for(f"localhost:{port}", log)
        printed = run(filled(block("Enter a tournament", "tournament"), port=port), directory=tmp_path)
    assert "The bot may enter." in printed
    (decisions,) = [line for line in printed.splitlines() if "legal actions" in line]
    figure(f"{language}, bot", " ".join(decisions.split()))
