"""The batch over real connections: transitions a second, and for each core-second of the server."""

from __future__ import annotations

import multiprocessing
from collections.abc import Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import ExitStack
from statistics import median
from typing import NamedTuple

from euchre.v1 import rules_service_pb2 as pb
from tests.bench.load import BATCH_METHOD, Play, calls_per_second, plays
from tests.bench.report import Measurement
from tests.bench.servers import cpu_seconds, server

ITEMS = 500
SENDERS = 2
"""So many batches are on their way to a server at once, so that it need not wait for the client."""
FLOOR = 60_000.0
"""Transitions a second of two server processes, each with a client process of its own."""


class _Load(NamedTuple):
    """What is sent to one server.

    Attributes:
        address: where it is.
        pid: its process.
        batches: for each sender its requests, in order.
        items: items of a batch, on average.
        size: bytes of an item, on average.
    """

    address: str
    pid: int
    batches: list[list[bytes]]
    items: float
    size: float


def measure(seconds: float, runs: int) -> list[Measurement]:
    """Return the figures of batches from `runs` runs of `seconds` each."""
    context = multiprocessing.get_context("spawn")
    with ExitStack() as stack:
        clients = stack.enter_context(ProcessPoolExecutor(2, mp_context=context))
        servers = [stack.enter_context(server("rules")) for _ in range(2)]
        tables = [plays(address, ITEMS * SENDERS) for address, _ in servers]
        figures = []
        for name, floor, with_views, count in (
            ("batch_transitions_per_s", 15_000.0, False, 1),
            ("batch_transitions_with_view_per_s", None, True, 1),
            ("batch_transitions_two_servers_per_s", FLOOR, False, 2),
        ):
            loads = [
                _load(*servers[number], tables[number], with_views=with_views) for number in range(count)
            ]
            figures.append(_measure(name, floor, clients, loads, seconds, runs))
        return figures


def _measure(
    name: str, floor: float | None, clients: Executor, loads: Sequence[_Load], seconds: float, runs: int
) -> Measurement:
    rates, per_core = [], []
    for _ in range(runs):
        before = sum(cpu_seconds(load.pid) for load in loads)
        sending = [
            clients.submit(calls_per_second, load.address, BATCH_METHOD, load.batches, seconds)
            for load in loads
        ]
        rate = sum(sent.result() * load.items for sent, load in zip(sending, loads, strict=True))
        used = sum(cpu_seconds(load.pid) for load in loads) - before
        rates.append(rate)
        per_core.append(rate * seconds / used if used else rate)
    each = "one connection, one server process"
    if len(loads) > 1:
        each = "two server processes, to each one connection from a client process of its own"
    return Measurement(
        name,
        median(rates),
        "transitions/s",
        None,
        f"{each}, {loads[0].size:,.0f} bytes an item; {median(per_core):,.0f} per core-second of the server",
        floor,
        tuple(rates),
    )


def _load(address: str, pid: int, tables: list[list[Play]], *, with_views: bool) -> _Load:
    batches = [_batches(tables[sender::SENDERS], with_views) for sender in range(SENDERS)]
    every = [batch for sender in batches for batch in sender]
    items = sum(len(pb.BatchApplyRequest.FromString(batch).items) for batch in every)
    return _Load(address, pid, batches, items / len(every), sum(map(len, every)) / items)


def _batches(tables: list[list[Play]], with_views: bool) -> list[bytes]:
    """Return one batch for each card of the hand: all tables go on together."""
    batches = []
    for step in range(max(map(len, tables))):
        request = pb.BatchApplyRequest()
        for hand in tables:
            if step < len(hand):
                item = request.items.add()
                item.CopyFrom(hand[step].request)
                if not with_views:
                    del item.turn.views[:]
        batches.append(request.SerializeToString())
    return batches


if __name__ == "__main__":
    from tests.bench import report

    report.show(measure(3.0, 5))
