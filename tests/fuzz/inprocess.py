"""The service's handlers without a network, for a client that does not notice."""

import asyncio
from typing import Any

import grpc

from euchre_service.codec import PAYLOAD_BYTES
from euchre_service.handlers import RulesServicer
from euchre_service.refusal import ServiceError, to_status
from euchre_service.seal import PlainStates
from euchre_service.seatkeys import SeatKeys


class Refused(grpc.RpcError):
    """A refusal as a client of gRPC sees it."""

    def __init__(self, error: ServiceError) -> None:
        super().__init__(error.message)
        self._error = error

    def code(self) -> grpc.StatusCode:
        return self._error.code

    def details(self) -> str:
        return self._error.message

    def trailing_metadata(self) -> Any:
        return (("grpc-status-details-bin", to_status(self._error).SerializeToString()),)

    def initial_metadata(self) -> Any:
        return ()


class Desk:
    """Plain handlers, called one at a time in a loop of their own."""

    def __init__(self) -> None:
        self.servicer = RulesServicer(PlainStates(PAYLOAD_BYTES), SeatKeys.trusting())
        self._loop = asyncio.new_event_loop()

    def call(self, method: str, request: Any) -> Any:
        """Answer a request; raises ServiceError when it is refused."""
        return self._loop.run_until_complete(getattr(self.servicer, method)(request, None))


class InProcessChannel(grpc.Channel):
    """A channel to the handlers of this process."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    def unary_unary(self, method: str, *_: Any, **__: Any) -> Any:
        """Return what calls a method."""
        name = method.rpartition("/")[2]

        def call(request: Any, **_options: Any) -> Any:
            try:
                return self._desk.call(name, request)
            except ServiceError as error:
                raise Refused(error) from None

        return call

    def unary_stream(self, *_: Any, **__: Any) -> Any:
        raise NotImplementedError

    def stream_unary(self, *_: Any, **__: Any) -> Any:
        raise NotImplementedError

    def stream_stream(self, *_: Any, **__: Any) -> Any:
        raise NotImplementedError

    def subscribe(self, *_: Any, **__: Any) -> None:
        raise NotImplementedError

    def unsubscribe(self, *_: Any) -> None:
        raise NotImplementedError

    def close(self) -> None:
        """Nothing is open."""

    def __enter__(self) -> "InProcessChannel":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
