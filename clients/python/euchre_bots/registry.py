"""Bots by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from euchre.v1.ruleset_pb2 import Ruleset
from euchre_bots.bot import Bot
from euchre_bots.heuristic import HeuristicBot
from euchre_bots.random_bot import RandomBot


def _expert(seed: int, ruleset: Ruleset | None) -> Bot:
    try:
        from euchre_bots.expert import ExpertBot
    except ImportError as missing:
        raise ValueError(
            f"the expert needs {missing.name}: pip install 'euchre-rules-service[solver]'"
        ) from missing
    return ExpertBot(seed, ruleset=ruleset)


_MAKERS: Final[Mapping[str, Callable[[int, Ruleset | None], Bot]]] = {
    "expert": _expert,
    "heuristic": lambda seed, ruleset: HeuristicBot(),
    "random": lambda seed, ruleset: RandomBot(seed),
}

NAMES: Final = tuple(sorted(_MAKERS))
"""The names that `make` knows."""


def make(name: str, seed: int = 0, ruleset: Ruleset | None = None) -> Bot:
    """Makes a bot.

    Args:
        name: one of `NAMES`.
        seed: for bots that use chance; the others do not look at it.
        ruleset: the whole ruleset of the table, for bots that want to know more of it than a view says;
            if not given, they take the preset that the view names.

    Returns:
        A new bot.

    Raises:
        ValueError: no bot has this name, or it needs an extra that is not installed.
    """
    try:
        maker = _MAKERS[name]
    except KeyError:
        raise ValueError(f"no bot is called {name!r}: there are {', '.join(NAMES)}") from None
    return maker(seed, ruleset)
