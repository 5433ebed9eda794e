"""Perft of the preset `openspiel`: leaves by depth as OpenSpiel itself counts them."""

from __future__ import annotations

import random
from typing import Any

import pytest

from euchre_rules import game, phases
from euchre_rules.state import State

DEALS = 3
DEPTH = 9
LATE_DEPTH = 40
"""Deeper than any hand: the late positions are counted to their end."""
LATE_CARDS = 11


def their_leaves(state: Any, depth: int) -> int:
    if depth == 0 or state.is_terminal():
        return 1
    return sum(their_leaves(state.child(action), depth - 1) for action in state.legal_actions())


def our_leaves(state: State, depth: int) -> int:
    if depth == 0 or state.phase == phases.DEAL:
        return 1
    total = 0
    for action in game.legal_actions(state):
        following = state.copy()
        game.perform(following, action)
        total += our_leaves(following, depth - 1)
    return total


@pytest.mark.parametrize("lone_defender", [False, True])
@pytest.mark.parametrize("stick", [False, True])
def test_perft_from_the_deal(lone_defender: bool, stick: bool) -> None:
    from tests.rules.openspiel import deal_both, openspiel_game, ruleset

    rng = random.Random(f"deals {lone_defender} {stick}")
    for _ in range(DEALS):
        theirs, ours = deal_both(openspiel_game(lone_defender, stick), ruleset(lone_defender, stick), rng)
        for depth in range(1, DEPTH):
            counted = their_leaves(theirs, depth)
            assert our_leaves(ours, depth) == counted
            if counted > 20_000:
                break


@pytest.mark.parametrize("lone_defender", [False, True])
def test_perft_to_the_end_of_the_hand(lone_defender: bool) -> None:
    from tests.rules.openspiel import action_of, deal_both, openspiel_game, ruleset

    rng = random.Random(f"ends {lone_defender}")
    total = 0
    for _ in range(DEALS * 2):
        theirs, ours = deal_both(openspiel_game(lone_defender, True), ruleset(lone_defender, True), rng)
        while ours.phase != phases.PLAY or sum(held.bit_count() for held in ours.hands) > LATE_CARDS:
            number = rng.choice(theirs.legal_actions())
            game.apply(ours, ours.actor, action_of(ours, number))
            theirs.apply_action(number)
        counted = their_leaves(theirs, LATE_DEPTH)
        assert our_leaves(ours, LATE_DEPTH) == counted
        total += counted
    assert total > 100
