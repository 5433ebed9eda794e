"""How fast a tournament is over real gRPC, and where its time goes.

    python -m tests.bench.tournament [--blocks 1000] [--servers 2] [--processes 2] [--json]
                                     [--bots heuristic,heuristic] [--preset classic] [--at-once 1000]

Servers and players are processes of their own, as `euchre tournament` starts them: of each two, so that two
cores always have something to do. A tournament begins with few games and ends with the longest of them, and
what is measured includes both and the start of the players; so it takes some thousand games to see the speed
of a long one. The rates of a machine that does other work at the same time say nothing; the processor seconds
do.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import resource
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path
from typing import Final

from euchre_arena.tournament import engine
from euchre_arena.tournament.plan import Plan
from euchre_arena.tournament.playing import AT_ONCE
from euchre_arena.tournament.store import Store
from euchre_arena.tournament.timing import quantile
from euchre_client import RulesClient
from euchre_hosting.servers import cores, own_servers
from tests.bench.report import Measurement
from tests.bench.servers import cpu_seconds

FLOOR: Final = 80.0
"""Classic games a second with heuristic bots."""
_EACH: Final = 2
"""Servers, and processes that play."""


def _own_cpu() -> float:
    return sum(
        used.ru_utime + used.ru_stime
        for used in map(resource.getrusage, (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    )


def measure(blocks: int, runs: int) -> list[Measurement]:
    """Returns the speed of classic tournaments of heuristic bots."""
    plan = Plan("classic", ("heuristic", "heuristic"), blocks=blocks)
    played = sorted(
        (play(plan, _EACH, _EACH, AT_ONCE) for _ in range(runs)), key=lambda each: each["games_per_s"]
    )
    typical = played[runs // 2]
    against = (
        f"{_EACH} server processes, {_EACH} that play, {2 * blocks:,} games of 2 heuristic bots; "
        "for each transition "
        f"{typical['server_cpu_us_per_transition']:.0f} us of the servers' processor time, "
        f"{typical['arena_cpu_us_per_transition']:.0f} us of the others'"
    )
    rates = tuple(each["games_per_s"] for each in played)
    return [
        Measurement("tournament_games_per_s", typical["games_per_s"], "games/s", None, against, FLOOR, rates)
    ]


def play(plan: Plan, servers: int, processes: int, at_once: int) -> dict[str, float]:
    """Plays a tournament and returns its figures."""
    with ExitStack() as stack:
        place = stack.enter_context(tempfile.TemporaryDirectory())
        targets = stack.enter_context(own_servers(servers))
        serving = [server.pid for server in multiprocessing.active_children() if server.pid]
        client = stack.enter_context(RulesClient(targets[0]))
        store = stack.enter_context(Store(Path(place) / "bench.sqlite"))

        def served() -> float:
            return sum(map(cpu_seconds, serving))

        ruleset = client.resolve_ruleset(plan.ruleset)
        before, own, started = served(), _own_cpu(), time.perf_counter()
        engine.run(
            store,
            plan,
            client,
            ruleset,
            targets=targets,
            processes=processes,
            at_once=at_once,
            overlap=servers < cores(),
        )
        seconds, server_cpu, own_cpu = time.perf_counter() - started, served() - before, _own_cpu() - own
        games, hands, transitions = store.query("SELECT count(*), sum(hands), sum(transitions) FROM games")[0]
        waited, bots, own = store.query("SELECT server_seconds, bots_seconds, own_seconds FROM runs")[0]
        asked = store.query("SELECT sum(count) FROM decisions")[0][0]
        buckets = dict(store.query("SELECT bucket, sum(count) FROM decision_times GROUP BY bucket"))
    return {
        "games": games,
        "games_per_s": games / seconds,
        "hands_per_s": hands / seconds,
        "transitions_per_s": transitions / seconds,
        "server_cpu_us_per_transition": server_cpu / transitions * 1e6,
        "arena_cpu_us_per_transition": own_cpu / transitions * 1e6,
        "cpu_ms_per_game": (server_cpu + own_cpu) / games * 1e3,
        "waiting_share": waited / (waited + bots + own),
        "bots_share": bots / (waited + bots + own),
        "own_share": own / (waited + bots + own),
        "bots_us_per_decision": bots / asked * 1e6,
        "decision_p95_us": quantile(buckets, 0.95) / 1e3,
        "asked_share_of_transitions": asked / transitions,
    }


def main() -> None:
    """Prints the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--preset", default="classic")
    parser.add_argument("--bots", default="heuristic,heuristic")
    parser.add_argument("--blocks", type=int, default=1000)
    parser.add_argument("--servers", type=int, default=_EACH)
    parser.add_argument("--processes", type=int, default=_EACH)
    parser.add_argument("--at-once", type=int, default=AT_ONCE)
    parser.add_argument("--json", action="store_true")
    told = parser.parse_args()
    plan = Plan(told.preset, tuple(told.bots.split(",")), blocks=told.blocks)
    figures = play(plan, told.servers, told.processes, told.at_once)
    if told.json:
        print(json.dumps(figures))
        return
    for name, value in figures.items():
        print(f"{name:30} {value:12.2f}")
    if told.preset == "classic":
        print(f"{'floor, games_per_s':30} {FLOOR:12.2f}")


if __name__ == "__main__":
    main()
