"""Which version runs, and how callers learn of it."""

from __future__ import annotations

from importlib import metadata
from typing import Final

VERSION_TRAILER: Final = "x-euchre-version"
"""The trailer of every answer that names the version."""


def version() -> str:
    """Returns the version of this package; empty if it runs from its sources."""
    try:
        return metadata.version("euchre-rules-service")
    except metadata.PackageNotFoundError:
        return ""
