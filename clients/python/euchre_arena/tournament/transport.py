"""The way to the service: the one place that knows how a step of many games is asked for and answered."""

from __future__ import annotations

import time
from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Final, NamedTuple

from euchre.v1.action_pb2 import Action
from euchre.v1.rules_service_pb2 import (
    ApplyRequest,
    BatchApplyRequest,
    CreateGameResponse,
    PlayOn,
    Transition,
    Turn,
)
from euchre.v1.ruleset_pb2 import Ruleset
from euchre.v1.view_pb2 import Audience, ViewSelector
from euchre_client import EuchreError, RulesClient, TransportError, table_view

_BATCH: Final = 500
"""Acts in one call; the service takes 1,000, but half as many answer sooner and cost no more each."""
_WAITS: Final = (0.5, 1, 2, 4, 8)
"""Seconds to wait before each further try, when nobody answers."""
_SENDERS: Final = 2
"""Calls that may be on their way at once: one for each group of games that takes turns."""

_NEXT: Final = ViewSelector(audience=Audience.AUDIENCE_NEXT)
# What the steps of a kind have in common: to copy it is much cheaper than to build it.
_ACTS: Final = {how: ApplyRequest(turn=Turn(views=[_NEXT], play_on=how)) for how in PlayOn.values()}
_DEAL: Final = ApplyRequest(turn=Turn(views=[_NEXT, table_view()]))

Answer = Transition | EuchreError
"""What came of a step: the new state, or why it was refused."""


class Step(NamedTuple):
    """One act of one game. Its answer shows what the seat sees that acts next.

    Attributes:
        state: the state to act on.
        seat: who acts.
        key: the host's key.
        action: what it does.
        play_on: what else happens after it.
        table: whether the answer shows the whole table as well.
    """

    state: bytes
    seat: int
    key: bytes
    action: Action
    play_on: PlayOn.ValueType = PlayOn.PLAY_ON_UNSPECIFIED
    table: bool = False


class Sent:
    """Steps on their way."""

    def __init__(self, transport: Transport, steps: Sequence[Step]) -> None:
        self._batches = [_request(steps[start : start + _BATCH]) for start in range(0, len(steps), _BATCH)]
        self._transport = transport
        self._waiting = [transport.call(batch) for batch in self._batches]

    def answers(self) -> list[Answer]:
        """Waits for the answers.

        Returns:
            One for each step, in order; what was refused as an exception, which is not raised.

        Raises:
            EuchreError: the service does not answer, however often it is asked.
        """
        answers: list[Answer] = []
        for batch, waiting in zip(self._batches, self._waiting, strict=True):
            answers += self._answer(batch, waiting)
        return answers

    def _answer(self, batch: BatchApplyRequest, waiting: Future[list[Answer]]) -> list[Answer]:
        for pause in _WAITS:
            try:
                return waiting.result()
            except TransportError:
                time.sleep(pause)
                waiting = self._transport.call(batch)
        return waiting.result()


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
        self._senders = ThreadPoolExecutor(_SENDERS, thread_name_prefix="arena-sender")
        self.ruleset = ruleset

    def create(self, seed: bytes, label: str) -> CreateGameResponse:
        """Makes a game.

        Raises:
            EuchreError: the service refuses, or does not answer.
        """
        return self._client.create_game(self.ruleset, seed=seed, label=label)

    def send(self, steps: Sequence[Step]) -> Sent:
        """Sends a step of each of many games, and does not wait for the answers."""
        return Sent(self, steps)

    def call(self, batch: BatchApplyRequest) -> Future[list[Answer]]:
        """Asks once, in a thread of its own; what is wrong with the call as a whole is raised there."""
        asked = self._senders.submit(self._client.batch_apply, batch)
        # Lets that thread run now: else the call leaves only when this one has worked for a while.
        time.sleep(0)
        return asked


def _request(steps: Sequence[Step]) -> BatchApplyRequest:
    request = BatchApplyRequest()
    add = request.items.add
    for step in steps:
        item = add()
        item.CopyFrom(_DEAL if step.table else _ACTS[step.play_on])
        turn = item.turn
        turn.state = step.state
        turn.seat = step.seat
        turn.key = step.key
        item.action.CopyFrom(step.action)
    return request
