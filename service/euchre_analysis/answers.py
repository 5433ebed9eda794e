"""Answers of workers as messages of the contract."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from euchre.v1 import analysis_service_pb2 as pb
from euchre.v1.state_pb2 import Phase
from euchre.v1.view_pb2 import LegalAction
from euchre_analysis import sentences, tags
from euchre_analysis.jobs import Judged, Outcome, Value
from euchre_analysis.questions import Decision
from euchre_analysis.records import RecordedDecision
from euchre_rules import actions
from euchre_service.wire_actions import to_wire

_DIGITS: Final = 6
"""Digits that are told of means: more than any number of samples can be sure of."""


def suggestion(decision: Decision, judged: Judged) -> pb.SuggestResponse:
    """Returns advice."""
    best = decision.honest[judged.best]
    return pb.SuggestResponse(
        values=action_values(decision.honest, judged),
        best=best.action,
        best_text=best.text,
        sentence=sentences.advice(judged, decision.texts),
        cut_short=judged.cut_short,
    )


def evaluation(decision: Decision, judged: Judged) -> pb.EvaluateResponse:
    """Returns what every action is worth."""
    return pb.EvaluateResponse(values=action_values(decision.honest, judged), cut_short=judged.cut_short)


def solution(
    decision: Decision, outcomes: Sequence[Outcome], concept: pb.SolutionConcept.ValueType
) -> pb.SolveResponse:
    """Returns what every action leads to with open cards."""
    most = max(outcome.points for outcome in outcomes)
    return pb.SolveResponse(
        seat=decision.seat,
        actions=[
            pb.SolvedAction(
                action=legal.action,
                text=legal.text,
                points=outcome.points,
                changes=outcome.changes,
                tricks=outcome.tricks,
                best=outcome.points == most,
            )
            for legal, outcome in zip(decision.honest, outcomes, strict=True)
        ],
        concept=concept,
    )


def action_values(honest: Sequence[LegalAction], judged: Judged) -> list[pb.ActionValue]:
    """Returns what each action is worth."""
    return [_action_value(legal, value) for legal, value in zip(honest, judged.values, strict=True)]


def _action_value(legal: LegalAction, value: Value) -> pb.ActionValue:
    if not value.samples:
        return pb.ActionValue(action=legal.action, text=legal.text)
    return pb.ActionValue(
        action=legal.action,
        text=legal.text,
        points=None if value.points is None else _told(value.points),
        win_probability=_told(value.win_probability),
        standard_error=_told(value.standard_error),
        samples=value.samples,
    )


def annotated(
    recorded: RecordedDecision,
    decision: Decision,
    judged: Judged,
    outcomes: tuple[Outcome, ...] | None,
    *,
    with_values: bool,
) -> pb.AnnotatedDecision:
    """Returns a judged decision.

    Args:
        recorded: where it is in the record, and what was done.
        decision: what the seat saw.
        judged: what its choices were worth.
        outcomes: what they led to with open cards, if that is known.
        with_values: whether to tell what every action was worth.
    """
    best = decision.honest[judged.best]
    answer = pb.AnnotatedDecision(
        hand=recorded.hand,
        act=recorded.act,
        seat=recorded.seat,
        phase=Phase.ValueType(recorded.table.phase),
        action=to_wire(recorded.action),
        text=actions.text(recorded.action),
        best=best.action,
        best_text=best.text,
        samples=judged.values[judged.best].samples,
        values=action_values(decision.honest, judged) if with_values else (),
    )
    taken = recorded.taken
    if taken is None:
        return answer
    if outcomes is not None:
        answer.open_points_loss = _told(tags.open_loss(taken, outcomes))
    if answer.samples:
        _mark(answer, decision, judged, tags.verdict(judged, taken, outcomes))
    return answer


def _mark(answer: pb.AnnotatedDecision, decision: Decision, judged: Judged, verdict: tags.Verdict) -> None:
    answer.win_probability_loss = _told(verdict.loss)
    if verdict.points_loss is not None:
        answer.points_loss = _told(verdict.points_loss)
    answer.standard_error = _told(verdict.standard_error)
    answer.tag = verdict.tag
    answer.remark = sentences.remark(
        verdict.tag, verdict.loss, answer.best_text, decision.texts[judged.obvious]
    )
    if not verdict.loss:
        answer.best.CopyFrom(answer.action)
        answer.best_text = answer.text


def summary(seats: Sequence[int], judged: Sequence[pb.AnnotatedDecision]) -> pb.AnnotateSummary:
    """Returns what the decisions of each seat come to."""
    return pb.AnnotateSummary(
        seats=[_seat_summary(seat, [each for each in judged if each.seat == seat]) for seat in seats]
    )


def _seat_summary(seat: int, own: Sequence[pb.AnnotatedDecision]) -> pb.SeatSummary:
    valued = [each for each in own if each.HasField("win_probability_loss")]
    return pb.SeatSummary(
        seat=seat,
        decisions=len(valued),
        win_probability_loss=_told(sum(each.win_probability_loss for each in valued)),
        points_loss=_told(sum(each.points_loss for each in valued)),
        tags=[sum(each.tag == tag for each in valued) for tag in pb.AnnotationTag.values()],
    )


def _told(number: float) -> float:
    return round(number, _DIGITS) + 0.0  # no negative zero
