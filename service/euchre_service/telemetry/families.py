"""What the numbers are called, and how they are labelled: the one place that decides it.

The forms in which they leave the server, `endpoint` and `push`, follow what is said here.
"""

from __future__ import annotations

import enum
import platform
from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple

import grpc

from euchre_service import about
from euchre_service.refusal import CODES
from euchre_service.telemetry.recorder import LATENCY_BOUNDS, CallKind, Exemplar, Latencies, Snapshot

SHED: Final = ("OVERLOADED", "SHUTTING_DOWN", "RATE_LIMITED", "TOO_MANY_CALLS", "DEADLINE_EXCEEDED")
"""Reasons of calls that were turned away unread: none of them says anything about what was asked."""

_BATCH_BOUNDS: Final = (1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0, 200.0, 500.0, 1000.0)
_STATE_BOUNDS: Final = (64.0, 128.0, 192.0, 256.0, 320.0, 384.0, 448.0, 512.0)
_CODES: Final = frozenset(code.name for code in grpc.StatusCode)


class Kind(enum.Enum):
    """What may be done with a number."""

    COUNTER = "counter"
    """It only grows, until its process ends."""
    GAUGE = "gauge"
    HISTOGRAM = "histogram"


class Distribution(NamedTuple):
    """How many values fell between bounds."""

    bounds: tuple[float, ...]
    buckets: tuple[int, ...]
    """How many were between each bound and the one before; the last is beyond all bounds."""
    total: float
    exemplars: Mapping[int, Exemplar]
    """By bucket; seldom one for each."""


class Point(NamedTuple):
    """One number, or one distribution, and what it is about."""

    labels: tuple[str, ...]
    value: float | Distribution


class Family(NamedTuple):
    """All numbers of one name.

    Attributes:
        name: in the form of Prometheus, for a counter without `_total`.
        kind: what they are.
        unit: of OpenTelemetry, in the notation of UCUM.
        help: a sentence on it.
        labels: names of the labels of each point.
        points: the numbers.
    """

    name: str
    kind: Kind
    unit: str
    help: str
    labels: tuple[str, ...]
    points: list[Point]


class Lives(NamedTuple):
    """What became of a worker so far, as its parent has seen it."""

    starts: int = 0
    crashes: int = 0
    """How often it ended without having been told to."""


class Reading(NamedTuple):
    """What a server has to tell at one moment."""

    families: list[Family]
    processes: Mapping[int, int]
    """The process id of each worker."""


def reading(snapshots: Mapping[int, Snapshot], lives: Mapping[int, Lives] | None = None) -> Reading:
    """Names all that there is.

    Args:
        snapshots: the numbers of each process that told them, by the worker's number.
        lives: where several workers have a parent: what it has seen of each.
    """
    told = families(snapshots)
    if lives is not None:
        told += _liveness(lives, snapshots)
    return Reading(told, {worker: snapshot.process_id for worker, snapshot in snapshots.items()})


def families(snapshots: Mapping[int, Snapshot]) -> list[Family]:
    """Names the numbers of a server.

    Args:
        snapshots: those of each of its processes, by the worker's number.
    """
    found = _empty()
    for worker, snapshot in sorted(snapshots.items()):
        for name, points in _points(snapshot).items():
            found[name].points.extend(Point((str(worker), *point.labels), point.value) for point in points)
    return list(found.values())


def _empty() -> dict[str, Family]:
    kinds: Sequence[tuple[str, Kind, str, str, tuple[str, ...]]] = (
        (
            "euchre_calls",
            Kind.COUNTER,
            "{call}",
            "Calls that have ended, by status code and by the reason of a refusal.",
            ("method", "code", "reason"),
        ),
        (
            "euchre_call_duration_seconds",
            Kind.HISTOGRAM,
            "s",
            "From a call's arrival in Python to its end; a stream lasts as long as its caller likes.",
            ("method", "code"),
        ),
        (
            "euchre_calls_in_flight",
            Kind.GAUGE,
            "{call}",
            "Calls in progress, without health and reflection.",
            (),
        ),
        (
            "euchre_calls_shed",
            Kind.COUNTER,
            "{call}",
            "Calls turned away for what the server can bear, whatever they asked for.",
            ("reason",),
        ),
        ("euchre_batch_items", Kind.HISTOGRAM, "{item}", "How many items batches held.", ()),
        ("euchre_batch_items_refused", Kind.COUNTER, "{item}", "Items of batches that were refused.", ()),
        ("euchre_state_bytes", Kind.HISTOGRAM, "By", "How long the states are that were sealed.", ()),
        (
            "euchre_drain_seconds",
            Kind.GAUGE,
            "s",
            "How long the server has been draining; 0 while it serves.",
            (),
        ),
        ("euchre_build_info", Kind.GAUGE, "1", "What runs: always 1.", ("version", "python", "grpc")),
    )
    return {
        name: Family(name, kind, unit, text, ("worker", *labels), [])
        for name, kind, unit, text, labels in kinds
    }


def _liveness(lives: Mapping[int, Lives], answering: Iterable[int]) -> list[Family]:
    """Names what the parent of several workers knows of them."""
    up = frozenset(answering)
    return [
        Family(
            "euchre_worker_up",
            Kind.GAUGE,
            "1",
            "Whether the worker told its numbers; if not, they are missing here.",
            ("worker",),
            [Point((str(worker),), float(worker in up)) for worker in lives],
        ),
        Family(
            "euchre_worker_starts",
            Kind.COUNTER,
            "{start}",
            "How often the worker was started: at first, after each crash, and when it is replaced.",
            ("worker",),
            [Point((str(worker),), float(life.starts)) for worker, life in lives.items()],
        ),
        Family(
            "euchre_worker_crashes",
            Kind.COUNTER,
            "{crash}",
            "How often the worker ended without having been told to.",
            ("worker",),
            [Point((str(worker),), float(life.crashes)) for worker, life in lives.items()],
        ),
    ]


def _points(snapshot: Snapshot) -> dict[str, list[Point]]:
    shed = dict.fromkeys(SHED, 0)
    durations: dict[tuple[str, str], list[Latencies]] = {}
    calls = []
    for kind, latencies in snapshot.calls.items():
        method, code, reason = labels = _labels(kind)
        count = sum(latencies.buckets)
        calls.append(Point(labels, float(count)))
        durations.setdefault((method, code), []).append(latencies)
        if reason in shed:
            shed[reason] += count
    build = (about.version(), platform.python_version(), grpc.__version__)
    return {
        "euchre_calls": calls,
        "euchre_call_duration_seconds": [Point(labels, _added(each)) for labels, each in durations.items()],
        "euchre_calls_in_flight": [Point((), float(snapshot.in_flight))],
        "euchre_calls_shed": [Point((reason,), float(count)) for reason, count in shed.items()],
        "euchre_batch_items": [Point((), _distribution(snapshot.batches, _BATCH_BOUNDS))],
        "euchre_batch_items_refused": [Point((), float(snapshot.refused_items))],
        "euchre_state_bytes": [Point((), _distribution(snapshot.states, _STATE_BOUNDS))],
        "euchre_drain_seconds": [Point((), snapshot.drain_seconds)],
        "euchre_build_info": [Point(build, 1.0)],
    }


def _labels(kind: CallKind) -> tuple[str, str, str]:
    """A kind's labels: no other values than the contract has, whatever a library may have put there."""
    method = kind.method.lstrip("/")
    code = kind.code if kind.code in _CODES else "UNKNOWN"
    return method, code, kind.reason if kind.reason is not None and kind.reason in CODES else ""


def _added(parts: list[Latencies]) -> Distribution:
    exemplars: dict[int, Exemplar] = {}
    for part in parts:
        exemplars |= part.exemplars
    return Distribution(
        LATENCY_BOUNDS,
        tuple(map(sum, zip(*(part.buckets for part in parts), strict=True))),
        sum(part.seconds for part in parts),
        exemplars,
    )


def _distribution(counts: Mapping[int, int], bounds: tuple[float, ...]) -> Distribution:
    buckets = [0] * (len(bounds) + 1)
    for value, count in counts.items():
        buckets[bisect_left(bounds, value)] += count
    return Distribution(bounds, tuple(buckets), float(sum(v * n for v, n in counts.items())), {})
