"""The blocking client of analysis: advice for a seat, open hands solved, games judged."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import grpc

from euchre.v1 import analysis_service_pb2 as rpc
from euchre.v1.analysis_service_pb2_grpc import AnalysisServiceStub
from euchre_client import analysis_requests as requests
from euchre_client.analysis_requests import RecordLike
from euchre_client.base_clients import BlockingClient
from euchre_client.channel import DEFAULT_TARGET, ChannelOption
from euchre_client.status import from_rpc_error


class AnalysisClient(BlockingClient):
    """A blocking client of the service of analysis.

    A server that does not offer it answers every call with a `TransportError` whose code is `UNIMPLEMENTED`.
    Other errors are those of `RulesClient`; a server that has too much to analyse raises `Overloaded`. It may
    be shared between threads. Use it as a context manager, or call `close`.

    Args:
        target: `host:port`, or a channel of your own, which stays yours to close; it may be the one of a
            `RulesClient`.
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
        super().__init__(target, credentials=credentials, options=options)
        self._stub = AnalysisServiceStub(self._channel)

    def suggest(
        self,
        *,
        state: bytes,
        seat: int,
        key: bytes,
        samples: int | None = None,
        budget_ms: int | None = None,
        timeout: float | None = None,
    ) -> rpc.SuggestResponse:
        """Names the best action for the seat that acts, and says what every action is worth.

        Args:
            state: the state.
            seat: the seat that acts.
            key: its key, or the host's.
            samples: how many samples to take; if not given, as many as the bot takes for a decision.
            budget_ms: milliseconds after which the best so far is returned.
            timeout: seconds to wait; the best so far is returned shortly before they are over.
        """
        request = requests.suggest(state, seat, key, samples, budget_ms)
        return self._call(self._stub.Suggest, request, timeout)

    def evaluate(
        self,
        *,
        state: bytes,
        seat: int,
        key: bytes,
        samples: int | None = None,
        budget_ms: int | None = None,
        timeout: float | None = None,
    ) -> rpc.EvaluateResponse:
        """Says what every action of the seat that acts is worth; the arguments are those of `suggest`."""
        request = requests.evaluate(state, seat, key, samples, budget_ms)
        return self._call(self._stub.Evaluate, request, timeout)

    def solve(self, *, state: bytes, host_key: bytes, timeout: float | None = None) -> rpc.SolveResponse:
        """Says what every action leads to with open cards.

        Raises:
            HostKeyRequired: the key is a seat's.
            NotSolvable: the position has no solution that means anything.
        """
        return self._call(self._stub.Solve, rpc.SolveRequest(state=state, key=host_key), timeout)

    def annotate(
        self,
        record: RecordLike,
        *,
        samples: int | None = None,
        seats: Iterable[int] = (),
        skip: Iterable[tuple[int, int]] = (),
        with_values: bool = False,
        timeout: float | None = None,
    ) -> Iterator[rpc.AnnotateResponse]:
        """Judges every decision of a recorded game.

        Args:
            record: the game; the pack of every hand must be known.
            samples: samples for each decision.
            seats: whose decisions; all if there are none.
            skip: hand and act, from 0, of acts that are not judged, such as `guessed_acts` of an EGN file.
            with_values: whether each decision tells what every action was worth.
            timeout: seconds that all of it may take.

        Yields:
            Progress, decisions and at last the summary, as they come. Who stops reading stops the work.
        """
        request = requests.annotate(record, samples, seats, skip, with_values=with_values)
        stream = self._stub.Annotate(request, timeout=timeout)
        try:
            yield from stream
        except grpc.RpcError as error:
            raise from_rpc_error(error) from error
        finally:
            stream.cancel()
