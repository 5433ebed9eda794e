"""Games in this process: the rules, and bots that get the views the service would send."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from euchre.v1.action_pb2 import Action
from euchre.v1.view_pb2 import View
from euchre_bots import Bot
from euchre_rules import game, phases, shuffle
from euchre_rules.ruleset import Ruleset
from euchre_rules.state import State
from euchre_rules.view import TABLE, view
from euchre_service import wire_actions, wire_views

Watcher = Callable[[State, View, Action], None]
"""Told of every decision before it takes effect: the table, what the seat saw, what it chose."""


@dataclass
class Seats:
    """Who sits where.

    Attributes:
        bots: by seat.
        sees_all: seats whose bot gets the view of the whole table.
        seconds: by seat, the time of each of its decisions.
        watcher: see `Watcher`.
    """

    bots: Sequence[Bot]
    sees_all: frozenset[int] = frozenset()
    seconds: list[list[float]] = field(default_factory=list)
    watcher: Watcher | None = None

    def __post_init__(self) -> None:
        self.seconds = [[] for _ in self.bots]


def seen(state: State, reader: int) -> View:
    """The view of a reader, as it comes over the wire."""
    return View.FromString(wire_views.view(state, view(state, reader), b"", ()))


def act(state: State, seats: Seats) -> None:
    """Let the acting seat's bot decide."""
    seat = state.actor
    legal = game.legal_actions(state)
    shown = seen(state, seat)
    started = time.perf_counter()
    if seat in seats.sees_all:
        action = seats.bots[seat].decide(seen(state, TABLE))
    else:
        action = seats.bots[seat].decide(shown)
    seats.seconds[seat].append(time.perf_counter() - started)
    if seats.watcher is not None:
        seats.watcher(state, shown, action)
    chosen = wire_actions.from_wire(action, "action")
    assert chosen in legal, f"{seats.bots[seat].name} may not do that"
    game.perform(state, chosen)


def play_hand(state: State, deck: Sequence[int], seats: Seats) -> None:
    """Deal and play one hand."""
    state.events = None
    game.perform_deal(state, deck)
    while state.phase not in (phases.DEAL, phases.GAME_OVER):
        act(state, seats)


def play_game(rules: Ruleset, seed: bytes, first_dealer: int, seats: Seats, max_hands: int = 500) -> State:
    """Play a game whose deck of hand n depends on the seed and n alone."""
    state = game.new_game(rules, first_dealer)
    while state.phase != phases.GAME_OVER and state.hand_number < max_hands:
        play_hand(state, shuffle.shuffle(seed, state.hand_number + 1, rules.deck), seats)
    return state


def seed_of(*parts: object) -> bytes:
    """A seed that depends on these parts."""
    return hashlib.sha256(repr(parts).encode()).digest()
