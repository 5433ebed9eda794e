"""Vectors: what a hand is worth (`rules.md` 1.6, 2, 3.3, 4.5)."""

from __future__ import annotations

from typing import Final

from tests.rules.tables import buck, classic, ghost, in_turn, won_by
from tests.rules.test_scoring import MAKER_ALONE, TOGETHER
from tests.rules.test_scoring_tricks import BID_4, MAKER_1
from tests.rules.vectors.kinds import Each, Vectors, shown

MARCH, MADE, SET, NONE = "22222", "12212", "12121", "11111"
"""Winners of the tricks when seat 2 has made trump."""


def made(points: int) -> None:
    assert won_by(classic(make_score=points), 0, TOGETHER, MADE).changes == [points, 0]


def march(points: int) -> None:
    assert won_by(classic(march_score=points), 0, TOGETHER, MARCH).changes == [points, 0]


def makers_set(points: int) -> None:
    assert won_by(classic(set_score=points), 0, TOGETHER, SET).changes == [0, points]


def lone_march(points: int) -> None:
    assert won_by(classic(loner_march_score=points), 0, MAKER_ALONE, MARCH).changes == [points, 0]


def lone_set(points: int) -> None:
    assert won_by(classic(loner_set_score=points), 0, MAKER_ALONE, SET).changes == [0, points]


def makers_without_a_trick(points: int) -> None:
    # A set is worth the most that it can be.
    assert won_by(classic(super_euchre=points), 0, TOGETHER, NONE).changes == [0, max(points, 2)]
    assert won_by(classic(super_euchre=points), 0, TOGETHER, SET).changes == [0, 2]


def a_trick(points: int) -> None:
    """Positive points need a game that counts up, negative ones a game that counts down."""
    if points > 0:
        state = won_by(ghost(trick_points=points), 2, BID_4, "111102")
        assert state.changes == [points, 4 * points, points]
    elif points < 0:
        state = won_by(buck(trick_points=points), 3, MAKER_1, in_turn(0, 3, 1, 1), upcard="9h")
        assert state.changes == [5, 3 * points, points, points]
    else:
        assert won_by(classic(trick_points=0), 0, TOGETHER, MADE).changes == [1, 0]


def set_bidder_loses(points: int) -> None:
    assert won_by(ghost(set_penalty=points), 2, BID_4, "111000").changes == [3, -(points or 4), 0]


def too_few_tricks_cost(points: int) -> None:
    rules = buck(zero_penalty=points)
    assert won_by(rules, 3, MAKER_1, in_turn(0, 4, 1, 0), upcard="9h").changes == [points, -4, -1, points]


def makers_need(tricks: int) -> None:
    need = tricks or 4
    for taken, change in ((need, need), (need - 1, -4)):
        state = won_by(ghost(maker_need=tricks), 2, BID_4, "1" * taken + "0" * (6 - taken))
        assert state.changes == [6 - taken, change, 0]


def others_need(tricks: int) -> None:
    rules = buck(other_need=tricks, hand_size=6, min_rank=7)
    for taken, change in ((tricks, -tricks), (tricks - 1, 5)):
        if taken >= 0:
            state = won_by(rules, 3, MAKER_1, "1" * (6 - taken) + "2" * taken, upcard="9h")
            assert state.changes[2] == change


_KEEPS = "test_traps_buck.test_trap_B55_a_set_maker"

VECTORS: Final[Vectors] = {
    "make_score": Each(made),
    "march_score": Each(march),
    "set_score": Each(makers_set),
    "loner_march_score": Each(lone_march),
    "loner_set_score": Each(lone_set),
    "super_euchre": Each(makers_without_a_trick),
    "trick_points": Each(a_trick),
    "set_penalty": Each(set_bidder_loses),
    "zero_penalty": Each(too_few_tricks_cost),
    "set_maker_keeps_tricks": {False: shown(_KEEPS, keeps=False), True: shown(_KEEPS, keeps=True)},
    "maker_need": Each(makers_need),
    "other_need": Each(others_need),
}
