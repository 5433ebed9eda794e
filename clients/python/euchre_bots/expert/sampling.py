"""Dealing the cards nobody has shown: uniformly among all deals that fit what is known."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit

from euchre_bots.expert.cards import IntArray, next_random


@njit(cache=True)
def _ways(allowed: IntArray, capacity: IntArray, strides: IntArray) -> Any:
    """Returns, by the room left at each place, in how many ways the last cards can be dealt to it."""
    size = 1
    for room in capacity:
        size *= room + 1
    ways = np.zeros(size)
    ways[0] = 1.0
    for state in range(1, size):
        left = 0
        for place in range(capacity.size):
            left += state // strides[place] % (capacity[place] + 1)
        card = allowed.size - left
        total = 0.0
        for place in range(capacity.size):
            if allowed[card] >> place & 1 and state // strides[place] % (capacity[place] + 1):
                total += ways[state - strides[place]]
        ways[state] = total
    return ways


@njit(cache=True)
def deal(cards: IntArray, allowed: IntArray, capacity: IntArray, worlds: int, seed: int) -> Any:
    """Deals cards to places.

    Every deal that fits is equally likely; nothing is dealt twice to find one, as the number of ways to
    go on is counted beforehand for every room left.

    Args:
        cards: the bits of the cards to deal.
        allowed: for each of them, the set of places it may be at, as a mask.
        capacity: how many cards each place takes; together as many as there are cards.
        worlds: how many deals to make.
        seed: where the random numbers start.

    Returns:
        Masks, one row a world and one column a place; no rows if no deal fits.
    """
    strides = np.ones(capacity.size, np.int64)
    for place in range(1, capacity.size):
        strides[place] = strides[place - 1] * (capacity[place - 1] + 1)
    ways = _ways(allowed, capacity, strides)
    full = ways.size - 1
    if ways[full] == 0.0:
        return np.zeros((0, capacity.size), np.int64)
    random = np.array([seed], np.uint64)
    dealt = np.zeros((worlds, capacity.size), np.int64)
    for world in range(worlds):
        state = full
        for card in range(cards.size):
            mark = next_random(random) * ways[state]
            chosen = -1
            for place in range(capacity.size):
                if not allowed[card] >> place & 1 or not state // strides[place] % (capacity[place] + 1):
                    continue
                onward = ways[state - strides[place]]
                if onward > 0.0:
                    chosen = place
                    mark -= onward
                    if mark < 0.0:
                        break
            dealt[world, chosen] |= 1 << cards[card]
            state -= strides[chosen]
    return dealt
