"""Where values lie on an axis, as shares of its length."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Self

from euchre_arena.report.wording import number
from euchre_arena.tournament.estimates import Estimate


@dataclass(frozen=True)
class Axis:
    """An axis from `low` to `high`.

    Attributes:
        low: value at its beginning.
        high: value at its end.
        ticks: values to mark.
        logarithmic: whether equal distances are equal ratios.
    """

    low: float
    high: float
    ticks: tuple[float, ...]
    logarithmic: bool = False

    @classmethod
    def linear(cls, values: Iterable[float], *, least: int = 2, room: float = 0.04) -> Self:
        """Makes an axis with round ticks that holds all values.

        Args:
            values: what it has to hold.
            least: how many ticks at least; there are never many more than twice as many.
            room: empty space at both ends, as a share of the length.

        Returns:
            The axis; from 0 to 1 without values.
        """
        held = list(values) or [0.0, 1.0]
        low, high = min(held), max(held)
        if high - low < 1e-9:
            low, high = low - 0.5, high + 0.5
        reach = (high - low) * room
        low, high = low - reach, high + reach
        return cls(low, high, next(ticks for ticks in _rounds(low, high) if len(ticks) >= least))

    @classmethod
    def powers(cls, values: Iterable[float]) -> Self:
        """Makes a logarithmic axis over whole powers of ten that holds all values.

        Args:
            values: what it has to hold, above 0.
        """
        held = list(values) or [1.0, 10.0]
        first, last = math.floor(math.log10(min(held))), math.ceil(math.log10(max(held)))
        last = max(last, first + 1)
        every = -(-(last - first) // 3)
        ticks = tuple(10.0**power for power in range(first, last + 1, every))
        return cls(10.0**first, 10.0**last, ticks, logarithmic=True)

    def at(self, value: float) -> float:
        """Returns where a value lies, in percent of the length; values beyond an end lie at that end."""
        low, high = self.low, self.high
        if self.logarithmic:
            value, low, high = math.log(max(value, low)), math.log(low), math.log(high)
        return round(min(100.0, max(0.0, 100 * (value - low) / (high - low))), 2)

    def text(self, tick: float) -> str:
        """Returns a tick as it is written: all of a linear axis with the same decimals."""
        return number(tick, max(map(_digits, (tick,) if self.logarithmic else self.ticks)))


def ends(estimates: Iterable[Estimate | None]) -> list[float]:
    """Returns what is known of the values and bounds of all estimates."""
    bounds = (bound for one in estimates if one for bound in (one.low, one.mean, one.high))
    return [bound for bound in bounds if math.isfinite(bound)]


def _rounds(low: float, high: float) -> Iterator[tuple[float, ...]]:
    """Yields round values between two others, ever more of them."""
    power = 10.0 ** math.ceil(math.log10(high - low))
    while True:
        for step in (power, power / 2, power / 4):
            numbers = range(math.ceil(low / step), math.floor(high / step) + 1)
            yield tuple(number * step for number in numbers)
        power /= 10


def _digits(step: float) -> int:
    """Returns how many decimals a number has."""
    return next(digits for digits in range(9) if abs(step * 10**digits - round(step * 10**digits)) < 1e-6)
