"""The page in a real browser. Not collected by `make test`: it needs Chromium and Node (`make web`)."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.web.conftest import HERE, Drive
from tests.web.traffic import audit

GAMES = "games.test.mjs"
OTHERS = sorted(file.name for file in (HERE / "pages").glob("*.test.mjs") if file.name != GAMES)


def test_whole_games_and_nothing_hidden_in_their_traffic(drive: Drive, traffic: Path) -> None:
    drive(GAMES)
    files = sorted(traffic.glob("*.json"))
    assert len(files) == 6
    for file in files:
        checked = audit(file)
        assert checked["Continue"] > 20 and checked["ContinueResponse"] > 500, (file.stem, checked)


@pytest.mark.parametrize("name", OTHERS)
def test_in_the_browser(drive: Drive, name: str) -> None:
    drive(name)
