"""The short form of `python -m tests.faults chaos`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.deploy.stack import write_descriptors
from tests.faults.chaos import compare


def test_games_go_on_while_replicas_are_killed(tmp_path: Path) -> None:
    write_descriptors()
    figures: dict[str, Any] = compare(tmp_path / "chaos", 8)
    assert figures["killed"] >= 3
    assert figures["games_lost"] == figures["games_lost_undisturbed"] == 0
    assert figures["unexplained_errors"] == 0, figures["examples"]
    assert figures["records_that_differ"] == 0
