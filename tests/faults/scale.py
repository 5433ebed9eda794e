"""What a number of tables needs, from what `make bench` measured: bytes, cores, replicas, cost.

Every figure is measured (speed: build/bench.json; sizes: some games played for it), an assumption that the
command line can change, or computed from those.
"""

from __future__ import annotations

import json
import math
import statistics
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from euchre.v1 import rules_service_pb2 as pb
from euchre_arena.games import game_seed
from euchre_bots import make
from euchre_client import RulesClient, Table
from euchre_service.embedded import EmbeddedServer
from tests.bench.load import plays

BENCH: Final = Path(__file__).resolve().parents[2] / "build" / "bench.json"

_GAMES: Final = 10
_TABLES: Final = 16
_SECONDS_A_MONTH: Final = 30 * 24 * 3600


@dataclass(frozen=True, kw_only=True)
class Assumed:
    """What is assumed, not measured.

    Attributes:
        tables: tables at which people play at the same time.
        seconds_per_act: how long a table waits for an act, on average; people at a screen.
        utilisation: which part of its capacity a replica is to be used to, so that a burst and the loss of
            another replica find room.
        core_month: what a core costs for a month.
        gigabyte: what a gigabyte of traffic costs.
    """

    tables: int = 1_000_000
    seconds_per_act: float = 4.0
    utilisation: float = 0.6
    core_month: float = 25.0
    gigabyte: float = 0.01


@dataclass(frozen=True)
class Sizes:
    """What was seen when some games were played.

    Attributes:
        request: bytes of a card play.
        answer: bytes of its answer, with the next seat's view.
        table: bytes that whoever carries a table keeps: its state, and all its keys.
        acts_per_hand: acts, the deal among them.
        record_per_hand: bytes of a hand in a game's record, compressed.
    """

    request: float
    answer: float
    table: int
    acts_per_hand: float
    record_per_hand: float


def sizes() -> Sizes:
    """Plays some classic games, and measures what is sent and kept."""
    with EmbeddedServer() as address, RulesClient(address) as client:
        sent = [play for hand in plays(address, _TABLES) for play in hand]
        requests = [
            len(pb.PlayRequest(turn=act.turn, card=act.action.play_card.card).SerializeToString())
            for act, _ in sent
        ]
        answers = [len(pb.PlayResponse(transition=answer).SerializeToString()) for _, answer in sent]
        hands = acts = record = 0
        for number in range(_GAMES):
            table = Table.create(client, "classic", seed=game_seed("scale", number))
            table.play_with([make("heuristic", seed=seat) for seat in range(table.seats)])
            hands += len(table.record.hands)
            acts += table.info.ply
            record += len(zlib.compress(table.record.to_bytes()))
        keys = sum(map(len, table.seat_keys)) + len(table.host_key)
        return Sizes(
            statistics.mean(requests),
            statistics.mean(answers),
            len(table.state) + keys,
            acts / hands,
            record / hands,
        )


def measured(bench: Path = BENCH) -> Mapping[str, float]:
    """Reads what was measured: acts a second of one server process.

    Raises:
        FileNotFoundError: `make bench` has not been run.
    """
    if not bench.exists():
        raise FileNotFoundError(f"{bench} is missing: run `make bench` first")
    table: Mapping[str, Any] = json.loads(bench.read_text())
    return {
        "single": float(table["play_vs_echo"]["value"]),
        "batched": float(table["batch_transitions_with_view_per_s"]["value"]),
        "batched_without_views": float(table["batch_transitions_per_s"]["value"]),
    }


def needs(assumed: Assumed, seen: Sizes, acts_per_core: float) -> dict[str, float]:
    """Computes what the tables need.

    Args:
        assumed: what is assumed.
        seen: what is sent and kept.
        acts_per_core: acts a second that a server process answers.
    """
    acts = assumed.tables / assumed.seconds_per_act
    cores = math.ceil(acts / (acts_per_core * assumed.utilisation))
    traffic = acts * (seen.request + seen.answer)
    cost = cores * assumed.core_month + traffic * _SECONDS_A_MONTH / 1e9 * assumed.gigabyte
    return {
        "tables": assumed.tables,
        "acts_per_s": acts,
        "acts_per_s_of_a_core": acts_per_core,
        "cores": cores,
        "replicas_of_two_workers": math.ceil(cores / 2),
        "kept_by_the_service_bytes": 0,
        "kept_by_callers_megabytes": assumed.tables * seen.table / 1e6,
        "records_gigabytes_a_day": acts / seen.acts_per_hand * seen.record_per_hand * 86_400 / 1e9,
        "traffic_megabytes_per_s": traffic / 1e6,
        "cost_a_month": cost,
        "cost_of_a_thousand_tables_a_month": cost / assumed.tables * 1000,
    }
