"""How many calls wait to be taken up, and which to turn away for that.

A call waits inside gRPC until Python takes it up, and gRPC does not tell how many do. So while calls come the
server sends itself two now and then, one behind the other: a mark, which waits in the line, and its witness,
which has a line of its own. When the witness is taken up, the mark has arrived: what is taken up between the
two did wait before the mark, all of it at the same time. However late a mark arrives, and however long the
process stood still, no more are counted than did wait. Only when several marks in a row saw too many is
anybody turned away.

What is taken up between two marks came between the two. So the server knows how fast calls come, and from
that and from how many it takes up, about how long the line is between marks. While there are more calls than
the server can answer, those are turned away that are taken up while the line is too long. The others wait no
longer than that, and the server is never idle.
"""

from __future__ import annotations

import asyncio
import secrets
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from time import perf_counter
from typing import Any, Final

import grpc
import grpc.aio
from grpc_health.v1 import health  # type: ignore[import-untyped]
from structlog.typing import FilteringBoundLogger

MARK: Final = "x-euchre-mark"
"""Metadata by which the server knows its own call."""

SUPPORTED: Final = sys.platform == "linux"
"""Whether the server can call itself: there are sockets without a file."""

_MARK_SECONDS: Final = 0.015
_PATIENCE: Final = 4
"""Marks in a row that must see too long a line before anybody is turned away: a burst is over by then."""
_CALM: Final = 33
"""After so many in a row that did not, and nobody turned away, half a second, the server keeps up again."""
_SMOOTHING: Final = 0.4
_TELL_SECONDS: Final = 1.0
_TOKEN: Final = 32
_WITNESS_METHOD: Final = f"/{health.SERVICE_NAME}/Check"


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

    Attributes:
        sheds: whether calls are turned away while the line is too long.
    """

    def __init__(self, longest: int, clock: Callable[[], float] = perf_counter) -> None:
        self._longest = longest
        self._clock = clock
        self._taken = 0
        self._per_second = 0.0
        self._marks: dict[int, _Mark] = {}
        """Those on their way, in the order in which they were sent."""
        self._marks_sent = 0
        self._last: tuple[float, int] | None = None
        """When the last mark arrived of which that is known, and how many calls were taken up before it."""
        self._long = 0
        """How many marks in a row saw too long a line."""
        self._calm = 0
        """How many in a row did not, with nobody turned away since the one before."""
        self._away = False
        """Whether anybody was turned away since the last mark."""
        self.sheds = False

    @property
    def length(self) -> float:
        """How many calls wait now, presumably."""
        if self._last is None:
            return 0.0
        now = self._clock()
        arrived, taken = self._last
        length = self._per_second * (now - arrived) - (self._taken - taken)
        # Whatever came after a mark that still waits does so too.
        mark = next(iter(self._marks.values()), None)
        if mark is not None and mark.arrived is not None:
            length = max(length, self._per_second * (now - mark.arrived))
        return length

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
        self._away = True
        return False

    def send_mark(self) -> int:
        """A mark is sent, and its witness.

        Returns:
            Its number.
        """
        self._marks_sent += 1
        self._marks[self._marks_sent] = _Mark(self._clock())
        return self._marks_sent

    def lose_mark(self, number: int) -> None:
        """A mark will not come through, if it has not yet."""
        self._marks.pop(number, None)

    def lose_sight(self) -> None:
        """No marks can be sent now, so nobody is turned away."""
        self._long = self._calm = 0
        self.sheds = False

    def take_witness(self, number: int) -> None:
        """A mark's witness is taken up: the mark waits by now."""
        if number in self._marks:
            self._marks[number].arrive(self._clock(), self._taken)

    def take_mark(self, number: int) -> None:
        """A mark is taken up."""
        if number not in self._marks:
            return
        # One sent before would have come through before: it has been lost, and waits no more.
        while (earlier := next(iter(self._marks))) < number:
            self.lose_mark(earlier)
        mark = self._marks.pop(number)
        if mark.arrived is None:
            # Before its witness: nobody waits, or the witness has more to wait for than the mark.
            mark.arrive(self._clock(), self._taken)
        too_long = self._taken - mark.taken > self._longest
        self._long = self._long + 1 if too_long else 0
        self._calm = 0 if too_long or self._away else self._calm + 1
        self._away = False
        if self._long >= _PATIENCE:
            self.sheds = True
        elif self._calm >= _CALM:
            self.sheds = False
        self._reckon(mark)

    def _reckon(self, mark: _Mark) -> None:
        """Reckons from a mark that came through how fast calls come, and how many wait."""
        assert mark.arrived is not None
        if self._last is not None:
            between = mark.arrived - self._last[0]
            # Arrived at some moment between the two, so in a process that stood still nobody knows when.
            if between < _MARK_SECONDS / 3 or mark.arrived - mark.sent > between / 3:
                return
            rate = (self._taken - self._last[1]) / between
            self._per_second += _SMOOTHING * (rate - self._per_second)
        self._last = mark.arrived, self._taken


@dataclass(slots=True)
class _Mark:
    """A mark that is on its way.

    Attributes:
        sent: when it was.
        arrived: when its witness was taken up; None until that is. The mark waits by then.
        taken: how many calls were taken up before its witness.
    """

    sent: float
    arrived: float | None = None
    taken: int = 0

    def arrive(self, moment: float, taken: int) -> None:
        """Its witness is taken up."""
        self.arrived, self.taken = moment, taken


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

    def takes_own(self, method: str, metadata: Any) -> bool:
        """Whether a call that has just been taken up is one that the server sent to itself."""
        number = self._number(metadata)
        if number and method == _WITNESS_METHOD:
            self._line.take_witness(number)
        elif number:
            self._line.take_mark(number)
        return number > 0

    def lets_in(self, method: str) -> bool:
        """Whether a call of somebody else's that has just been taken up is let in."""
        if method.startswith("/"):  # not a name that stands for those that are unknown
            self._method = method
        if self._line.take():
            return True
        self._turned_away += 1
        return False

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
                # While it connects, calls are kept, and need not be sent in order afterwards.
                if channel.get_state(try_to_connect=True) is not grpc.ChannelConnectivity.READY:
                    self._line.lose_sight()
                    continue
                seen = self._line.taken
                self._send_mark(channel)

    def _send_mark(self, channel: grpc.aio.Channel) -> None:
        number = self._line.send_mark()
        metadata = ((MARK, f"{self._token}{number}"),)
        for method in (self._method, _WITNESS_METHOD):
            send: Any = channel.unary_unary(method)
            # However it is answered, which is no error here: both are always turned away.
            call = send(b"", metadata=metadata)
            if method == self._method:
                call.add_done_callback(lambda _: self._line.lose_mark(number))

    def _tell(self) -> None:
        if self._turned_away:
            self._log.warning("turning away", calls=self._turned_away)
            self._turned_away = 0
