"""What tests of tournaments share: running one, and its results without its timings."""

from __future__ import annotations

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
