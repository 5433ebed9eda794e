"""What tricks are worth: from the tricks of every side to the change of its score."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from euchre.v1 import ruleset_pb2
from euchre.v1.ruleset_pb2 import Ruleset
from euchre_bots.expert.cards import BoolArray, FloatArray, IntArray

SHOOTER = 7
"""The bid of all tricks with a card from the partner, as a number."""
MOON = 8
"""The bid of all tricks, as a number."""


def bid_number(amount: str | None, tricks: int) -> int:
    """Returns a bid as a number: its tricks, `SHOOTER` or `MOON`; 0 for none.

    Args:
        amount: which amount of the message is set, if any.
        tricks: the number bid.
    """
    return {"shooter": SHOOTER, "moon": MOON}.get(amount or "", tricks)


@dataclass(frozen=True)
class Results:
    """How hands ended, one row a world.

    Attributes:
        tricks: by world and side.
        maker_side: by world; -1 without a maker.
        bid: by world, the tricks bid, SHOOTER or MOON; 0 without an auction.
        lone_maker: by world, whether a maker was alone.
        lone_defender: by world, whether a defender was alone.
        folded: by world and side, whether it folded.
        void: by world, whether nothing is scored.
    """

    tricks: IntArray
    maker_side: IntArray
    bid: IntArray
    lone_maker: BoolArray
    lone_defender: BoolArray
    folded: BoolArray
    void: BoolArray

    @classmethod
    def plain(cls, tricks: IntArray, maker_side: IntArray) -> Results:
        """Returns results without bids, lone hands and folds."""
        none = np.zeros(len(tricks), bool)
        folded = np.zeros(tricks.shape, bool)
        return cls(tricks, maker_side, np.zeros(len(tricks), np.int64), none, none, folded, none)


def changes(rules: Ruleset, results: Results) -> FloatArray:
    """Returns what every side's score changes by, in points towards the target.

    Args:
        rules: the whole ruleset.
        results: how the hands ended.

    Returns:
        One row a world, one column a side; more is better also where the game counts down.
    """
    by_tricks = rules.trick_points != 0
    points = _by_tricks(rules, results) if by_tricks else _by_hand(rules, results)
    points[results.void] = 0.0
    return points


def _by_hand(rules: Ruleset, results: Results) -> FloatArray:
    rows = np.arange(len(results.tricks))
    taken = results.tricks[rows, results.maker_side]
    all_tricks = taken == rules.hand_size
    alone = results.lone_maker
    is_made = taken >= (rules.maker_need or 3)
    if rules.alone_take5:
        is_made &= ~alone | all_tricks
    made = np.where(all_tricks, np.where(alone, rules.loner_march_score, rules.march_score), rules.make_score)
    if rules.take4for1:
        made = np.where(taken == 3, 0, made)
    lost = np.where(alone, rules.loner_set_score, rules.set_score)
    flat = rules.lone_defender_score == ruleset_pb2.LONE_DEFENDER_SCORE_FLAT4
    defended = np.where((taken == 0) | flat, 4, 2)
    lost = np.where(results.lone_defender, np.maximum(lost, defended), lost)
    lost = np.where(taken == 0, np.maximum(lost, rules.super_euchre), lost)
    points = np.where(is_made, 0, lost)[:, None] * np.ones(results.tricks.shape)
    points[rows, results.maker_side] = np.where(is_made, made, 0)
    return points


def _by_tricks(rules: Ruleset, results: Results) -> FloatArray:
    value = abs(rules.trick_points)
    tricks = results.tricks
    fails = tricks < rules.other_need
    points = np.where(fails, -float(rules.zero_penalty), value * tricks)
    points = np.where(results.folded, -float(rules.fold_penalty), points)
    made = np.flatnonzero(results.maker_side >= 0)
    sides = results.maker_side[made]
    bid, taken = results.bid[made], tricks[made, sides]
    slam = bid >= SHOOTER
    need = np.where(slam, rules.hand_size, rules.maker_need or bid)
    is_moon = bid == MOON
    score = np.where(slam, np.where(is_moon, rules.moon_score, rules.shooter_score), value * taken)
    penalty = np.where(is_moon, rules.moon_set, rules.shooter_set)
    penalty = np.where(slam, penalty, rules.set_penalty or bid)
    kept = value * taken if rules.set_maker_keeps_tricks else 0
    points[made, sides] = np.where(taken >= need, score, kept - penalty)
    return points
