"""Unary Play against an echo, and the batch, over real connections."""

import os
from pathlib import Path

from google.protobuf.wrappers_pb2 import BytesValue

from euchre.v1 import rules_service_pb2 as pb
from tests.bench.load import BATCH_METHOD, PLAY_METHOD, calls_per_second, plays
from tests.bench.report import Measurement, median_ratio
from tests.bench.servers import ECHO_METHOD, SIZE_BYTES, server

CONCURRENCY = 16
BATCH_ITEMS = 500


def measure(seconds: float, runs: int) -> list[Measurement]:
    """Return the figures over gRPC from `runs` runs in turn of `seconds` each."""
    with server("rules") as (rules, rules_pid), server("echo") as (echo, _), server("bare") as (bare, _):
        games = plays(rules, 40)
        return [
            *_unary(rules, echo, bare, games, seconds, runs),
            *_batch(rules, rules_pid, games, seconds, runs),
        ]


def _unary(
    rules: str,
    echo: str,
    bare: str,
    games: list[tuple[pb.ApplyRequest, pb.ApplyResponse]],
    seconds: float,
    runs: int,
) -> list[Measurement]:
    requests, echoes = [], []
    for applied, answer in games:
        play = pb.PlayRequest(turn=applied.turn, card=applied.action.play_card.card).SerializeToString()
        size = len(pb.PlayResponse(transition=answer.transition).SerializeToString())
        requests.append(play)
        # Three bytes are the field's tag and length, on both ways.
        asked = (size - 3).to_bytes(SIZE_BYTES, "big").ljust(len(play) - 3, b"x")
        echoes.append(BytesValue(value=asked).SerializeToString())
    ours, same, plain = [], [], []
    for _ in range(runs):
        ours.append(calls_per_second(rules, PLAY_METHOD, requests, seconds, CONCURRENCY))
        same.append(calls_per_second(echo, ECHO_METHOD, echoes, seconds, CONCURRENCY))
        plain.append(calls_per_second(bare, ECHO_METHOD, echoes, seconds, CONCURRENCY))
    value = sorted(ours)[runs // 2]
    return [
        Measurement(
            "play_vs_echo",
            value,
            "calls/s",
            median_ratio(ours, same),
            f"an echo of the same sizes behind the same boundary, {sorted(same)[runs // 2]:,.0f} calls/s",
            0.75,
            tuple(ours),
        ),
        Measurement(
            "play_vs_bare_echo",
            value,
            "calls/s",
            median_ratio(ours, plain),
            "an echo of the same sizes on a plain grpc.aio server (no log line, no limits), "
            f"{sorted(plain)[runs // 2]:,.0f} calls/s",
            None,
            tuple(ours),
        ),
    ]


def _batch(
    rules: str,
    pid: int,
    games: list[tuple[pb.ApplyRequest, pb.ApplyResponse]],
    seconds: float,
    runs: int,
) -> list[Measurement]:
    """Measure transitions a second, with and without a view in each answer."""
    items = [applied for applied, _ in games][:BATCH_ITEMS]
    with_views = pb.BatchApplyRequest(items=items).SerializeToString()
    for item in items:
        del item.turn.views[:]
    without = pb.BatchApplyRequest(items=items).SerializeToString()
    figures = []
    for name, floor, request in (
        ("batch_transitions_per_s", 15_000.0, without),
        ("batch_transitions_with_view_per_s", None, with_views),
    ):
        rates, per_core = [], []
        for _ in range(runs):
            before = _cpu_seconds(pid)
            rate = calls_per_second(rules, BATCH_METHOD, [request], seconds, 2) * len(items)
            used = _cpu_seconds(pid) - before
            rates.append(rate)
            per_core.append(rate * seconds / used if used else rate)
        against = (
            f"one connection, one server process; {sorted(per_core)[runs // 2]:,.0f} per core-second of it"
        )
        figures.append(
            Measurement(name, sorted(rates)[runs // 2], "transitions/s", None, against, floor, tuple(rates))
        )
    return figures


def _cpu_seconds(pid: int) -> float:
    """Return the processor time a process has used, where the system tells; else 0."""
    stat = Path(f"/proc/{pid}/stat")
    if not stat.exists():
        return 0.0
    fields = stat.read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
