"""When a decision gets which mark."""

from __future__ import annotations

import pytest

from euchre.v1.analysis_service_pb2 import AnnotationTag
from euchre_analysis import sentences, tags
from euchre_analysis.jobs import Judged, Outcome, Value
from euchre_client.analysis_requests import LABELS

ERROR = 0.01 / 2**0.5
"""Of each of two actions, so that a difference has an error of 0.01."""


def judged(*chances: float, best: int = 0, obvious: int = 0) -> Judged:
    values = tuple(Value(10 * chance, chance, ERROR, 100) for chance in chances)
    return Judged(values, best, obvious, cut_short=False)


def mark(found: Judged, taken: int, *open_points: float) -> str:
    outcomes = tuple(Outcome(each) for each in open_points) or None
    return LABELS.get(tags.verdict(found, taken, outcomes).tag, "")


@pytest.mark.parametrize(
    ("loss", "cost", "wanted"),
    [
        (0.0, 1, ""),
        (0.029, 1, ""),
        (0.031, 0, "[?!]"),
        (0.031, 1, "[?]"),
        (0.059, 0, "[?!]"),
        (0.061, 0, "[?]"),
        (0.061, 1, "[??]"),
    ],
)
def test_a_loss(loss: float, cost: int, wanted: str) -> None:
    assert mark(judged(0.5, 0.5 - loss), 1, cost, 0) == wanted


@pytest.mark.parametrize(
    ("gain", "earned", "wanted"),
    [(0.029, 2, ""), (0.031, 0, "[!?]"), (0.031, 2, "[!]"), (0.061, 0, "[!]"), (0.061, 2, "[!!]")],
)
def test_a_gain_against_the_obvious(gain: float, earned: int, wanted: str) -> None:
    found = judged(0.5, 0.5 - gain, obvious=1)
    assert mark(found, 0, earned, 0) == wanted


def test_without_open_cards_nothing_cost_or_earned_points() -> None:
    assert mark(judged(0.5, 0.3), 1) == "[?]"
    assert mark(judged(0.5, 0.3, obvious=1), 0) == "[!]"


def test_the_obvious_best_action_gets_no_praise() -> None:
    assert mark(judged(0.5, 0.1), 0, 4, 0) == ""


def test_what_is_taken_is_never_worse_than_the_best() -> None:
    """The bot may call another action the best although it is less likely to win, as with lone hands."""
    verdict = tags.verdict(judged(0.5, 0.52), 1, None)
    assert (verdict.loss, verdict.points_loss, verdict.standard_error) == (0, 0, 0)


def test_labels_are_the_same_on_both_sides_of_the_wire() -> None:
    assert tags.LABELS == LABELS
    assert set(LABELS) == set(AnnotationTag.values()[1:])


def test_advice() -> None:
    texts = ["play Jd", "play 9c"]
    assert sentences.advice(judged(0.5, 0.4), texts) == (
        "Best is `play Jd`: 50.0 % to win, +5.00 points. Next is `play 9c`, 10.0 % behind."
    )
    assert sentences.advice(judged(0.5, 0.499), texts).endswith(
        "`play 9c` is as good, as far as 100 samples can tell."
    )
    assert sentences.advice(judged(0.5), texts[:1]) == "There is no choice but `play Jd`."
    thumb = Judged((Value(0.0, 1.0, 0.0, 0), Value(0.0, 0.0, 0.0, 0)), 0, 0, cut_short=False)
    assert "%" not in sentences.advice(thumb, texts)
