"""The versions of everything that had a part in a tournament."""

from __future__ import annotations

from dataclasses import dataclass

from euchre_arena.tournament.store import Store


@dataclass(frozen=True)
class Versions:
    """Versions, each list in the order in which they came up; empty texts where somebody did not say.

    Attributes:
        arena: of this program.
        service: of the rules service.
        bots: of each entrant, by label.
    """

    arena: list[str]
    service: list[str]
    bots: dict[str, list[str]]


def versions(store: Store) -> Versions:
    """Reads the versions from a tournament's store."""
    runs = store.query("SELECT arena, service FROM runs ORDER BY run")
    bots: dict[str, list[str]] = {}
    for label, version in store.query(
        "SELECT label, version FROM entrants LEFT JOIN bot_versions USING (entrant) ORDER BY entrant, run"
    ):
        bots.setdefault(label, []).extend([] if version is None else [version])
    return Versions(
        arena=list(dict.fromkeys(arena for arena, _ in runs)),
        service=list(dict.fromkeys(service for _, service in runs)),
        bots={label: list(dict.fromkeys(told)) for label, told in bots.items()},
    )
