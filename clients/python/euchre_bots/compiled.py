"""Compiled code between runs: is it that of these sources?

Numba tells by a function's own file whether what it has in its cache still holds. Where a function's callees
lie in other files, as they do here, code of an older version would be used without a word; so what is older
than any of the sources is removed before the first use.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path


def remove_outdated(sources: Iterable[Path], cache: Path) -> None:
    """Removes from Numba's cache what is older than the newest of the sources.

    Args:
        sources: modules that compiled code may call or take constants from.
        cache: where Numba keeps the code compiled from them.
    """
    modules = {source.stem: source.stat().st_mtime for source in sources}
    newest = max(modules.values())
    for index in cache.glob("*.nbi"):
        # Another process may be removing the same files.
        with suppress(FileNotFoundError):
            if index.name.split(".")[0] in modules and index.stat().st_mtime < newest:
                index.unlink()
