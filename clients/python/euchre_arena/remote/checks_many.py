"""Checks of a bot that is asked many things together. Each says what it saw, or raises `BotFailure`."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Final

from euchre.v1.action_pb2 import Action
from euchre.v1.bot_service_pb2 import DecideManyRequest, DecideRequest, Question
from euchre_arena.remote.asking import Subject, question_for, request_for
from euchre_arena.remote.failure import BotFailure, FailureKind
from euchre_arena.remote.positions import Position
from euchre_arena.remote.questions import outcome

_WITH_BAD: Final = 10
"""Questions of a batch or a stream of which every third is bad."""

Answers = Sequence[Action | BotFailure]


def at_once(bot: Subject, asked: Sequence[Position]) -> str:
    """Asks about all positions at the same time."""
    answers = bot.ask_at_once(asked)
    _hold(answers, None)
    return f"{len(answers)} answered"


def batches(bot: Subject, asked: Sequence[Position], expected: Answers | None) -> str:
    """Asks about all positions in batches; the answers are those of single questions."""
    answers = bot.ask_in_batches(asked)
    _hold(answers, expected)
    return f"{len(answers)} decisions"


def bad_in_batch(bot: Subject, asked: Sequence[Position]) -> str:
    """Puts questions that cannot be answered among others, which are answered all the same."""
    some = _of_one_ruleset(asked)
    questions = [
        Question(seed=place) if _is_bad(place) else question_for(position)
        for place, position in enumerate(some)
    ]
    decisions = bot.decide_many(DecideManyRequest(ruleset=some[0].ruleset, questions=questions))
    for place, (decision, position) in enumerate(zip(decisions, some, strict=True)):
        if _is_bad(place):
            _refused(decision.WhichOneof("result"), place)
        else:
            _hold([outcome(decision, position.view)], None)
    return f"{sum(map(_is_bad, range(len(some))))} of {len(some)} refused, the others answered"


def stream(bot: Subject, asked: Sequence[Position], expected: Answers | None) -> str:
    """Asks about all positions by one stream, with ids in no order."""
    ids = random.Random(len(asked)).sample(range(2**32), len(asked))
    requests = {number: request_for(position) for number, position in zip(ids, asked, strict=True)}
    decisions = bot.ask_by_stream(requests)
    answers = [outcome(decisions[number], position.view) for number, position in zip(ids, asked, strict=True)]
    _hold(answers, expected)
    overtaken = sum(came != sent for came, sent in zip(decisions, ids, strict=True))
    return f"{len(answers)} decisions, {overtaken} out of order"


def bad_in_stream(bot: Subject, asked: Sequence[Position]) -> str:
    """Puts questions that cannot be answered into a stream, which goes on."""
    some = asked[:_WITH_BAD]
    requests = {
        place: DecideRequest(ruleset=position.ruleset) if _is_bad(place) else request_for(position)
        for place, position in enumerate(some)
    }
    decisions = bot.ask_by_stream(requests)
    for place, position in enumerate(some):
        if _is_bad(place):
            _refused(decisions[place].WhichOneof("result"), place)
        else:
            _hold([outcome(decisions[place], position.view)], None)
    return f"{sum(map(_is_bad, range(len(some))))} of {len(some)} refused, the others answered"


def _is_bad(place: int) -> bool:
    return place % 3 == 1


def _of_one_ruleset(asked: Sequence[Position]) -> list[Position]:
    base = asked[0].ruleset.base
    return [position for position in asked[:_WITH_BAD] if position.ruleset.base == base]


def _refused(result: str | None, place: int) -> None:
    if result != "error":
        raise BotFailure(FailureKind.ERROR, f"question {place} has no view, and got {result or 'nothing'}")


def _hold(answers: Answers, expected: Answers | None) -> None:
    """Makes sure that there are no failures, and that the answers are as expected."""
    failures = [answer for answer in answers if isinstance(answer, BotFailure)]
    if failures:
        raise BotFailure(
            failures[0].kind, f"{len(failures)} of {len(answers)} failed; first: {failures[0].message}"
        )
    if expected is not None:
        other = sum(answer != single for answer, single in zip(answers, expected, strict=True))
        if other:
            raise BotFailure(
                FailureKind.ERROR, f"{other} of {len(answers)} are not what it decides when asked singly"
            )
