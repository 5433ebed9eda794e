"""How many calls wait to be taken up, and which to turn away for that.

A call waits inside gRPC until Python takes it up, and gRPC does not tell how many do. So while calls come the
server sends one to itself now and then, and counts: as many as are taken up before it have waited before it.
When more do than is good, a growing share of the calls is turned away at once, so that the others need not
wait; when fewer do, all are let in again.
"""

from __future__ import annotations

import asyncio
import secrets
import sys
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any, Final

import grpc.aio
from structlog.typing import FilteringBoundLogger

PROBE: Final = "x-euchre-probe"
"""Metadata by which the server knows its own call."""

_LOOK_SECONDS: Final = 0.015
_PATIENT_LOOKS: Final = 3
"""Looks in a row that may find too long a line before anybody is turned away: a burst is gone by then."""
_LEAST_SHARE: Final = 0.02
_CUT: Final = 0.8
_DEEP_CUT: Final = 0.5
_RISE: Final = 1.06
_LOOKS_PER_LINE: Final = 67
"""So often, a second, the log is told how many were turned away."""

SUPPORTED: Final = sys.platform == "linux"
"""Whether the server can call itself: there are sockets without a file."""


class Admission:
    """Lets a share of the calls in, evenly.

    Args:
        longest: how many calls may wait before some are turned away.
    """

    def __init__(self, longest: int) -> None:
        self._longest = longest
        self._credit = 0.0
        self._too_long = 0
        self._last = 0
        self.share = 1.0

    def next(self) -> bool:
        """Whether the next call is let in."""
        if self.share == 1.0:
            return True
        self._credit += self.share
        if self._credit < 1.0:
            return False
        self._credit -= 1.0
        return True

    def at_least(self, waiting: int) -> None:
        """Does the same for a call that waits still."""
        if waiting > max(self._longest, self._last):
            self.seen(waiting)

    def seen(self, waiting: int) -> None:
        """Adapts the share to how many calls were seen to wait."""
        shrinks = waiting < self._last
        self._last = waiting
        if waiting <= self._longest:
            self._too_long = 0
            self.share = min(1.0, self.share * _RISE)
            return
        self._too_long += 1
        # A line that shrinks is short soon; to cut more then would turn away too many.
        if not shrinks and (self.share < 1.0 or self._too_long >= _PATIENT_LOOKS):
            cut = _DEEP_CUT if waiting > 2 * self._longest else _CUT
            self.share = max(_LEAST_SHARE, self.share * cut)


class WaitingLine:
    """Watches the line of calls that wait, and says who is let in.

    Args:
        longest: how many calls may wait before some are turned away.
        log: told once a second how many were.
    """

    def __init__(self, longest: int, log: FilteringBoundLogger) -> None:
        self._admission = Admission(longest)
        self._log = log
        self._token = secrets.token_hex(16)
        self.address: Final = f"unix-abstract:euchre-{secrets.token_hex(16)}"
        """Where the server is to listen too, for its call to itself."""
        self._taken = 0
        self._seen = 0
        self._turned_away = 0
        self._method = ""
        self._sent_at: int | None = None
        """How many calls were taken up when the probe was sent; None when none is on its way."""
        self._watching: asyncio.Task[None] | None = None

    def lets_in(self, method: str, metadata: Any) -> bool:
        """Whether a call that has just been taken up is let in; the server's own is not."""
        if self._sent_at is not None and (PROBE, self._token) in metadata:
            self._admission.seen(self._taken - self._sent_at)
            self._sent_at = None
            return False
        if method == self._method or self._sent_at is None:
            self._method = method
            self._taken += 1
        if self._admission.next():
            return True
        self._turned_away += 1
        return False

    def start(self) -> None:
        """Begins to watch; the server serves by now."""
        self._watching = asyncio.create_task(self._watch())

    async def stop(self) -> None:
        """Ends watching."""
        if self._watching is not None:
            self._watching.cancel()
            with suppress(asyncio.CancelledError):
                await self._watching

    async def _watch(self) -> None:
        looks = 0
        async with grpc.aio.insecure_channel(self.address, [("grpc.enable_retries", 0)]) as channel:
            asked: asyncio.Task[grpc.StatusCode] | None = None
            while True:
                await asyncio.sleep(_LOOK_SECONDS)
                looks += 1
                if looks % _LOOKS_PER_LINE == 0:
                    self._tell()
                if asked is not None and not asked.done():
                    # At least so many waited before it.
                    if self._sent_at is not None:
                        self._admission.at_least(self._taken - self._sent_at)
                elif self._taken != self._seen or self._admission.share < 1.0:
                    asked = asyncio.create_task(self._probe(channel)) if self._method else None
                self._seen = self._taken

    async def _probe(self, channel: grpc.aio.Channel) -> grpc.StatusCode:
        method: Callable[..., Any] = channel.unary_unary(self._method)
        self._sent_at = self._taken
        answer: Awaitable[grpc.StatusCode] = method(b"", metadata=((PROBE, self._token),)).code()
        try:
            return await answer
        finally:
            self._sent_at = None

    def _tell(self) -> None:
        if self._turned_away:
            self._log.warning(
                "turning away", calls=self._turned_away, letting_in=round(self._admission.share, 3)
            )
            self._turned_away = 0
