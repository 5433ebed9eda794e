"""Advice and judgements in words."""

from __future__ import annotations

from collections.abc import Sequence

from euchre.v1.analysis_service_pb2 import AnnotationTag
from euchre_analysis.jobs import Judged
from euchre_analysis.tags import LABELS


def advice(judged: Judged, texts: Sequence[str]) -> str:
    """Says which action is best, and by how much.

    Args:
        judged: what the actions are worth.
        texts: the actions in text form, in the same order.
    """
    best = judged.values[judged.best]
    name = f"`{texts[judged.best]}`"
    if len(texts) == 1:
        return f"There is no choice but {name}."
    if not best.samples:
        return f"Best by rules of thumb is {name}; this kind of decision is not played out here."
    points = "" if best.points is None else f", {best.points:+.2f} points"
    said = f"Best is {name}: {percent(best.win_probability)} to win{points}."
    second = max(
        (place for place in range(len(texts)) if place != judged.best),
        key=lambda place: judged.values[place].win_probability,
    )
    other = judged.values[second]
    behind = best.win_probability - other.win_probability
    if behind <= best.standard_error:
        return f"{said} `{texts[second]}` is as good, as far as {best.samples} samples can tell."
    return f"{said} Next is `{texts[second]}`, {percent(behind)} behind."


def remark(tag: AnnotationTag.ValueType, loss: float, best: str, obvious: str) -> str:
    """Returns what to write beside a decision in Euchre Game Notation; nothing without a mark.

    Args:
        tag: the mark.
        loss: the chance of winning given away.
        best: the best action's text form.
        obvious: the text form of the action that rules of thumb choose.
    """
    label = LABELS.get(tag)
    if label is None:
        return ""
    if loss > 0 and tag in (
        AnnotationTag.ANNOTATION_TAG_BLUNDER,
        AnnotationTag.ANNOTATION_TAG_MISTAKE,
        AnnotationTag.ANNOTATION_TAG_DUBIOUS,
    ):
        return f"{label}`{best}` was {percent(loss)} better."
    return f"{label}Better than the obvious `{obvious}`."


def percent(share: float) -> str:
    """Returns a share of one as per cent."""
    return f"{100 * share:.1f} %"
