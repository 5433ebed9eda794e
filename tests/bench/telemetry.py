"""What it costs to be watched: `python -m tests.bench.telemetry [--rounds 12] [--calls 4000]`.

Servers that differ in one setting answer the same card plays in turn, in an order drawn anew for each round;
what counts is the processor time of each server's process for each call, and its median difference from the
server that nobody watches. `off again` is that server once more: how far from 0 it is, is noise.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Final

import grpc
import grpc.aio
import uvloop
from opentelemetry.sdk.metrics import MeterProvider
from opentelemetry.sdk.metrics.export import InMemoryMetricReader
from prometheus_client import CollectorRegistry, Histogram

from euchre.v1 import rules_service_pb2 as pb
from euchre_service.calllog import CallLog
from euchre_service.telemetry.recorder import Recorder
from tests.bench.load import PLAY_METHOD, plays
from tests.bench.servers import cpu_seconds
from tests.deploy.programs import free_port
from tests.telemetry.collector import collecting

SENDERS: Final = 16

_METRICS: Final = ("--metrics", "prometheus", "--metrics-port", "0")
_TRACES: Final = ("--traces", "otlp")
SETTINGS: Final[Mapping[str, tuple[tuple[str, ...], Mapping[str, str]]]] = {
    "off": ((), {}),
    "off again": ((), {}),
    "metrics": (_METRICS, {}),
    "log sample 0.1": (("--log-sample", "0.1"), {}),
    "traces, 1 in 100": (
        _TRACES,
        {"OTEL_TRACES_SAMPLER": "parentbased_traceidratio", "OTEL_TRACES_SAMPLER_ARG": "0.01"},
    ),
    "traces, all": (_TRACES, {}),
}


@contextmanager
def server(flags: Sequence[str], environment: Mapping[str, str]) -> Iterator[tuple[str, int]]:
    """A server with these flags, its log thrown away; gives its address and process id."""
    port = free_port()
    command = [sys.executable, "-m", "euchre_service.main", "--port", str(port), "--no-analysis"]
    # On a busy machine calls may wait for long, which is no matter here.
    command += ["--max-waiting-calls", "0", *flags]
    process = subprocess.Popen(
        command, stdout=subprocess.DEVNULL, env={**os.environ, **environment}, cwd=Path(__file__).parents[2]
    )
    try:
        with grpc.insecure_channel(f"127.0.0.1:{port}") as channel:
            grpc.channel_ready_future(channel).result(timeout=60)
        yield f"127.0.0.1:{port}", process.pid
    finally:
        process.terminate()
        process.wait(timeout=30)


def requests_of(address: str) -> list[bytes]:
    """Card plays of real hands; a server opens only states of its own."""
    return [
        pb.PlayRequest(turn=act.turn, card=act.action.play_card.card).SerializeToString()
        for hand in plays(address, SENDERS * 4)
        for act, _ in hand
    ]


async def send(address: str, requests: Sequence[bytes], calls: int) -> None:
    """Sends so many calls, in order, by several senders at once."""
    async with grpc.aio.insecure_channel(address) as channel:
        call: grpc.aio.UnaryUnaryMultiCallable[bytes, bytes] = channel.unary_unary(PLAY_METHOD)
        numbers = iter(range(calls))

        async def sender() -> None:
            for number in numbers:
                await call(requests[number % len(requests)])

        await asyncio.gather(*(sender() for _ in range(SENDERS)))


def measure(rounds: int, calls: int) -> dict[str, list[float]]:
    """Microseconds of processor time for each call, by setting and round."""
    found: dict[str, list[float]] = {name: [] for name in SETTINGS}
    with ExitStack() as stack:
        _, environment = stack.enter_context(collecting())
        environment = {"OTEL_EXPORTER_OTLP_ENDPOINT": environment["OTEL_EXPORTER_OTLP_ENDPOINT"]}
        servers = {
            name: stack.enter_context(server(flags, {**environment, **more}))
            for name, (flags, more) in SETTINGS.items()
        }
        requests = {name: requests_of(address) for name, (address, _) in servers.items()}
        for number in range(rounds + 1):
            for name in random.sample(list(SETTINGS), len(SETTINGS)):
                address, pid = servers[name]
                before = cpu_seconds(pid)
                uvloop.run(send(address, requests[name], calls))
                if number:  # the first is for warming up
                    found[name].append((cpu_seconds(pid) - before) / calls * 1e6)
    return found


def observations() -> dict[str, float]:
    """Microseconds that counting one call takes: here, and by the libraries' own histograms."""
    recorder, call = Recorder(), CallLog("/euchre.v1.RulesService/Play", "id")
    call.code, call.seconds, call.sealed = "OK", 0.001, {393: 1}
    meters = MeterProvider([InMemoryMetricReader()])
    histogram = meters.get_meter("bench").create_histogram("seconds")
    attributes = {"method": "Play", "code": "OK"}
    child = Histogram("seconds", "A histogram.", ["method", "code"], registry=CollectorRegistry())
    times = {
        "Recorder.record": _time(lambda: recorder.record(call)),
        "a histogram of prometheus_client": _time(lambda: child.labels("Play", "OK").observe(0.001)),
        "a histogram of OpenTelemetry": _time(lambda: histogram.record(0.001, attributes)),
    }
    meters.shutdown()
    return times


def _time(action: Callable[[], None], times: int = 100_000) -> float:
    best = float("inf")
    for _ in range(5):
        start = time.process_time()
        for _ in range(times // 5):
            action()
        best = min(best, (time.process_time() - start) / (times // 5))
    return best * 1e6


def main() -> None:
    """Measures and prints a table."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--rounds", type=int, default=12)
    parser.add_argument("--calls", type=int, default=4000, help="to each server in each round")
    arguments = parser.parse_args()
    for name, microseconds in observations().items():
        print(f"{name:34} {microseconds:6.2f} us")
    found = measure(arguments.rounds, arguments.calls)
    print(f"{arguments.rounds} rounds of {arguments.calls} calls")
    print(f"{'setting':20} {'us/call':>8} {'difference':>11}")
    for name, values in found.items():
        differences = [value - base for value, base in zip(values, found["off"], strict=True)]
        low, middle, high = statistics.quantiles(differences, n=4)
        print(
            f"{name:20} {statistics.median(values):8.1f} {middle:+11.1f}   quartiles {low:+.1f} {high:+.1f}"
        )


if __name__ == "__main__":
    main()
