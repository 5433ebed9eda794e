"""The asyncio client of analysis: `AnalysisClient` with every method a coroutine."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable, Sequence

import grpc
import grpc.aio

from euchre.v1 import analysis_service_pb2 as rpc
from euchre.v1.analysis_service_pb2_grpc import AnalysisServiceStub
from euchre_client import analysis_requests as requests
from euchre_client.analysis_requests import RecordLike
from euchre_client.base_clients import AsyncClient
from euchre_client.channel import DEFAULT_TARGET, ChannelOption
from euchre_client.status import from_rpc_error


class AsyncAnalysisClient(AsyncClient):
    """An asyncio client of the service of analysis.

    Its methods, arguments and exceptions are those of `AnalysisClient`. Use it as an asynchronous context
    manager, or call `close`, inside the event loop it was made in.

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
        super().__init__(target, credentials=credentials, options=options)
        self._stub = AnalysisServiceStub(self._channel)

    async def suggest(
        self,
        *,
        state: bytes,
        seat: int,
        key: bytes,
        samples: int | None = None,
        budget_ms: int | None = None,
        timeout: float | None = None,
    ) -> rpc.SuggestResponse:
        """Names the best action for the seat that acts, and says what every action is worth."""
        request = requests.suggest(state, seat, key, samples, budget_ms)
        return await self._call(self._stub.Suggest, request, timeout)

    async def evaluate(
        self,
        *,
        state: bytes,
        seat: int,
        key: bytes,
        samples: int | None = None,
        budget_ms: int | None = None,
        timeout: float | None = None,
    ) -> rpc.EvaluateResponse:
        """Says what every action of the seat that acts is worth."""
        request = requests.evaluate(state, seat, key, samples, budget_ms)
        return await self._call(self._stub.Evaluate, request, timeout)

    async def solve(
        self, *, state: bytes, host_key: bytes, timeout: float | None = None
    ) -> rpc.SolveResponse:
        """Says what every action leads to with open cards."""
        return await self._call(self._stub.Solve, rpc.SolveRequest(state=state, key=host_key), timeout)

    async def annotate(
        self,
        record: RecordLike,
        *,
        samples: int | None = None,
        seats: Iterable[int] = (),
        skip: Iterable[tuple[int, int]] = (),
        with_values: bool = False,
        timeout: float | None = None,
    ) -> AsyncIterator[rpc.AnnotateResponse]:
        """Judges every decision of a recorded game."""
        request = requests.annotate(record, samples, seats, skip, with_values=with_values)
        stream = self._stub.Annotate(request, timeout=timeout)
        try:
            async for message in stream:
                yield message
        except grpc.RpcError as error:
            raise from_rpc_error(error) from error
        finally:
            stream.cancel()
