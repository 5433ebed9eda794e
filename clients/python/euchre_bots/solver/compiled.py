"""Compiled code between runs: is it there, and is it that of these sources?

Numba tells by a function's own file whether what it has in its cache still holds. Where a function's callees
lie in other files, as here, code of an older version would be used without a word; so what is older than
any of the sources is removed before the first use.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from euchre_bots.solver import batch

_SOURCES: Final = Path(__file__).parent
_MODULES: Final = frozenset(source.stem for source in _SOURCES.glob("*.py"))
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
    _remove_outdated()
    in_process = all(function.signatures for function in _ENTRIES)
    if not in_process and not all(_is_cached(function) for function in _ENTRIES):
        say("compiling the solver for this machine, which is done once and takes half a minute at most")


def _remove_outdated() -> None:
    newest = max(source.stat().st_mtime for source in _SOURCES.glob("*.py"))
    for index in Path(_ENTRIES[0].stats.cache_path).glob("*.nbi"):
        # Another process may be removing the same files.
        with suppress(FileNotFoundError):
            if index.name.split(".")[0] in _MODULES and index.stat().st_mtime < newest:
                index.unlink()


def _is_cached(function: Any) -> bool:
    return any(Path(function.stats.cache_path).glob(f"batch.{function.__name__}-*.nbi"))
