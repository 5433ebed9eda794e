"""How much one caller may ask for: so many requests and batch items a second, so many calls at once."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from euchre_service.refusal import ServiceError

CALLS_RETRY_AFTER: Final = 0.2
"""Seconds after which a caller with too many calls in progress may expect that one has ended."""

_ROUNDING: Final = 0.001
"""A wait is told in whole milliseconds, and one that is too short would be in vain."""
_MAX_ACCOUNTS: Final = 10_000
_ONE: Final = 1 - 1e-6
"""One, but for what is lost in adding up fractions."""


@dataclass(slots=True)
class _Account:
    balance: float
    counted_at: float
    running: int = 0


class CallerLimits:
    """Counts what each caller asks for: a token bucket and a number of calls each.

    A call is let in when one is left in the bucket, and then its whole weight is taken, so that the
    balance may sink below zero: a batch larger than the bucket is possible, and the caller waits for it
    afterwards.

    Accounts are bounded: beyond 10,000 the one that was used longest ago, and has no call in progress, is
    forgotten. Who comes back after that begins with a full bucket.

    Args:
        per_second: requests and batch items a second; 0 for any number.
        burst: how many of them at once, after a quiet while.
        calls: calls in progress; 0 for any number.
        clock: the time in seconds.
    """

    def __init__(
        self, per_second: float, burst: float, calls: int, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._per_second = per_second
        self._burst = burst
        self._calls = calls
        self._clock = clock
        self._accounts: dict[str, _Account] = {}
        """By name, the one used longest ago first."""

    def __len__(self) -> int:
        return len(self._accounts)

    def enter(self, name: str) -> None:
        """Lets a call of a caller in and takes its weight, which is one; `leave` must follow.

        Raises:
            ServiceError: RATE_LIMITED or TOO_MANY_CALLS; the call is not counted.
        """
        account = self._account(name)
        if self._calls and account.running >= self._calls:
            raise ServiceError(
                "TOO_MANY_CALLS",
                f"This caller has {self._calls} calls in progress; wait for one to end.",
                {"limit": str(self._calls)},
                retry_after=CALLS_RETRY_AFTER,
            )
        if self._per_second:
            if account.balance < _ONE:
                raise ServiceError(
                    "RATE_LIMITED",
                    "This caller asks for too much; slow down.",
                    {"per_second": f"{self._per_second:g}"},
                    retry_after=round((1 - account.balance) / self._per_second + _ROUNDING, 3),
                )
            account.balance -= 1
        account.running += 1

    def charge(self, name: str, weight: int) -> None:
        """Takes the weight of what a call turned out to hold, beyond the one of `enter`."""
        account = self._accounts.get(name)
        if account is not None and self._per_second:
            account.balance -= weight

    def leave(self, name: str) -> None:
        """A call has ended."""
        account = self._accounts.get(name)
        if account is not None:
            account.running -= 1

    def _account(self, name: str) -> _Account:
        now = self._clock()
        account = self._accounts.pop(name, None)
        if account is None:
            self._make_room()
            account = _Account(self._burst, now)
        account.balance = min(self._burst, account.balance + (now - account.counted_at) * self._per_second)
        account.counted_at = now
        self._accounts[name] = account
        return account

    def _make_room(self) -> None:
        if len(self._accounts) < _MAX_ACCOUNTS:
            return
        # All may have calls in progress, but the server limits how many calls there are.
        idle = next((name for name, account in self._accounts.items() if not account.running), None)
        if idle is not None:
            del self._accounts[idle]


def extra_weight(message: Any) -> int:
    """What a request message weighs beyond one: the further items of a batch, the acts of a replay."""
    name = message.DESCRIPTOR.name
    if name == "BatchApplyRequest":
        return max(0, len(message.items) - 1)
    if name == "ReplayRequest":
        return sum(len(hand.actions) for hand in message.hands)
    return 0
