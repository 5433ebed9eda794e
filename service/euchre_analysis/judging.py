"""Asks the bot what a seat's choices are worth. Runs in a worker process."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import lru_cache

from euchre.v1.action_pb2 import Action
from euchre.v1.ruleset_pb2 import Ruleset
from euchre.v1.view_pb2 import View
from euchre_analysis.jobs import Judge, Judged, Value
from euchre_bots.expert import ExpertBot
from euchre_bots.expert.bot import Evaluation, best
from euchre_bots.expert.methods import method_for
from euchre_bots.expert.sight import Sight, Worlds
from euchre_bots.heuristic import HeuristicBot


class Cancelled(Exception):
    """Nobody waits for the answer any more."""


def judge(job: Judge, is_cancelled: Callable[[], bool]) -> Judged:
    """Values every action of a view but reneges.

    Args:
        job: what is asked.
        is_cancelled: looked at before every batch of samples.

    Raises:
        Cancelled: it became true.
    """
    view, rules = View.FromString(job.view), _rules(job.rules)
    bot = ExpertBot(ruleset=rules, deal_worlds=_dealer(view, rules, is_cancelled))
    evaluations = bot.evaluate(view, samples=job.samples, deadline=job.deadline)
    actions = [evaluation.action for evaluation in evaluations]
    return Judged(
        tuple(_value(evaluation, rules) for evaluation in evaluations),
        actions.index(best(evaluations, int(view.trump)).action),
        _place(actions, HeuristicBot().decide(view)),
        _is_cut_short(job, evaluations),
    )


def _dealer(
    view: View, rules: Ruleset, is_cancelled: Callable[[], bool]
) -> Callable[[Sight, int, int], Worlds] | None:
    """Returns what deals the bot's worlds: as it does by itself, but not for nobody."""
    method = method_for(view, rules)
    if method is None:
        return None

    def deal(sight: Sight, number: int, seed: int) -> Worlds:
        if is_cancelled():
            raise Cancelled
        return method.worlds(sight, number, seed)

    return deal


def _value(evaluation: Evaluation, rules: Ruleset) -> Value:
    points = None if rules.sweep_wins_game else evaluation.points
    return Value(points, evaluation.win_probability, evaluation.standard_error, evaluation.samples)


def _place(actions: list[Action], chosen: Action) -> int:
    """Returns where an action is; the first place where rules of thumb chose a renege."""
    return actions.index(chosen) if chosen in actions else 0


def _is_cut_short(job: Judge, evaluations: list[Evaluation]) -> bool:
    taken = evaluations[0].samples
    if taken == 0 or job.deadline is None:
        return False
    if job.samples is not None:
        return taken < job.samples
    return time.monotonic() >= job.deadline


@lru_cache(maxsize=64)
def _rules(message: bytes) -> Ruleset:
    return Ruleset.FromString(message)
