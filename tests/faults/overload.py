"""What a server does with three times as many calls as it can answer."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Sequence
from typing import Final

from tests.faults.servers import Server, cpu_seconds, kilobytes, serving
from tests.faults.traffic import acts, mixed
from tests.faults.wire_load import Call, Offered, offer, quantile

TIMES: Final = 3.0
_UNLOADED: Final = 0.25
"""Of the capacity: busy now and then, but hardly anybody waits."""
_AT_ONCE: Final = 4
_OVERLOADED: Final = 8
"""The number of RESOURCE_EXHAUSTED."""

KINDS: Final[dict[str, Callable[[str], list[Call]]]] = {"mixed": mixed, "acts": acts}


def measure(kind: str, seconds: float, times: float = TIMES, flags: Sequence[str] = ()) -> dict[str, object]:
    """Measures a server's capacity, its answers with little to do, and those with too much.

    Args:
        kind: what calls; see `KINDS`.
        seconds: how long to overload it; the rest takes as long together.
        times: how many times its capacity to offer.
        flags: further flags of the server.

    Returns:
        The figures by name; latencies in milliseconds, memory in megabytes.
    """
    with tempfile.TemporaryFile() as log, serving(*flags, output=log) as server:
        calls = KINDS[kind](server.address)
        offer(server.port, calls, max(1.0, seconds / 6), at_once=_AT_ONCE)
        capacity = _rate(offer(server.port, calls, seconds / 3, at_once=_AT_ONCE))
        before = offer(server.port, calls, seconds / 3 + 1, rate=_UNLOADED * capacity)
        memory = kilobytes(server.pid)
        used = cpu_seconds(server.pid)
        flood = offer(server.port, calls, seconds + 1, rate=times * capacity)
        used = cpu_seconds(server.pid) - used
        grown = kilobytes(server.pid)
        after = offer(server.port, calls, seconds / 3 + 1, rate=_UNLOADED * capacity)
        return {
            "calls": kind,
            "capacity_per_s": capacity,
            "offered_per_s": flood.sent / flood.seconds,
            "accepted_per_s": _rate(flood),
            "refused": flood.codes[_OVERLOADED],
            "refused_with_pushback": flood.pushed_back,
            "otherwise_answered": flood.sent - flood.accepted - flood.codes[_OVERLOADED],
            "unloaded_p99_ms": 1e3 * quantile([*before.latencies, *after.latencies], 0.99),
            "accepted_p50_ms": 1e3 * quantile(flood.latencies, 0.5),
            "accepted_p99_ms": 1e3 * quantile(flood.latencies, 0.99),
            "p99_ratio": quantile(flood.latencies, 0.99)
            / quantile([*before.latencies, *after.latencies], 0.99),
            "accepted_p99_in_the_first_second_ms": 1e3 * quantile(flood.onset, 0.99),
            "refused_p99_ms": 1e3 * quantile(flood.refused, 0.99),
            "megabytes_before": memory / 1024,
            "megabytes_after": grown / 1024,
            "server_cores": used / flood.seconds,
            "sender_cores": flood.cpu / flood.seconds,
            "sender_late_ms": 1e3 * flood.late,
            "refused_when_it_is_over": after.codes[_OVERLOADED],
            "after_it_serves": _serves(server),
        }


def _rate(offered: Offered) -> float:
    return offered.accepted / offered.seconds


def _serves(server: Server) -> bool:
    return server.process is not None and server.process.poll() is None
