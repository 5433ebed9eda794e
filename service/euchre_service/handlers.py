"""The RPCs of `RulesService`: each reads its request, and `tables` does the rest."""

import asyncio
from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final, TypeVar, cast

import grpc.aio
from google.protobuf.message import Message

from euchre.v1 import rules_service_pb2 as pb
from euchre.v1 import rules_service_pb2_grpc, ruleset_pb2, view_pb2
from euchre_rules import actions, presets, shuffle
from euchre_rules.errors import Refusal, RulesetError
from euchre_rules.ruleset import Ruleset
from euchre_rules.view import TABLE
from euchre_rules.view import view as view_of
from euchre_service import replay, wire_actions, wire_rulesets, wire_views
from euchre_service.aborting import INTERNAL_TEXT
from euchre_service.calllog import current_call, note
from euchre_service.dealing import SHUFFLED, Dealing, pledge, reveal
from euchre_service.encoded import Encoded
from euchre_service.logs import describe_exception
from euchre_service.readers import host_readers, reader_of, seat_of
from euchre_service.refusal import FieldViolation, ServiceError, check_batch_size, malformed, to_status
from euchre_service.seal import Sealer, state_id
from euchre_service.seatkeys import SeatKeys
from euchre_service.tables import Tables, info_of
from euchre_service.wire_bytes import field, number_of

if TYPE_CHECKING:  # generic in the type stubs only
    _Context = grpc.aio.ServicerContext[Any, Any]

_Response = TypeVar("_Response", bound=Message)

MAX_ITEMS: Final = 1000
MAX_LABEL: Final = 64
MAX_SCORE: Final = 1000
_KEPT_RULESETS: Final = 256
_LONGEST_KEPT: Final = 1024
"""Bytes; more than any ruleset needs, and too few to fill the memory with."""
_ITEMS_AT_A_TIME: Final = 50
"""After so many items of a batch other calls get their turn."""
_TRANSITION: Final = number_of(pb.PlayResponse, "transition")
"""The field that every act's response, and a batch's result, has under the same number."""
_RESULTS: Final = number_of(pb.BatchApplyResponse, "results")
_ERROR: Final = number_of(pb.BatchApplyResult, "error")
_ERROR_TAG: Final = field(_ERROR, b"")[:1]


class RulesServicer(rules_service_pb2_grpc.RulesServiceServicer):
    """Answers every RPC of `euchre.v1.RulesService`.

    Args:
        states: seals and opens states.
        seat_keys: makes and checks keys.
        encoded: whether acts are answered with `Encoded` bytes, which the boundary sends as they are,
            instead of messages.
    """

    def __init__(self, states: Sealer, seat_keys: SeatKeys, *, encoded: bool = False) -> None:
        """Serve with these keys."""
        self._encoded = encoded
        self._tables = Tables(states, seat_keys)
        self._rulesets = pb.ListRulesetsResponse(
            rulesets=[wire_rulesets.to_wire(rules) for _, rules in sorted(presets.PRESETS.items())]
        )

    async def ListRulesets(
        self, request: pb.ListRulesetsRequest, context: "_Context"
    ) -> pb.ListRulesetsResponse:
        """List the presets."""
        return self._rulesets

    async def ResolveRuleset(
        self, request: pb.ResolveRulesetRequest, context: "_Context"
    ) -> pb.ResolveRulesetResponse:
        """Complete and check a ruleset."""
        return pb.ResolveRulesetResponse(ruleset=_whole(rules_of(request.ruleset)))

    async def CreateGame(self, request: pb.CreateGameRequest, context: "_Context") -> pb.CreateGameResponse:
        """Make a new game, and deal its first hand if asked to."""
        rules = rules_of(request.ruleset)
        if request.seed and len(request.seed) != shuffle.SEED_BYTES:
            raise malformed("seed", f"A seed is {shuffle.SEED_BYTES} bytes long.")
        if len(request.label) > MAX_LABEL:
            raise malformed("label", f"A label has at most {MAX_LABEL} characters.")
        scores = scores_of(rules, request.initial_scores)
        game, token = self._tables.create(rules, request.seed or None, request.label, scores)
        note(game_id=game.game_id, ply=game.ply)
        readers = host_readers(request.views, game, "views")
        if request.deal:
            parent = state_id(token)
            self._tables.apply(game, game.table.dealer, actions.DEAL)
            game.ply, game.parent = 1, parent
            token = self._tables.seal(game)
        host_key, seat_keys = self._tables.keys(game)
        response = pb.CreateGameResponse(ruleset=_whole(rules), host_key=host_key, seat_keys=seat_keys)
        response.transition.MergeFromString(
            self._tables.transition(game, token, state_id(token), TABLE, readers)
        )
        return response

    async def Deal(self, request: pb.DealRequest, context: "_Context") -> pb.DealResponse:
        """Deal the next hand."""
        return self._act(request, actions.DEAL, pb.DealResponse, wire_actions.dealing(request))

    async def Bid(self, request: pb.BidRequest, context: "_Context") -> pb.BidResponse:
        """Take a call."""
        call = request.WhichOneof("call")
        if call == "order_up":
            action = wire_actions.order_up(request.order_up)
        elif call == "name_trump":
            action = wire_actions.name_trump(request.name_trump, "name_trump")
        elif call == "tricks_bid":
            action = wire_actions.tricks_bid(request.tricks_bid, "tricks_bid")
        elif call == "pass":
            action = actions.PASS
        else:
            raise malformed("call", "The call is missing.")
        return self._act(request, action, pb.BidResponse)

    async def Swap(self, request: pb.SwapRequest, context: "_Context") -> pb.SwapResponse:
        """Exchange a hand for the ghost hand."""
        return self._act(request, actions.SWAP, pb.SwapResponse)

    async def Discard(self, request: pb.DiscardRequest, context: "_Context") -> pb.DiscardResponse:
        """Take or leave the up-card."""
        exchange = request.WhichOneof("exchange")
        if exchange is None:
            raise malformed("exchange", "The exchange is missing.")
        if exchange == "decline":
            action = actions.DECLINE
        else:
            action = actions.DISCARD + wire_actions.card(request.card, "card")
        return self._act(request, action, pb.DiscardResponse)

    async def Exchange(self, request: pb.ExchangeRequest, context: "_Context") -> pb.ExchangeResponse:
        """Make an exchange of a house rule."""
        exchange = request.WhichOneof("exchange")
        if exchange == "lay_down":
            action = actions.LAY + wire_actions.card(request.lay_down.card, "lay_down.card")
        elif exchange == "give_card":
            action = actions.GIVE + wire_actions.card(request.give_card.card, "give_card.card")
        elif exchange == "redeal":
            action = actions.REDEAL
        elif exchange == "take_dummy":
            action = actions.TAKE_DUMMY
        elif exchange == "pass":
            action = actions.PASS
        else:
            raise malformed("exchange", "The exchange is missing.")
        return self._act(request, action, pb.ExchangeResponse)

    async def GoAlone(self, request: pb.GoAloneRequest, context: "_Context") -> pb.GoAloneResponse:
        """Take an answer to an alone prompt."""
        if not request.HasField("alone"):
            raise malformed("alone", "Say whether you play alone.")
        action = actions.ALONE if request.alone else actions.PARTNER
        return self._act(request, action, pb.GoAloneResponse)

    async def Fold(self, request: pb.FoldRequest, context: "_Context") -> pb.FoldResponse:
        """Take an answer to a fold prompt."""
        if not request.HasField("fold"):
            raise malformed("fold", "Say whether you fold.")
        action = actions.FOLD if request.fold else actions.STAY
        return self._act(request, action, pb.FoldResponse)

    async def Play(self, request: pb.PlayRequest, context: "_Context") -> pb.PlayResponse:
        """Play a card."""
        action = actions.PLAY + wire_actions.card(request.card, "card")
        return self._act(request, action, pb.PlayResponse)

    async def CallRenege(self, request: pb.CallRenegeRequest, context: "_Context") -> pb.CallRenegeResponse:
        """Call another seat's renege."""
        return self._act(request, wire_actions.claim(request, "offender"), pb.CallRenegeResponse)

    async def Apply(self, request: pb.ApplyRequest, context: "_Context") -> pb.ApplyResponse:
        """Apply any action."""
        return self._response(pb.ApplyResponse, self._apply(request))

    async def BatchApply(self, request: pb.BatchApplyRequest, context: "_Context") -> pb.BatchApplyResponse:
        """Apply many actions, each on its own."""
        size = len(request.items)
        check_batch_size(size, MAX_ITEMS, "items")
        results = []
        for place, item in enumerate(request.items):
            if place and place % _ITEMS_AT_A_TIME == 0:
                await asyncio.sleep(0)
            results.append(self._answer(item))
        note(items=size, refused=sum(1 for result in results if result.startswith(_ERROR_TAG)))
        answers = b"".join([field(_RESULTS, result) for result in results])
        return self._response(pb.BatchApplyResponse, answers)

    async def ListLegalActions(
        self, request: pb.ListLegalActionsRequest, context: "_Context"
    ) -> pb.ListLegalActionsResponse:
        """List what a seat may do now."""
        if not request.HasField("seat"):
            raise malformed("seat", "The seat is missing.")
        opened = self._tables.open(request.state, request.key)
        seen = view_of(opened.game.table, seat_of(request.seat, opened, "seat"))
        response = pb.ListLegalActionsResponse()
        offered = view_pb2.View.FromString(wire_views.legal_actions(tuple(seen.legal), seen.reneges))
        response.actions.extend(offered.legal_actions)
        response.MergeFromString(wire_views.upcoming(opened.game.table, pledge(opened.game)))
        return response

    async def GetView(self, request: pb.GetViewRequest, context: "_Context") -> pb.GetViewResponse:
        """Show what a seat, a spectator or the host may know."""
        opened = self._tables.open(request.state, request.key)
        table = opened.game.table
        seen = view_of(table, reader_of(request.view, opened, "view"))
        response = pb.GetViewResponse(ruleset=_whole(table.rules))
        info = info_of(opened.game, opened.state_id)
        response.view.MergeFromString(wire_views.view(table, seen, info, (), promise=pledge(opened.game)))
        return response

    async def RevealDeal(self, request: pb.RevealDealRequest, context: "_Context") -> pb.RevealDealResponse:
        """Show what the shuffle of a past hand drew from."""
        if not request.hand_number:
            raise malformed("hand_number", "Say which hand; they count from 1.")
        return reveal(self._tables.open(request.state, request.key), request.hand_number)

    async def Replay(self, request: pb.ReplayRequest, context: "_Context") -> pb.ReplayResponse:
        """Play recorded hands through the rules."""
        rules = rules_of(request.ruleset)
        return replay.replay(self._tables, request, rules, scores_of(rules, request.initial_scores))

    def _act(
        self, request: Any, action: int, kind: type[_Response], dealing: Dealing = SHUFFLED
    ) -> _Response:
        """Let the seat of a request's turn do something; return the response of this kind."""
        return self._response(kind, self._transition(request, action, dealing))

    def _response(self, kind: type[_Response], answer: bytes) -> _Response:
        """Return the response that these bytes are."""
        if self._encoded:
            return cast("_Response", Encoded(answer))
        return kind.FromString(answer)

    def _transition(self, request: Any, action: int, dealing: Dealing) -> bytes:
        """Let the seat of a request's turn do something; return the `transition` field of any response."""
        if not request.HasField("turn"):
            raise malformed("turn", "The turn is missing.")
        turn = request.turn
        if not turn.HasField("seat"):
            raise malformed("turn.seat", "The seat is missing.")
        try:
            return field(_TRANSITION, self._tables.act(turn, action, dealing))
        except ServiceError as error:
            if action == actions.BID_TOO_MUCH and error.reason == "BID_NOT_OFFERED":
                raise _no_such_bid(request) from None
            raise

    def _apply(self, request: pb.ApplyRequest) -> bytes:
        action = wire_actions.from_wire(request.action, "action")
        dealing = SHUFFLED
        if action == actions.DEAL:
            dealing = wire_actions.dealing(request.action.deal_hand, "action.deal_hand.")
        return self._transition(request, action, dealing)

    def _answer(self, item: pb.ApplyRequest) -> bytes:
        """Return one item's `BatchApplyResult` as bytes; a fault of ours spoils no other item."""
        try:
            return self._apply(item)
        except ServiceError as error:
            refusal = error
        except Exception as error:
            call = current_call.get()
            if call is not None:
                call.fault = describe_exception(error)
            refusal = ServiceError("INTERNAL", INTERNAL_TEXT)
        return field(_ERROR, to_status(refusal).SerializeToString())


def _no_such_bid(request: Any) -> ServiceError:
    """Return the refusal of a bid that the rules know only as too much, with its number."""
    call = request.tricks_bid if isinstance(request, pb.BidRequest) else request.action.tricks_bid
    words = f"bid {call.tricks}"
    return ServiceError("BID_NOT_OFFERED", f"There is no {words!r} in this game.", {"bid": words})


def rules_of(message: Any, path: str = "ruleset") -> Ruleset:
    """Return the ruleset that a request has in a field; the error names every option at fault."""
    try:
        code = message.SerializeToString()
        if len(code) > _LONGEST_KEPT:
            return wire_rulesets.from_wire(message, path)
        return _resolved(code, path)
    except RulesetError as error:
        first = error.refusal
        raise ServiceError(
            str(first.reason),
            first.message,
            first.metadata,
            violations=[
                FieldViolation(f"{path}.{name}", refusal.message)
                for refusal in error.refusals
                for name in _at_fault(refusal)
            ],
        ) from None


def _at_fault(refusal: Refusal) -> list[str]:
    """Return the fields of a ruleset that the rules refuse."""
    facts = refusal.metadata
    return ["base"] if "base" in facts else [facts[which] for which in ("option", "other") if which in facts]


# A table's host asks for the same rules game after game, and to check and to write them takes longer than the
# rest of making a game.
@lru_cache(maxsize=_KEPT_RULESETS)
def _resolved(code: bytes, path: str) -> Ruleset:
    return wire_rulesets.from_wire(ruleset_pb2.Ruleset.FromString(code), path)


@lru_cache(maxsize=_KEPT_RULESETS)
def _whole(rules: Ruleset) -> ruleset_pb2.Ruleset:
    """Return a whole ruleset. The message is shared: never change it."""
    return wire_rulesets.to_wire(rules)


def scores_of(rules: Ruleset, given: Sequence[int], path: str = "initial_scores") -> list[int]:
    """Return the scores to start from; refuse a wrong number of them, and a game that is won."""
    scores = list(given) or [rules.start_score] * rules.side_count
    if len(scores) != rules.side_count:
        raise malformed(path, f"This game has {rules.side_count} sides, each with a score.")
    for score in scores:
        won = score >= rules.target if rules.counts_up else score <= rules.target
        if won or abs(score) > MAX_SCORE:
            raise malformed(path, f"With {score} a side has won already, or no game gets there.")
    return scores
