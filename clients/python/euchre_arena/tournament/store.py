"""The file that keeps a tournament: an SQLite database, written one finished block at a time."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import astuple
from datetime import UTC, datetime
from importlib import resources
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from euchre_arena.tournament.plan import FORMAT_VERSION, Contest, Plan
from euchre_arena.tournament.results import BlockResult, GameResult
from euchre_arena.tournament.timing import Tally


class StoreError(Exception):
    """The file cannot be used, or keeps another tournament; the message says which."""


class Store:
    """A tournament's file.

    A block is written in one transaction, so that a process that dies at any moment leaves whole blocks
    behind. Readers of the tables may open the file with `sqlite3` while it is written; the tables are
    described in `schema.sql`.

    Args:
        path: the file; it is made if it does not exist. `:memory:` keeps nothing.

    Raises:
        StoreError: the file is none of ours.
    """

    def __init__(self, path: Path | str) -> None:
        self.path = path
        try:
            self._db = sqlite3.connect(path, isolation_level=None)
            self._db.execute("PRAGMA journal_mode = WAL")
            # With a write-ahead log a dying process loses nothing; only a dying machine may lose a block.
            self._db.execute("PRAGMA synchronous = NORMAL")
            self._db.execute("PRAGMA foreign_keys = ON")
        except sqlite3.Error as error:
            raise StoreError(f"{path} cannot be used: {error}") from error

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Closes the file."""
        self._db.close()

    def query(self, sql: str, parameters: Iterable[Any] = ()) -> list[tuple[Any, ...]]:
        """Reads the tables described in `schema.sql`."""
        return self._read(sql, parameters)[1]

    def table(self, sql: str) -> tuple[list[str], list[tuple[Any, ...]]]:
        """Reads as `query` does, and returns the names of the columns before the rows."""
        return self._read(sql)

    def _read(self, sql: str, parameters: Iterable[Any] = ()) -> tuple[list[str], list[tuple[Any, ...]]]:
        try:
            with closing(self._db.execute(sql, tuple(parameters))) as rows:
                return [column[0] for column in rows.description], rows.fetchall()
        except sqlite3.DatabaseError as error:
            raise StoreError(f"{self.path} cannot be read: {error}") from error

    @property
    def plan(self) -> Plan | None:
        """The plan; none in a new file.

        Raises:
            StoreError: the file is of another version, or none of ours.
        """
        if not self.query("SELECT 1 FROM sqlite_master WHERE name = 'plan'"):
            if self.query("SELECT 1 FROM sqlite_master"):
                raise StoreError(f"{self.path} is no file of a tournament")
            return None
        ((version, told),) = self.query("SELECT format_version, json FROM plan")
        if version != FORMAT_VERSION:
            raise StoreError(f"{self.path} is of format version {version}, not {FORMAT_VERSION}")
        return Plan.from_json(told)

    def begin(self, plan: Plan, contests: Iterable[Contest], *, resume: bool) -> None:
        """Takes a new tournament up, or goes on with one.

        Args:
            plan: what is to be played.
            contests: who meets whom.
            resume: whether a tournament in the file is to go on.

        Raises:
            StoreError: the file keeps a tournament and is not to be resumed, or keeps another one.
        """
        kept = self.plan
        if kept is None:
            with self._transaction():
                self._create(plan, contests)
        elif not resume:
            raise StoreError(f"{self.path} keeps a tournament already: resume it, or name another file")
        elif not kept.has_games_of(plan):
            raise StoreError(f"{self.path} keeps another tournament: {kept.differences(plan)}")
        else:
            self._db.execute("UPDATE plan SET json = ?", (plan.to_json(),))

    def _create(self, plan: Plan, contests: Iterable[Contest]) -> None:
        schema = resources.files("euchre_arena.tournament").joinpath("schema.sql").read_text(encoding="utf-8")
        uncommented = "\n".join(line.partition("--")[0] for line in schema.splitlines())
        for statement in filter(str.strip, uncommented.split(";")):
            self._db.execute(statement)
        self._db.executemany(
            "INSERT INTO entrants VALUES (?, ?, ?)",
            [
                (number, name, label)
                for number, (name, label) in enumerate(zip(plan.names, plan.labels, strict=True))
            ],
        )
        self._db.executemany(
            "INSERT INTO contests (contest, entrants) VALUES (?, ?)",
            [(contest.number, json.dumps(contest.entrants)) for contest in contests],
        )
        self._db.execute("INSERT INTO plan VALUES (1, ?, ?)", (FORMAT_VERSION, plan.to_json()))

    def finished(self) -> set[tuple[int, int]]:
        """Returns the finished blocks, as contest and block."""
        return set(self.query("SELECT contest, block FROM blocks"))

    def verdicts(self) -> dict[int, str]:
        """Returns how the test ended, by contest, where it has."""
        return dict(self.query("SELECT contest, verdict FROM contests WHERE verdict IS NOT NULL"))

    def block_scores(self, contest: int) -> list[float]:
        """Returns the scores of a contest's first entrant, by block in order."""
        rows = self.query("SELECT score FROM blocks WHERE contest = ? ORDER BY block", (contest,))
        return [score for (score,) in rows]

    def start_run(self, processes: int, *, arena: str, service: str, bots: Sequence[str]) -> int:
        """Notes that the tournament is started or taken up again.

        Args:
            processes: processes that play.
            arena: version of this program.
            service: version of the rules service.
            bots: versions of the bots, in the order of entry.

        Returns:
            The number of the run.
        """
        started = datetime.now(UTC).isoformat(timespec="seconds")
        with self._transaction():
            cursor = self._db.execute(
                "INSERT INTO runs (started, arena, service, processes, seconds, games, transitions, "
                "server_seconds, bots_seconds, own_seconds) VALUES (?, ?, ?, ?, 0, 0, 0, 0, 0, 0)",
                (started, arena, service, processes),
            )
            run = cursor.lastrowid
            assert run is not None
            self._db.executemany(
                "INSERT INTO bot_versions VALUES (?, ?, ?)",
                [(run, entrant, version) for entrant, version in enumerate(bots)],
            )
        return run

    def add(
        self,
        result: BlockResult,
        *,
        score: float,
        run: int,
        seconds: float,
        contests: int,
        verdict: tuple[str, float] | None = None,
    ) -> None:
        """Keeps a finished block.

        Args:
            result: the block.
            score: that of the contest's first entrant.
            run: the run that played it.
            seconds: how long this run lasts by now.
            contests: how many contests there are.
            verdict: how the test of its contest ends with this block, and the log-likelihood ratio.
        """
        with self._transaction():
            self._db.execute("INSERT INTO blocks VALUES (?, ?, ?)", (result.contest, result.block, score))
            for game in result.games:
                number = (result.block * contests + result.contest) * len(result.games) + game.seating
                self._add_game(number, result, game)
            for (entrant, phase), tally in sorted(result.tallies.items()):
                self._add_tally(entrant, phase, tally)
            self._db.execute(
                "UPDATE runs SET seconds = ?, games = games + ?, transitions = transitions + ?, "
                "server_seconds = server_seconds + ?, bots_seconds = bots_seconds + ?, "
                "own_seconds = own_seconds + ? WHERE run = ?",
                (
                    seconds,
                    len(result.games),
                    sum(game.transitions for game in result.games),
                    *astuple(result.spent),
                    run,
                ),
            )
            if verdict is not None:
                self._db.execute(
                    "UPDATE contests SET verdict = ?, llr = ? WHERE contest = ?", (*verdict, result.contest)
                )

    def _add_game(self, number: int, block: BlockResult, game: GameResult) -> None:
        self._db.execute(
            "INSERT INTO games VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                number,
                block.contest,
                block.block,
                game.seating,
                game.ended,
                len(game.hands),
                game.transitions,
                json.dumps(game.scores),
                json.dumps(game.changes),
                json.dumps(game.winners),
                len(game.failures),
                game.record,
            ),
        )
        self._db.executemany(
            "INSERT INTO places VALUES (?, ?, ?, ?, ?, ?)",
            [
                (number, seat, side, game.places[seat], game.share(side), game.points[side])
                for seat, side in enumerate(game.sides)
            ],
        )
        self._db.executemany(
            "INSERT INTO hands VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            [(number, *map(_column, vars(hand).values())) for hand in game.hands],
        )
        self._db.executemany(
            "INSERT INTO failures VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
            [
                (number, place, game.places[failure.seat], *vars(failure).values())
                for place, failure in enumerate(game.failures, 1)
            ],
        )

    def _add_tally(self, entrant: int, phase: str, tally: Tally) -> None:
        self._db.execute(
            "INSERT INTO decisions VALUES (?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET "
            "count = count + excluded.count, total_ns = total_ns + excluded.total_ns, "
            "max_ns = max(max_ns, excluded.max_ns)",
            (entrant, phase, tally.count, tally.total_ns, tally.max_ns),
        )
        self._db.executemany(
            "INSERT INTO decision_times VALUES (?, ?, ?, ?) "
            "ON CONFLICT DO UPDATE SET count = count + excluded.count",
            [(entrant, phase, bucket, count) for bucket, count in sorted(tally.buckets.items())],
        )

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        """Everything inside, or nothing.

        Raises:
            StoreError: it cannot be written, for the disk is full, say.
        """
        try:
            self._db.execute("BEGIN IMMEDIATE")
            yield
            self._db.execute("COMMIT")
        except BaseException as error:
            if self._db.in_transaction:
                self._db.execute("ROLLBACK")
            if isinstance(error, sqlite3.Error):
                kept = "what it keeps is whole, and --resume goes on from there"
                raise StoreError(f"{self.path} cannot be written: {error}; {kept}") from error
            raise


def _column(value: Any) -> Any:
    """Returns what a column holds: lists as JSON."""
    return str(list(value)) if isinstance(value, list | tuple) else value
