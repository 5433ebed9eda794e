"""One gRPC server: its options, its services, its start and its end."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from typing import Any, Final, NamedTuple, Self

import grpc.aio
from grpc_health.v1 import health, health_pb2, health_pb2_grpc  # type: ignore[import-untyped]
from grpc_reflection.v1alpha import reflection  # type: ignore[import-untyped]
from structlog.typing import FilteringBoundLogger

from euchre_service import ports
from euchre_service.boundary import Boundary
from euchre_service.config import ConfigError, ServerConfig
from euchre_service.gate import make_gate
from euchre_service.ports import PortTakenError
from euchre_service.telemetry.setup import NONE as NO_TELEMETRY
from euchre_service.telemetry.setup import Telemetry
from euchre_service.tls import Certificates
from euchre_service.waiting import SUPPORTED, OneLine, WaitingLine

# How many calls may wait inside gRPC until Python takes them up. Its own limit is about 1,000, beyond which
# it answers CANCELLED, which tells a client neither that the server is busy nor that it may try again. More
# than a few wait only in a flood, and where more calls come than Python can even turn away (see `waiting`):
# then so many take it less than a second, and 60 MB.
_MAX_WAITING_CALLS: Final = 4_000

_MAX_METADATA_BYTES: Final = 16 * 1024

# How long no call must have come, and how long to wait for that: clients that watch the health or back off
# are soon gone, and of those that do not, a moment between two calls is enough.
_QUIET: Final = ((0.1, 2.0), (0.005, 1.0))
_GOODBYE_SECONDS: Final = 0.1
_LAST_LINES_SECONDS: Final = 1.0


class Registration(NamedTuple):
    """A service to serve."""

    add: Callable[[Any, Any], None]
    """The generated `add_...Servicer_to_server`."""
    servicer: object
    """What it adds; every method a coroutine function."""
    name: str
    """The service's full name, `package.Service`."""
    close: Callable[[], Awaitable[None]] | None = None
    """Called once no call is in progress any more, to end what the service has running."""


class RunningServer:
    """A server from its start to its end, as an object or in `async with`.

    Args:
        config: host, port and the rest; keys are not looked at here.
        registrations: the services, without health and reflection, which are added.
        log: where each call gets a line.
        telemetry: what else is told of each call.

    Raises:
        ConfigError: a file with certificates or callers cannot be used.

    Attributes:
        port: the port it listens at, known after `start`.
    """

    def __init__(
        self,
        config: ServerConfig,
        registrations: Sequence[Registration],
        log: FilteringBoundLogger,
        telemetry: Telemetry = NO_TELEMETRY,
    ) -> None:
        self._config = config
        self._registrations = registrations
        self._log = log
        self._gate = make_gate(config)
        self._certificates = Certificates(config, log) if config.tls_cert else None
        watched = SUPPORTED and config.max_waiting_calls
        self._line = WaitingLine(config.max_waiting_calls, log) if watched else None
        self._boundary = Boundary(
            log, config.max_concurrent_calls, self._gate, telemetry, config.log_sample, self._line
        )
        self._recorder = telemetry.recorder
        if self._recorder is not None:
            self._recorder.watch(lambda: self._boundary.running)
        self._health = health.aio.HealthServicer()
        self._server: grpc.aio.Server | None = None
        self.port = config.port

    @property
    def address(self) -> str:
        """Where it listens, `host:port`."""
        return ports.join(self._config.host, self.port)

    async def start(self) -> None:
        """Binds the port and begins to serve.

        Raises:
            PortTakenError: another program listens there.
            AddressError: the address cannot be used for another reason.
        """
        config = self._config
        shared = config.workers > 1
        if not shared:
            ports.check_free(config.host, config.port)
        server = grpc.aio.server(interceptors=[self._boundary], options=channel_options(config))
        for add, servicer, name, _ in self._registrations:
            add(servicer, OneLine(server))
            await self._health.set(name, health_pb2.HealthCheckResponse.SERVING)
        health_pb2_grpc.add_HealthServicer_to_server(self._health, server)
        if config.reflection:
            names = [registration.name for registration in self._registrations]
            reflection.enable_server_reflection(
                [*names, health.SERVICE_NAME, reflection.SERVICE_NAME], server
            )
        try:
            if self._certificates is None:
                self.port = server.add_insecure_port(self.address)
            else:
                self.port = server.add_secure_port(self.address, self._certificates.credentials())
        except RuntimeError as error:
            raise PortTakenError(f"cannot listen at {self.address}: the port was taken just now") from error
        if self._line is not None:
            server.add_insecure_port(self._line.address)
        await server.start()
        self._server = server
        if self._line is not None:
            self._line.start()

    def reload(self) -> None:
        """Reads the files with callers again; what cannot be used changes nothing, and is logged.

        Certificates need no such word: they are looked at for each new connection.
        """
        if self._gate is None:
            return
        try:
            self._gate.reload()
        except ConfigError as error:
            self._log.error("callers", form=f"the old ones stay: {error}")
        else:
            self._log.info("callers", form="read again")

    async def drain(self) -> None:
        """Ends without breaking a call.

        Health says NOT_SERVING first, then new calls are refused and running ones end. Those that take
        longer than the configuration allows are cancelled.
        """
        if self._server is None:
            return
        if self._recorder is not None:
            self._recorder.drain_began()
        await self._health.enter_graceful_shutdown()
        await asyncio.sleep(self._config.drain_delay_seconds)
        # gRPC drops calls that have arrived but not been taken up when it is stopped, with CANCELLED, which
        # clients do not repeat. So first make sure that there are none.
        self._boundary.refuse_calls()
        if self._line is not None:
            await self._line.stop()
        for seconds, patience in _QUIET:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._boundary.quiet(seconds), patience)
        stopping = asyncio.create_task(self._server.stop(self._config.drain_seconds))
        idle = asyncio.create_task(self._boundary.idle())
        await asyncio.wait({stopping, idle}, return_when=asyncio.FIRST_COMPLETED)
        idle.cancel()
        await asyncio.wait({stopping}, timeout=_GOODBYE_SECONDS)
        # What is left are streams of health watchers: they never end by themselves.
        await self.stop()
        await stopping

    async def stop(self) -> None:
        """Ends at once; running calls are cancelled."""
        if self._server is not None:
            if self._line is not None:
                await self._line.stop()
            await self._server.stop(None)
            # gRPC is done with a call a moment before its log line is written.
            with suppress(TimeoutError):
                await asyncio.wait_for(self._boundary.idle(), _LAST_LINES_SECONDS)
            for registration in self._registrations:
                if registration.close is not None:
                    await registration.close()

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(self, *_exception: object) -> None:
        await self.drain()


def channel_options(config: ServerConfig) -> list[tuple[str, int]]:
    """The options of the gRPC core that a configuration stands for."""
    options = [
        # Without this a second server on the port starts too, and takes half of the connections.
        ("grpc.so_reuseport", int(config.workers > 1)),
        ("grpc.max_receive_message_length", config.max_message_bytes),
        ("grpc.max_send_message_length", -1),
        ("grpc.max_metadata_size", _MAX_METADATA_BYTES),
        ("grpc.absolute_max_metadata_size", _MAX_METADATA_BYTES),
        ("grpc.server.max_pending_requests", _MAX_WAITING_CALLS),
        ("grpc.server.max_pending_requests_hard_limit", _MAX_WAITING_CALLS),
        ("grpc.http2.min_ping_interval_without_data_ms", _milliseconds(config.min_ping_seconds)),
        ("grpc.keepalive_permit_without_calls", 1),
    ]
    if config.max_connection_age_seconds:
        options += [
            ("grpc.max_connection_age_ms", _milliseconds(config.max_connection_age_seconds)),
            ("grpc.max_connection_age_grace_ms", _milliseconds(config.max_connection_age_grace_seconds)),
        ]
    return options


def _milliseconds(seconds: float) -> int:
    return round(seconds * 1000)
