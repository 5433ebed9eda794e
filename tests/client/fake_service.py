"""A rules service that knows no rules: it notes what it is asked and answers as it is told."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import TypeVar

import grpc
from google.protobuf.any_pb2 import Any
from google.protobuf.message import Message
from google.rpc import error_details_pb2, status_pb2

from euchre.v1 import rules_service_pb2 as rpc
from euchre.v1.rules_service_pb2_grpc import RulesServiceServicer, add_RulesServiceServicer_to_server
from euchre.v1.ruleset_pb2 import Ruleset

_Response = TypeVar("_Response", bound=Message)
CODES = {code.value[0]: code for code in grpc.StatusCode}
STATE = b"the next state"


def failure(code: grpc.StatusCode, message: str, *details: Message) -> status_pb2.Status:
    status = status_pb2.Status(code=code.value[0], message=message)
    for detail in details:
        packed = Any()
        packed.Pack(detail)
        status.details.append(packed)
    return status


def refusal(code: grpc.StatusCode, reason: str, message: str = "", **metadata: str) -> status_pb2.Status:
    info = error_details_pb2.ErrorInfo(reason=reason, domain="euchre.v1", metadata=metadata)
    return failure(code, message, info)


class FakeRules(RulesServiceServicer):
    """Fails as often as `failures` says and then answers every transition with `STATE`."""

    def __init__(self) -> None:
        self.requests: list[Message] = []
        self.failures: deque[status_pb2.Status] = deque()
        self.trailers: list[tuple[str, str]] = []
        self.delay = 0.0

    def _answer(self, request: Message, context: grpc.ServicerContext, response: _Response) -> _Response:
        self.requests.append(request)
        time.sleep(self.delay)
        if self.failures:
            status = self.failures.popleft()
            details = ("grpc-status-details-bin", status.SerializeToString())
            context.set_trailing_metadata((details, *self.trailers))
            context.abort(CODES[status.code], status.message)
        return response

    def ListRulesets(
        self, request: rpc.ListRulesetsRequest, context: grpc.ServicerContext
    ) -> rpc.ListRulesetsResponse:
        response = rpc.ListRulesetsResponse(rulesets=[Ruleset(base="buck"), Ruleset(base="classic")])
        return self._answer(request, context, response)

    def ResolveRuleset(
        self, request: rpc.ResolveRulesetRequest, context: grpc.ServicerContext
    ) -> rpc.ResolveRulesetResponse:
        return self._answer(request, context, rpc.ResolveRulesetResponse(ruleset=request.ruleset))

    def CreateGame(
        self, request: rpc.CreateGameRequest, context: grpc.ServicerContext
    ) -> rpc.CreateGameResponse:
        return self._answer(request, context, rpc.CreateGameResponse(host_key=b"host"))

    def Deal(self, request: rpc.DealRequest, context: grpc.ServicerContext) -> rpc.DealResponse:
        return self._answer(request, context, rpc.DealResponse(transition=rpc.Transition(state=STATE)))

    def Bid(self, request: rpc.BidRequest, context: grpc.ServicerContext) -> rpc.BidResponse:
        return self._answer(request, context, rpc.BidResponse(transition=rpc.Transition(state=STATE)))

    def Swap(self, request: rpc.SwapRequest, context: grpc.ServicerContext) -> rpc.SwapResponse:
        return self._answer(request, context, rpc.SwapResponse(transition=rpc.Transition(state=STATE)))

    def Discard(self, request: rpc.DiscardRequest, context: grpc.ServicerContext) -> rpc.DiscardResponse:
        return self._answer(request, context, rpc.DiscardResponse(transition=rpc.Transition(state=STATE)))

    def Exchange(self, request: rpc.ExchangeRequest, context: grpc.ServicerContext) -> rpc.ExchangeResponse:
        return self._answer(request, context, rpc.ExchangeResponse(transition=rpc.Transition(state=STATE)))

    def GoAlone(self, request: rpc.GoAloneRequest, context: grpc.ServicerContext) -> rpc.GoAloneResponse:
        return self._answer(request, context, rpc.GoAloneResponse(transition=rpc.Transition(state=STATE)))

    def Fold(self, request: rpc.FoldRequest, context: grpc.ServicerContext) -> rpc.FoldResponse:
        return self._answer(request, context, rpc.FoldResponse(transition=rpc.Transition(state=STATE)))

    def Play(self, request: rpc.PlayRequest, context: grpc.ServicerContext) -> rpc.PlayResponse:
        return self._answer(request, context, rpc.PlayResponse(transition=rpc.Transition(state=STATE)))

    def CallRenege(
        self, request: rpc.CallRenegeRequest, context: grpc.ServicerContext
    ) -> rpc.CallRenegeResponse:
        return self._answer(request, context, rpc.CallRenegeResponse(transition=rpc.Transition(state=STATE)))

    def Apply(self, request: rpc.ApplyRequest, context: grpc.ServicerContext) -> rpc.ApplyResponse:
        return self._answer(request, context, rpc.ApplyResponse(transition=rpc.Transition(state=STATE)))

    def BatchApply(
        self, request: rpc.BatchApplyRequest, context: grpc.ServicerContext
    ) -> rpc.BatchApplyResponse:
        refused = refusal(grpc.StatusCode.FAILED_PRECONDITION, "GAME_OVER", "The game is over.")
        results = [rpc.BatchApplyResult(error=refused) for _ in request.items]
        results[0] = rpc.BatchApplyResult(transition=rpc.Transition(state=STATE))
        return self._answer(request, context, rpc.BatchApplyResponse(results=results))

    def ListLegalActions(
        self, request: rpc.ListLegalActionsRequest, context: grpc.ServicerContext
    ) -> rpc.ListLegalActionsResponse:
        return self._answer(request, context, rpc.ListLegalActionsResponse())

    def GetView(self, request: rpc.GetViewRequest, context: grpc.ServicerContext) -> rpc.GetViewResponse:
        return self._answer(request, context, rpc.GetViewResponse())

    def RevealDeal(
        self, request: rpc.RevealDealRequest, context: grpc.ServicerContext
    ) -> rpc.RevealDealResponse:
        return self._answer(request, context, rpc.RevealDealResponse(hand_number=request.hand_number))

    def Replay(self, request: rpc.ReplayRequest, context: grpc.ServicerContext) -> rpc.ReplayResponse:
        return self._answer(request, context, rpc.ReplayResponse(host_key=b"host"))


@contextmanager
def serving(servicer: RulesServiceServicer) -> Iterator[str]:
    """Serves on a free port and yields the address."""
    with ThreadPoolExecutor(max_workers=4) as pool:
        server = grpc.server(pool)
        add_RulesServiceServicer_to_server(servicer, server)
        port = server.add_insecure_port("127.0.0.1:0")
        server.start()
        try:
            yield f"127.0.0.1:{port}"
        finally:
            server.stop(grace=0).wait()
