"""Hands instead of games: which part of a bot, its calls or its cards, wins points from another bot.

A deal is played twice at 0-0 with the sides exchanged, so that luck cancels out; what remains in points tells
two bots apart with far fewer hands than games would take.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np

from euchre.v1.action_pb2 import Action
from euchre.v1.state_pb2 import Phase
from euchre.v1.view_pb2 import View
from euchre_bots import Bot, HeuristicBot
from euchre_bots.expert import ExpertBot
from euchre_rules import game, shuffle
from euchre_rules.presets import CLASSIC
from tests.strength.table import Seats, play_hand, seed_of

_Maker = Callable[[int], Bot]
_BOTS: Final[dict[str, _Maker]] = {"expert": ExpertBot, "heuristic": lambda seed: HeuristicBot()}
PARTS: Final = ("expert", "heuristic", "expert/heuristic", "heuristic/expert")
"""A bot, or one that calls and one that plays the cards."""


class CallsAndCards:
    """Two bots as one player: the first speaks, the second plays the cards.

    Args:
        calls: decides everything before the first card.
        cards: plays them.
    """

    def __init__(self, calls: Bot, cards: Bot) -> None:
        self.name = f"{calls.name}/{cards.name}"
        self._calls = calls
        self._cards = cards

    def decide(self, view: View) -> Action:
        """Chooses an action; see `Bot.decide`."""
        return (self._cards if view.next.phase == Phase.PHASE_PLAY else self._calls).decide(view)


@dataclass(frozen=True)
class Edge:
    """What one bot wins from another.

    Attributes:
        deals: each played twice.
        points: won by the first from the second, a deal.
        error: standard error of `points`.
    """

    deals: int
    points: float
    error: float

    def __str__(self) -> str:
        return f"{self.deals} deals: {self.points:+.3f} points a deal (s.e. {self.error:.3f})"


def edge(first: str, second: str, deals: int, seed: int, most_seconds: float) -> Edge:
    """Play classic deals, each from both sides, until they or the time are used up.

    Args:
        first: one of `PARTS`.
        second: likewise.
        deals: how many to play at most.
        seed: of the decks and the bots.
        most_seconds: when to stop at the latest.
    """
    started = time.monotonic()
    won: list[float] = []
    for points in _points(_maker(first), _maker(second), deals, seed):
        won.append(points)
        if time.monotonic() - started >= most_seconds:
            break
    error = float(np.std(won, ddof=1)) / math.sqrt(len(won)) if len(won) > 1 else math.inf
    return Edge(len(won), float(np.mean(won)), error)


def _maker(parts: str) -> _Maker:
    """Returns how to make a player of `PARTS`."""
    calls, _, cards = parts.partition("/")
    if not cards:
        return _BOTS[calls]
    return lambda seed: CallsAndCards(_BOTS[calls](seed), _BOTS[cards](seed))


def _points(first: _Maker, second: _Maker, deals: int, seed: int) -> Iterator[float]:
    """Yields by deal the points the first wins from the second, the mean of both seatings."""
    for deal in range(deals):
        deck = shuffle.shuffle(seed_of(seed, deal), 1, CLASSIC.deck)
        total = 0
        for side in (0, 1):
            makers = [first if seat % 2 == side else second for seat in range(4)]
            seats = Seats([maker(seed + 10 * deal + seat) for seat, maker in enumerate(makers)])
            state = game.new_game(CLASSIC, deal % 4)
            play_hand(state, deck, seats)
            total += state.scores[side] - state.scores[1 - side]
        yield total / 2
