"""A server inside another program, for demonstrations and tests."""

from __future__ import annotations

import asyncio
import os
import threading
from dataclasses import replace
from types import TracebackType

from structlog.typing import FilteringBoundLogger

from euchre_service.assembly import Assemble, load_keyring, services
from euchre_service.config import ServerConfig
from euchre_service.logs import silent_logger
from euchre_service.server import RunningServer


class EmbeddedServer:
    """A server in a thread of this process, on a free port of this machine.

        with EmbeddedServer() as address:
            channel = grpc.insecure_channel(address)

    Use synchronous clients, or asyncio ones of another process: grpc.aio works in one event loop a
    process, and this one has it.

    Args:
        config: as for any server; the port is always a free one, and there is one worker.
        assemble: what to serve.
        log: the server's log; it keeps none if not given.
    """

    def __init__(
        self,
        config: ServerConfig | None = None,
        *,
        assemble: Assemble = services,
        log: FilteringBoundLogger | None = None,
    ) -> None:
        self._config = replace(
            config or ServerConfig(drain_seconds=2.0, max_waiting_calls=0), port=0, workers=1
        )
        self._assemble = assemble
        self._log = log or silent_logger()
        self._thread: threading.Thread | None = None
        self._started = threading.Event()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._end: asyncio.Event | None = None
        self._error: BaseException | None = None
        self._address = ""

    def start(self) -> str:
        """Starts it and waits until it serves.

        Returns:
            The address, `host:port`.

        Raises:
            ConfigError: the keys cannot be used.
            AddressError: the host is no address of this machine.
        """
        self._thread = threading.Thread(target=self._run, name="euchre-server", daemon=True)
        self._thread.start()
        self._started.wait()
        if self._error is not None:
            self._thread.join()
            raise self._error
        return self._address

    def stop(self) -> None:
        """Drains it and waits for its end."""
        if self._thread is None or self._loop is None or self._end is None:
            return
        if self._thread.is_alive():
            self._loop.call_soon_threadsafe(self._end.set)
        self._thread.join()

    def __enter__(self) -> str:
        return self.start()

    def __exit__(
        self,
        _kind: type[BaseException] | None,
        _error: BaseException | None,
        _trace: TracebackType | None,
    ) -> None:
        self.stop()

    def _run(self) -> None:
        try:
            asyncio.run(self._serve())
        except BaseException as error:
            self._error = error
        finally:
            self._started.set()

    async def _serve(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._end = asyncio.Event()
        keyring = load_keyring(self._config, os.environ, self._log)
        async with RunningServer(self._config, self._assemble(self._config, keyring), self._log) as server:
            self._address = server.address
            self._started.set()
            await self._end.wait()
