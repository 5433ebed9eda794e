"""How long decisions take: histograms with buckets of an eighth of an octave's width, so within 12 %."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

_FINE_BITS: Final = 3


def bucket_of(nanoseconds: int) -> int:
    """Returns the bucket of a time: its leading bits, so that buckets grow with what they hold."""
    shift = max(nanoseconds.bit_length() - 1 - _FINE_BITS, 0)
    return (shift << _FINE_BITS) + (nanoseconds >> shift)


def bounds_of(bucket: int) -> tuple[int, int]:
    """Returns the shortest time of a bucket and the shortest of the next, in nanoseconds."""
    fine = 1 << _FINE_BITS
    if bucket < 2 * fine:
        return bucket, bucket + 1
    shift = (bucket >> _FINE_BITS) - 1
    low = (bucket - (shift << _FINE_BITS)) << shift
    return low, low + (1 << shift)


def quantile(buckets: Mapping[int, int], share: float) -> float:
    """Returns the time below which a share of the decisions stayed.

    Args:
        buckets: how many decisions each bucket holds.
        share: from 0 to 1.

    Returns:
        Nanoseconds, from the middle of a bucket; 0 if there were no decisions.
    """
    wanted, passed = share * sum(buckets.values()), 0
    for bucket in sorted(buckets):
        passed += buckets[bucket]
        if passed >= wanted:
            return sum(bounds_of(bucket)) / 2
    return 0.0


@dataclass
class Tally:
    """Decisions of one entrant in one phase.

    Attributes:
        count: how many.
        total_ns: their times, added up.
        max_ns: the longest.
        buckets: how many fell into each bucket.
    """

    count: int = 0
    total_ns: int = 0
    max_ns: int = 0
    buckets: Counter[int] = field(default_factory=Counter)

    def add(self, nanoseconds: int) -> None:
        """Adds a decision."""
        self.count += 1
        self.total_ns += nanoseconds
        self.max_ns = max(self.max_ns, nanoseconds)
        self.buckets[bucket_of(nanoseconds)] += 1

    def merge(self, other: Tally) -> None:
        """Adds another tally's decisions."""
        self.count += other.count
        self.total_ns += other.total_ns
        self.max_ns = max(self.max_ns, other.max_ns)
        self.buckets.update(other.buckets)
