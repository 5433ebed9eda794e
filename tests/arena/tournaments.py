"""What tests of tournaments share: running one, and its results without its timings."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

from euchre_arena.tournament import engine
from euchre_arena.tournament.plan import Plan
from euchre_arena.tournament.store import Store
from euchre_client import RulesClient

RESULTS = (
    "SELECT * FROM games ORDER BY game",
    "SELECT * FROM places ORDER BY game, seat",
    "SELECT * FROM hands ORDER BY game, number",
    "SELECT * FROM blocks ORDER BY contest, block",
    "SELECT * FROM contests ORDER BY contest",
    "SELECT * FROM failures ORDER BY game, number",
    "SELECT entrant, phase, count FROM decisions ORDER BY entrant, phase",
)


def results(store: Store) -> list[list[tuple[Any, ...]]]:
    return [store.query(sql) for sql in RESULTS]


def played(rules: RulesClient, plan: Plan, path: Path | str = ":memory:", **options: Any) -> Store:
    store = Store(path)
    engine.run(store, plan, rules, rules.resolve_ruleset(plan.ruleset), **options)
    return store


def finished(path: Path) -> int:
    """Returns how many blocks another process has put into a store."""
    try:
        with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as db:
            return int(db.execute("SELECT count(*) FROM blocks").fetchone()[0])
    except sqlite3.OperationalError:
        return 0
