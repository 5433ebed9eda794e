"""Unary Play against an echo, over real connections."""

from collections.abc import Sequence
from statistics import mean

from google.protobuf.wrappers_pb2 import BytesValue

from euchre.v1 import rules_service_pb2 as pb
from tests.bench.load import PLAY_METHOD, Play, calls_per_second, plays
from tests.bench.report import Measurement, median_ratio
from tests.bench.servers import ECHO_METHOD, SIZE_BYTES, server

CONCURRENCY = 16
_SLICES = 6
"""A run is cut into so many turns: a machine's speed drifts within seconds, and is to be the same for all."""


def measure(seconds: float, runs: int) -> list[Measurement]:
    """Return the figures of single calls from `runs` runs in turn of `seconds` each."""
    with server("rules") as (rules, _), server("echo") as (echo, _), server("bare") as (bare, _):
        return _unary(rules, echo, bare, plays(rules, CONCURRENCY * 4), seconds, runs)


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
    turns = ((rules, PLAY_METHOD, requests), (echo, ECHO_METHOD, echoes), (bare, ECHO_METHOD, echoes))
    ours, same, plain = zip(*(_in_turn(turns, seconds) for _ in range(runs)), strict=True)
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


def _in_turn(turns: Sequence[tuple[str, str, list[list[bytes]]]], seconds: float) -> list[float]:
    """Return the calls a second of each, over a run of so many seconds for each."""
    slices = [
        [calls_per_second(address, method, sent, seconds / _SLICES) for address, method, sent in turns]
        for _ in range(_SLICES)
    ]
    return [mean(rates) for rates in zip(*slices, strict=True)]
