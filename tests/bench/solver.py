"""The open-hand solver: exact solves a second and what each looks at.

    python -m tests.bench.solver             # 20,000 random deals of each kind, best of three runs
    python -m tests.bench.solver 2000 1      # 2,000 deals, one run

Every solve is a whole one: the number of tricks from the first lead on, whatever it is. Time is the
processor time of this one thread, so that what else the machine does costs nothing. Trump is random. A
position is one between two tricks, a card one tried.
"""

from __future__ import annotations

import sys
import time
from dataclasses import dataclass
from typing import Final

import numpy as np

from euchre_bots.solver import prepare
from euchre_bots.solver.batch import solve_many
from euchre_bots.solver.state import WORK, Ints

FLOOR: Final = 20_000
"""Solves a second of a four-handed deal."""
_SEED: Final = 1


@dataclass(frozen=True)
class Kind:
    """Deals of one kind from a pack of so many cards."""

    name: str
    sides: tuple[int, ...]
    playing: tuple[int, ...]
    size: int = 5
    pack: int = 24
    no_trump: bool = False


KINDS: Final = (
    Kind("four hands, 24 cards", (0, 1, 0, 1), (1, 1, 1, 1)),
    Kind("four hands, no trump", (0, 1, 0, 1), (1, 1, 1, 1), no_trump=True),
    Kind("four hands, 32 cards", (0, 1, 0, 1), (1, 1, 1, 1), pack=32),
    Kind("one alone against two", (0, 1, 0, 1), (1, 1, 0, 1)),
    Kind("one against three", (0, 1, 1, 1), (1, 1, 1, 1)),
    Kind("ghost: one against two, six cards", (0, 1, 1), (1, 1, 1), size=6),
    Kind("two hands", (0, 1), (1, 1)),
    Kind("four hands of six cards", (0, 1, 0, 1), (1, 1, 1, 1), size=6),
    Kind("four hands of eight cards, 32 cards", (0, 1, 0, 1), (1, 1, 1, 1), size=8, pack=32),
)


def deals(kind: Kind, number: int) -> Ints:
    """Return random hands by world and seat."""
    lowest = 8 - kind.pack // 4
    pack = np.array([1 << (8 * suit + rank) for suit in range(4) for rank in range(lowest, 8)])
    seats = len(kind.sides)
    shuffled = np.random.default_rng(_SEED).permuted(np.tile(pack, (number, 1)), axis=1)
    dealt: Ints = shuffled[:, : seats * kind.size].reshape(number, seats, kind.size).sum(axis=2)
    return dealt


def measure(kind: Kind, number: int, runs: int) -> tuple[float, float, float]:
    """Return solves a second, and positions and cards a solve."""
    hands = deals(kind, number)
    seats = len(kind.sides)
    trumps = (
        np.random.default_rng(_SEED).integers(5, 7, number) if kind.no_trump else np.arange(number) % 4 + 1
    )
    leaders = np.full(number, 1)
    sides, playing = np.tile(kind.sides, (number, 1)), np.tile(kind.playing, (number, 1))
    assert sides.shape == (number, seats)
    best = float("inf")
    for _ in range(runs):
        work = np.zeros(1, WORK)
        start = time.thread_time()
        solve_many(work, trumps, hands, leaders, sides, playing)
        best = min(best, time.thread_time() - start)
    return number / best, int(work["positions"][0]) / number, int(work["cards"][0]) / number


def main() -> None:
    """Measure and print."""
    number = int(sys.argv[1]) if len(sys.argv) > 1 else 20_000
    runs = int(sys.argv[2]) if len(sys.argv) > 2 else 3
    start = time.process_time()
    prepare(print)
    print(f"ready after {time.process_time() - start:.1f} s of processor time")
    print(f"{'deals':38}{'solves/s':>10}{'positions':>11}{'cards':>9}")
    for kind in KINDS:
        # Hands of eight lead to a thousand times the positions of hands of five.
        some = number if kind.size < 8 else max(number // 1000, 1)
        speed, positions, cards = measure(kind, some, runs)
        print(f"{kind.name:38}{speed:10,.0f}{positions:11,.1f}{cards:9,.1f}", flush=True)
        if kind is KINDS[0] and speed < FLOOR:
            print(f"below the floor of {FLOOR:,}")


if __name__ == "__main__":
    main()
