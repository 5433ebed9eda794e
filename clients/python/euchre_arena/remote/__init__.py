"""Bots that other programs play, by `BotService`."""

from euchre_arena.remote.bot import DEFAULT_LIMIT, RemoteBot
from euchre_arena.remote.failure import BotDead, BotFailure, BotSlow, FailureKind

__all__ = ["DEFAULT_LIMIT", "BotDead", "BotFailure", "BotSlow", "FailureKind", "RemoteBot"]
