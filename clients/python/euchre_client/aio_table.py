"""A table that carries the state from call to call: the asyncio form."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping, Sequence
from typing import Self

from euchre.v1.action_pb2 import Action
from euchre.v1.rules_service_pb2 import CreateGameResponse, Transition
from euchre.v1.state_pb2 import Phase, StateInfo
from euchre.v1.view_pb2 import Audience, LegalAction, View
from euchre_client.aio import AsyncRulesClient
from euchre_client.cards import CardLike, to_card
from euchre_client.proofs import NO_ENTROPY
from euchre_client.requests import RulesetLike
from euchre_client.table_core import AsyncPlayer, GameResult, Player, TableCore, as_created, seated
from euchre_client.text import ActionLike, to_action


class AsyncTable(TableCore):
    """A game in progress: `Table` for asyncio, with every call a coroutine.

    Acts of several tasks are applied one after the other. Each means the state that was the latest when
    it was made, so of two acts made at once the second is refused (`StalePly`).

    Make one with `AsyncTable.create` or `AsyncTable.resume`.
    """

    def __init__(
        self,
        client: AsyncRulesClient,
        created: CreateGameResponse,
        *,
        seed: bytes | None = None,
        label: str = "",
        initial_scores: Sequence[int] = (),
        watch: Iterable[int] | None = None,
    ) -> None:
        super().__init__(created, seed=seed, label=label, initial_scores=initial_scores, watch=watch)
        self._client = client
        self._lock = asyncio.Lock()

    @classmethod
    async def create(
        cls,
        client: AsyncRulesClient,
        ruleset: RulesetLike = "classic",
        *,
        seed: bytes | None = None,
        label: str = "",
        initial_scores: Sequence[int] = (),
        watch: Iterable[int] | None = None,
    ) -> Self:
        """Makes a new game. No hand is dealt yet.

        Args:
            client: the client to play through.
            ruleset: a ruleset, or the name of a preset.
            seed: 32 bytes that decide every shuffle; without them the service draws some.
            label: tells apart games of the same seed.
            initial_scores: one for each side; empty, the ruleset's own.
            watch: seats whose views come with every act; all if absent.

        Returns:
            The table.
        """
        created = await client.create_game(ruleset, seed=seed, label=label, initial_scores=initial_scores)
        return cls(client, created, seed=seed, label=label, initial_scores=initial_scores, watch=watch)

    @classmethod
    async def resume(
        cls,
        client: AsyncRulesClient,
        *,
        state: bytes,
        host_key: bytes,
        seat_keys: Sequence[bytes] = (),
        watch: Iterable[int] | None = None,
    ) -> Self:
        """Takes up a game from a state that was kept. Its record begins there.

        Args:
            client: the client to play through.
            state: the state.
            host_key: the host's key of that game.
            seat_keys: the seats' keys, if the table is to hand them out.
            watch: seats whose views come with every act; all if absent.

        Returns:
            The table.
        """
        shown = await client.get_view(state=state, key=host_key, audience=Audience.AUDIENCE_TABLE)
        table = cls(client, as_created(state, host_key, seat_keys, shown), watch=watch)
        table._pick_up(shown.view)
        return table

    async def view(self, seat: int) -> View:
        """Returns what a seat may know now."""
        if seat not in self._views:
            shown = await self._client.get_view(state=self.state, key=self.host_key, seat=seat)
            self._keep(seat, shown.view)
            return shown.view
        return self._views[seat]

    async def table_view(self) -> View:
        """Returns the whole table, every card."""
        audience = Audience.AUDIENCE_TABLE
        shown = await self._client.get_view(state=self.state, key=self.host_key, audience=audience)
        return shown.view

    async def public_view(self) -> View:
        """Returns what a spectator may know now."""
        audience = Audience.AUDIENCE_PUBLIC
        shown = await self._client.get_view(state=self.state, key=self.host_key, audience=audience)
        return shown.view

    async def legal_actions(self, seat: int | None = None) -> list[LegalAction]:
        """Returns what a seat may do now: the one that acts, unless told otherwise."""
        seat = self.actor if seat is None else seat
        return [] if seat is None else list((await self.view(seat)).legal_actions)

    async def deal(
        self,
        *,
        deck: Iterable[CardLike] = (),
        entropy: Mapping[int, bytes] = NO_ENTROPY,
        seen: StateInfo | None = None,
    ) -> Transition:
        """Deals the next hand.

        Args:
            deck: a whole pack in dealing order, for a stacked deal.
            entropy: what seats add to the shuffle, 32 bytes each, chosen when `commitment` was known.
            seen: the state the deal is meant for; the table's latest if absent.

        Returns:
            The transition.
        """
        seen = seen or self.info
        async with self._lock:
            cards = [to_card(card) for card in deck]
            transition = await self._client.deal(self._deal_turn(seen), deck=cards, entropy=entropy)
            self._absorb(transition, seat=None, action=None, deck=cards)
        return transition

    async def act(self, seat: int, action: ActionLike, *, seen: StateInfo | None = None) -> Transition:
        """Acts for a seat.

        Args:
            seat: who acts.
            action: what, as a message or as text such as `play Jd`.
            seen: the state it was chosen on (`view.info`); the table's latest if absent.

        Returns:
            The transition.
        """
        action, seen = to_action(action), seen or self.info
        if action.HasField("deal_hand"):
            added = {given.seat: given.value for given in action.deal_hand.entropy}
            return await self.deal(deck=action.deal_hand.deck, entropy=added, seen=seen)
        async with self._lock:
            transition = await self._client.apply(self._act_turn(seat, seen), action)
            self._absorb(transition, seat=seat, action=action)
        return transition

    async def reveal_deals(self) -> None:
        """Asks what the shuffles of past hands drew from, and notes it in the record.

        `verify_deals` then checks the record, here or wherever it is taken.
        """
        async with self._lock:
            for proof in self._to_reveal():
                revealed = await self._client.reveal_deal(
                    state=self.state, key=self.host_key, hand_number=proof.hand_number
                )
                proof.secret = revealed.secret

    async def play_with(
        self, players: Sequence[Player | AsyncPlayer], *, max_hands: int | None = None
    ) -> GameResult:
        """Deals and plays until the game is over.

        Args:
            players: one for each seat, in order; `decide` may be a coroutine.
            max_hands: breaks the game off after so many hands; bots that bid at random may never end one.

        Returns:
            How the game ended, or stood when it was broken off.

        Raises:
            ValueError: there are more or fewer players than seats.
        """
        self.record.players = seated(players, self.seats)
        while (seat := self.actor) is not None:
            if self.phase == Phase.PHASE_DEAL:
                if max_hands is not None and len(self.record.hands) >= max_hands:
                    break
                await self.deal()
            else:
                view = await self.view(seat)
                choice = players[seat].decide(view)
                action = choice if isinstance(choice, Action) else await choice
                await self.act(seat, action, seen=view.info)
        return self.result
