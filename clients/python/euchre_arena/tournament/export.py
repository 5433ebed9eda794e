"""Takes a tournament out of its store: tables for other programs, and records to replay."""

from __future__ import annotations

import csv
import json
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from euchre.v1.record_pb2 import GameRecord as GameRecordMessage
from euchre_arena.tournament.store import Store
from euchre_client import GameRecord

_HANDS: Final = """
SELECT g.game, g.contest, g.block, g.seating, g.ended, h.number AS hand, h.dealer, h.maker,
    (SELECT label FROM places p JOIN entrants USING (entrant) WHERE p.game = g.game AND p.seat = h.maker)
        AS maker_label,
    h.call, h.round, h.bid, h.trump, h.alone, h.folds, h.outcome, h.tricks, h.points, h.forfeiter,
    (SELECT json_group_array(label) FROM
        (SELECT label FROM places p JOIN entrants USING (entrant) WHERE p.game = g.game ORDER BY seat))
        AS seats
FROM games g JOIN hands h USING (game) ORDER BY g.game, h.number
"""
_LISTS: Final = ("tricks", "points", "seats")


def hands(store: Store) -> Iterator[dict[str, Any]]:
    """Yields every hand with its game and who sat where, by the names of the columns."""
    columns, rows = store.table(_HANDS)
    for row in rows:
        yield dict(zip(columns, row, strict=True))


def export_hands(store: Store, path: Path) -> int:
    """Writes every hand to a file: JSON if its name ends in `.json`, else CSV.

    Returns:
        How many hands there are.

    Raises:
        OSError: the file cannot be written.
    """
    rows = list(hands(store))
    with path.open("w", encoding="utf-8", newline="") as file:
        if path.suffix == ".json":
            json.dump([{**row, **{name: json.loads(row[name]) for name in _LISTS}} for row in rows], file)
        elif rows:
            writer = csv.DictWriter(file, list(rows[0]))
            writer.writeheader()
            writer.writerows(rows)
    return len(rows)


def record_of(store: Store, game: int) -> GameRecord:
    """Returns the record of a game, as `euchre replay` takes it.

    Raises:
        LookupError: there is no such game.
    """
    rows = store.query("SELECT record FROM games WHERE game = ?", (game,))
    if not rows:
        raise LookupError(f"there is no game {game}")
    return GameRecord.from_proto(GameRecordMessage.FromString(zlib.decompress(rows[0][0])))


def export_records(store: Store, directory: Path) -> int:
    """Writes the record of every game to a file of its own, `game-N.json`.

    Returns:
        How many games there are.

    Raises:
        OSError: a file cannot be written.
    """
    directory.mkdir(parents=True, exist_ok=True)
    games = [number for (number,) in store.query("SELECT game FROM games ORDER BY game")]
    for number in games:
        text = record_of(store, number).to_json()
        (directory / f"game-{number}.json").write_text(text + "\n", encoding="utf-8")
    return len(games)
