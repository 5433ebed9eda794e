"""A mean of few values or many, and how sure it is."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import NormalDist
from typing import Final, Self

from euchre_arena.tournament import student

LEVEL: Final = 0.95
"""Confidence of the intervals, where none is asked for."""

ALIKE: Final = 1e-12
"""Errors below this are roundings of 0."""


@dataclass(frozen=True)
class Estimate:
    """A mean and its uncertainty.

    Attributes:
        mean: the mean; not a number if there is nothing that it is the mean of.
        low: lower end of its confidence interval.
        high: upper end.
        error: its standard error; infinite where there is too little to tell.
    """

    mean: float
    low: float
    high: float
    error: float

    @property
    def known(self) -> bool:
        """Whether there is a mean."""
        return math.isfinite(self.mean)

    @property
    def bounded(self) -> bool:
        """Whether its interval is known."""
        return math.isfinite(self.high - self.low)

    @classmethod
    def unbounded(cls, mean: float) -> Self:
        """Returns a mean of which nothing is known beside it."""
        return cls(mean, -math.inf, math.inf, math.inf)


def estimate(values: Sequence[float], level: float = LEVEL) -> Estimate:
    """Returns the mean of independent values; see `of_blocks`."""
    count = len(values)
    if count == 0:
        return Estimate.unbounded(math.nan)
    mean = math.fsum(values) / count
    squares = math.fsum((value - mean) ** 2 for value in values)
    return of_blocks(mean, math.sqrt(squares / (count - 1) / count) if count > 1 else 0.0, count, level)


def of_blocks(mean: float, error: float, blocks: int, level: float = LEVEL) -> Estimate:
    """Returns a mean with its interval, which is Student's.

    Nothing is known of it from a single block, or from blocks that are all alike: that they do not differ at
    all says that there are too few, not that the mean is certain.

    Args:
        mean: the mean.
        error: its standard error, as the blocks differ from each other; 0 if they do not.
        blocks: how many there are.
        level: confidence of the interval.
    """
    if error < ALIKE:
        return Estimate.unbounded(mean)
    reach = student.quantile(0.5 + level / 2, blocks - 1) * error
    return Estimate(mean, mean - reach, mean + reach, error)


def share(values: Sequence[float], level: float = LEVEL) -> Estimate:
    """Returns the mean of independent shares from 0 to 1.

    Where all are alike, their spread tells nothing; then the interval is Wilson's for so many trials.
    """
    told = estimate(values, level)
    if told.bounded:
        return Estimate(told.mean, max(told.low, 0.0), min(told.high, 1.0), told.error)
    low, high = wilson(told.mean, len(values), level)
    return Estimate(told.mean, low, high, told.error)


def wilson(mean: float, trials: int, level: float = LEVEL) -> tuple[float, float]:
    """Returns Wilson's interval for a share; everything from 0 to 1 if there were no trials."""
    if trials == 0:
        return 0.0, 1.0
    z2 = z_of(level) ** 2
    centre = mean + z2 / (2 * trials)
    reach = math.sqrt(z2) * math.sqrt(mean * (1 - mean) / trials + z2 / (4 * trials**2))
    scale = 1 + z2 / trials
    return max(0.0, (centre - reach) / scale), min(1.0, (centre + reach) / scale)


def z_of(level: float) -> float:
    """Returns how many standard errors an interval reaches to either side, where the error is certain."""
    return NormalDist().inv_cdf(0.5 + level / 2)
