"""Fit the model of bids between partners: `python -m tests.strength.fit_bids` writes it.

Every hand of random deals is described under every trump, and what its bids bring with open cards is
regressed on that. Then whole auctions are gone through with that model, to find what a pass is worth.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
from numba import njit

import euchre_bots.data
from euchre_bots.expert.bid_model import ROWS, describe
from euchre_bots.expert.bids import as_played
from euchre_bots.expert.cards import FloatArray, IntArray
from euchre_bots.expert.gifts import after_gift
from euchre_bots.expert.judgement import FEATURES
from euchre_bots.expert.sampling import deal
from euchre_bots.solver import tricks_many

DATA: Final = Path(next(iter(euchre_bots.data.__path__)))
PACK: Final = np.array([suit * 8 + rank for suit in range(4) for rank in range(2, 8)])
HAND: Final = 6
TRUMPS: Final = np.arange(1, 7)
KINDS: Final = (0, 0, 0, 1, 2)
"""By row of bids how it is played: with the partner, the shooter, the moon."""
_BASE: Final = 2
_MADE: Final = (0, 0, 0, 12, 24)
_LOST: Final = (3, 4, 5, 6, 6)
_BORDER: Final = 1.5
_ROUNDS: Final = 6


@njit(cache=True)
def described(hands: IntArray, trump: int) -> FloatArray:
    """Describe hands under a trump, one row a hand."""
    rows = np.zeros((hands.size, FEATURES))
    for row in range(hands.size):
        describe(hands[row], trump, _BASE, rows[row])
    return rows


@dataclass(frozen=True)
class Auctions:
    """Random deals and what every bid of every seat would bring there.

    The last seat deals.

    Attributes:
        hands: masks by deal and seat.
        sides: by seat.
        worth: by deal, bidder, row of bids, trump and seat: what the bid brings the seat, less what it
            brings the others on average.
    """

    hands: IntArray
    sides: tuple[int, ...]
    worth: FloatArray


def worth_of(tricks: IntArray, maker: int, row: int, sides: tuple[int, ...]) -> FloatArray:
    """Return by deal and seat what a bid brings, from the tricks by deal and side."""
    points = tricks.astype(float)
    own = sides[maker]
    taken = tricks[:, own]
    need = HAND if _MADE[row] else row + 3
    points[:, own] = np.where(taken >= need, _MADE[row] or taken, -_LOST[row])
    others = (points.sum(axis=1, keepdims=True) - points) / (points.shape[1] - 1)
    gains: FloatArray = (points - others)[:, list(sides)]
    return gains


def partner_auctions(number: int, seed: int) -> Auctions:
    """Deal to two partnerships and solve every contract."""
    hands = deal(PACK, np.full(24, 15), np.full(4, HAND), number, seed)
    worth = np.zeros((number, 4, ROWS, len(TRUMPS), 4))
    sides = (0, 1, 0, 1)
    for maker in range(4):
        for place, trump in enumerate(TRUMPS):
            tricks = [_solved(hands, maker, int(trump), kind) for kind in range(3)]
            for row in range(ROWS):
                worth[:, maker, row, place] = worth_of(tricks[KINDS[row]], maker, row, sides)
    return Auctions(hands, sides, worth)


def _solved(hands: IntArray, maker: int, trump: int, kind: int) -> IntArray:
    trumps = np.full(len(hands), trump)
    if kind == 1:
        hands = after_gift(hands, trumps, np.full(len(hands), maker), False)
    playing = [int(kind == 0 or seat != (maker + 2) % 4) for seat in range(4)]
    own = tricks_many(trumps, hands.astype(np.uint64), np.full(len(hands), maker), [0, 1, 0, 1], playing)
    tricks = own.astype(np.int64)
    if kind == 0:
        tricks = as_played(tricks, np.arange(len(hands)), HAND)
    return np.stack([tricks, HAND - tricks], 1)


def regressed(rows: FloatArray, worth: FloatArray, border: float) -> FloatArray:
    """Least squares, three times: after the first, rows near the border count most."""
    emphasis = np.ones(len(worth))
    weights: FloatArray = np.zeros(FEATURES)
    for _ in range(3):
        weighed = rows * emphasis[:, None]
        normal = rows.T @ weighed + 3.0 * np.eye(FEATURES)
        weights = np.linalg.solve(normal, weighed.T @ worth).astype(np.float64)
        emphasis = np.exp(-(((rows @ weights - border) / _BORDER) ** 2)) + 0.05
    return weights


def _fitted(auctions: Auctions, passing: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Return the weights by kind of trump and row, and what they expect by deal, seat, row and trump."""
    number, seats = auctions.hands.shape
    expected = np.zeros((number, seats, ROWS, len(TRUMPS)))
    weights = np.zeros((2, ROWS, FEATURES))
    table = {
        (seat, place): described(auctions.hands[:, seat], int(trump))
        for seat in range(seats)
        for place, trump in enumerate(TRUMPS)
    }
    for kind, places in enumerate((range(4), range(4, 6))):
        keys = [(seat, place) for seat in range(seats) for place in places]
        rows = np.concatenate([table[key] for key in keys])
        for row in range(ROWS):
            worth = np.concatenate([auctions.worth[:, seat, row, place, seat] for seat, place in keys])
            weights[kind, row] = regressed(rows, worth, float(passing[:2].mean()))
        for seat, place in keys:
            expected[:, seat, :, place] = table[seat, place] @ weights[kind].T
    return weights, expected


@dataclass(frozen=True)
class _Called:
    """How auctions stand: by deal the highest row of bids (-1 without one), the bidder, the trump."""

    row: IntArray
    bidder: IntArray
    trump: IntArray


def _spoken(auctions: Auctions, best: FloatArray, passing: FloatArray, seat: int, before: _Called) -> _Called:
    """Let one seat speak in all auctions, as the model has it."""
    places = standings(auctions, before, seat)
    worth, row, bidder = passing[places], before.row.copy(), before.bidder.copy()
    for option in range(ROWS):
        is_lowest = (option < 3) & (option == before.row + 1)
        offered = (before.row < option) & (is_lowest | (option >= 3))
        better = offered & (best[:, seat, option] > worth)
        worth = np.where(better, best[:, seat, option], worth)
        row, bidder = np.where(better, option, row), np.where(better, seat, bidder)
    return _Called(row, bidder, before.trump)


def standings(auctions: Auctions, called: _Called, seat: int) -> IntArray:
    """Return by deal the place in `BidModel.passing` of a seat that speaks."""
    sides = np.array(auctions.sides)
    others = np.where(sides[called.bidder] == sides[seat], 2, 1)
    return np.where(called.bidder < 0, 0, others)


def _passing(auctions: Auctions, expected: FloatArray, passing: FloatArray) -> FloatArray:
    """Return what passing brings those who are near the border, by how the auction stands."""
    number, seats = auctions.hands.shape
    best, trumps = expected.max(axis=3), expected.argmax(axis=3)
    rows = np.arange(number)
    none = np.full(number, -1)
    before = _Called(none, none, none)
    worths: dict[int, list[FloatArray]] = {0: [], 1: [], 2: []}
    for seat in range(seats):
        after = before
        for other in range(seat + 1, seats):
            after = _spoken(auctions, best, passing, other, after)
        trump = trumps[rows, after.bidder, after.row]
        worth = auctions.worth[rows, after.bidder, after.row, trump, seat]
        worth = np.where(after.bidder < 0, 0.0, worth)
        places = standings(auctions, before, seat)
        lowest = np.minimum(before.row + 1, 2)
        near = np.abs(best[rows, seat, lowest] - passing[places]) < 1.0
        for place, found in worths.items():
            found.append(worth[near & (places == place)])
        before = _spoken(auctions, best, passing, seat, before)
    means = [np.concatenate(found) for found in worths.values()]
    return np.array([found.mean() if len(found) else 0.0 for found in means])


def bid_model(auctions: Auctions) -> dict[str, Any]:
    """Fit the model to deals."""
    passing = np.array([-0.5, -2.0, 2.0])
    for _ in range(_ROUNDS):
        weights, expected = _fitted(auctions, passing)
        passing = 0.5 * passing + 0.5 * _passing(auctions, expected, passing)
    best = np.maximum(expected[:, 0].max(axis=(1, 2)), passing[0])
    return {
        "bid": np.round(weights[0], 3).tolist(),
        "bid_no_trump": np.round(weights[1], 3).tolist(),
        "passing": np.round(passing, 2).tolist(),
        "swapping": round(float(best.mean()), 2),
    }


def write(name: str, model: Mapping[str, Any]) -> None:
    """Write a model where the bots read it."""
    (DATA / name).write_text(json.dumps(model) + "\n")


def main() -> None:
    """Fit and write the model."""
    parser = argparse.ArgumentParser(prog="python -m tests.strength.fit_bids", description=__doc__)
    parser.add_argument("--deals", type=int, default=20000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    model = bid_model(partner_auctions(options.deals, options.seed))
    write("bid_model.json", model)
    print(f"passing {model['passing']}, an unknown hand {model['swapping']}")


if __name__ == "__main__":
    main()
