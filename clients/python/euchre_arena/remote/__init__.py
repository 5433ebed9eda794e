"""Bots that other programs play, by `BotService`."""

from euchre_arena.remote.bot import DEFAULT_LIMIT, RemoteBot
from euchre_arena.remote.failure import BotFailure, FailureKind

__all__ = ["DEFAULT_LIMIT", "BotFailure", "FailureKind", "RemoteBot"]
