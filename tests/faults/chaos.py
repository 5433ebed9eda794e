"""Replicas behind Envoy are killed, one every second, while games are played: nobody must notice.

What a call's failure may cost a player is waiting. Three things try a call again, and no more are counted on:
Envoy on another replica, the client by the policy in `rules_service_config.json`, and, when a call has failed
after all that because nobody answered, the player himself, for a while. A table is as it was after a failed
act, so he just goes on.
"""

from __future__ import annotations

import asyncio
import hashlib
import signal
import sqlite3
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import grpc
import uvloop

from euchre_arena.games import game_seed
from euchre_bots import make
from euchre_client import EuchreError
from euchre_client.aio import AsyncRulesClient
from euchre_client.aio_table import AsyncTable
from tests.deploy.stack import proxy
from tests.faults.servers import Server, every, serving, started

SEATINGS: Final = {"classic": 2, "ghost_hand": 6, "buck": 8}
"""The kinds of games, and how many a block of a tournament of two bots has."""
KINDS: Final = tuple(SEATINGS)
REPLICAS: Final = 3
KILL_SECONDS: Final = 1.0
AT_ONCE: Final = 48

_PATIENCE: Final = 60.0
"""Seconds for which a player asks again when nobody answers."""
_PAUSE: Final = 0.25
_NOBODY_ANSWERS: Final = (
    grpc.StatusCode.UNAVAILABLE,
    grpc.StatusCode.DEADLINE_EXCEEDED,
    grpc.StatusCode.RESOURCE_EXHAUSTED,
)


@dataclass
class Played:
    """What became of the games.

    Attributes:
        records: each game's record and last state, by kind and number; a game that is not here is lost.
        calls: acts that were answered.
        again: calls that the player made again, by what their failure says.
        unexplained: calls that ended in any other error.
        seconds: how long it took.
    """

    records: dict[tuple[str, int], bytes] = field(default_factory=dict)
    calls: int = 0
    again: Counter[str] = field(default_factory=Counter)
    unexplained: list[str] = field(default_factory=list)
    seconds: float = 0.0


@dataclass
class Killer:
    """Ends servers with -9 in turn, and starts them again at once.

    Only one that serves is killed, and not the last one that does: what is tested is that a replica's loss
    goes unnoticed, not that a service without any replica serves.

    Attributes:
        killed: how many times.
        spared: how many times nobody was, as no other served.
    """

    servers: list[Server]
    killed: int = 0
    spared: int = 0

    def kill(self) -> None:
        serving = [server for server in self.servers if server.listens()]
        if len(serving) < 2:
            self.spared += 1
            return
        victim = serving[0]
        victim.end(signal.SIGKILL)
        victim.start()
        # To the end of the queue.
        self.servers.remove(victim)
        self.servers.append(victim)
        self.killed += 1


def play(target: str, games: int, *, at_once: int = AT_ONCE) -> Played:
    """Plays so many games of each kind, every act a call of its own.

    Args:
        target: where the service is.
        games: games of each kind; a game's number decides its seed.
        at_once: games side by side.
    """
    return uvloop.run(_play(target, games, at_once))


async def _play(target: str, games: int, at_once: int) -> Played:
    played = Played()
    started = time.monotonic()
    numbers = iter([(kind, number) for number in range(games) for kind in KINDS])
    async with AsyncRulesClient(target) as client:

        async def seat() -> None:
            for kind, number in numbers:
                try:
                    played.records[kind, number] = await _game(client, kind, number, played)
                except EuchreError as error:
                    played.unexplained.append(f"{kind} {number}: {error.code.name} {error.message}")

        await asyncio.gather(*(seat() for _ in range(at_once)))
    played.seconds = time.monotonic() - started
    return played


async def _game(client: AsyncRulesClient, kind: str, number: int, played: Played) -> bytes:
    """Plays a game to its end.

    Returns:
        Its record, and the digest of its last state.

    Raises:
        EuchreError: a call ended in another error than that nobody answers, or nobody answers for long.
    """
    seed = game_seed("chaos", kind, number)
    table: AsyncTable | None = None
    patience = time.monotonic() + _PATIENCE
    acts = -1
    while True:
        try:
            if table is None:
                table = await AsyncTable.create(client, kind, seed=seed)
            bots = [make("heuristic", seed=seat) for seat in range(table.seats)]
            await table.play_with(bots)
        except EuchreError as error:
            ply = table.info.ply if table is not None else -1
            if ply != acts:
                acts, patience = ply, time.monotonic() + _PATIENCE
            if error.code not in _NOBODY_ANSWERS or time.monotonic() > patience:
                raise
            played.again[f"{error.code.name}: {error.message[:60]}"] += 1
            await asyncio.sleep(_PAUSE)
        else:
            played.calls += 1 + table.info.ply
            return table.record.to_bytes() + hashlib.sha256(table.state).digest()


def tournaments(target: str, games: int, folder: Path) -> Played:
    """Plays about so many games of each kind as tournaments, whose acts go in batches.

    A tournament that ends all the same is resumed, and counted as what the player made again.

    Args:
        target: where the service is.
        games: games of each kind; whole blocks are played.
        folder: for the stores.
    """
    played = Played()
    started = time.monotonic()
    folder.mkdir()
    for kind, seatings in SEATINGS.items():
        store = folder / kind
        command = [sys.executable, "-m", "euchre_arena.cli", "tournament", "heuristic", "random"]
        command += ["--preset", kind, "--blocks", str(-(-games // seatings)), "--seed", "7"]
        command += ["--processes", "0", "--at-once", "32", "--target", target, "--store", str(store)]
        patience = time.monotonic() + 60 * _PATIENCE
        while True:
            run = subprocess.run(command, capture_output=True, text=True)
            if run.returncode == 0:
                break
            said = " ".join(run.stderr.split())
            if ("UNAVAILABLE" not in said and "not answer" not in said) or time.monotonic() > patience:
                played.unexplained.append(f"{kind}: {said[-300:]}")
                break
            played.again[said[-60:]] += 1
            command += ["--resume"] * ("--resume" not in command)
        with closing(sqlite3.connect(store)) as kept:
            for number, transitions, record in kept.execute("SELECT game, transitions, record FROM games"):
                played.records[kind, number] = record
                played.calls += transitions
    played.seconds = time.monotonic() - started
    return played


def compare(
    folder: Path,
    games: int,
    say: Callable[[str], None] = lambda _line: None,
    *,
    batches: bool = False,
) -> dict[str, object]:
    """Plays the same games undisturbed and disturbed.

    Args:
        folder: for Envoy's files, and stores.
        games: games of each kind.
        say: told what begins.
        batches: whether to play them as tournaments, instead of table by table.

    Returns:
        The figures by name.
    """

    def played(target: str, name: str) -> Played:
        return tournaments(target, games, folder / name) if batches else play(target, games)

    folder.mkdir()
    say(f"{games * len(KINDS):,} games undisturbed, one server and no proxy")
    with serving("--log-level", "error") as server:
        quiet = played(server.address, "quiet")
    say(f"the same with {REPLICAS} replicas behind Envoy, one killed every {KILL_SECONDS:g} s")
    with (
        started(REPLICAS, "--log-level", "error") as servers,
        proxy(folder / "envoy", [server.address for server in servers]) as envoy,
    ):
        killer = Killer(list(servers))
        with every(KILL_SECONDS, killer.kill):
            loud = played(envoy.target, "loud")
    wanted = {
        (kind, number)
        for kind, seatings in SEATINGS.items()
        for number in range(-(-games // seatings) * seatings if batches else games)
    }
    return {
        "games": len(wanted),
        "games_lost": len(wanted - loud.records.keys()),
        "games_lost_undisturbed": len(wanted - quiet.records.keys()),
        "records_that_differ": sum(quiet.records.get(game) != loud.records.get(game) for game in wanted),
        "killed": killer.killed,
        "not_killed_as_the_last_one": killer.spared,
        "acts": loud.calls,
        "calls_made_again_by_the_player": dict(loud.again),
        "unexplained_errors": len(loud.unexplained),
        "examples": loud.unexplained[:5],
        "seconds": round(loud.seconds, 1),
        "seconds_undisturbed": round(quiet.seconds, 1),
    }
