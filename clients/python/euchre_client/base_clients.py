"""What every client of a service is, blocking or asyncio: a channel, its own or not, and calls on it."""

from __future__ import annotations

from collections.abc import Sequence
from types import TracebackType
from typing import Self, TypeVar

import grpc
import grpc.aio

from euchre_client.channel import DEFAULT_TARGET, ChannelOption, open_aio_channel, open_channel
from euchre_client.status import from_rpc_error

_Request = TypeVar("_Request")
_Response = TypeVar("_Response")


class BlockingClient:
    """A client that waits for its answers.

    Args:
        target: `host:port`, or a channel of your own, which stays yours to close.
        credentials: TLS credentials; see `open_channel`.
        options: further channel options; see `open_channel`.
    """

    def __init__(
        self,
        target: str | grpc.Channel = DEFAULT_TARGET,
        *,
        credentials: grpc.ChannelCredentials | None = None,
        options: Sequence[ChannelOption] = (),
    ) -> None:
        self._owned: grpc.Channel | None = None
        if isinstance(target, str):
            target = self._owned = open_channel(target, credentials=credentials, options=options)
        self._channel = target

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Closes the channel, if this client opened it."""
        if self._owned is not None:
            self._owned.close()

    @staticmethod
    def _call(
        method: grpc.UnaryUnaryMultiCallable[_Request, _Response], request: _Request, timeout: float | None
    ) -> _Response:
        try:
            return method(request, timeout=timeout)
        except grpc.RpcError as error:
            raise from_rpc_error(error) from error


class AsyncClient:
    """A client whose calls are coroutines; made, used and closed inside one event loop.

    Args:
        target: `host:port`, or a channel of your own, which stays yours to close.
        credentials: TLS credentials; see `open_channel`.
        options: further channel options; see `open_channel`.
    """

    def __init__(
        self,
        target: str | grpc.aio.Channel = DEFAULT_TARGET,
        *,
        credentials: grpc.ChannelCredentials | None = None,
        options: Sequence[ChannelOption] = (),
    ) -> None:
        self._owned: grpc.aio.Channel | None = None
        if isinstance(target, str):
            target = self._owned = open_aio_channel(target, credentials=credentials, options=options)
        self._channel = target

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def close(self) -> None:
        """Closes the channel, if this client opened it."""
        if self._owned is not None:
            await self._owned.close()

    @staticmethod
    async def _call(
        method: grpc.aio.UnaryUnaryMultiCallable[_Request, _Response],
        request: _Request,
        timeout: float | None,
    ) -> _Response:
        try:
            return await method(request, timeout=timeout)
        except grpc.RpcError as error:
            raise from_rpc_error(error) from error
