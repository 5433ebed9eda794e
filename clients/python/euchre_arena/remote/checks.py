"""Does a bot do what `BotService` asks of it?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from enum import StrEnum
from typing import Final, NamedTuple

import grpc

from euchre.v1.action_pb2 import Action
from euchre.v1.bot_service_pb2 import DescribeResponse
from euchre_arena.remote import checks_form, checks_many
from euchre_arena.remote.asking import Subject
from euchre_arena.remote.failure import BotFailure, FailureKind
from euchre_arena.remote.positions import Position
from euchre_arena.words import counted

_REPEATED: Final = 100
_AT_ONCE: Final = 64
_PERCENTILES: Final = (50, 95, 99)
_GIVE_UP_AFTER: Final = 5
"""Decisions that may be late or unanswered in a row; more would take for ever."""


class Outcome(StrEnum):
    """How a check went."""

    PASSED = "passed"
    FAILED = "failed"
    SKIPPED = "skipped"


class Result(NamedTuple):
    """A check and how it went."""

    check: str
    outcome: Outcome
    detail: str


def run_checks(
    channel: grpc.Channel, *, limit: float, positions: Callable[[Sequence[str]], list[Position]]
) -> tuple[DescribeResponse, list[Result]]:
    """Checks a bot.

    Args:
        channel: to the bot.
        limit: seconds that a decision may take.
        positions: finds positions of the presets of these names, or of all if there are none.

    Returns:
        What the bot says of itself, and the result of every check.

    Raises:
        BotFailure: the bot does not even describe itself.
    """
    bot = Subject(channel, limit)
    described = bot.describe()
    asked = positions(described.presets)
    results = [_description(described)]
    if not asked:
        return described, [*results, Result("positions", Outcome.FAILED, "it plays no preset there is")]
    answers, legal = _legality(bot, asked)
    results += legal
    if legal[0].outcome is Outcome.FAILED and len(answers) < len(asked):
        return described, results
    results.append(_determinism(bot, described, asked, answers))
    expected = answers if described.is_deterministic else None
    checks: list[tuple[str, Callable[[], str]]] = [
        (f"{_AT_ONCE} at once", lambda: checks_many.at_once(bot, asked[:_AT_ONCE])),
        ("malformed requests", lambda: checks_form.malformed_requests(bot, asked[0])),
    ]
    if described.wants_batches:
        checks += [
            ("batches", lambda: checks_many.batches(bot, asked, expected)),
            ("batch with bad questions", lambda: checks_many.bad_in_batch(bot, asked)),
            ("batch sizes", lambda: checks_form.batch_sizes(bot, asked[0])),
        ]
    if described.has_stream:
        checks += [
            ("stream", lambda: checks_many.stream(bot, asked, expected)),
            ("stream with bad questions", lambda: checks_many.bad_in_stream(bot, asked)),
        ]
    # Last, so that what a check before did to the bot shows.
    checks.append(("still there", lambda: checks_many.at_once(bot, asked[:1])))
    results += [_run(name, check) for name, check in checks]
    results += [
        Result(name, Outcome.SKIPPED, f"it says {word}=false")
        for name, word, there in (
            ("batches", "wants_batches", described.wants_batches),
            ("stream", "has_stream", described.has_stream),
        )
        if not there
    ]
    return described, results


def _run(name: str, check: Callable[[], str]) -> Result:
    """Runs a check that says what it saw, or raises `BotFailure`."""
    try:
        return Result(name, Outcome.PASSED, check())
    except BotFailure as failure:
        return Result(name, Outcome.FAILED, failure.message)


def _description(described: DescribeResponse) -> Result:
    missing = [word for word in ("name", "version", "author") if not getattr(described, word)]
    if "name" in missing:
        return Result("description", Outcome.FAILED, f"it says no {', no '.join(missing)}")
    detail = f"{_plays(described)}; no {' and no '.join(missing)}" if missing else _plays(described)
    return Result("description", Outcome.PASSED, detail)


def _plays(described: DescribeResponse) -> str:
    if described.plays_variants and not described.presets:
        return "plays everything"
    presets = ", ".join(described.presets) or "all presets"
    return f"plays {presets}, {'also' if described.plays_variants else 'but not'} with house rules"


def _legality(bot: Subject, asked: Sequence[Position]) -> tuple[list[Action | BotFailure], list[Result]]:
    """Asks about every position one after the other; fewer answers than positions: it gave up."""
    answers: list[Action | BotFailure] = []
    seconds: list[float] = []
    silent = 0
    for position in asked:
        answer = bot.ask(position)
        answers.append(answer.result)
        seconds.append(answer.seconds)
        lost = isinstance(answer.result, BotFailure) and answer.result.kind in (
            FailureKind.LATE,
            FailureKind.DEAD,
        )
        silent = silent + 1 if lost else 0
        if silent == _GIVE_UP_AFTER:
            break
    failures = [answer for answer in answers if isinstance(answer, BotFailure)]
    return answers, [_legal(asked, answers, failures), _latency(bot, seconds, failures)]


def _legal(
    asked: Sequence[Position], answers: Sequence[Action | BotFailure], failures: Sequence[BotFailure]
) -> Result:
    presets = len({position.ruleset.base for position in asked})
    if not failures:
        detail = f"{counted(len(answers), 'decision')} in {counted(presets, 'preset')}"
        return Result("legal actions", Outcome.PASSED, detail)
    kinds = Counter(str(failure.kind) for failure in failures)
    counts = ", ".join(f"{count} {kind}" for kind, count in kinds.most_common())
    place = next(n for n, answer in enumerate(answers) if isinstance(answer, BotFailure))
    where = asked[place].ruleset.base
    detail = f"{counts} of {len(answers)}; first in {where}: {failures[0].message}"
    return Result("legal actions", Outcome.FAILED, detail)


def _latency(bot: Subject, seconds: Sequence[float], failures: Sequence[BotFailure]) -> Result:
    ordered = sorted(seconds)
    parts = [
        f"p{percent} {ordered[min(len(ordered) - 1, len(ordered) * percent // 100)] * 1e3:.2f}"
        for percent in _PERCENTILES
    ]
    detail = f"{', '.join(parts)}, most {ordered[-1] * 1e3:.2f} ms; limit {bot.limit * 1e3:g} ms"
    late = any(failure.kind is FailureKind.LATE for failure in failures)
    return Result("time for a decision", Outcome.FAILED if late else Outcome.PASSED, detail)


def _determinism(
    bot: Subject,
    described: DescribeResponse,
    asked: Sequence[Position],
    answers: Sequence[Action | BotFailure],
) -> Result:
    name = "same again"
    if not described.is_deterministic:
        return Result(name, Outcome.SKIPPED, "it says is_deterministic=false")
    step = max(1, len(asked) // _REPEATED)
    places = range(0, len(asked), step)
    other = [
        place
        for place in places
        if not isinstance(answers[place], BotFailure) and bot.ask(asked[place]).result != answers[place]
    ]
    if other:
        return Result(name, Outcome.FAILED, f"{len(other)} of {len(places)} got another answer when repeated")
    return Result(name, Outcome.PASSED, f"{len(places)} repeated")
