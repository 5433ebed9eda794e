"""Builds the requests of analysis, once for the blocking and the asyncio client."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, TypeAlias

from euchre.v1 import analysis_service_pb2 as rpc
from euchre.v1 import record_pb2
from euchre_client.record import GameRecord

RecordLike: TypeAlias = GameRecord | record_pb2.GameRecord
"""The record of a game, or its message."""

LABELS: Final = {
    rpc.AnnotationTag.ANNOTATION_TAG_BLUNDER: "[??]",
    rpc.AnnotationTag.ANNOTATION_TAG_MISTAKE: "[?]",
    rpc.AnnotationTag.ANNOTATION_TAG_DUBIOUS: "[?!]",
    rpc.AnnotationTag.ANNOTATION_TAG_INTERESTING: "[!?]",
    rpc.AnnotationTag.ANNOTATION_TAG_GREAT: "[!]",
    rpc.AnnotationTag.ANNOTATION_TAG_BRILLIANT: "[!!]",
}
"""How each mark is written in Euchre Game Notation."""


def suggest(
    state: bytes, seat: int, key: bytes, samples: int | None, budget_ms: int | None
) -> rpc.SuggestRequest:
    """Builds the request for advice."""
    return rpc.SuggestRequest(state=state, seat=seat, key=key, samples=samples, budget_ms=budget_ms)


def evaluate(
    state: bytes, seat: int, key: bytes, samples: int | None, budget_ms: int | None
) -> rpc.EvaluateRequest:
    """Builds the request for what every action is worth."""
    return rpc.EvaluateRequest(state=state, seat=seat, key=key, samples=samples, budget_ms=budget_ms)


def annotate(
    record: RecordLike,
    samples: int | None,
    seats: Iterable[int],
    skip: Iterable[tuple[int, int]],
    *,
    with_values: bool,
) -> rpc.AnnotateRequest:
    """Builds the request for judgement on a game.

    Raises:
        ValueError: an act or an outcome of the record is none.
    """
    message = record.to_proto() if isinstance(record, GameRecord) else record
    return rpc.AnnotateRequest(
        record=message,
        samples=samples,
        seats=seats,
        with_values=with_values,
        skip=[rpc.ActPlace(hand=hand, act=act) for hand, act in skip],
    )
