from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final, TypeAlias

import pytest

from euchre_web.envoy import find_envoy
from euchre_web.page import find_page
from euchre_web.stack import running
from tests.service.desk import KEY

HERE: Final = Path(__file__).parent
_BROWSERS: Final = ("chromium", "chromium-browser", "google-chrome")
_FIGURE: Final = "FIGURE "
_PROPERTY: Final = "figure"

Drive: TypeAlias = Callable[[str], None]
"""Runs the tests of a file of `pages/` in the browser."""


def _need(program: str | None, name: str, hint: str) -> str:
    if program is None:
        pytest.fail(f"{name} is missing: {hint}", pytrace=False)
    return program


@pytest.fixture(scope="session")
def npm() -> str:
    """npm, with the packages of these tests fetched."""
    hint = "install Node 20 or newer with npm (Debian, Ubuntu: apt install nodejs npm)"
    npm = _need(shutil.which("npm"), "npm", hint)
    if not (HERE / "node_modules" / "playwright-core").is_dir():
        subprocess.run([npm, "ci", "--no-audit", "--no-fund"], cwd=HERE, check=True)
    return npm


@pytest.fixture(scope="session")
def browser() -> str:
    """The path of Chromium."""
    named = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, _BROWSERS)), None)
    return _need(named, "Chromium", "install it (Debian: apt install chromium), or name it in CHROMIUM")


@pytest.fixture(scope="session")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Where the page is, as `euchre web` serves it; the services' key is `tests.service.desk.KEY`.

    EUCHRE_WEB names one that runs already, with that key.
    """
    if named := os.environ.get("EUCHRE_WEB"):
        yield named
        return
    envoy = _need(find_envoy(), "Envoy", "pip install 'euchre-rules-service[web]'")
    keys = tmp_path_factory.mktemp("keys") / "keys.txt"
    keys.write_text(KEY.to_line())
    with running(envoy, find_page(print), "127.0.0.1", 0, keys_file=keys) as address:
        yield address


@pytest.fixture(scope="session")
def traffic(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the pages' traffic is written to."""
    return tmp_path_factory.mktemp("traffic")


@pytest.fixture
def drive(
    address: str, npm: str, browser: str, traffic: Path, record_property: Callable[[str, object], None]
) -> Drive:
    """Runs `node --test` on a file of `pages/`; figures that it prints come into the summary."""

    def run(name: str) -> None:
        environment = {"EUCHRE_WEB": address, "CHROMIUM": browser, "EUCHRE_TRAFFIC": str(traffic)}
        command = ["node", "--test", "--test-reporter=spec", str(HERE / "pages" / name)]
        done = subprocess.run(
            command, cwd=HERE, env=os.environ | environment, capture_output=True, text=True, check=False
        )
        for line in done.stdout.splitlines():
            _, found, figure = line.partition(_FIGURE)
            if found:
                record_property(_PROPERTY, figure)
        if done.returncode:
            pytest.fail(f"{done.stdout}{done.stderr}", pytrace=False)

    return run


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    figures = [
        figure
        for report in terminalreporter.stats.get("passed", [])
        for name, figure in report.user_properties
        if name == _PROPERTY
    ]
    if figures:
        terminalreporter.section("figures")
        for figure in figures:
            terminalreporter.write_line(str(figure))
