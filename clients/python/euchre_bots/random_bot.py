"""The bot that knows nothing."""

from __future__ import annotations

import random

from euchre.v1.action_pb2 import Action
from euchre.v1.view_pb2 import View


class RandomBot:
    """Chooses among the legal actions, each as likely as the other, and never reneges.

    Args:
        seed: bots of the same seed choose alike on the same views.
        name: what reports call it.
    """

    def __init__(self, seed: int = 0, *, name: str = "random") -> None:
        self.name = name
        self._random = random.Random(seed)

    def decide(self, view: View) -> Action:
        """Chooses an action; see `Bot.decide`."""
        honest = [legal.action for legal in view.legal_actions if not legal.renege]
        return self._random.choice(honest)
