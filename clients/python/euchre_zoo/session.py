"""One table after another, played over the rules service for an environment."""

from __future__ import annotations

from contextlib import ExitStack

from euchre.v1.rules_service_pb2 import CreateGameResponse, Transition, Turn
from euchre.v1.ruleset_pb2 import Ruleset
from euchre.v1.state_pb2 import Phase
from euchre.v1.view_pb2 import LegalAction, View
from euchre_client import RulesClient, seat_view
from euchre_client.requests import RulesetLike
from euchre_service.embedded import EmbeddedServer


class Session:
    """A connection to a server, and the game that is played there.

    Every act is one call: its answer carries the views of all seats, as who acts next is not known before.

    Args:
        ruleset: a ruleset, or the name of a preset.
        address: `host:port` of a server; `None` starts one inside this process.

    Raises:
        EuchreError: the service refuses the ruleset, or nobody answers at the address.
    """

    def __init__(self, ruleset: RulesetLike, address: str | None) -> None:
        with ExitStack() as stack:
            target = stack.enter_context(EmbeddedServer()) if address is None else address
            self._client = stack.enter_context(RulesClient(target))
            self.ruleset: Ruleset = self._client.resolve_ruleset(ruleset)
            self._resources = stack.pop_all()
        self._selectors = [seat_view(seat) for seat in range(self.ruleset.players)]
        self._created = CreateGameResponse()
        self._now = Transition()

    def close(self) -> None:
        """Closes the connection, and stops the server if this session started it."""
        self._resources.close()

    @property
    def views(self) -> list[View]:
        """What each seat may know now, by seat."""
        return list(self._now.views)

    @property
    def actor(self) -> int:
        """The seat that acts."""
        return self._now.next.seat

    @property
    def is_over(self) -> bool:
        """Whether the game is over."""
        return self._now.next.phase == Phase.PHASE_GAME_OVER

    @property
    def between_hands(self) -> bool:
        """Whether the hand is over and the next is not dealt."""
        return self._now.next.phase == Phase.PHASE_DEAL

    @property
    def scores(self) -> list[int]:
        """The score of each seat's side, by seat."""
        view = self._now.views[0]
        sides = {side.side: side.score for side in view.sides}
        return [sides[seat.side] for seat in view.seats]

    def start(self, seed: bytes) -> None:
        """Makes a new game and deals its first hand.

        Args:
            seed: 32 bytes that decide every shuffle and the first dealer.
        """
        created = self._client.create_game(self.ruleset, seed=seed, deal=True, views=self._selectors)
        self._created, self._now = created, created.transition
        self.deal_on()

    def deal_on(self) -> None:
        """Deals until a seat has something to decide: a deal may be void at once."""
        while self.between_hands:
            self._now = self._client.deal(self._turn())

    def act(self, legal: LegalAction) -> None:
        """Acts for the seat whose turn it is."""
        self._now = self._client.apply(self._turn(), legal.action)

    def _turn(self) -> Turn:
        return Turn(state=self._now.state, seat=self.actor, key=self._created.host_key, views=self._selectors)
