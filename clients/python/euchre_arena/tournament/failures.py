"""What happens to a bot that raises, is late or answers what the rules do not allow."""

from __future__ import annotations

import hashlib
from typing import Final

from euchre.v1.action_pb2 import Action
from euchre.v1.view_pb2 import View
from euchre_arena.remote.failure import BotFailure, FailureKind

MOST_HANDS_FORFEITED: Final = 3
"""Hands of one game that a bot may lose to a stand-in; with one more it loses the game."""

_MESSAGE_LENGTH: Final = 300


def kind_of(error: Exception) -> FailureKind:
    """Returns the kind that a failure names; `late` for a time-out, and `error` for everything else."""
    if isinstance(error, BotFailure):
        return error.kind
    return FailureKind.LATE if isinstance(error, TimeoutError) else FailureKind.ERROR


def message_of(error: Exception) -> str:
    """Returns what an error says, on one line of bearable length."""
    said = error.message if isinstance(error, BotFailure) else f"{type(error).__name__}: {error}"
    return " ".join(said.split())[:_MESSAGE_LENGTH]


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
