"""The bot that deals out the cards it cannot see, again and again, and plays every choice to its end."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from euchre.v1.action_pb2 import Action
from euchre.v1.ruleset_pb2 import Ruleset
from euchre.v1.view_pb2 import View
from euchre_bots.expert.cards import POWER, FloatArray, bit_of
from euchre_bots.expert.equity import Equity
from euchre_bots.expert.methods import Method, method_for
from euchre_bots.expert.rulesets import presets
from euchre_bots.expert.sight import Sight, Worlds
from euchre_bots.heuristic import HeuristicBot

_SEED_BYTES: Final = 7
_CLEAR: Final = 3.0
"""Standard errors by which the best action must be ahead of every other for no more worlds to be played."""


@dataclass(frozen=True)
class Evaluation:
    """What one action is worth.

    Attributes:
        action: the action.
        points: what the hand changes for the own side, less what it changes for the others on average.
        win_probability: the chance of winning the game, from 0 to 1.
        standard_error: of `win_probability`.
        samples: how many worlds were played out after it; 0 when it was judged by rule of thumb.
    """

    action: Action
    points: float
    win_probability: float
    standard_error: float
    samples: int


class ExpertBot:
    """Values every choice by the worlds that fit what its seat has seen and heard.

    A decision depends on the seed and the view alone, so the same view always gets the same answer,
    unless time runs out.

    Args:
        seed: of the worlds.
        ruleset: the whole ruleset of the table; if not given, the preset the view names.
        samples: worlds for a decision; if not given, as many as the kind of decision is worth, and fewer
            where the best action is clear.
        budget_seconds: time for a decision; no limit if not given.
        name: what reports call it.
        deal_worlds: how worlds are found, by what the seat knows, their number and a seed; if not
            given, they are dealt and weighed by what the others have said.
    """

    def __init__(
        self,
        seed: int = 0,
        *,
        ruleset: Ruleset | None = None,
        samples: int | None = None,
        budget_seconds: float | None = None,
        name: str = "expert",
        deal_worlds: Callable[[Sight, int, int], Worlds] | None = None,
    ) -> None:
        self.name = name
        self._seed = seed
        self._ruleset = ruleset
        self._samples = samples
        self._budget = budget_seconds
        self._deal_worlds = deal_worlds
        self._fallback = HeuristicBot()

    def decide(self, view: View) -> Action:
        """Chooses an action; see `Bot.decide`."""
        honest = [legal.action for legal in view.legal_actions if not legal.renege]
        if len(honest) == 1:
            return honest[0]
        deadline = None if self._budget is None else time.monotonic() + self._budget
        return best(self.evaluate(view, deadline=deadline), int(view.trump)).action

    def decide_many(self, views: Sequence[View]) -> list[Action]:
        """Chooses an action for each of several views."""
        return [self.decide(view) for view in views]

    def evaluate(
        self, view: View, *, samples: int | None = None, deadline: float | None = None
    ) -> list[Evaluation]:
        """Values every action that may be taken and is no renege.

        Args:
            view: the view of the seat that acts.
            samples: how many worlds to play; if not given, as the bot was made.
            deadline: when to stop at the latest, on the clock of `time.monotonic`; at least one batch
                of worlds is played.

        Returns:
            One evaluation an action, in the order of `view.legal_actions`.
        """
        actions = [legal.action for legal in view.legal_actions if not legal.renege]
        rules = self._ruleset or presets().get(view.ruleset_base)
        method = None if rules is None else method_for(view, rules)
        if rules is None or method is None:
            return self._by_rule_of_thumb(view, actions)
        sight = Sight.of(view, rules)
        asked = samples or self._samples
        wanted = asked or method.samples
        values = _Values(sight, actions)
        seed = _seed_of(view, self._seed)
        while values.worlds < wanted:
            number = min(method.batch, wanted - values.worlds)
            deal = self._deal_worlds or method.worlds
            values.add(method, deal(sight, number, seed + values.worlds))
            if deadline is not None and time.monotonic() >= deadline:
                break
            if asked is None and values.worlds < wanted and values.is_clear():
                break
        return values.evaluations()

    def _by_rule_of_thumb(self, view: View, actions: Sequence[Action]) -> list[Evaluation]:
        chosen = self._fallback.decide(view)
        return [Evaluation(action, 0.0, float(action == chosen), 0.0, 0) for action in actions]


class _Values:
    """The changes of the scores by action and by way to go on, batch after batch."""

    def __init__(self, sight: Sight, actions: Sequence[Action]) -> None:
        self.worlds = 0
        self._sight = sight
        self._actions = actions
        self._batches: list[list[list[FloatArray]]] = []
        self._side = sight.side_of[sight.seat]
        deals_next = sight.side_of[_next_dealer(sight)] == self._side
        self._equity = Equity(sight.rules, sight.scores, self._side, deals_next)

    def add(self, method: Method, worlds: Worlds) -> None:
        """Plays another batch of worlds."""
        self._batches.append(method.changes(self._sight, worlds, self._actions))
        self.worlds += len(worlds)

    def is_clear(self) -> bool:
        """Whether one action is so far ahead of every other that more worlds would not change it."""
        chances = [self._best_way(place)[1] for place in range(len(self._actions))]
        first = max(chances, key=lambda each: float(each.mean()))
        for chance in chances:
            lead = first - chance
            error = float(lead.std()) / np.sqrt(self.worlds)
            if lead.any() and float(lead.mean()) <= _CLEAR * error:
                return False
        return True

    def evaluations(self) -> list[Evaluation]:
        """Returns what the batches say of every action: its best way counts."""
        return [self._evaluation(place) for place in range(len(self._actions))]

    def _best_way(self, place: int) -> tuple[FloatArray, FloatArray]:
        """Returns the changes of the scores on an action's best way, and the chances of winning then."""
        ways = [
            np.concatenate(parts) for parts in zip(*[batch[place] for batch in self._batches], strict=True)
        ]
        chances = [self._equity.of(way) for way in ways]
        best = max(range(len(ways)), key=lambda each: float(chances[each].mean()))
        return ways[best], chances[best]

    def _evaluation(self, place: int) -> Evaluation:
        changes, chance = self._best_way(place)
        others = (changes.sum(axis=1) - changes[:, self._side]) / (changes.shape[1] - 1)
        return Evaluation(
            self._actions[place],
            float((changes[:, self._side] - others).mean()),
            float(chance.mean()),
            float(chance.std() / np.sqrt(self.worlds)),
            self.worlds,
        )


def best(evaluations: Sequence[Evaluation], trump: int) -> Evaluation:
    """Returns the evaluation most likely to win; among equals the cheapest."""

    def merit(evaluation: Evaluation) -> tuple[float, float, int]:
        chance = round(evaluation.win_probability, 9)
        return chance, round(evaluation.points, 9), -_cost(evaluation.action, trump)

    return max(evaluations, key=merit)


def _cost(action: Action, trump: int) -> int:
    """Returns what an action gives up that nobody counts: the card's power, or the partner's help."""
    if action.HasField("play_card"):
        return int(POWER[trump, bit_of(action.play_card.card)])
    if action.HasField("discard"):
        return int(POWER[trump, bit_of(action.discard.card)])
    return int(action.HasField("go_alone"))


def _next_dealer(sight: Sight) -> int:
    return (sight.dealer + 1) % sight.players


def _seed_of(view: View, seed: int) -> int:
    """Returns where this decision's random numbers start: from what the view says, not from its ids."""
    plain = View()
    plain.CopyFrom(view)
    plain.ClearField("info")
    plain.ClearField("events")
    content = plain.SerializeToString(deterministic=True)
    digest = hashlib.blake2b(content, digest_size=_SEED_BYTES, key=seed.to_bytes(16, "big", signed=True))
    return int.from_bytes(digest.digest(), "big")
