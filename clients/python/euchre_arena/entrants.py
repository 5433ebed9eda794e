"""Who can enter a tournament: the bots here by their names, and others by where they are."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final, Protocol

import grpc

from euchre.v1.bot_service_pb2_grpc import BotServiceStub
from euchre.v1.ruleset_pb2 import Ruleset
from euchre_arena.remote.bot import DEFAULT_LIMIT, RemoteBot, describe
from euchre_arena.remote.channel import open_bot_channel
from euchre_arena.remote.failure import BotFailure, FailureKind
from euchre_bots import NAMES, Bot, make
from euchre_service import about

_NAME: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,39}")
_ADDRESS: Final = re.compile(r"\S+:(?P<port>\d{1,5})")
_HIGHEST_PORT: Final = 65535


class EntrantError(ValueError):
    """An entrant that cannot take part; the message says why, in one line."""


class Entrant(Protocol):
    """Someone who takes part."""

    @property
    def name(self) -> str:
        """What tables and reports call it."""

    @property
    def is_shared(self) -> bool:
        """Whether one bot of it should play all its seats, so that it is asked for many games at once."""

    def check(self, ruleset: Ruleset, *, is_variant: bool = False) -> str:
        """Makes sure that it is there and plays this game.

        Args:
            ruleset: the whole ruleset.
            is_variant: whether it differs in options from its preset.

        Returns:
            Its version; empty if it does not say.

        Raises:
            EntrantError: it is not there, or does not play this.
        """

    def prepare(self, say: Callable[[str], None]) -> None:
        """Does what a machine has to do once, before the first game.

        Args:
            say: called with a line if that takes a while.
        """

    def make(self, seed: int, ruleset: Ruleset) -> Bot:
        """Makes a bot.

        Args:
            seed: of its chance.
            ruleset: the whole ruleset of its tables.

        Returns:
            A new bot. It never fails here: one that is away fails when it is to decide.
        """

    def close(self) -> None:
        """Lets go of connections."""


class OwnEntrant:
    """A bot of this package.

    Args:
        name: one of `euchre_bots.NAMES`.
    """

    is_shared = False

    def __init__(self, name: str) -> None:
        self.name = name

    def check(self, ruleset: Ruleset, *, is_variant: bool = False) -> str:
        """See `Entrant.check`; the bots here play everything, but may need an extra."""
        try:
            self.make(0, ruleset)
        except ValueError as error:
            raise EntrantError(str(error)) from error
        return about.version()

    def prepare(self, say: Callable[[str], None]) -> None:
        """Compiles what the expert computes with; see `Entrant.prepare`."""
        if self.name == "expert":
            # Only here, because it comes with an extra.
            from euchre_bots.expert import prepare

            prepare(say)

    def make(self, seed: int, ruleset: Ruleset) -> Bot:
        """Makes a bot; see `Entrant.make`."""
        return make(self.name, seed, ruleset)

    def close(self) -> None:
        """See `Entrant.close`; there are none."""


class RemoteEntrant:
    """A bot of another program. Belongs to one process.

    Args:
        name: what tables and reports call it.
        address: where it is, `host:port`.
        limit: seconds for a decision.
    """

    is_shared = True

    def __init__(self, name: str, address: str, *, limit: float = DEFAULT_LIMIT) -> None:
        self.name = name
        self.address = address
        self._limit = limit
        self._channel: grpc.Channel | None = None

    def check(self, ruleset: Ruleset, *, is_variant: bool = False) -> str:
        """Asks the bot to describe itself; see `Entrant.check`."""
        try:
            described = describe(BotServiceStub(self._open()))
        except BotFailure as failure:
            who = "nobody answers" if failure.kind is FailureKind.DEAD else "no bot answers"
            raise EntrantError(f"{self.name}: {who} at {self.address} ({failure.message})") from failure
        if described.presets and ruleset.base not in described.presets:
            known = ", ".join(described.presets)
            raise EntrantError(f"{self.name}: the bot does not play {ruleset.base}, only {known}")
        if is_variant and not described.plays_variants:
            raise EntrantError(f"{self.name}: the bot plays {ruleset.base} without house rules only")
        return described.version

    def prepare(self, say: Callable[[str], None]) -> None:
        """See `Entrant.prepare`; what there is to do is the other program's."""

    def make(self, seed: int, ruleset: Ruleset) -> Bot:
        """Makes a bot; see `Entrant.make`."""
        return RemoteBot(self._open(), ruleset, seed=seed, name=self.name, limit=self._limit)

    def close(self) -> None:
        """Closes the channel; see `Entrant.close`."""
        if self._channel is not None:
            self._channel.close()
            self._channel = None

    def _open(self) -> grpc.Channel:
        if self._channel is None:
            self._channel = open_bot_channel(self.address)
        return self._channel


def name_of(text: str) -> str:
    """Returns the name of an entrant as it is written: `mine` of `mine=host:port`."""
    return text.partition("=")[0]


def parse_entrant(text: str, *, limit: float = DEFAULT_LIMIT) -> Entrant:
    """Reads an entrant.

    Args:
        text: the name of a bot here, or `name=host:port`.
        limit: seconds for a decision of a bot that is elsewhere.

    Returns:
        The entrant. Nothing is connected yet.

    Raises:
        EntrantError: it is neither.
    """
    name, _, address = text.partition("=")
    if name == text:
        if name not in NAMES:
            raise EntrantError(
                f"no bot is called {name!r}; there are {', '.join(NAMES)}, and any other as name=host:port"
            )
        return OwnEntrant(name)
    if name in NAMES:
        raise EntrantError(f"{text!r}: {name} is a bot here; enter yours under another name")
    if not _NAME.fullmatch(name):
        raise EntrantError(f"{text!r}: a name has 1 to 40 letters, digits, dots, dashes and underscores")
    found = _ADDRESS.fullmatch(address)
    if found is None or not 0 < int(found["port"]) <= _HIGHEST_PORT:
        raise EntrantError(f"{text!r}: {address!r} is no address; write {name}=host:port")
    return RemoteEntrant(name, address, limit=limit)
