"""A disk that is full: it is said, what was kept is whole, and the service goes on."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
import tempfile
from contextlib import closing
from pathlib import Path
from typing import Any

from euchre_client import RulesClient
from tests.deploy.programs import machine_tool
from tests.faults.servers import serving

BLOCKS = 30
PLENTY, LITTLE = 1 << 30, 220_000


def test_a_server_whose_log_cannot_be_written_goes_on_and_says_so() -> None:
    with (
        open("/dev/full", "wb") as full,
        tempfile.TemporaryFile() as errors,
        serving(output=full, errors=errors) as server,
    ):
        with RulesClient(server.address) as client:
            for _ in range(20):
                client.list_rulesets()
        assert server.end() == 0
        errors.seek(0)
        told = errors.read().decode().splitlines()
    assert told == [
        "euchre-server: the log cannot be written, and its lines are lost: No space left on device"
    ]


def tournament(store: Path, file_bytes: int, *flags: str) -> subprocess.CompletedProcess[str]:
    """Plays one, with files that may become so long, as on a disk with so much room left."""
    command = [machine_tool("prlimit"), f"--fsize={file_bytes}", sys.executable, "-m", "euchre_arena.cli"]
    command += ["tournament", "heuristic", "random", "--hands", "3", "--seed", "5", "--processes", "0"]
    command += ["--blocks", str(BLOCKS), "--store", str(store), *flags]
    # Coverage writes files of its own, and would find no room for them either.
    plain = {name: value for name, value in os.environ.items() if not name.startswith("COV")}
    return subprocess.run(command, capture_output=True, text=True, timeout=240, env=plain)


def games(store: Path) -> list[tuple[Any, ...]]:
    with closing(sqlite3.connect(store)) as kept:
        (whole,) = kept.execute("PRAGMA integrity_check").fetchone()
        assert whole == "ok"
        columns = [row[1] for row in kept.execute("PRAGMA table_info(games)") if row[1] != "run"]
        return kept.execute(f"SELECT {', '.join(columns)} FROM games ORDER BY 1").fetchall()


def test_a_tournament_whose_store_finds_no_room_says_so_and_goes_on_when_there_is(tmp_path: Path) -> None:
    undisturbed, short = tmp_path / "undisturbed", tmp_path / "short"
    assert tournament(undisturbed, PLENTY).returncode == 0
    everything = games(undisturbed)

    broken = tournament(short, LITTLE)
    assert broken.returncode == 1
    said = " ".join(broken.stderr.split())
    assert "cannot be written" in said and "--resume goes on" in said
    assert "Traceback" not in said
    kept = games(short)
    assert 0 < len(kept) < len(everything)
    assert set(kept) <= set(everything)

    assert tournament(short, PLENTY, "--resume").returncode == 0
    assert games(short) == everything
