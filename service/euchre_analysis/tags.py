"""Marks for decisions: the labels of Euchre Game Notation, and when each is given.

The thresholds are those that `analysis_service.proto` documents. A loss or gain counts only less its standard
error, so that chance gives no marks.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

from euchre.v1.analysis_service_pb2 import AnnotationTag
from euchre_analysis.jobs import Judged, Outcome

SMALL: Final = 0.02
"""From here on a loss or gain of the chance of winning is worth a mark."""
LARGE: Final = 0.05
"""From here on it is worth a stronger one."""
_NO_LOSS: Final = 0.005
"""Up to here an action counts as the best; others may be as good within the error of the samples."""
_A_POINT: Final = 0.5
"""From here on a difference of open points counts: the mean of several sides may be a fraction."""

LABELS: Final = {
    AnnotationTag.ANNOTATION_TAG_BLUNDER: "[??]",
    AnnotationTag.ANNOTATION_TAG_MISTAKE: "[?]",
    AnnotationTag.ANNOTATION_TAG_DUBIOUS: "[?!]",
    AnnotationTag.ANNOTATION_TAG_INTERESTING: "[!?]",
    AnnotationTag.ANNOTATION_TAG_GREAT: "[!]",
    AnnotationTag.ANNOTATION_TAG_BRILLIANT: "[!!]",
}
"""How each mark is written in Euchre Game Notation."""

# By whether the loss or gain is large, and whether it cost or earned points with the cards as they lay.
_MISTAKES: Final = {
    (True, True): AnnotationTag.ANNOTATION_TAG_BLUNDER,
    (True, False): AnnotationTag.ANNOTATION_TAG_MISTAKE,
    (False, True): AnnotationTag.ANNOTATION_TAG_MISTAKE,
    (False, False): AnnotationTag.ANNOTATION_TAG_DUBIOUS,
}
_PRAISE: Final = {
    (True, True): AnnotationTag.ANNOTATION_TAG_BRILLIANT,
    (True, False): AnnotationTag.ANNOTATION_TAG_GREAT,
    (False, True): AnnotationTag.ANNOTATION_TAG_GREAT,
    (False, False): AnnotationTag.ANNOTATION_TAG_INTERESTING,
}


@dataclass(frozen=True)
class Verdict:
    """What is said of one decision.

    Attributes:
        loss: the chance of winning given away.
        points_loss: the points given away; None where points are not known.
        standard_error: of the loss, at most.
        tag: the mark.
    """

    loss: float
    points_loss: float | None
    standard_error: float
    tag: AnnotationTag.ValueType


def verdict(judged: Judged, taken: int, outcomes: tuple[Outcome, ...] | None) -> Verdict:
    """Says how good a decision was.

    Args:
        judged: what its choices are worth, by samples.
        taken: the place of the one that was taken.
        outcomes: what they lead to with open cards, if that is known.
    """
    own, best = judged.values[taken], judged.values[judged.best]
    is_best = taken == judged.best or own.win_probability >= best.win_probability
    loss = 0.0 if is_best else best.win_probability - own.win_probability
    error = 0.0 if is_best else _error(judged, taken, judged.best)
    points_loss = None
    if own.points is not None and best.points is not None:
        points_loss = 0.0 if is_best else best.points - own.points
    return Verdict(loss, points_loss, error, _tag(judged, taken, loss - error, loss, outcomes))


def open_loss(taken: int, outcomes: tuple[Outcome, ...]) -> float:
    """Returns the points given away against the best choice with open cards."""
    return max(outcome.points for outcome in outcomes) - outcomes[taken].points


def _tag(
    judged: Judged, taken: int, sure_loss: float, loss: float, outcomes: tuple[Outcome, ...] | None
) -> AnnotationTag.ValueType:
    if sure_loss >= SMALL:
        cost = _differ(outcomes, judged.best, taken)
        return _MISTAKES[sure_loss >= LARGE, cost]
    if loss <= _NO_LOSS and taken != judged.obvious:
        own, obvious = judged.values[taken], judged.values[judged.obvious]
        gain = own.win_probability - obvious.win_probability
        sure_gain = gain - _error(judged, taken, judged.obvious)
        if sure_gain >= SMALL:
            return _PRAISE[sure_gain >= LARGE, _differ(outcomes, taken, judged.obvious)]
    return AnnotationTag.ANNOTATION_TAG_UNSPECIFIED


def _differ(outcomes: tuple[Outcome, ...] | None, better: int, worse: int) -> bool:
    """Whether one choice brings more points than another with the cards as they lie; not if unknown."""
    return outcomes is not None and outcomes[better].points - outcomes[worse].points >= _A_POINT


def _error(judged: Judged, one: int, other: int) -> float:
    return math.hypot(judged.values[one].standard_error, judged.values[other].standard_error)
