"""A clock that jumps, by a day ahead and a month back, under a server that runs: calls do not care."""

from __future__ import annotations

import glob
import os
from pathlib import Path

import pytest

from euchre_bots import make
from euchre_client import RulesClient, Table
from tests.faults.servers import serving

SEED = bytes(range(32))


def libfaketime() -> str:
    """The library that shows a process another time. Without it the test is skipped, but in CI it fails."""
    found = glob.glob("/usr/lib/*/faketime/libfaketime.so.1")
    if not found:
        message = "libfaketime is not installed (Debian, Ubuntu: apt install faketime)"
        if "CI" in os.environ:
            pytest.fail(message)
        pytest.skip(message)
    return found[0]


def play(client: RulesClient, jump: list[str], clock: Path) -> bytes:
    """Plays some hands, and has the clock jump between them; each call has a deadline of some seconds."""
    table = Table.create(client, "classic", seed=SEED)
    bots = [make("heuristic", seed=seat) for seat in range(table.seats)]
    for hands, offset in enumerate(jump, 1):
        clock.write_text(offset)
        table.play_with(bots, max_hands=hands)
    return table.record.to_bytes()


def test_games_go_on_when_the_clock_jumps(tmp_path: Path) -> None:
    clock = tmp_path / "clock"
    clock.write_text("+0")
    environment = {
        "LD_PRELOAD": libfaketime(),
        "FAKETIME_TIMESTAMP_FILE": str(clock),
        "FAKETIME_NO_CACHE": "1",
        # A jump is one of the wall's clock; that other one never jumps, which is what it is for.
        "FAKETIME_DONT_FAKE_MONOTONIC": "1",
    }
    with serving(environment=environment) as server, RulesClient(server.address) as client:
        jumped = play(client, ["+0", "+1d", "-30d", "+0"], clock)
        days = [line["time"][:10] for line in server.events("call")]
        assert len(set(days)) >= 3, "the clock did not jump"
        assert days != sorted(days)
        assert play(client, ["+0"] * 4, clock) == jumped
        assert all(line["code"] == "OK" for line in server.events("call"))
        assert server.end() == 0
