"""Going on with a practice game: the person's act, deals, and bots until the person must choose."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Final

from euchre.v1.action_pb2 import Action, DealHand
from euchre.v1.practice_service_pb2 import ContinueRequest, ContinueResponse
from euchre.v1.rules_service_pb2 import Transition, Turn
from euchre.v1.ruleset_pb2 import Ruleset
from euchre.v1.state_pb2 import Next, Phase
from euchre.v1.view_pb2 import Audience, View, ViewSelector
from euchre_client import AsyncRulesClient, seat_view, table_view
from euchre_client.dealing import pack_of
from euchre_service.refusal import ServiceError, malformed
from euchre_web.bots import Bots
from euchre_web.relaying import relaying
from euchre_web.sealing import TableSealer
from euchre_web.table import Act, PracticeTable

_NEXT: Final = ViewSelector(audience=Audience.AUDIENCE_NEXT)
_DEAL: Final = Action(deal_hand=DealHand())


async def proceed(
    request: ContinueRequest, rules: AsyncRulesClient, bots: Bots, sealer: TableSealer
) -> AsyncIterator[ContinueResponse]:
    """Does what `PracticeService.Continue` says.

    Args:
        request: the state, its table, and what the person does.
        rules: the rules service.
        bots: who acts in the other seats.
        sealer: opens and seals tables.

    Yields:
        One message for each act.

    Raises:
        ServiceError: the table does not go with the state, or the rules service refuses the act.
    """
    table = sealer.open(request.table)
    with relaying():
        shown, ruleset = await _as_it_stands(request.state, table, rules)
        check_pair(table, shown)
        game = _Game(table, ruleset, shown.next, request.state, rules, bots, sealer)
        acted = request.HasField("action")
        if acted:
            yield await game.person_acts(request.action, request.seat_key)
        elif game.waits_for_person:
            yield ContinueResponse(state=request.state, table=request.table, view=shown)
        elif game.phase == Phase.PHASE_DEAL:
            yield await game.deal()
        while game.waits_for_bot:
            yield await game.bot_acts()


def check_pair(table: PracticeTable, view: View) -> None:
    """Makes sure that a table goes with the state that a view is of.

    Raises:
        ServiceError: MALFORMED_REQUEST, as it is of another game; STATE_FORKED.
    """
    if view.info.game_id != table.game_id:
        raise malformed("table", "The table belongs to another game than the state.")
    if view.info.state_id != table.state_id:
        message = "The table came with another state of this game: send both as they came together."
        raise ServiceError("STATE_FORKED", message, {"ply": str(view.info.ply)})


async def _as_it_stands(state: bytes, table: PracticeTable, rules: AsyncRulesClient) -> tuple[View, Ruleset]:
    """Returns what the person sees, and the rules."""
    response = await rules.get_view(
        state=state, key=table.host_key, seat=table.seat, audience=Audience.AUDIENCE_SEAT
    )
    return response.view, response.ruleset


class _Game:
    """A game that goes on: its newest state, and the table that goes with it."""

    def __init__(
        self,
        table: PracticeTable,
        ruleset: Ruleset,
        upcoming: Next,
        state: bytes,
        rules: AsyncRulesClient,
        bots: Bots,
        sealer: TableSealer,
    ) -> None:
        self._table = table
        self._ruleset = ruleset
        self._next = upcoming
        self._state = state
        self._rules = rules
        self._bots = bots
        self._sealer = sealer
        self._actor_view: View | None = None

    @property
    def phase(self) -> Phase.ValueType:
        return self._next.phase

    @property
    def waits_for_person(self) -> bool:
        """Whether nobody acts any more, or the person must choose."""
        if not self._next.HasField("seat"):
            return True
        return self.phase != Phase.PHASE_DEAL and self._next.seat == self._table.seat

    @property
    def waits_for_bot(self) -> bool:
        """Whether a bot must choose."""
        return not self.waits_for_person and self.phase != Phase.PHASE_DEAL

    async def person_acts(self, action: Action, key: bytes) -> ContinueResponse:
        """Does what the person does, with the person's own key: the rules service judges both."""
        if action.WhichOneof("kind") in (None, "deal_hand"):
            raise malformed("action", "Leave the action away, and the next hand is dealt.")
        seat = self._table.seat
        turn = Turn(state=self._state, seat=seat, key=key, views=[seat_view(seat)])
        return self._take(await self._rules.apply(turn, action), Act(seat, action))

    async def deal(self) -> ContinueResponse:
        """Deals the next hand."""
        transition = await self._rules.apply(self._turn(table_view()), _DEAL)
        pack = pack_of(transition.views[1], self._ruleset) or ()
        return self._take(transition, Act(self._next.seat, _DEAL, bytes(pack)))

    async def bot_acts(self) -> ContinueResponse:
        """Lets the bot whose turn it is act."""
        view, seat = await self._view_of_actor(), self._next.seat
        action = await self._bots.decide(self._table.strengths[seat], self._ruleset, view, self._table.seed)
        transition = await self._rules.apply(self._turn(_NEXT), action)
        response = self._take(transition, Act(seat, action))
        if len(transition.views) > 1:
            self._actor_view = transition.views[1]
        return response

    def _turn(self, *also: ViewSelector) -> Turn:
        """Returns a turn of whoever acts, by the host's right; the person's view comes first."""
        views = [seat_view(self._table.seat), *also]
        return Turn(state=self._state, seat=self._next.seat, key=self._table.host_key, views=views)

    async def _view_of_actor(self) -> View:
        if self._actor_view is not None:
            return self._actor_view
        response = await self._rules.get_view(
            state=self._state, key=self._table.host_key, audience=Audience.AUDIENCE_NEXT
        )
        return response.view

    def _take(self, transition: Transition, act: Act) -> ContinueResponse:
        """Makes a transition's state the newest, and the message about it."""
        self._table = self._table.after(act, transition.info.state_id)
        self._state, self._next, self._actor_view = transition.state, transition.next, None
        return ContinueResponse(
            state=self._state,
            table=self._sealer.seal(self._table),
            view=transition.views[0],
            seat=act.seat,
        )
