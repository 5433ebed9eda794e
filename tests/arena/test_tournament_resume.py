"""A tournament that is killed goes on as if nothing had been.

`EUCHRE_KILLS=20 python -m pytest tests/arena/test_tournament_resume.py` is the long form.
"""

from __future__ import annotations

import os
import signal
import subprocess
import time
from pathlib import Path

import pytest

from euchre_arena.tournament.plan import Plan, Sprt
from euchre_arena.tournament.store import Store
from euchre_client import RulesClient
from tests.arena.process import COMMAND
from tests.arena.tournaments import finished, played, results

KILLS = int(os.environ.get("EUCHRE_KILLS", "3"))
BLOCKS = 12 * KILLS


def test_killed_and_resumed_it_ends_as_undisturbed(address: str, rules: RulesClient, tmp_path: Path) -> None:
    path = tmp_path / "killed.sqlite"
    command = [
        *(*COMMAND, "tournament", "heuristic", "random", "--blocks", str(BLOCKS), "--hands", "3"),
        *("--store", str(path), "--resume", "--target", address, "--json", "--at-once", "8"),
    ]
    for _ in range(KILLS):
        before = finished(path)
        with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
            while finished(path) == before and process.poll() is None:
                time.sleep(0.002)
            process.send_signal(signal.SIGKILL)
    assert 0 < finished(path) < BLOCKS
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, timeout=120)
    plan = Plan("classic", ("heuristic", "random"), blocks=BLOCKS, hands=3)
    with Store(path) as killed, played(rules, plan) as undisturbed:
        assert results(killed) == results(undisturbed)
        assert len(killed.query("SELECT * FROM runs")) >= KILLS


def test_ctrl_c_keeps_what_isfinished(address: str, tmp_path: Path) -> None:
    path = tmp_path / "broken.sqlite"
    command = [
        *COMMAND,
        "tournament",
        "random",
        "random",
        "--blocks",
        "100000",
        "--store",
        str(path),
        "--at-once",
        "8",
    ]
    with subprocess.Popen([*command, "--target", address], stderr=subprocess.PIPE, text=True) as process:
        while not finished(path):
            assert process.poll() is None
            time.sleep(0.01)
        process.send_signal(signal.SIGINT)
        _, told = process.communicate(timeout=30)
    assert process.returncode == 130
    assert "Go on with --resume" in told
    assert finished(path)


@pytest.mark.parametrize("sprt", [None, Sprt(0, 200)])
def test_the_same_for_any_number_of_processes(address: str, rules: RulesClient, sprt: Sprt | None) -> None:
    plan = Plan("classic", ("heuristic", "random", "random"), blocks=24, hands=2, sprt=sprt)
    with played(rules, plan) as alone, played(rules, plan, targets=[address], processes=2) as apart:
        assert results(alone) == results(apart)
        verdicts = alone.verdicts()
        if sprt is not None:
            assert verdicts[0] == "accepted"
            assert len(alone.query("SELECT * FROM blocks WHERE contest = 0")) < 24
