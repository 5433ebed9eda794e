"""What a bot is."""

from __future__ import annotations

from typing import Protocol

from euchre.v1.action_pb2 import Action
from euchre.v1.view_pb2 import View


class Bot(Protocol):
    """A player that decides for one seat.

    A bot sees a view: its own cards and what is public. It never sees a state. Its one rule is to choose
    from `view.legal_actions`: they are what the service accepts, so a bot that keeps to them needs no
    rules of its own and can sit down at any table.
    """

    @property
    def name(self) -> str:
        """What reports and records call it."""

    def decide(self, view: View) -> Action:
        """Chooses an action.

        Args:
            view: the view of the seat that acts; `view.legal_actions` is not empty.

        Returns:
            The action of one of `view.legal_actions`.
        """
