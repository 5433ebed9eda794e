"""Whole hands played by partners as they are used to; see `partners`."""

from __future__ import annotations

import numpy as np
from numba import njit

from euchre_bots.expert.card_model import CARD_FEATURES
from euchre_bots.expert.cards import FloatArray, IntArray
from euchre_bots.expert.partners import play_out
from euchre_bots.expert.position import POSITION, TAKEN, start


@njit(cache=True)
def play_hands(
    weights: FloatArray,
    by_thumb: bool,
    trumps: IntArray,
    hands: IntArray,
    sides: IntArray,
    playing: IntArray,
    makers: IntArray,
    leaders: IntArray,
    unseen: IntArray,
) -> IntArray:
    """Plays hands from the first lead to the end.

    Args:
        weights: the card model.
        by_thumb: whether rules of thumb take its place.
        trumps: by hand the suit that is trump, 1 to 4; 0 where nothing is played.
        hands: masks by hand and seat.
        sides: by hand and seat, 0 or 1.
        playing: by hand and seat, 0 or 1.
        makers: by hand who fixed trump.
        leaders: by hand who leads.
        unseen: by hand the cards not shown to everybody, as a mask.

    Returns:
        The tricks of side 0 by hand; 0 where nothing is played.
    """
    tricks = np.zeros(trumps.size, np.int64)
    left, position = np.zeros(hands.shape[1], np.int64), np.zeros(POSITION, np.int64)
    cards, worths, scratch = np.zeros(64, np.int64), np.zeros(64), np.zeros(CARD_FEATURES)
    for row in range(trumps.size):
        if trumps[row] > 0:
            left[:] = hands[row] * playing[row]
            start(position, leaders[row], unseen[row])
            play_out(
                weights, by_thumb, trumps[row], left, sides[row], playing[row], makers[row], position, cards,
                worths, scratch,
            )  # fmt: skip
            tricks[row] = position[TAKEN]
    return tricks
