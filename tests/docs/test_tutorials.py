"""Whoever follows a tutorial gets to its end (docs/tutorials, and docs/new-game.md)."""

from __future__ import annotations

import re
import subprocess
from contextlib import nullcontext
from pathlib import Path

import pytest

from tests.deploy.programs import machine_tool
from tests.docs.contract import ROOT
from tests.docs.tutorial import TUTORIALS, Reader, compare

PAGES = [*TUTORIALS, ROOT / "docs" / "new-game.md"]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_tutorial(page: Path, tmp_path: Path) -> None:
    with Reader(tmp_path) as reader:
        reader.follow(page)
        if page.stem == "front-end":
            _look(f"http://127.0.0.1:{reader.port('5173')}", tmp_path)


def _look(address: str, folder: Path) -> None:
    """Opens the page in a browser: its buttons are the acts of the seat that acts."""
    shown = subprocess.run(
        [
            machine_tool("chromium"),
            "--headless",
            "--no-sandbox",
            f"--user-data-dir={folder / 'chromium'}",
            "--virtual-time-budget=10000",
            "--dump-dom",
            address,
        ],
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    assert re.search(r"Score 0 to 0\. Seat \d holds: (\w+ of \w+(, )?){5}\.", shown.stdout), shown.stdout
    assert "<button>pass</button><button>order</button>" in shown.stdout, shown.stdout


@pytest.mark.parametrize(
    ("printed", "fits"),
    [("a 1\nb", True), ("a 2\nb", True), ("a 1", False), ("a 1\nb\nc", False)],
)
def test_what_is_printed_is_compared(printed: str, fits: bool) -> None:
    expected = "a ...\nb\n"
    with nullcontext() if fits else pytest.raises(AssertionError, match="expected:"):
        compare(expected, printed)
