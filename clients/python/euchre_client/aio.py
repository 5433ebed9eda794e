"""The asyncio client: `RulesClient` with every method a coroutine."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import grpc
import grpc.aio

from euchre.v1 import rules_service_pb2 as rpc
from euchre.v1 import view_pb2
from euchre.v1.rules_service_pb2_grpc import RulesServiceStub
from euchre.v1.ruleset_pb2 import Ruleset
from euchre.v1.view_pb2 import Audience, ViewSelector
from euchre_client import requests
from euchre_client.base_clients import AsyncClient
from euchre_client.cards import CardLike
from euchre_client.channel import DEFAULT_TARGET, ChannelOption
from euchre_client.errors import EuchreError
from euchre_client.proofs import NO_ENTROPY
from euchre_client.requests import BatchLike, RulesetLike
from euchre_client.text import ActionLike


class AsyncRulesClient(AsyncClient):
    """An asyncio client of the rules service.

    Its methods, arguments and exceptions are those of `RulesClient`. Use it as an asynchronous context
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
        self._stub = RulesServiceStub(self._channel)

    async def list_rulesets(self, *, timeout: float | None = None) -> list[Ruleset]:
        """Lists the presets, each a whole ruleset."""
        response = await self._call(self._stub.ListRulesets, rpc.ListRulesetsRequest(), timeout)
        return list(response.rulesets)

    async def resolve_ruleset(self, ruleset: RulesetLike, *, timeout: float | None = None) -> Ruleset:
        """Completes a ruleset from its base and checks it."""
        response = await self._call(
            self._stub.ResolveRuleset,
            rpc.ResolveRulesetRequest(ruleset=requests.to_ruleset(ruleset)),
            timeout,
        )
        return response.ruleset

    async def create_game(
        self,
        ruleset: RulesetLike,
        *,
        seed: bytes | None = None,
        label: str = "",
        initial_scores: Sequence[int] = (),
        deal: bool = False,
        views: Iterable[ViewSelector] = (),
        timeout: float | None = None,
    ) -> rpc.CreateGameResponse:
        """Makes a new game and the keys of its host and seats."""
        return await self._call(
            self._stub.CreateGame,
            requests.create_game(
                ruleset, seed=seed, label=label, initial_scores=initial_scores, deal=deal, views=views
            ),
            timeout,
        )

    async def deal(
        self,
        turn: rpc.Turn,
        *,
        deck: Iterable[CardLike] = (),
        entropy: Mapping[int, bytes] = NO_ENTROPY,
        timeout: float | None = None,
    ) -> rpc.Transition:
        """Deals the next hand; with a deck, which only the host may give, a stacked one."""
        response = await self._call(self._stub.Deal, requests.deal(turn, deck, entropy), timeout)
        return response.transition

    async def bid(self, turn: rpc.Turn, call: ActionLike, *, timeout: float | None = None) -> rpc.Transition:
        """Calls: `pass`, `order`, `name h`, `bid 4`, `moon` and the like."""
        response = await self._call(self._stub.Bid, requests.bid(turn, call), timeout)
        return response.transition

    async def swap(self, turn: rpc.Turn, *, timeout: float | None = None) -> rpc.Transition:
        """Exchanges the seat's whole hand for the ghost hand."""
        response = await self._call(self._stub.Swap, rpc.SwapRequest(turn=turn), timeout)
        return response.transition

    async def discard(
        self, turn: rpc.Turn, card: CardLike | None, *, timeout: float | None = None
    ) -> rpc.Transition:
        """Takes the up-card and lays a card down; `None` leaves the up-card."""
        response = await self._call(self._stub.Discard, requests.discard(turn, card), timeout)
        return response.transition

    async def exchange(
        self, turn: rpc.Turn, act: ActionLike, *, timeout: float | None = None
    ) -> rpc.Transition:
        """Exchanges under a house rule: `redeal`, `lay 9c`, `give Ah`, `take dummy` or `pass`."""
        response = await self._call(self._stub.Exchange, requests.exchange(turn, act), timeout)
        return response.transition

    async def go_alone(self, turn: rpc.Turn, *, alone: bool, timeout: float | None = None) -> rpc.Transition:
        """Answers the alone prompt."""
        response = await self._call(self._stub.GoAlone, rpc.GoAloneRequest(turn=turn, alone=alone), timeout)
        return response.transition

    async def fold(self, turn: rpc.Turn, *, fold: bool, timeout: float | None = None) -> rpc.Transition:
        """Answers the fold prompt."""
        response = await self._call(self._stub.Fold, rpc.FoldRequest(turn=turn, fold=fold), timeout)
        return response.transition

    async def play(self, turn: rpc.Turn, card: CardLike, *, timeout: float | None = None) -> rpc.Transition:
        """Plays a card."""
        response = await self._call(self._stub.Play, requests.play(turn, card), timeout)
        return response.transition

    async def call_renege(
        self, turn: rpc.Turn, *, offender: int, timeout: float | None = None
    ) -> rpc.Transition:
        """Calls another seat's renege."""
        response = await self._call(
            self._stub.CallRenege, rpc.CallRenegeRequest(turn=turn, offender=offender), timeout
        )
        return response.transition

    async def apply(
        self, turn: rpc.Turn, action: ActionLike, *, timeout: float | None = None
    ) -> rpc.Transition:
        """Applies any action: the general form of the acts above."""
        response = await self._call(self._stub.Apply, requests.apply(turn, action), timeout)
        return response.transition

    async def batch_apply(
        self, items: BatchLike, *, timeout: float | None = None
    ) -> list[rpc.Transition | EuchreError]:
        """Applies many actions, each to its own state."""
        response = await self._call(self._stub.BatchApply, requests.batch_apply(items), timeout)
        return requests.batch_results(response)

    async def list_legal_actions(
        self, *, state: bytes, seat: int, key: bytes, timeout: float | None = None
    ) -> rpc.ListLegalActionsResponse:
        """Lists what the seat may do, and says who acts."""
        return await self._call(
            self._stub.ListLegalActions, rpc.ListLegalActionsRequest(state=state, seat=seat, key=key), timeout
        )

    async def get_view(
        self,
        *,
        state: bytes,
        key: bytes,
        seat: int | None = None,
        audience: view_pb2.Audience.ValueType = Audience.AUDIENCE_UNSPECIFIED,
        timeout: float | None = None,
    ) -> rpc.GetViewResponse:
        """Shows what a seat, a spectator or the host may know."""
        return await self._call(self._stub.GetView, requests.get_view(state, key, seat, audience), timeout)

    async def reveal_deal(
        self, *, state: bytes, key: bytes, hand_number: int, timeout: float | None = None
    ) -> rpc.RevealDealResponse:
        """Shows what the shuffle of a past hand drew from."""
        request = rpc.RevealDealRequest(state=state, key=key, hand_number=hand_number)
        return await self._call(self._stub.RevealDeal, request, timeout)

    async def replay(
        self,
        ruleset: RulesetLike,
        hands: Iterable[rpc.RecordedHand],
        *,
        initial_scores: Sequence[int] = (),
        views: Iterable[ViewSelector] = (),
        timeout: float | None = None,
    ) -> rpc.ReplayResponse:
        """Plays recorded hands through the rules: the final state, or the first act that is refused."""
        request = requests.replay(ruleset, hands, initial_scores, views)
        return await self._call(self._stub.Replay, request, timeout)
