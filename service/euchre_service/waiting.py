"""How many calls wait to be taken up, and which to turn away for that.

A call waits inside gRPC until Python takes it up, and gRPC does not tell how many do. So while calls come the
server sends one to itself now and then, as a mark in the line: what is taken up before the mark had waited
before it, and what is taken up between two marks came between the two. So the server knows how fast calls
come, and from that and from how many it takes up, how long the line is at any moment.

While there are more calls than the server can answer, those are turned away that are taken up while the line
is too long. The others wait no longer than that, and the server is never idle.
"""

from __future__ import annotations

import asyncio
import secrets
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from time import perf_counter
from typing import Any, Final

import grpc.aio
from structlog.typing import FilteringBoundLogger

MARK: Final = "x-euchre-mark"
"""Metadata by which the server knows its own call."""

SUPPORTED: Final = sys.platform == "linux"
"""Whether the server can call itself: there are sockets without a file."""

_MARK_SECONDS: Final = 0.015
_PATIENCE: Final = 0.06
"""Seconds for which the line must be too long before anybody is turned away: a burst is over by then."""
_CALM_SECONDS: Final = 0.5
"""When nobody was turned away for so long, the server keeps up again."""
_SMOOTHING: Final = 0.4
_TELL_SECONDS: Final = 1.0
_TOKEN: Final = 32


class OneLine:
    """A server to which services are added so that all their methods share one line.

    gRPC gives each method that is registered with it a line of its own, so that no call could tell how many
    wait. What is added to the server itself keeps its own: health answers however many calls wait.
    """

    def __init__(self, server: grpc.aio.Server) -> None:
        self._server = server

    def add_generic_rpc_handlers(self, handlers: Sequence[grpc.GenericRpcHandler]) -> None:
        """Adds them."""
        self._server.add_generic_rpc_handlers(handlers)

    def add_registered_method_handlers(self, service: str, handlers: Mapping[str, Any]) -> None:
        """Does without: the generic handlers are the same."""


class Line:
    """The line of calls that wait, as it is known from marks in it.

    Args:
        longest: how many calls may wait before some are turned away.
        clock: the time in seconds.
    """

    def __init__(self, longest: int, clock: Callable[[], float] = perf_counter) -> None:
        self._longest = longest
        self._clock = clock
        self._taken = 0
        self._per_second = 0.0
        self._marks: dict[int, tuple[float, int]] = {}
        """The marks in the line by number: when each was sent, and how many calls were taken up before."""
        self._marks_sent = 0
        self._last: tuple[float, int] | None = None
        """When the last mark was sent that came through, and how many calls were taken up before it was."""
        self._short_at = clock()
        """When the line was last known not to be too long."""
        self._last_away = -_CALM_SECONDS
        self.sheds = False

    @property
    def length(self) -> float:
        """How many calls wait now, presumably."""
        if self._last is None:
            return 0.0
        sent, taken = self._last
        return self._per_second * (self._clock() - sent) - (self._taken - taken)

    @property
    def taken(self) -> int:
        """How many calls were taken up."""
        return self._taken

    def take(self) -> bool:
        """A call is taken up.

        Returns:
            Whether it is let in.
        """
        self._taken += 1
        if not self.sheds or self.length <= self._longest:
            return True
        self._last_away = self._clock()
        return False

    def send_mark(self) -> int:
        """A mark is sent.

        Returns:
            Its number.
        """
        now = self._clock()
        self._marks_sent += 1
        self._marks[self._marks_sent] = now, self._taken
        if self.sheds and now - self._last_away > _CALM_SECONDS:
            self.sheds, self._short_at = False, now
        return self._marks_sent

    def lose_mark(self, number: int) -> None:
        """A mark will not come through, if it has not yet."""
        self._marks.pop(number, None)

    def take_mark(self, number: int) -> None:
        """A mark is taken up."""
        if number not in self._marks:
            return
        sent, taken = self._marks.pop(number)
        if self._last is not None:
            rate = (self._taken - self._last[1]) / (sent - self._last[0])
            self._per_second += _SMOOTHING * (rate - self._per_second)
        now = self._clock()
        if self._taken - taken <= self._longest:
            self._short_at = now
        elif now - self._short_at > _PATIENCE and not self.sheds:
            self.sheds, self._last_away = True, now
        self._last = sent, self._taken


class WaitingLine:
    """Keeps marks in the line of a server, and says who is let in.

    Args:
        longest: how many calls may wait before some are turned away.
        log: told once a second how many were.
    """

    def __init__(self, longest: int, log: FilteringBoundLogger) -> None:
        self._line = Line(longest)
        self._log = log
        self._token = secrets.token_hex(_TOKEN // 2)
        self.address: Final = f"unix-abstract:euchre-{secrets.token_hex(16)}"
        """Where the server is to listen too, for its calls to itself."""
        self._turned_away = 0
        self._method = ""
        self._marking: asyncio.Task[None] | None = None

    def lets_in(self, method: str, metadata: Any) -> bool:
        """Whether a call that has just been taken up is let in; the server's own is not."""
        if number := self._number(metadata):
            self._line.take_mark(number)
            return False
        if method.startswith("/"):  # not a name that stands for those that are unknown
            self._method = method
        if self._line.take():
            return True
        self._turned_away += 1
        return False

    def is_own(self, metadata: Any) -> bool:
        """Whether a call is one of those that the server sends to itself."""
        return self._number(metadata) > 0

    def _number(self, metadata: Any) -> int:
        """The number of the mark that a call is; 0 if it is none."""
        for name, value in metadata:
            if name == MARK and value[:_TOKEN] == self._token:
                return int(value[_TOKEN:])
        return 0

    def start(self) -> None:
        """Begins to mark; the server serves by now."""
        self._marking = asyncio.create_task(self._mark())

    async def stop(self) -> None:
        """Ends that."""
        if self._marking is not None:
            self._marking.cancel()
            with suppress(asyncio.CancelledError):
                await self._marking

    async def _mark(self) -> None:
        told, seen = perf_counter(), 0
        async with grpc.aio.insecure_channel(self.address, [("grpc.enable_retries", 0)]) as channel:
            while True:
                await asyncio.sleep(_MARK_SECONDS)
                if perf_counter() - told > _TELL_SECONDS:
                    told = perf_counter()
                    self._tell()
                if not self._method or (self._line.taken == seen and not self._line.sheds):
                    continue
                seen = self._line.taken
                number = self._line.send_mark()
                method: Any = channel.unary_unary(self._method)
                call = method(b"", metadata=((MARK, f"{self._token}{number}"),))
                # However it is answered, which is no error here: a mark is always turned away.
                call.add_done_callback(lambda _, number=number: self._line.lose_mark(number))

    def _tell(self) -> None:
        if self._turned_away:
            self._log.warning("turning away", calls=self._turned_away)
            self._turned_away = 0
