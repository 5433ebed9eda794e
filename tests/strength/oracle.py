"""A player that sees every card, to measure the others by. Never seated over the wire."""

from __future__ import annotations

import numpy as np

from euchre.v1.action_pb2 import Action
from euchre.v1.ruleset_pb2 import Ruleset
from euchre.v1.view_pb2 import View
from euchre_bots.expert.bot import ExpertBot
from euchre_bots.expert.cards import mask_of
from euchre_bots.expert.sight import Sight, Worlds


class OracleBot:
    """The expert with one world to think of: the one that is.

    Args:
        ruleset: the whole ruleset of the table; if not given, the preset the view names.
    """

    name = "oracle"

    def __init__(self, ruleset: Ruleset | None = None) -> None:
        self._bot = ExpertBot(ruleset=ruleset, samples=1, deal_worlds=_true_world)

    def decide(self, view: View) -> Action:
        """Chooses an action from the view of the whole table."""
        seated = View()
        seated.CopyFrom(view)
        seated.seat = view.next.seat
        return self._bot.decide(seated)


def _true_world(sight: Sight, number: int, seed: int) -> Worlds:
    view = sight.view
    hands = [mask_of(seat.cards) for seat in view.seats]
    dead = mask_of(view.kitty) | mask_of(view.ghost)
    for seat in view.seats:
        dead |= mask_of(seat.laid_down)
    laid = mask_of(view.seats[view.dealer].laid_down)
    return Worlds(
        np.tile(np.array(hands, np.int64), (number, 1)),
        np.full(number, dead, np.int64),
        np.full(number, laid, np.int64),
    )
