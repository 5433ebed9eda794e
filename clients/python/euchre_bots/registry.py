"""Bots by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from euchre_bots.bot import Bot
from euchre_bots.heuristic import HeuristicBot
from euchre_bots.random_bot import RandomBot

_MAKERS: Final[Mapping[str, Callable[[int], Bot]]] = {
    "random": lambda seed: RandomBot(seed),
    "heuristic": lambda seed: HeuristicBot(),
}

NAMES: Final = tuple(sorted(_MAKERS))
"""The names that `make` knows."""


def make(name: str, seed: int = 0) -> Bot:
    """Makes a bot.

    Args:
        name: one of `NAMES`.
        seed: for bots that use chance; the others do not look at it.

    Returns:
        A new bot.

    Raises:
        ValueError: no bot has this name.
    """
    try:
        maker = _MAKERS[name]
    except KeyError:
        raise ValueError(f"no bot is called {name!r}: there are {', '.join(NAMES)}") from None
    return maker(seed)
