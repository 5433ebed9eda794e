"""A tournament on a Ray cluster of this machine has the result that it has alone."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest
from typer.testing import CliRunner

from euchre_arena.cli import app
from euchre_arena.tournament.plan import Plan
from euchre_arena.tournament.store import Store
from euchre_arena.tournament.worker import WorkerError
from euchre_client import RulesClient
from euchre_service.ports import check_free
from tests.arena.conftest import Run
from tests.arena.process import COMMAND
from tests.arena.tournaments import finished, played, results
from tests.client.real_service import real_service

assert find_spec("ray"), "these tests need Ray: pip install 'euchre-rules-service[ray]'"

PLAN = Plan("classic", ("heuristic", "random", "random"), blocks=20, hands=3)


def players(starter: int) -> Iterator[int]:
    """Yields the processes of the players: those that belong to the raylet which a process has started."""
    parents = {}
    titles = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            name, _, rest = stat.read_text().partition("(")[2].rpartition(")")
        except OSError:
            continue
        pid = int(stat.parent.name)
        titles[pid], parents[pid] = name, int(rest.split()[1])
    for pid, title in titles.items():
        if title.startswith("ray::play_bl") and parents.get(parents[pid]) == starter:
            yield pid


@pytest.mark.slow
def test_on_a_cluster_it_ends_as_alone_though_players_are_lost(
    address: str, rules: RulesClient, tmp_path: Path
) -> None:
    path = tmp_path / "spread.sqlite"
    with real_service() as other:
        # In a process of its own: Ray forks, and this one has more threads than any user's.
        command = [*COMMAND, "tournament", *PLAN.entrants, "--blocks", str(PLAN.blocks)]
        command += ["--hands", str(PLAN.hands), "--target", f"{address},{other}", "--processes", "2"]
        command += ["--ray", "local", "--at-once", "8", "--store", str(path)]
        with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE) as process:
            while not finished(path) and process.poll() is None:
                time.sleep(0.01)
            assert process.poll() is None, process.stderr and process.stderr.read()
            os.kill(next(players(process.pid)), signal.SIGKILL)
            assert process.wait(120) == 0, process.stderr and process.stderr.read()
    with played(rules, PLAN) as alone, Store(path) as spread:
        assert results(alone) == results(spread)
        assert spread.query("SELECT processes FROM runs") == [(2,)]


@pytest.mark.parametrize(("address", "tries"), [("local", 3), ("127.0.0.1:1", 1)])
def test_a_cluster_of_this_machine_may_start_the_next_time(
    monkeypatch: pytest.MonkeyPatch, address: str, tries: int
) -> None:
    # Only here: it imports Ray, and whoever lacks it is told above what to install.
    from euchre_arena.tournament import ray_players

    tried = []

    def init(*_place: object, **_options: object) -> None:
        tried.append(address)
        raise RuntimeError("its parts have missed each other")

    monkeypatch.setattr("ray.init", init)
    monkeypatch.setattr(ray_players, "_knock", lambda _address: None)
    with pytest.raises(WorkerError, match="missed each other"), ray_players.RayPlayers(address):
        pass
    assert len(tried) == tries


@pytest.mark.parametrize("ray", ["auto", "127.0.0.1:{free}"])
def test_where_there_is_no_cluster(run: Run, ray: str) -> None:
    done = run("tournament", "random", "random", "--ray", ray.format(free=check_free("localhost", 0)))
    assert done.exit_code == 1
    assert "no Ray cluster answers" in done.stderr
    assert done.stderr.count("\n") == 1


def test_a_cluster_has_to_reach_the_servers() -> None:
    done = CliRunner().invoke(app, ["tournament", "random", "random", "--ray", "auto"])
    assert done.exit_code == 1
    assert "A cluster needs --target" in done.stderr


def test_without_ray_it_says_what_to_install(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    monkeypatch.delitem(sys.modules, "euchre_arena.tournament.ray_players", raising=False)
    done = run("tournament", "random", "random", "--ray", "local")
    assert done.exit_code == 1
    assert "pip install 'euchre-rules-service[ray]'" in done.stderr
