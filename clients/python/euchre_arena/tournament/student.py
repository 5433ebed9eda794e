"""Student's t distribution: how far a mean of few values may be off, in standard errors.

With few values their spread is itself a guess, so that intervals reach farther than those of the normal
distribution; with many the two are one.
"""

from __future__ import annotations

import math
from functools import cache
from typing import Final

_PRECISION: Final = 1e-14
_LEAST: Final = 1e-300
"""Stands for 0 where a fraction would divide by it."""


def cdf(value: float, freedom: int) -> float:
    """Returns how probable the value or a lower one is.

    Args:
        value: in standard errors.
        freedom: degrees of freedom, from 1.
    """
    square = value * value
    tails = _beta_below(freedom / (freedom + square), square / (freedom + square), freedom / 2, 0.5)
    return 1 - tails / 2 if value > 0 else tails / 2


@cache
def quantile(probability: float, freedom: int) -> float:
    """Returns the value that is not exceeded with a probability: the inverse of `cdf`.

    Args:
        probability: between 0 and 1.
        freedom: degrees of freedom, from 1.

    Raises:
        ValueError: no value has that probability.
    """
    if not 0 < probability < 1:
        raise ValueError(f"{probability} is not between 0 and 1")
    if probability < 0.5:
        return -quantile(1 - probability, freedom)
    low, high = 0.0, 1.0
    while cdf(high, freedom) < probability:
        low, high = high, 2 * high
    while high - low > _PRECISION * high:
        middle = (low + high) / 2
        if middle in (low, high):
            break
        low, high = (middle, high) if cdf(middle, freedom) < probability else (low, middle)
    return high


def _beta_below(below: float, above: float, a: float, b: float) -> float:
    """Returns the regularised incomplete beta function.

    Args:
        below: up to where, from 0 to 1.
        above: 1 less that; both are told, as the difference would lose the smaller one's digits.
        a: first parameter.
        b: second parameter.
    """
    if below <= 0 or above <= 0:
        return float(above <= 0)
    logarithm = math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b)
    front = math.exp(logarithm + a * math.log(below) + b * math.log(above))
    # The fraction converges fast on this side of the bulk only.
    if below < (a + 1) / (a + b + 2):
        return front * _fraction(below, a, b) / a
    return 1 - front * _fraction(above, b, a) / b


def _fraction(x: float, a: float, b: float) -> float:
    """Returns the continued fraction of the incomplete beta function, by Lentz's method."""
    upper, lower = 1.0, 1 / _not_zero(1 - (a + b) * x / (a + 1))
    value, step, change = lower, 0, 0.0
    while abs(change - 1) > _PRECISION:
        step += 1
        even = step * (b - step) * x / ((a + 2 * step - 1) * (a + 2 * step))
        odd = -(a + step) * (a + b + step) * x / ((a + 2 * step) * (a + 2 * step + 1))
        for term in (even, odd):
            lower = 1 / _not_zero(1 + term * lower)
            upper = _not_zero(1 + term / upper)
            change = lower * upper
            value *= change
    return value


def _not_zero(value: float) -> float:
    return value if abs(value) > _LEAST else _LEAST
