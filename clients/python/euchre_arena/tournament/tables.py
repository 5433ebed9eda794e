"""The result of a tournament as tables in the terminal, and as JSON."""

from __future__ import annotations

import math
from dataclasses import asdict
from typing import TYPE_CHECKING, Any, Final

from rich import box
from rich.console import Console
from rich.table import Table as Grid

from euchre_arena.ruleset_choice import title_of
from euchre_arena.tournament.estimates import Estimate
from euchre_arena.tournament.statistics import pairings, standings
from euchre_arena.tournament.store import Store
from euchre_arena.tournament.versions import versions

if TYPE_CHECKING:
    from euchre_arena.tournament.ratings import Rating

_UNKNOWN: Final = "unknown"


def summary(store: Store) -> dict[str, Any]:
    """Returns the result as plain JSON values; what is not known is null."""
    plan = store.plan
    assert plan is not None
    told = {
        "ruleset": plan.ruleset,
        "seed": plan.seed,
        "games": _ended(store),
        "bots": [asdict(standing) for standing in standings(store)],
        "ratings": [asdict(rating) for rating in _ratings(store) or ()],
        "pairings": [asdict(pairing) for pairing in pairings(store)],
        "verdicts": store.verdicts(),
        "versions": asdict(versions(store)),
    }
    known: dict[str, Any] = _finite(told)
    return known


def _ratings(store: Store) -> list[Rating] | None:
    """Returns the ratings; `None` without the extra that they need."""
    try:
        from euchre_arena.tournament.ratings import ratings

        return ratings(store)
    except ImportError:
        return None


def _finite(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _finite(one) for key, one in value.items()}
    if isinstance(value, list | tuple):
        return [_finite(one) for one in value]
    return None if isinstance(value, float) and not math.isfinite(value) else value


def _ended(store: Store) -> dict[str, int]:
    return dict(store.query("SELECT ended, count(*) FROM games GROUP BY ended ORDER BY ended"))


def print_tables(console: Console, store: Store) -> None:
    """Prints how everybody did, who beat whom, the ratings, and where the time went."""
    table = standings(store)
    console.print(
        _grid(
            ("Bot", "Games", "Won", "95 % interval", "Fair", "Points a hand", "95 % interval", "Failures"),
            [
                (
                    one.label,
                    str(one.games),
                    f"{one.won.mean:.1%}" if one.won.known else _UNKNOWN,
                    f"{one.won.low:.1%} to {one.won.high:.1%}",
                    f"{one.fair:.0%}",
                    _mean(one.points),
                    _interval(one.points),
                    str(one.failures),
                )
                for one in sorted(table, key=lambda one: -one.won.mean if one.won.known else math.inf)
            ],
        )
    )
    labels = [one.label for one in table]
    console.print(
        _grid(
            (
                "Bot",
                "Against",
                "Blocks",
                "Score",
                "95 % interval",
                "Points a hand",
                "95 % interval",
                "Better",
            ),
            [
                (
                    labels[pair.first],
                    labels[pair.second],
                    str(pair.blocks),
                    f"{pair.score.mean:.1%}",
                    f"{pair.score.low:.1%} to {pair.score.high:.1%}",
                    _mean(pair.points),
                    _interval(pair.points),
                    f"{pair.better:.1%}",
                )
                for pair in pairings(store)
                if pair.first < pair.second
            ],
        )
    )
    _print_ratings(console, store, labels)
    for contest, verdict in sorted(store.verdicts().items()):
        console.print(f"The test of contest {contest} ended: H1 {verdict}.")
    console.print(_games_line(store))


def _print_ratings(console: Console, store: Store, labels: list[str]) -> None:
    rated = _ratings(store)
    if rated is None:
        console.print("Ratings need the extra arena: pip install 'euchre-rules-service[arena]'")
        return
    if rated:
        rows: list[tuple[str, ...]] = [
            (labels[one.entrant], f"{one.elo.mean:+.0f}", _interval(one.elo, 0))
            for one in sorted(rated, key=lambda one: -one.elo.mean)
        ]
        console.print(_grid(("Bot", "Rating", "95 % interval"), rows))


def _mean(points: Estimate) -> str:
    return f"{points.mean:+.3f}" if points.known else _UNKNOWN


def _interval(told: Estimate, digits: int = 3) -> str:
    return f"{told.low:+.{digits}f} to {told.high:+.{digits}f}" if told.bounded else _UNKNOWN


def _games_line(store: Store) -> str:
    plan = store.plan
    assert plan is not None
    ended = _ended(store)
    seconds, transitions, server, bots, own = store.query(
        "SELECT sum(seconds), sum(transitions), sum(server_seconds), sum(bots_seconds), sum(own_seconds) "
        "FROM runs"
    )[0]
    games, busy = sum(ended.values()), max(server + bots + own, 1e-9)
    return (
        f"{games} games of {title_of(plan.ruleset)}, seed {plan.seed}; {ended.get('void', 0)} broken off, "
        f"{ended.get('forfeit', 0)} forfeited. {games / max(seconds, 1e-9):.1f} games a second, "
        f"{transitions} transitions; of the time {server / busy:.0%} the service's, "
        f"{bots / busy:.0%} the bots', {own / busy:.0%} our own."
    )


def _grid(titles: tuple[str, ...], rows: list[tuple[str, ...]]) -> Grid:
    grid = Grid(box=box.SIMPLE_HEAD, header_style="bold")
    for place, title in enumerate(titles):
        grid.add_column(title, justify="left" if place == 0 or title == "Against" else "right")
    for row in rows:
        grid.add_row(*row)
    return grid
