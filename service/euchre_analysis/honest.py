"""What a seat may do without cheating."""

from __future__ import annotations

from euchre_rules import game, renege
from euchre_rules.state import State


def honest_actions(state: State) -> list[int]:
    """Returns what the acting seat may do, without reneges, in the order of the legal actions."""
    legal = game.legal_actions(state)
    if not state.rules.claims:
        return list(legal)
    return [action for action in legal if not renege.would_renege(state, state.actor, action)]
