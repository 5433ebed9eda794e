"""The solver's compiled code between runs: is it there, and is it that of these sources?"""

from __future__ import annotations

import logging
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from euchre_bots.compiled import remove_outdated
from euchre_bots.solver import batch

_ENTRIES: Final[tuple[Any, ...]] = (batch.misfit, batch.solve_many, batch.value_many)
_log: Final = logging.getLogger(__name__)


def ready(function: Any) -> Any:
    """Returns a compiled function, its code made sure of at its first use in a process.

    Args:
        function: one of `batch`'s.
    """
    if not function.signatures:
        announce(_log.info)
    return function


def announce(say: Callable[[str], None]) -> None:
    """Removes code that is out of date; says so if the solver has to be compiled.

    Args:
        say: called with one line, or not at all.
    """
    remove_outdated(Path(__file__).parent.glob("*.py"), Path(_ENTRIES[0].stats.cache_path))
    in_process = all(function.signatures for function in _ENTRIES)
    if not in_process and not all(_is_cached(function) for function in _ENTRIES):
        say("compiling the solver for this machine, which is done once and takes half a minute at most")


def _is_cached(function: Any) -> bool:
    return any(Path(function.stats.cache_path).glob(f"batch.{function.__name__}-*.nbi"))
