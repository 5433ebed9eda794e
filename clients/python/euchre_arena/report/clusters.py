"""Means over values that came in blocks; their intervals take blocks, not hands, as independent."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Hashable
from dataclasses import dataclass, field

from euchre_arena.tournament.estimates import Estimate, of_blocks


@dataclass
class BlockMean:
    """The mean of values that belong to blocks.

    Attributes:
        count: values added.
        total: their sum.
    """

    count: int = 0
    total: float = 0.0
    _blocks: defaultdict[Hashable, list[float]] = field(
        default_factory=lambda: defaultdict(lambda: [0.0, 0.0])
    )

    def add(self, block: Hashable, value: float) -> None:
        """Adds a value of a block."""
        self.count += 1
        self.total += value
        sums = self._blocks[block]
        sums[0] += 1
        sums[1] += value

    def estimate(self) -> Estimate:
        """Returns the mean with its interval, that of a ratio estimator over blocks.

        With a single block, or blocks that are all alike, the interval is without bounds.

        Raises:
            ValueError: nothing was added.
        """
        if not self.count:
            raise ValueError("There is no mean of nothing.")
        mean = self.total / self.count
        return of_blocks(mean, self._error(mean), len(self._blocks))

    def _error(self, mean: float) -> float:
        blocks = len(self._blocks)
        if blocks == 1:
            return 0.0
        squares = sum((total - mean * count) ** 2 for count, total in self._blocks.values())
        return math.sqrt(squares * blocks / (blocks - 1)) / self.count
