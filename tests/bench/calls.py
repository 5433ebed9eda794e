"""Unary Play against an echo, and the batch, over real connections."""

import os
from pathlib import Path

from google.protobuf.wrappers_pb2 import BytesValue

from euchre.v1 import rules_service_pb2 as pb
from tests.bench.load import BATCH_METHOD, PLAY_METHOD, Play, calls_per_second, plays
from tests.bench.report import Measurement, median_ratio
from tests.bench.servers import ECHO_METHOD, SIZE_BYTES, server

CONCURRENCY = 16
BATCH_ITEMS = 500
SENDERS = 2
"""So many batches are on their way at once, so that the server need not wait for the client."""


def measure(seconds: float, runs: int) -> list[Measurement]:
    """Return the figures over gRPC from `runs` runs in turn of `seconds` each."""
    with server("rules") as (rules, rules_pid), server("echo") as (echo, _), server("bare") as (bare, _):
        tables = plays(rules, BATCH_ITEMS * SENDERS)
        return [
            *_unary(rules, echo, bare, tables[: CONCURRENCY * 4], seconds, runs),
            *_batch(rules, rules_pid, tables, seconds, runs),
        ]


def _unary(
    rules: str, echo: str, bare: str, tables: list[list[Play]], seconds: float, runs: int
) -> list[Measurement]:
    """Measure `Play`, each of 16 senders playing hand after hand."""
    requests: list[list[bytes]] = [[] for _ in range(CONCURRENCY)]
    echoes: list[list[bytes]] = [[] for _ in range(CONCURRENCY)]
    for number, hand in enumerate(tables):
        for applied, answer in hand:
            play = pb.PlayRequest(turn=applied.turn, card=applied.action.play_card.card).SerializeToString()
            size = len(pb.PlayResponse(transition=answer).SerializeToString())
            requests[number % CONCURRENCY].append(play)
            # Three bytes are the field's tag and length, on both ways.
            asked = (size - 3).to_bytes(SIZE_BYTES, "big").ljust(len(play) - 3, b"x")
            echoes[number % CONCURRENCY].append(BytesValue(value=asked).SerializeToString())
    ours, same, plain = [], [], []
    for _ in range(runs):
        ours.append(calls_per_second(rules, PLAY_METHOD, requests, seconds))
        same.append(calls_per_second(echo, ECHO_METHOD, echoes, seconds))
        plain.append(calls_per_second(bare, ECHO_METHOD, echoes, seconds))
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


def _batch(rules: str, pid: int, tables: list[list[Play]], seconds: float, runs: int) -> list[Measurement]:
    """Measure transitions a second, without and with a view in each answer."""
    figures = []
    for name, floor, with_views in (
        ("batch_transitions_per_s", 15_000.0, False),
        ("batch_transitions_with_view_per_s", None, True),
    ):
        batches = [_batches(tables[sender::SENDERS], with_views) for sender in range(SENDERS)]
        size = sum(len(batch) for sender in batches for batch in sender)
        items = sum(
            len(pb.BatchApplyRequest.FromString(batch).items) for sender in batches for batch in sender
        )
        per_batch = items / sum(len(sender) for sender in batches)
        rates, per_core = [], []
        for _ in range(runs):
            before = cpu_seconds(pid)
            rate = calls_per_second(rules, BATCH_METHOD, batches, seconds) * per_batch
            used = cpu_seconds(pid) - before
            rates.append(rate)
            per_core.append(rate * seconds / used if used else rate)
        against = (
            f"one connection, one server process, {size / items:,.0f} bytes an item; "
            f"{sorted(per_core)[runs // 2]:,.0f} per core-second of it"
        )
        figures.append(
            Measurement(name, sorted(rates)[runs // 2], "transitions/s", None, against, floor, tuple(rates))
        )
    return figures


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


def cpu_seconds(pid: int) -> float:
    """Return the processor time a process has used, where the system tells; else 0."""
    stat = Path(f"/proc/{pid}/stat")
    if not stat.exists():
        return 0.0
    fields = stat.read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
