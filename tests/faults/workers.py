"""Several workers on one port: what a second one adds, and what callers notice while workers are replaced."""

from __future__ import annotations

import os
import signal
import statistics
import tempfile
import threading
import time
from collections import Counter
from concurrent import futures
from typing import Any, Final

import grpc

from euchre_client import EuchreError, RulesClient
from tests.faults.servers import Server, serving, wait_until
from tests.faults.traffic import mixed
from tests.faults.wire_load import offer

_CALLERS: Final = 6
_CALLS_PER_CONNECTION: Final = 25
_CONNECTIONS: Final = 8
_AT_ONCE: Final = 2


def throughput(seconds: float, runs: int) -> dict[str, Any]:
    """Measures one worker against two, in turn.

    Connections are spread over workers by the kernel, at random, so that few may end up very unevenly.

    Args:
        seconds: of each run.
        runs: of each; the medians count.
    """
    with (
        tempfile.TemporaryFile() as log,
        serving(output=log) as one,
        serving("--workers", "2", output=log) as two,
    ):
        calls = mixed(one.address)
        rates: dict[int, list[float]] = {1: [], 2: []}
        for _ in range(runs):
            for workers, server in ((1, one), (2, two)):
                done = offer(server.port, calls, seconds, at_once=_AT_ONCE, connections=_CONNECTIONS)
                rates[workers].append(done.accepted / seconds)
    single, double = statistics.median(rates[1]), statistics.median(rates[2])
    return {
        "one_worker_calls_per_s": single,
        "two_workers_calls_per_s": double,
        "ratio": double / single,
        "processors": os.cpu_count(),
    }


def restarts(rounds: int) -> dict[str, Any]:
    """Replaces both workers of a server under load, by SIGUSR2, and kills one now and then.

    Callers have the retries of every client (`rules_service_config.json`) and no others, and make a new
    connection now and then.

    Args:
        rounds: how often to replace both.
    """
    with serving("--workers", "2", "--log-level", "info") as server:
        codes: Counter[str] = Counter()
        over = threading.Event()
        with futures.ThreadPoolExecutor(_CALLERS) as pool:
            callers = [pool.submit(_call, server.address, over, codes) for _ in range(_CALLERS)]
            try:
                for number in range(rounds):
                    _replace(server, 2 * (number + 1))
            finally:
                over.set()
            for caller in callers:
                caller.result(timeout=60)
        return {
            "workers_replaced": len(server.events("replacing worker")),
            "workers_that_crashed": len(server.events("worker ended")),
            "calls": codes.total(),
            "failed_calls": codes.total() - codes["OK"],
            "codes": dict(codes),
            "exit_code": server.end(),
        }


def _replace(server: Server, replaced: int) -> None:
    # Both of the first ones too: a signal that comes while a worker starts finds it not yet there.
    wait_until(lambda: len(server.events("serving")) >= replaced, "the workers to serve", 120)
    server.send(signal.SIGUSR2)
    wait_until(lambda: len(server.events("replacing worker")) == replaced, "the workers to end", 120)
    wait_until(lambda: len(server.events("serving")) >= replaced + 2, "their successors", 120)
    time.sleep(0.3)


def _call(address: str, over: threading.Event, codes: Counter[str]) -> None:
    options = [("grpc.use_local_subchannel_pool", 1)]
    while not over.is_set():
        with RulesClient(address, options=options) as client:
            for _ in range(_CALLS_PER_CONNECTION):
                try:
                    client.list_rulesets()
                    code = grpc.StatusCode.OK.name
                except EuchreError as error:
                    code = f"{error.code.name}: {error.message}"
                codes[code] += 1
