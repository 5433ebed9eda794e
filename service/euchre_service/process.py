"""Runs one server in this process, until a signal ends it."""

from __future__ import annotations

import asyncio
import gc
import logging
import signal
from collections.abc import Callable, Sequence
from multiprocessing.connection import Connection
from time import monotonic
from typing import Final

from structlog.typing import FilteringBoundLogger

from euchre_service.config import ServerConfig
from euchre_service.logs import LibraryLogHandler
from euchre_service.server import Registration, RunningServer
from euchre_service.telemetry.setup import observing

new_event_loop: Callable[[], asyncio.AbstractEventLoop]
try:
    from uvloop import new_event_loop
except ImportError:  # not on every platform; asyncio's own loop is about a quarter slower
    from asyncio import new_event_loop

_OBJECTS_BETWEEN_COLLECTIONS: Final = 50_000

Ready = Callable[[str], None]
"""Told the address, `host:port`, once calls are answered there."""


def run(
    config: ServerConfig,
    registrations: Sequence[Registration],
    log: FilteringBoundLogger,
    ready: Ready,
    *,
    reload: Callable[[], object] | None = None,
    lifeline: int | None = None,
    signals: Sequence[signal.Signals] = (signal.SIGTERM, signal.SIGINT),
    worker: int = 0,
    asks: Connection | None = None,
) -> int:
    """Serves until a signal, then drains; a second signal ends at once.

    Args:
        config: how to serve.
        registrations: what to serve.
        log: the server's log.
        ready: called once it serves.
        reload: called upon SIGHUP, to read the keys again; the server itself reads its callers again. Without
            it SIGHUP ends the process, as it does for any program whose terminal goes away.
        lifeline: a file descriptor that becomes readable when the server is to end, as if by a signal.
        signals: which signals end it.
        worker: which of several processes this is.
        asks: where their parent asks for this one's numbers.

    Returns:
        The exit code: 0 after a drain, 1 when it was cut short.

    Raises:
        PortTakenError: another program listens there.
        AddressError: the address cannot be used for another reason.
    """
    handler = LibraryLogHandler(log)
    logging.getLogger().addHandler(handler)
    try:
        with (
            observing(config, log, worker, asks) as telemetry,
            asyncio.Runner(loop_factory=new_event_loop) as runner,
        ):
            server = RunningServer(config, registrations, log, telemetry)
            return runner.run(_serve(server, log, ready, reload, lifeline, signals))
    finally:
        logging.getLogger().removeHandler(handler)


async def _serve(
    server: RunningServer,
    log: FilteringBoundLogger,
    ready: Ready,
    reload: Callable[[], object] | None,
    lifeline: int | None,
    signals: Sequence[signal.Signals],
) -> int:
    loop = asyncio.get_running_loop()
    ends: asyncio.Queue[str] = asyncio.Queue()
    for number in signals:
        loop.add_signal_handler(number, ends.put_nowait, number.name)
    if lifeline is not None:

        def cut() -> None:
            loop.remove_reader(lifeline)
            ends.put_nowait("the parent process ended")

        loop.add_reader(lifeline, cut)

    if reload is not None:
        loop.add_signal_handler(signal.SIGHUP, _reload_all, reload, server)
    await server.start()
    spare_garbage_collector()
    try:
        log.info("serving", address=server.address)
        ready(server.address)
        log.info("draining", cause=await ends.get())
        began = monotonic()
        draining = asyncio.create_task(server.drain())
        forced = asyncio.create_task(ends.get())
        await asyncio.wait({draining, forced}, return_when=asyncio.FIRST_COMPLETED)
    finally:
        await server.stop()
    await draining
    if forced.done():
        log.warning("stopped", cause=f"cut short by {forced.result()}")
        return 1
    forced.cancel()
    log.info("stopped", drain_seconds=round(monotonic() - began, 3))
    return 0


def _reload_all(reload: Callable[[], object], server: RunningServer) -> None:
    reload()
    server.reload()


def spare_garbage_collector() -> None:
    """Keeps Python's cyclic garbage collector from work that finds nothing.

    What is there when the server starts lives as long as it does, and is never looked through again. The only
    cycles that calls leave behind are gRPC's, five small objects each (1 KB). To look for them takes up to
    40 ms, for it goes through every table that is kept open; so that comes seldom, once in some 10,000 calls.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(_OBJECTS_BETWEEN_COLLECTIONS, 20, 20)
