"""What it costs to be watched: `python -m tests.bench.telemetry [--rounds 100] [--calls 400]`.

In one process, without a network, card plays of real hands go through the server's boundary and handlers, as
gRPC would call them. What is around them differs in one setting, and all settings take turns, in an order
drawn anew for each round. What counts is the processor time of the process, all its threads, for each call,
in the best round, which others on the machine disturbed least. `off again` is the same as `off`; how far it
is from it is noise. Spans go to a collector in a process of its own.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any, Final, NamedTuple

import grpc
import uvloop
from opentelemetry.sdk.metrics import MeterProvider
from opentelemetry.sdk.metrics.export import InMemoryMetricReader
from prometheus_client import CollectorRegistry, Histogram

from euchre.v1 import rules_service_pb2 as pb
from euchre_service.assembly import services
from euchre_service.boundary import Boundary
from euchre_service.calllog import CallLog
from euchre_service.config import ServerConfig
from euchre_service.embedded import EmbeddedServer
from euchre_service.keyring import Keyring
from euchre_service.logs import make_logger, silent_logger
from euchre_service.process import spare_garbage_collector
from euchre_service.telemetry.recorder import Recorder
from euchre_service.telemetry.setup import observing
from tests.bench.load import PLAY_METHOD, plays

_SAMPLED: Final = {"OTEL_TRACES_SAMPLER": "parentbased_traceidratio", "OTEL_TRACES_SAMPLER_ARG": "0.01"}
SETTINGS: Final[Mapping[str, tuple[Mapping[str, Any], Mapping[str, str]]]] = {
    "off": ({}, {}),
    "off again": ({}, {}),
    "metrics": ({"metrics": "prometheus", "metrics_port": 0}, {}),
    "log sample 0.1": ({"log_sample": 0.1}, {}),
    "traces, 1 in 100": ({"traces": "otlp"}, _SAMPLED),
    "traces, all": ({"traces": "otlp"}, {}),
}

Call = Callable[[bytes], Awaitable[bytes]]


class _Details(NamedTuple):
    """What gRPC tells of a call before its request."""

    method: str
    invocation_metadata: tuple[tuple[str, str], ...]


class _Context:
    """As much of a call's context as one needs that succeeds."""

    def set_trailing_metadata(self, _metadata: object) -> None: ...

    def time_remaining(self) -> None:
        return None


_DETAILS: Any = _Details(PLAY_METHOD, (("user-agent", "grpc-python-asyncio/1.85.3 grpc-c/54.0.0"),))


class _Methods:
    """Stands in for a server, to which services add their methods."""

    def __init__(self) -> None:
        self.handlers: dict[str, Any] = {}

    def add_generic_rpc_handlers(self, _handlers: object) -> None:
        """The others are the same."""

    def add_registered_method_handlers(self, service: str, handlers: Mapping[str, Any]) -> None:
        self.handlers |= {f"/{service}/{name}": handler for name, handler in handlers.items()}


def calls_of(boundary: Boundary, config: ServerConfig, keyring: Keyring) -> Call:
    """How a card play gets from bytes to bytes."""
    methods: Any = _Methods()
    for registration in services(config, keyring):
        registration.add(registration.servicer, methods)

    async def find(details: grpc.HandlerCallDetails) -> Any:
        return methods.handlers[details.method]

    async def call(request: bytes) -> bytes:
        handler: Any = await boundary.intercept_service(find, _DETAILS)
        answer: bytes = await handler.unary_unary(request, _Context())
        return answer

    return call


async def spend(call: Call, requests: Sequence[bytes], calls: int) -> float:
    """Makes calls one after the other, each in a task of its own as in gRPC; seconds for each."""
    before = time.process_time()
    for number in range(calls):
        await asyncio.ensure_future(call(requests[number % len(requests)]))
    # The last call's log line is written after its answer.
    await asyncio.sleep(0)
    return (time.process_time() - before) / calls


@contextmanager
def environment(variables: Mapping[str, str]) -> Iterator[None]:
    """The environment with these variables too."""
    os.environ.update(variables)
    try:
        yield
    finally:
        for name in variables:
            del os.environ[name]


@contextmanager
def collector() -> Iterator[Mapping[str, str]]:
    """A collector in another process; gives the variables that lead there."""
    command = [sys.executable, "-m", "tests.telemetry.collector"]
    root = Path(__file__).parents[2]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=root) as process:
        assert process.stdout is not None
        endpoint = process.stdout.readline().strip()
        yield {"OTEL_EXPORTER_OTLP_ENDPOINT": endpoint, "OTEL_BSP_SCHEDULE_DELAY": "100"}
        process.terminate()


@asynccontextmanager
async def settings(keyring: Keyring) -> AsyncIterator[dict[str, Call]]:
    """All settings side by side."""
    with ExitStack() as stack:
        # A log like in production, written where it costs no disk.
        log = make_logger(file=stack.enter_context(open("/dev/null", "wb")))
        variables = stack.enter_context(collector())
        found = {}
        for name, (flags, more) in SETTINGS.items():
            config = ServerConfig(analysis=False, **flags)
            with environment({**variables, **more}):
                telemetry = stack.enter_context(observing(config, silent_logger()))
            boundary = Boundary(log, 256, None, telemetry, config.log_sample)
            found[name] = calls_of(boundary, config, keyring)
        yield found


async def measure(rounds: int, calls: int) -> dict[str, float]:
    """Microseconds of processor time for each call in the best round, by setting."""
    keyring = Keyring.ephemeral()
    with EmbeddedServer(assemble=lambda config, _: services(config, keyring)) as address:
        requests = await asyncio.to_thread(requests_of, address)
    best = dict.fromkeys(SETTINGS, float("inf"))
    async with settings(keyring) as measured:
        spare_garbage_collector()
        for _ in range(rounds):
            for name in random.sample(list(SETTINGS), len(SETTINGS)):
                best[name] = min(best[name], await spend(measured[name], requests, calls))
    return {name: seconds * 1e6 for name, seconds in best.items()}


def requests_of(address: str) -> list[bytes]:
    """Card plays of real hands."""
    return [
        pb.PlayRequest(turn=act.turn, card=act.action.play_card.card).SerializeToString()
        for hand in plays(address, 64)
        for act, _ in hand
    ]


def observations() -> dict[str, float]:
    """Microseconds that counting one call takes: here, and by the libraries' own histograms."""
    recorder, call = Recorder(), CallLog(PLAY_METHOD, "id")
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


def _time(action: Callable[[], None], times: int = 20_000) -> float:
    best = float("inf")
    for _ in range(5):
        start = time.process_time()
        for _ in range(times):
            action()
        best = min(best, (time.process_time() - start) / times)
    return best * 1e6


def main() -> None:
    """Measures and prints tables."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--rounds", type=int, default=100)
    parser.add_argument("--calls", type=int, default=400, help="in each round and setting")
    arguments = parser.parse_args()
    for name, microseconds in observations().items():
        print(f"{name:34} {microseconds:6.2f} us")
    best = uvloop.run(measure(arguments.rounds, arguments.calls))
    print(f"\n{'setting':20} {'us/call':>8} {'difference':>11}")
    for name, microseconds in best.items():
        print(f"{name:20} {microseconds:8.1f} {microseconds - best['off']:+11.1f}")


if __name__ == "__main__":
    main()
