"""The way to the service: the one place that knows how a step of many games is asked for and answered."""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from itertools import islice
from typing import Final, NamedTuple

from euchre.v1.action_pb2 import Action
from euchre.v1.rules_service_pb2 import CreateGameResponse, Transition, Turn
from euchre.v1.ruleset_pb2 import Ruleset
from euchre.v1.view_pb2 import Audience, View, ViewSelector
from euchre_client import EuchreError, RulesClient, TransportError, seat_view, table_view

_BATCH: Final = 500
"""Acts in one call; the service takes 1,000, but half as many answer sooner and cost no more each."""
_WAITS: Final = (0.5, 1, 2, 4, 8)
"""Seconds to wait before each further try, when nobody answers."""

_SEATS: Final = tuple(seat_view(seat) for seat in range(8))
_TABLE: Final = table_view()


class Step(NamedTuple):
    """One act of one game.

    Attributes:
        state: the state to act on.
        seat: who acts.
        key: the host's key.
        action: what it does.
        readers: the seats whose views are wanted with the answer.
        table: whether the whole table's is, behind them.
    """

    state: bytes
    seat: int
    key: bytes
    action: Action
    readers: Sequence[int]
    table: bool = False


class Transport:
    """Games of one ruleset, through one client.

    A step may be repeated, as the service keeps nothing; so when nobody answers it is tried again for some
    seconds.

    Args:
        client: the client.
        ruleset: the rules of all games.
    """

    def __init__(self, client: RulesClient, ruleset: Ruleset) -> None:
        self._client = client
        self.ruleset = ruleset

    def create(self, seed: bytes, label: str) -> CreateGameResponse:
        """Makes a game.

        Raises:
            EuchreError: the service refuses, or does not answer.
        """
        return self._client.create_game(self.ruleset, seed=seed, label=label)

    def apply(self, steps: Sequence[Step]) -> list[Transition | EuchreError]:
        """Takes a step in many games.

        Args:
            steps: one for each game.

        Returns:
            The answers in order; what was refused as an exception, which is not raised.

        Raises:
            EuchreError: the service does not answer.
        """
        answers: list[Transition | EuchreError] = []
        waiting = iter(steps)
        while batch := list(islice(waiting, _BATCH)):
            answers += self._send([(_turn(step), step.action) for step in batch])
        return answers

    def _send(self, items: list[tuple[Turn, Action]]) -> list[Transition | EuchreError]:
        for pause in _WAITS:
            try:
                return self._client.batch_apply(items)
            except TransportError:
                time.sleep(pause)
        return self._client.batch_apply(items)

    def view(self, state: bytes, key: bytes, seat: int) -> View:
        """Fetches a view that did not come with a step."""
        return self._client.get_view(state=state, key=key, seat=seat, audience=Audience.AUDIENCE_SEAT).view


def _turn(step: Step) -> Turn:
    views: Iterable[ViewSelector] = [_SEATS[seat] for seat in step.readers]
    if step.table:
        views = [*views, _TABLE]
    return Turn(state=step.state, seat=step.seat, key=step.key, views=views)
