"""Asks the bots, takes the time, and holds them to the rules."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from euchre.v1.action_pb2 import Action
from euchre.v1.view_pb2 import View
from euchre_arena.tournament.failures import is_legal, kind_of, message_of, stand_in
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
        """Has every decision made.

        Args:
            asks: the decisions, each of another game.

        Returns:
            What the bots, or stand-ins, decided; `None` where the game is forfeited.
        """
        answers: list[Action | Exception] = [LookupError("not asked")] * len(asks)
        together: dict[int, list[int]] = {}
        for place, (game, view) in enumerate(asks):
            if hasattr(game.bot, "decide_many"):
                together.setdefault(id(game.bot), []).append(place)
            else:
                answers[place] = self._one(game, view)
        for places in together.values():
            self._many([asks[place] for place in places], places, answers)
        return [self._settle(ask, answer) for ask, answer in zip(asks, answers, strict=True)]

    def _one(self, game: LiveGame, view: View) -> Action | Exception:
        answer: Action | Exception
        started = _TIMER()
        try:
            answer = game.bot.decide(view)
        except Exception as error:
            answer = error
        return self._judge(game, view, answer, _TIMER() - started)

    def _many(self, asks: list[Ask], places: list[int], answers: list[Action | Exception]) -> None:
        started = _TIMER()
        try:
            decided = list(asks[0].game.bot.decide_many([view for _, view in asks]))  # type: ignore[attr-defined]
            if len(decided) != len(asks):
                raise ValueError(f"{len(decided)} answers to {len(asks)} views")
        except Exception as error:
            decided = [error] * len(asks)
        each = (_TIMER() - started) // len(asks)
        for ask, place, answer in zip(asks, places, decided, strict=True):
            answers[place] = self._judge(*ask, answer, each)

    def _judge(self, game: LiveGame, view: View, answer: object, taken: int) -> Action | Exception:
        """Notes the time of a decision and returns what is wrong with it, if anything is."""
        self.seconds += taken / 1e9
        game.note_time(taken)
        if isinstance(answer, Exception):
            return answer
        if self.time_limit and taken > self.time_limit * 1e9:
            return TimeoutError(f"{taken / 1e9:.3f} s for a decision")
        if not isinstance(answer, Action):
            return IllegalAnswer(f"a {type(answer).__name__} is no action")
        if not is_legal(answer, view):
            return IllegalAnswer(f"not one of the legal actions: {answer}")
        return answer

    def _settle(self, ask: Ask, answer: Action | Exception) -> Action | None:
        """Lets a bot that failed try once more; after that it loses the hand or the game."""
        game, view = ask
        if not isinstance(answer, Exception):
            return answer
        game.fail(kind_of(answer), message_of(answer), again=False)
        answer = self._one(game, view)
        if not isinstance(answer, Exception):
            return answer
        game.fail(kind_of(answer), message_of(answer), again=True)
        return None if game.ended else stand_in(view, game.fixture.label)


class IllegalAnswer(ValueError):
    """An answer that the rules do not allow."""

    kind = "illegal"
