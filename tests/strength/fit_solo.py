"""Fit the model of games where everybody plays for himself: `python -m tests.strength.fit_solo` writes it.

Random hands are played out by rules of thumb: what bids bring at a table of three with a dead hand, and
what calls and staying in bring at a table of four who may fold.
"""

from __future__ import annotations

import argparse
from typing import Any, Final

import numpy as np
from numba import njit

from euchre_bots.expert.bid_model import ROWS
from euchre_bots.expert.cards import BoolArray, FloatArray, IntArray
from euchre_bots.expert.judgement import FEATURES, PLACES, features, with_upcard
from euchre_bots.expert.playout import play_hands
from euchre_bots.expert.sampling import deal
from euchre_bots.expert.solo import NOT_CALLING, folding
from tests.strength.fit_bids import HAND, PACK, TRUMPS, Auctions, bid_model, regressed, worth_of, write

_OUT: Final = ~sum(1 << int(bit) for bit in PACK) & ((1 << 33) - 1)
_DEALER: Final = 3
_PENALTY: Final = -5.0
_ROUNDS: Final = 3


def solo_auctions(number: int, seed: int) -> Auctions:
    """Deal to three and a dead hand, and play every contract out."""
    hands = deal(PACK, np.full(24, 15), np.full(4, HAND), number, seed)[:, :3]
    worth = np.zeros((number, 3, ROWS, len(TRUMPS), 3))
    everybody = np.ones(hands.shape, np.int64)
    for maker in range(3):
        makers = np.full(number, maker)
        for place, trump in enumerate(TRUMPS):
            tricks = play_hands(np.full(number, trump), hands, everybody, makers, _OUT, makers)
            for row in range(ROWS):
                worth[:, maker, row, place] = worth_of(tricks, maker, row, (0, 1, 2))
    return Auctions(hands, (0, 1, 2), worth)


@njit(cache=True)
def _described(hands: IntArray, suits: IntArray, upcards: IntArray, first: bool, takes: bool) -> FloatArray:
    rows = np.zeros((hands.size, FEATURES))
    for row in range(hands.size):
        hand = with_upcard(hands[row], upcards[row], suits[row]) if takes else hands[row]
        features(hand, suits[row], upcards[row], first, rows[row])
    return rows


@njit(cache=True)
def _after_pickup(hands: IntArray, upcards: IntArray, suits: IntArray, dealer: int) -> IntArray:
    after = hands.copy()
    for row in range(hands.shape[0]):
        after[row, dealer] = with_upcard(hands[row, dealer], upcards[row], suits[row])
    return after


def _played(hands: IntArray, suits: IntArray, makers: IntArray, playing: IntArray) -> IntArray:
    """Return the tricks by deal and seat; all five to a seat that is left alone."""
    lead = playing.argmax(axis=1)
    contested = playing.sum(axis=1) > 1
    tricks = play_hands(np.where(contested, suits, 0), hands, playing, lead, _OUT, makers)
    tricks[~contested, lead[~contested]] = 5
    return tricks


class _Deals:
    """Random deals to four with an up-card; seat 3 deals."""

    def __init__(self, number: int, seed: int) -> None:
        dealt = deal(PACK, np.full(24, 63), np.array([5, 5, 5, 5, 3, 1]), number, seed)
        self.hands = dealt[:, :4]
        self.upcards = np.array([int(mask).bit_length() - 1 for mask in dealt[:, 5]])
        self.none = np.full(number, -1)
        self.proposed = self.upcards // 8 + 1


def _stay_model(deals: _Deals, seed: int, call: FloatArray, stay: FloatArray) -> FloatArray:
    """Fit what staying in brings against makers who would call."""
    rng = np.random.default_rng(seed)
    number = len(deals.hands)
    suits, makers = rng.integers(1, 5, number), rng.integers(0, 4, number)
    makers_hands = deals.hands[np.arange(number), makers]
    calls = _described(makers_hands, suits, deals.none, False, False) @ call[4]
    rows, worth = [], []
    for seat in range(4):
        playing = np.full(deals.hands.shape, -1)
        playing[:, seat] = 1
        folding(stay, deals.hands, suits, makers, playing)
        tricks = _played(deals.hands, suits, makers, playing)[:, seat]
        asked: BoolArray = (makers != seat) & (calls > -0.5)
        rows.append(_described(deals.hands[asked, seat], suits[asked], deals.none[asked], False, False))
        worth.append(np.where(tricks >= 1, tricks, _PENALTY)[asked])
    return regressed(np.concatenate(rows), np.concatenate(worth), 0.0)


def _call_model(deals: _Deals, stay: FloatArray) -> FloatArray:
    """Fit what calls bring, by round and place."""
    call = np.zeros((PLACES, FEATURES))
    for place in range(PLACES):
        seat, first = place % 4, place < 4
        rows, worth = [], []
        for step in (0,) if first else (1, 2, 3):
            suits = (deals.proposed - 1 + step) % 4 + 1
            hands = _after_pickup(deals.hands, deals.upcards, suits, _DEALER) if first else deals.hands
            makers, playing = np.full(len(hands), seat), np.full(hands.shape, -1)
            folding(stay, hands, suits, makers, playing)
            tricks = _played(hands, suits, makers, playing)[:, seat]
            takes = first and seat == _DEALER
            rows.append(_described(deals.hands[:, seat], suits, deals.upcards, first, takes))
            worth.append(np.where(tricks >= 3, tricks, _PENALTY))
        call[place] = regressed(np.concatenate(rows), np.concatenate(worth), NOT_CALLING)
    return call


def solo_model(number: int, seed: int) -> dict[str, Any]:
    """Fit the model to so many deals."""
    deals = _Deals(number, seed)
    stay, call = np.zeros(FEATURES), np.zeros((PLACES, FEATURES))
    stay[0] = 1.0
    for _ in range(_ROUNDS):
        stay = _stay_model(deals, seed, call, stay)
        call = _call_model(deals, stay)
    return {
        **bid_model(solo_auctions(number, seed)),
        "call": np.round(call, 3).tolist(),
        "stay": np.round(stay, 3).tolist(),
    }


def main() -> None:
    """Fit and write the model."""
    parser = argparse.ArgumentParser(prog="python -m tests.strength.fit_solo", description=__doc__)
    parser.add_argument("--deals", type=int, default=20000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    model = solo_model(options.deals, options.seed)
    write("solo_model.json", model)
    print(f"passing {model['passing']}, an unknown hand {model['swapping']}")


if __name__ == "__main__":
    main()
