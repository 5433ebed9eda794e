"""Asks the bots, takes the time, and holds them to the rules."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from euchre.v1.action_pb2 import Action
from euchre.v1.view_pb2 import View
from euchre_arena.remote.failure import BotFailure, FailureKind, illegal
from euchre_arena.remote.questions import judged
from euchre_arena.tournament.failures import kind_of, message_of, stand_in
from euchre_arena.tournament.live import LiveGame

_TIMER: Final = time.perf_counter_ns


class Ask(NamedTuple):
    """A decision that is due."""

    game: LiveGame
    view: View


@dataclass
class Asker:
    """Asks bots.

    A bot with `decide_many` gets all its views of a step at once; that is worth it for one object that
    plays for many seats. Its answers may hold exceptions in place of actions.

    Attributes:
        time_limit: seconds that a decision may take; 0: any time.
        seconds: the time spent in bots.
    """

    time_limit: float = 0.0
    seconds: float = 0.0

    def ask(self, asks: Sequence[Ask]) -> list[Action | None]:
        """Has every decision made; whoever fails is asked once more, and then loses the hand or the game.

        Args:
            asks: the decisions, each of another game.

        Returns:
            What the bots, or stand-ins, decided; `None` where the game is forfeited.
        """
        answers = self._try(asks, again=False)
        failed = [place for place, answer in enumerate(answers) if isinstance(answer, Exception)]
        if failed:
            second = self._try([asks[place] for place in failed], again=True)
            for place, answer in zip(failed, second, strict=True):
                answers[place] = answer
        return [
            answer if not isinstance(answer, Exception) else _without_it(*ask)
            for ask, answer in zip(asks, answers, strict=True)
        ]

    def _try(self, asks: Sequence[Ask], *, again: bool) -> list[Action | Exception]:
        """Asks for every decision once, and notes who failed at it."""
        answers: list[Action | Exception] = [LookupError("not asked")] * len(asks)
        together: dict[int, list[int]] = {}
        for place, (game, view) in enumerate(asks):
            if hasattr(game.bot, "decide_many"):
                together.setdefault(id(game.bot), []).append(place)
            else:
                answers[place] = self._one(game, view)
        for places in together.values():
            for place, answer in zip(places, self._many([asks[place] for place in places]), strict=True):
                answers[place] = answer
        for (game, _), answer in zip(asks, answers, strict=True):
            if isinstance(answer, Exception):
                game.fail(str(kind_of(answer)), message_of(answer), again=again)
        return answers

    def _one(self, game: LiveGame, view: View) -> Action | Exception:
        answer: Action | Exception
        started = _TIMER()
        try:
            answer = game.bot.decide(view)
        except Exception as error:
            answer = error
        return self._judge(game, view, answer, _TIMER() - started)

    def _many(self, asks: Sequence[Ask]) -> list[Action | Exception]:
        """Asks one bot about many games."""
        decide_many: Callable[[list[View]], Sequence[object]] = asks[0].game.bot.decide_many  # type: ignore[attr-defined]
        started = _TIMER()
        try:
            answers = decide_many([view for _, view in asks])
            if len(answers) != len(asks):
                raise ValueError(f"{len(answers)} answers to {len(asks)} views")
        except Exception as error:
            answers = [error] * len(asks)
        each = (_TIMER() - started) // len(asks)
        return [self._judge(*ask, answer, each) for ask, answer in zip(asks, answers, strict=True)]

    def _judge(self, game: LiveGame, view: View, answer: object, taken: int) -> Action | Exception:
        """Notes the time of a decision and returns what is wrong with it, if anything is."""
        self.seconds += taken / 1e9
        game.note_time(taken)
        if isinstance(answer, Exception):
            return answer
        if self.time_limit and taken > self.time_limit * 1e9:
            return BotFailure(FailureKind.LATE, f"{taken / 1e9:.3f} s for a decision")
        if not isinstance(answer, Action):
            return illegal(f"a {type(answer).__name__} is no action")
        try:
            return judged(answer, view)
        except BotFailure as failure:
            return failure


def _without_it(game: LiveGame, view: View) -> Action | None:
    """Decides for a bot that has failed twice, unless that has cost it the game."""
    return None if game.ended else stand_in(view, game.fixture.label)
