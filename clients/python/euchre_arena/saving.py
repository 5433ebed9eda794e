"""Whether a record can be saved where a person wants it."""

from __future__ import annotations

import os
from pathlib import Path


def obstacle(path: Path, *, force: bool) -> str | None:
    """Returns why a record cannot be written to a file, as far as that can be told beforehand.

    Args:
        path: the file.
        force: whether a file that exists may be overwritten.
    """
    try:
        if path.exists() and not force:
            return f"{path} exists already; only --force overwrites it."
        if path.is_dir():
            return f"{path} cannot be written: it is a directory."
        if not path.parent.is_dir():
            return f"{path} cannot be written: there is no directory {path.parent}."
        writable = os.access(path if path.exists() else path.parent, os.W_OK)
    except OSError as error:
        return f"{path} cannot be written: {error.strerror or error}."
    return None if writable else f"{path} cannot be written: it is not permitted."
