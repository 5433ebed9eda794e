"""Counts what calls do: plain numbers in dictionaries, read when somebody asks for them.

Next to nothing for each fact, as every call pays for it: one histogram of the OpenTelemetry SDK takes many
times as long as all of it (docs/operations.md tells how that was measured). The event loop writes and other
threads read, without a lock: who reads while a call is counted may miss it in one number and see it in
another.
"""

from __future__ import annotations

import os
import time
from bisect import bisect_left
from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

from euchre_service.calllog import CallLog

LATENCY_BOUNDS: Final = (
    *(0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05),
    *(0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0),
)
"""Seconds up to which each bucket of the calls' latency reaches; one more takes what took longer."""


class CallKind(NamedTuple):
    """What calls are counted by: few values each, and none that a caller chooses."""

    method: str
    """`/package.Service/Method`, or `unknown`."""
    code: str
    """Name of the gRPC status code."""
    reason: str | None
    """Name of the ErrorReason, for a refusal."""


class Exemplar(NamedTuple):
    """One call of a bucket that has a trace."""

    trace_id: str
    span_id: str
    seconds: float
    ended: float
    """When, in seconds since 1970."""


class Latencies(NamedTuple):
    """How long the calls of one kind took."""

    seconds: float
    """All of them together."""
    buckets: tuple[int, ...]
    """How many fell between each bound and the one before."""
    exemplars: Mapping[int, Exemplar]
    """By bucket, the latest call with a trace."""


class Snapshot(NamedTuple):
    """The numbers of one process at one moment; it can be sent to another process."""

    process_id: int
    started: float
    """When counting began, in seconds since 1970."""
    calls: Mapping[CallKind, Latencies]
    batches: Mapping[int, int]
    """How many batches there were of each size."""
    refused_items: int
    states: Mapping[int, int]
    """How many states were sealed of each length in bytes."""
    in_flight: int
    drain_seconds: float
    """How long the drain has taken so far; 0 while the server serves."""


class _Kind:
    __slots__ = ("buckets", "exemplars", "seconds")

    def __init__(self) -> None:
        self.seconds = 0.0
        self.buckets = [0] * (len(LATENCY_BOUNDS) + 1)
        self.exemplars: dict[int, Exemplar] = {}


class Recorder:
    """Counts the calls of one process."""

    def __init__(self) -> None:
        self._started = time.time()
        self._kinds: dict[tuple[str, str | None, str | None], _Kind] = {}
        self._batches: dict[int, int] = {}
        self._refused_items = 0
        self._states: dict[int, int] = {}
        self._running: Callable[[], int] = int
        self._drain_began: float | None = None

    def watch(self, running: Callable[[], int]) -> None:
        """Takes the number of calls in progress from here; it is asked for when somebody looks."""
        self._running = running

    def drain_began(self) -> None:
        """From now on the drain's time runs."""
        if self._drain_began is None:
            self._drain_began = time.monotonic()

    def record(self, call: CallLog) -> None:
        """Counts a call that has ended."""
        key = (call.method, call.code, call.reason)
        kind = self._kinds.get(key)
        if kind is None:
            kind = self._kinds[key] = _Kind()
        seconds = call.seconds
        bucket = bisect_left(LATENCY_BOUNDS, seconds)
        kind.seconds += seconds
        kind.buckets[bucket] += 1
        trace = call.trace
        if trace is not None and trace.kept:
            kind.exemplars[bucket] = Exemplar(trace.trace_id, trace.span_id, seconds, time.time())
        if call.items is not None:
            self._batches[call.items] = self._batches.get(call.items, 0) + 1
            self._refused_items += call.refused or 0
        if call.sealed is not None:
            for size, count in call.sealed.items():
                self._states[size] = self._states.get(size, 0) + count

    def snapshot(self) -> Snapshot:
        """The numbers as they are now; may be asked for in any thread."""
        # Copying a dictionary is one step for the interpreter, which no other thread can come between.
        kinds = self._kinds.copy()
        began = self._drain_began
        return Snapshot(
            process_id=os.getpid(),
            started=self._started,
            calls={
                CallKind(method, code or "UNKNOWN", reason): Latencies(
                    kind.seconds, tuple(kind.buckets), kind.exemplars.copy()
                )
                for (method, code, reason), kind in kinds.items()
            },
            batches=self._batches.copy(),
            refused_items=self._refused_items,
            states=self._states.copy(),
            in_flight=self._running(),
            drain_seconds=0.0 if began is None else time.monotonic() - began,
        )
