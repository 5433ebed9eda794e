"""The blocking client: every RPC as a method with typed arguments and typed exceptions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import grpc

from euchre.v1 import rules_service_pb2 as rpc
from euchre.v1 import view_pb2
from euchre.v1.rules_service_pb2_grpc import RulesServiceStub
from euchre.v1.ruleset_pb2 import Ruleset
from euchre.v1.view_pb2 import Audience, ViewSelector
from euchre_client import requests
from euchre_client.base_clients import BlockingClient
from euchre_client.cards import CardLike
from euchre_client.channel import DEFAULT_TARGET, ChannelOption
from euchre_client.errors import EuchreError
from euchre_client.proofs import NO_ENTROPY
from euchre_client.requests import BatchLike, RulesetLike
from euchre_client.text import ActionLike


class RulesClient(BlockingClient):
    """A blocking client of the rules service.

    It may be shared between threads. Use it as a context manager, or call `close`.

    An act takes a `Turn` of the contract: the state, the seat, its key, and what to check and to send
    back. It returns the `Transition`. `Table` makes the turns by itself.

    Every method raises the `EuchreError` of the service's reason, `DeadlineExceeded` when the answer
    does not come in time and `TransportError` when nobody answers. `timeout` is in seconds and covers
    the retries; it can shorten the time that the channel's service config allows (5 s; 30 s for batches
    and replays), not lengthen it.

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
        super().__init__(target, credentials=credentials, options=options)
        self._stub = RulesServiceStub(self._channel)

    def list_rulesets(self, *, timeout: float | None = None) -> list[Ruleset]:
        """Lists the presets, each a whole ruleset."""
        response = self._call(self._stub.ListRulesets, rpc.ListRulesetsRequest(), timeout)
        return list(response.rulesets)

    def resolve_ruleset(self, ruleset: RulesetLike, *, timeout: float | None = None) -> Ruleset:
        """Completes a ruleset from its base and checks it."""
        response = self._call(
            self._stub.ResolveRuleset,
            rpc.ResolveRulesetRequest(ruleset=requests.to_ruleset(ruleset)),
            timeout,
        )
        return response.ruleset

    def create_game(
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
        """Makes a new game and the keys of its host and seats.

        Args:
            ruleset: a ruleset, or the name of a preset.
            seed: 32 bytes that decide every shuffle; without them the service draws some.
            label: tells apart games of the same seed.
            initial_scores: one for each side; empty, the ruleset's own.
            deal: deals the first hand too.
            views: views to return with the state.
            timeout: seconds to wait.

        Returns:
            The first state, the whole ruleset and the keys.
        """
        return self._call(
            self._stub.CreateGame,
            requests.create_game(
                ruleset, seed=seed, label=label, initial_scores=initial_scores, deal=deal, views=views
            ),
            timeout,
        )

    def deal(
        self,
        turn: rpc.Turn,
        *,
        deck: Iterable[CardLike] = (),
        entropy: Mapping[int, bytes] = NO_ENTROPY,
        timeout: float | None = None,
    ) -> rpc.Transition:
        """Deals the next hand; with a deck, which only the host may give, a stacked one.

        Args:
            turn: the state, and the dealer.
            deck: a whole pack in dealing order.
            entropy: what seats add to the shuffle, 32 bytes each.
            timeout: seconds to wait.

        Returns:
            The transition.
        """
        response = self._call(self._stub.Deal, requests.deal(turn, deck, entropy), timeout)
        return response.transition

    def bid(self, turn: rpc.Turn, call: ActionLike, *, timeout: float | None = None) -> rpc.Transition:
        """Calls: `pass`, `order`, `name h`, `bid 4`, `moon` and the like."""
        response = self._call(self._stub.Bid, requests.bid(turn, call), timeout)
        return response.transition

    def swap(self, turn: rpc.Turn, *, timeout: float | None = None) -> rpc.Transition:
        """Exchanges the seat's whole hand for the ghost hand."""
        response = self._call(self._stub.Swap, rpc.SwapRequest(turn=turn), timeout)
        return response.transition

    def discard(
        self, turn: rpc.Turn, card: CardLike | None, *, timeout: float | None = None
    ) -> rpc.Transition:
        """Takes the up-card and lays a card down; `None` leaves the up-card."""
        response = self._call(self._stub.Discard, requests.discard(turn, card), timeout)
        return response.transition

    def exchange(self, turn: rpc.Turn, act: ActionLike, *, timeout: float | None = None) -> rpc.Transition:
        """Exchanges under a house rule: `redeal`, `lay 9c`, `give Ah`, `take dummy` or `pass`."""
        response = self._call(self._stub.Exchange, requests.exchange(turn, act), timeout)
        return response.transition

    def go_alone(self, turn: rpc.Turn, *, alone: bool, timeout: float | None = None) -> rpc.Transition:
        """Answers the alone prompt."""
        response = self._call(self._stub.GoAlone, rpc.GoAloneRequest(turn=turn, alone=alone), timeout)
        return response.transition

    def fold(self, turn: rpc.Turn, *, fold: bool, timeout: float | None = None) -> rpc.Transition:
        """Answers the fold prompt."""
        response = self._call(self._stub.Fold, rpc.FoldRequest(turn=turn, fold=fold), timeout)
        return response.transition

    def play(self, turn: rpc.Turn, card: CardLike, *, timeout: float | None = None) -> rpc.Transition:
        """Plays a card."""
        response = self._call(self._stub.Play, requests.play(turn, card), timeout)
        return response.transition

    def call_renege(self, turn: rpc.Turn, *, offender: int, timeout: float | None = None) -> rpc.Transition:
        """Calls another seat's renege."""
        response = self._call(
            self._stub.CallRenege, rpc.CallRenegeRequest(turn=turn, offender=offender), timeout
        )
        return response.transition

    def apply(self, turn: rpc.Turn, action: ActionLike, *, timeout: float | None = None) -> rpc.Transition:
        """Applies any action: the general form of the acts above."""
        response = self._call(self._stub.Apply, requests.apply(turn, action), timeout)
        return response.transition

    def batch_apply(
        self, items: BatchLike, *, timeout: float | None = None
    ) -> list[rpc.Transition | EuchreError]:
        """Applies many actions, each to its own state.

        Args:
            items: 1 to 1,000 turns with their actions; or the request made of them, which is quicker.
            timeout: seconds to wait.

        Returns:
            One answer for each item, in order: its transition, or the error that refused it, which is
            returned and not raised.
        """
        response = self._call(self._stub.BatchApply, requests.batch_apply(items), timeout)
        return requests.batch_results(response)

    def list_legal_actions(
        self, *, state: bytes, seat: int, key: bytes, timeout: float | None = None
    ) -> rpc.ListLegalActionsResponse:
        """Lists what the seat may do, and says who acts."""
        return self._call(
            self._stub.ListLegalActions, rpc.ListLegalActionsRequest(state=state, seat=seat, key=key), timeout
        )

    def get_view(
        self,
        *,
        state: bytes,
        key: bytes,
        seat: int | None = None,
        audience: view_pb2.Audience.ValueType = Audience.AUDIENCE_UNSPECIFIED,
        timeout: float | None = None,
    ) -> rpc.GetViewResponse:
        """Shows what a seat, a spectator or the host may know.

        Args:
            state: the state.
            key: a seat's key, or the host's.
            seat: the seat whose view it is.
            audience: for a view that is not a seat's: `AUDIENCE_PUBLIC` or `AUDIENCE_TABLE`.
            timeout: seconds to wait.

        Returns:
            The view, and the table's rules.
        """
        return self._call(self._stub.GetView, requests.get_view(state, key, seat, audience), timeout)

    def reveal_deal(
        self, *, state: bytes, key: bytes, hand_number: int, timeout: float | None = None
    ) -> rpc.RevealDealResponse:
        """Shows what the shuffle of a past hand drew from.

        Args:
            state: a state of the game after that hand.
            key: the host's key.
            hand_number: which hand of the game, from 1.
            timeout: seconds to wait.

        Returns:
            The hand's secret. Check it with `verify_deals`, not by the commitment that comes with it.
        """
        request = rpc.RevealDealRequest(state=state, key=key, hand_number=hand_number)
        return self._call(self._stub.RevealDeal, request, timeout)

    def replay(
        self,
        ruleset: RulesetLike,
        hands: Iterable[rpc.RecordedHand],
        *,
        initial_scores: Sequence[int] = (),
        views: Iterable[ViewSelector] = (),
        timeout: float | None = None,
    ) -> rpc.ReplayResponse:
        """Plays recorded hands through the rules.

        Args:
            ruleset: a ruleset, or the name of a preset.
            hands: the hands, in order.
            initial_scores: one for each side; empty, the ruleset's own.
            views: views of the end to return; whoever replays may ask for any.
            timeout: seconds to wait.

        Returns:
            The final state, or the state before the first act that is refused, and that act.
        """
        request = requests.replay(ruleset, hands, initial_scores, views)
        return self._call(self._stub.Replay, request, timeout)
