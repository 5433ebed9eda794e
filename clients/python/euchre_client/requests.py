"""Builds the requests of every RPC and takes batches apart, once for the blocking and the asyncio client."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TypeAlias

from euchre.v1 import rules_service_pb2 as rpc
from euchre.v1 import view_pb2
from euchre.v1.action_pb2 import DeclineUpcard
from euchre.v1.cards_pb2 import Card
from euchre.v1.ruleset_pb2 import Ruleset
from euchre.v1.view_pb2 import Audience, ViewSelector
from euchre_client.cards import CardLike, to_card
from euchre_client.errors import EuchreError
from euchre_client.proofs import to_wire
from euchre_client.status import from_status
from euchre_client.text import ActionLike, action_text, to_action

RulesetLike: TypeAlias = Ruleset | str
"""A ruleset, or the name of a preset."""
BatchLike: TypeAlias = Iterable[tuple[rpc.Turn, ActionLike]] | rpc.BatchApplyRequest
"""Turns with their actions, or the request that holds them."""


def to_ruleset(ruleset: RulesetLike) -> Ruleset:
    """Takes a ruleset or the name of a preset and returns the message."""
    return Ruleset(base=ruleset) if isinstance(ruleset, str) else ruleset


def seat_view(seat: int) -> ViewSelector:
    """Selects what one seat may know."""
    return ViewSelector(audience=Audience.AUDIENCE_SEAT, seat=seat)


def table_view() -> ViewSelector:
    """Selects the whole table, every card; only the host's key opens it."""
    return ViewSelector(audience=Audience.AUDIENCE_TABLE)


def public_view() -> ViewSelector:
    """Selects what a spectator may know."""
    return ViewSelector(audience=Audience.AUDIENCE_PUBLIC)


def create_game(
    ruleset: RulesetLike,
    *,
    seed: bytes | None,
    label: str,
    initial_scores: Sequence[int],
    deal: bool,
    views: Iterable[ViewSelector],
) -> rpc.CreateGameRequest:
    """Builds the request for a new game."""
    return rpc.CreateGameRequest(
        ruleset=to_ruleset(ruleset),
        seed=seed or b"",
        label=label,
        initial_scores=initial_scores,
        deal=deal,
        views=views,
    )


def deal(turn: rpc.Turn, deck: Iterable[CardLike], entropy: Mapping[int, bytes]) -> rpc.DealRequest:
    """Builds the request for a deal."""
    return rpc.DealRequest(turn=turn, deck=[to_card(card) for card in deck], entropy=to_wire(entropy))


def bid(turn: rpc.Turn, call: ActionLike) -> rpc.BidRequest:
    """Builds the request for a call.

    Raises:
        ValueError: the action is not a pass, an order, a trump named or a bid.
    """
    request, action = rpc.BidRequest(turn=turn), to_action(call)
    match action.WhichOneof("kind"):
        case "pass":
            getattr(request, "pass").SetInParent()
        case "order_up":
            request.order_up.CopyFrom(action.order_up)
        case "name_trump":
            request.name_trump.CopyFrom(action.name_trump)
        case "tricks_bid":
            request.tricks_bid.CopyFrom(action.tricks_bid)
        case _:
            raise ValueError(f"`{action_text(action)}` is no call")
    return request


def discard(turn: rpc.Turn, card: CardLike | None) -> rpc.DiscardRequest:
    """Builds the request for the dealer's exchange; no card leaves the up-card."""
    if card is None:
        return rpc.DiscardRequest(turn=turn, decline=DeclineUpcard())
    return rpc.DiscardRequest(turn=turn, card=to_card(card))


def exchange(turn: rpc.Turn, act: ActionLike) -> rpc.ExchangeRequest:
    """Builds the request for an exchange of a house rule.

    Raises:
        ValueError: the action is not a pass, a redeal, a card laid down or given, or the dummy taken.
    """
    request, action = rpc.ExchangeRequest(turn=turn), to_action(act)
    match action.WhichOneof("kind"):
        case "pass":
            getattr(request, "pass").SetInParent()
        case "redeal":
            request.redeal.CopyFrom(action.redeal)
        case "lay_down":
            request.lay_down.CopyFrom(action.lay_down)
        case "give_card":
            request.give_card.CopyFrom(action.give_card)
        case "take_dummy":
            request.take_dummy.CopyFrom(action.take_dummy)
        case _:
            raise ValueError(f"`{action_text(action)}` is no exchange")
    return request


def play(turn: rpc.Turn, card: CardLike) -> rpc.PlayRequest:
    """Builds the request for a card played."""
    return rpc.PlayRequest(turn=turn, card=to_card(card))


def apply(turn: rpc.Turn, action: ActionLike) -> rpc.ApplyRequest:
    """Builds the request for any action."""
    return rpc.ApplyRequest(turn=turn, action=to_action(action))


def batch_apply(items: BatchLike) -> rpc.BatchApplyRequest:
    """Builds the request for many actions, in place: messages that are put into others are copied."""
    if isinstance(items, rpc.BatchApplyRequest):
        return items
    request = rpc.BatchApplyRequest()
    for turn, action in items:
        item = request.items.add()
        item.turn.CopyFrom(turn)
        item.action.CopyFrom(to_action(action))
    return request


def batch_results(response: rpc.BatchApplyResponse) -> list[rpc.Transition | EuchreError]:
    """Takes the answers of a batch apart: each item's transition, or its error as an exception."""
    return [
        result.transition if result.HasField("transition") else from_status(result.error)
        for result in response.results
    ]


def get_view(
    state: bytes, key: bytes, seat: int | None, audience: view_pb2.Audience.ValueType
) -> rpc.GetViewRequest:
    """Builds the request for a view."""
    return rpc.GetViewRequest(state=state, key=key, view=ViewSelector(audience=audience, seat=seat))


def recorded_hand(
    deck: Iterable[CardLike],
    actions: Iterable[tuple[int, ActionLike]],
    *,
    dealer: int | None = None,
) -> rpc.RecordedHand:
    """Builds one hand of a replay.

    Args:
        deck: the whole pack in dealing order.
        actions: seat and action, in order, without the deal itself.
        dealer: who dealt; absent, the seat whose turn it is.

    Returns:
        The hand.
    """
    cards: list[Card.ValueType] = [to_card(card) for card in deck]
    acts = [rpc.SeatAction(seat=seat, action=to_action(action)) for seat, action in actions]
    return rpc.RecordedHand(dealer=dealer, deck=cards, actions=acts)


def replay(
    ruleset: RulesetLike,
    hands: Iterable[rpc.RecordedHand],
    initial_scores: Sequence[int],
    views: Iterable[ViewSelector] = (),
) -> rpc.ReplayRequest:
    """Builds the request for a replay."""
    return rpc.ReplayRequest(
        ruleset=to_ruleset(ruleset), hands=hands, initial_scores=initial_scores, views=views
    )
