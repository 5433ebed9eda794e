"""From scores to the chance of winning the game."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final

import numpy as np

from euchre.v1.ruleset_pb2 import Ruleset
from euchre_bots.expert.cards import FloatArray

_DEAL: Final = ((1, 0.45), (-1, 0.17), (2, 0.16), (-2, 0.12), (4, 0.05), (-4, 0.05))
"""How a deal ends for the dealer's side in a partnership game, in points."""
_LONGEST: Final = 40
"""Distances to the target beyond this one are taken for it."""
SPREAD: Final = 3.0
"""Standard deviation of what a hand changes between two sides of a game of many sides, in points."""
PACE: Final = 2.0
"""Points a hand brings one side of a game of many sides."""
LEAST: Final = 1.0
"""The fewest hands such a game is taken to last."""
SWEPT: Final = 0.08
"""Share of hands that end the game at once where a sweep wins it: such games seldom last to the target."""


@cache
def race() -> FloatArray:
    """Returns the chance of winning by the points needed, those the others need, and whose deal it is.

    The last index is 1 when the next deal is one's own side's. The deal passes to the other side.
    """
    table = np.zeros((_LONGEST + 1, _LONGEST + 1, 2))
    table[0, 1:] = 1.0
    table[0, 0] = 0.5
    for total in range(2, 2 * _LONGEST + 1):
        for mine in range(max(1, total - _LONGEST), min(_LONGEST, total - 1) + 1):
            theirs = total - mine
            for own in (0, 1):
                chance = 0.0
                for points, share in _DEAL:
                    gained = points if own else -points
                    left = (max(mine - max(gained, 0), 0), max(theirs - max(-gained, 0), 0))
                    chance += share * table[left[0], left[1], 1 - own]
                table[mine, theirs, own] = chance
    return table


def hopes(left: FloatArray, spread: float, pace: float, least: float, swept: float) -> FloatArray:
    """Returns each side's chance of winning a game of many sides; fitted by `tests.strength.fit_race`.

    Args:
        left: the points each side needs, one row a game.
        spread: as `SPREAD`.
        pace: as `PACE`.
        least: as `LEAST`.
        swept: as `SWEPT`.
    """
    behind = left - left.min(axis=1, keepdims=True)
    hands_left = np.maximum(left.min(axis=1, keepdims=True) / pace, least)
    shares = np.exp(-behind / (spread * np.sqrt(hands_left)))
    shares /= shares.sum(axis=1, keepdims=True)
    lasts = (1.0 - swept) ** hands_left
    chances: FloatArray = lasts * shares + (1.0 - lasts) / left.shape[1]
    return chances


class Equity:
    """The chance that one side wins, by what the hand in progress changes.

    Args:
        rules: the whole ruleset.
        scores: the scores before the hand, by side.
        side: whose chance.
        side_deals_next: whether this side has the next deal.
    """

    def __init__(self, rules: Ruleset, scores: Sequence[int], side: int, side_deals_next: bool) -> None:
        down = rules.target < rules.start_score
        self._rules = rules
        self._left = np.array([score - rules.target if down else rules.target - score for score in scores])
        self._side = side
        self._deals_next = int(side_deals_next)

    def of(self, changes: FloatArray) -> FloatArray:
        """Returns the chance of winning after each row of changes (one column a side)."""
        left = self._left - changes
        if left.shape[1] == 2 and not self._rules.trick_points:
            return self._two_sides(left)
        return self._many_sides(left)

    def _two_sides(self, left: FloatArray) -> FloatArray:
        whole = np.clip(left, 0, _LONGEST).astype(np.int64)
        chance: FloatArray = race()[whole[:, self._side], whole[:, 1 - self._side], self._deals_next]
        return chance

    def _many_sides(self, left: FloatArray) -> FloatArray:
        """Takes the scores for a race of random walks: who is nearer wins, the surer the nearer the end."""
        swept = SWEPT if self._rules.sweep_wins_game else 0.0
        chance = hopes(left, SPREAD, PACE, LEAST, swept)[:, self._side]
        there = left <= 0
        over = there.any(axis=1)
        best = left.min(axis=1)
        wins = (left[:, self._side] == best) / np.maximum((left == best[:, None]).sum(axis=1), 1)
        result: FloatArray = np.where(over, wins, chance)
        return result
