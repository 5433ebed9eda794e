"""What happens to a bot that raises, is late or answers what the rules do not allow."""

from __future__ import annotations

import hashlib
from typing import Final

from euchre.v1.action_pb2 import Action
from euchre.v1.view_pb2 import View

MOST_HANDS_FORFEITED: Final = 3
"""Hands of one game that a bot may lose to a stand-in; with one more it loses the game."""

_MESSAGE_LENGTH: Final = 300


def kind_of(error: Exception) -> str:
    """Returns `late` for a failure that says so by its `kind`, or is a time-out; else `error`."""
    kind = getattr(error, "kind", "")
    if kind in ("late", "illegal"):
        return str(kind)
    return "late" if isinstance(error, TimeoutError) else "error"


def message_of(error: Exception) -> str:
    """Returns what an error says, on one line of bearable length."""
    text = " ".join(f"{type(error).__name__}: {error}".split())
    return text[:_MESSAGE_LENGTH]


def stand_in(view: View, label: str) -> Action:
    """Chooses at random among the legal actions, reneges left out, for a seat that has forfeited a hand.

    Args:
        view: what there is to choose from.
        label: the game's; with the place in the game it decides, whatever keys the server has, so that a
            resumed tournament makes the same choices.
    """
    honest = [legal.action for legal in view.legal_actions if not legal.renege]
    draw = int.from_bytes(hashlib.sha256(f"{label}/{view.info.ply}".encode()).digest()[:8], "big")
    return honest[draw % len(honest)]


def is_legal(action: Action, view: View) -> bool:
    """Tells whether an answer is one of those that the service offers."""
    return any(legal.action == action for legal in view.legal_actions)
