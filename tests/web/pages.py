"""The page in a real browser. Not collected by `make test`: it needs Chromium and Node (`make web`)."""

from __future__ import annotations

import re
import subprocess
import time
from pathlib import Path

import pytest

from tests.web.conftest import HERE, Drive
from tests.web.traffic import audit

ROOT = HERE.parents[1]
PAGE = (ROOT / "docs" / "web.md").read_text()
(BUILD,) = [block for block in re.findall(r"```sh\n(.*?)```", PAGE, re.DOTALL) if "npm run build" in block]
GAMES = "games.test.mjs"
OTHERS = sorted(file.name for file in (HERE / "pages").glob("*.test.mjs") if file.name != GAMES)


@pytest.mark.usefixtures("npm")
def test_the_page_is_built_as_the_docs_say() -> None:
    start = time.time()
    subprocess.run(["bash", "-euc", BUILD], cwd=ROOT, check=True)
    assert (ROOT / "clients" / "web" / "dist" / "index.html").stat().st_mtime >= start - 1


def test_whole_games_and_nothing_hidden_in_their_traffic(drive: Drive, traffic: Path) -> None:
    drive(GAMES)
    files = sorted(traffic.glob("*.json"))
    assert len(files) == 6
    for file in files:
        checked = audit(file)
        assert checked["Continue"] > 4 and checked["ContinueResponse"] > 50, (file.stem, checked)


@pytest.mark.parametrize("name", OTHERS)
def test_in_the_browser(drive: Drive, name: str) -> None:
    drive(name)
