"""Matches: games that go on from each other, with points carried over, until a side has won enough."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from euchre.v1 import record_pb2 as wire
from euchre_client import record_format
from euchre_client.client import RulesClient
from euchre_client.record import GameRecord
from euchre_client.requests import RulesetLike
from euchre_client.table import Table
from euchre_client.table_core import Player


@dataclass
class MatchRecord:
    """The record of a match.

    Attributes:
        games: the games, in order; only the last may be unfinished.
        games_to_win: games that win the match, where a slam counts for two; 0 if it is open.
    """

    games: list[GameRecord] = field(default_factory=list)
    games_to_win: int = 0

    @property
    def games_won(self) -> tuple[int, ...]:
        """Games won by side; empty before the first game."""
        if not self.games:
            return ()
        won = [0] * len(self.games[0].initial_scores)
        for game in self.games:
            for side in game.winners:
                won[side] += game.games
        return tuple(won)

    @property
    def winners(self) -> tuple[int, ...]:
        """The sides that have won the match; empty while it lasts, or if it is open."""
        if not self.games_to_win:
            return ()
        return tuple(side for side, won in enumerate(self.games_won) if won >= self.games_to_win)

    def add(self, game: GameRecord) -> None:
        """Adds the next game.

        Raises:
            ValueError: the match is over, its last game is not, or this one has other sides.
        """
        if self.winners:
            raise ValueError("the match is won already")
        if self.games and not self.games[-1].winners:
            raise ValueError("the last game of the match is not finished")
        sides = len(self.games[0].initial_scores) if self.games else len(game.initial_scores)
        if len(game.initial_scores) != sides or any(side >= sides for side in game.winners):
            raise ValueError("the games of a match have the same sides")
        self.games.append(game)

    def next_scores(self) -> tuple[int, ...]:
        """Returns the scores from which the next game starts; empty for the first, which has none before.

        They are the start score of the rules and, under `laps`, the points by which the game before went
        over the target. No side starts with a game that is won: it is left one point short of it.

        Raises:
            ValueError: the last game is not finished.
        """
        if not self.games:
            return ()
        last = self.games[-1]
        if not last.winners:
            raise ValueError("the last game of the match is not finished")
        start, target = last.ruleset.start_score, last.ruleset.target
        carry = last.carry or (0,) * len(last.initial_scores)
        return tuple(min(start + points, target - 1) if points else start for points in carry)

    def to_proto(self) -> wire.MatchRecord:
        """Returns the match as the message.

        Raises:
            ValueError: an act or an outcome is none.
        """
        return wire.MatchRecord(
            format_version=record_format.FORMAT_VERSION,
            games=[game.to_proto() for game in self.games],
            games_to_win=self.games_to_win,
            games_won=self.games_won,
            winners=self.winners,
        )

    @classmethod
    def from_proto(cls, message: wire.MatchRecord) -> MatchRecord:
        """Reads the message.

        Raises:
            RecordVersionError: it is of a newer version.
            ValueError: it is no record of a match, or its games say otherwise than its result.
        """
        record_format.check_version(message.format_version)
        match = cls(games_to_win=message.games_to_win)
        for game in message.games:
            match.add(GameRecord.from_proto(game))
        told = tuple(message.games_won), tuple(message.winners)
        if told != (match.games_won, match.winners):
            raise ValueError("the record cannot be read: its games do not add up to the result of the match")
        return match

    def to_dict(self) -> dict[str, Any]:
        """Returns the match as plain JSON values."""
        return record_format.to_dict(self.to_proto())

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> MatchRecord:
        """Reads what `to_dict` wrote; raises as `from_proto` does."""
        return cls.from_proto(record_format.from_dict(data, wire.MatchRecord()))

    def to_json(self, *, indent: int | None = None) -> str:
        """Returns the match as JSON."""
        return json.dumps(self.to_dict(), indent=indent)

    @classmethod
    def from_json(cls, text: str | bytes) -> MatchRecord:
        """Reads what `to_json` wrote; raises as `from_proto` does."""
        return cls.from_dict(record_format.from_json(text))

    def to_bytes(self) -> bytes:
        """Returns the match in protobuf's binary form."""
        return record_format.to_bytes(self.to_proto())

    @classmethod
    def from_bytes(cls, data: bytes) -> MatchRecord:
        """Reads what `to_bytes` wrote; raises as `from_proto` does."""
        return cls.from_proto(record_format.from_bytes(data, wire.MatchRecord()))


class Match:
    """A match in progress: it makes the tables and keeps the record.

        match = Match(client, "railroad", games_to_win=3)
        while not match.winners:
            match.next_table().play_with(bots)

    With `AsyncTable`, keep a `MatchRecord`, make each table with its `next_scores` as `initial_scores`, and
    `add` the table's record to it.

    Args:
        client: the client to play through.
        ruleset: the rules of every game: a ruleset, or the name of a preset.
        games_to_win: games that win the match, where a slam counts for two; 0 for an open one.
        seed: bytes from which the seed of every game is made; without them the service draws some.
        label: the label of every game, before its number.
    """

    def __init__(
        self,
        client: RulesClient,
        ruleset: RulesetLike = "railroad",
        *,
        games_to_win: int = 2,
        seed: bytes | None = None,
        label: str = "",
    ) -> None:
        self.record = MatchRecord(games_to_win=games_to_win)
        self._client = client
        self._ruleset = ruleset
        self._seed = seed
        self._label = label

    @property
    def games_won(self) -> tuple[int, ...]:
        """Games won by side; empty before the first game."""
        return self.record.games_won

    @property
    def winners(self) -> tuple[int, ...]:
        """The sides that have won the match; empty while it lasts."""
        return self.record.winners

    def next_table(self) -> Table:
        """Makes the table of the next game, which goes on from the one before.

        Raises:
            ValueError: the game before is not finished, or the match is won.
        """
        number = len(self.record.games) + 1
        scores = self.record.next_scores()
        table = Table.create(
            self._client,
            self._ruleset,
            seed=None if self._seed is None else _seed_of(self._seed, number),
            label=f"{self._label}{number}",
            initial_scores=scores,
        )
        self.record.add(table.record)
        return table

    def play_with(self, players: Sequence[Player], *, max_games: int | None = None) -> MatchRecord:
        """Plays until the match is won.

        Args:
            players: one for each seat, in order.
            max_games: breaks the match off after so many games; an open one needs a number.

        Returns:
            The record.

        Raises:
            ValueError: there are more or fewer players than seats, or the match would not end.
        """
        if not self.record.games_to_win and max_games is None:
            raise ValueError("an open match needs a number of games")
        while not self.winners and (max_games is None or len(self.record.games) < max_games):
            self.next_table().play_with(players)
        return self.record


def _seed_of(seed: bytes, number: int) -> bytes:
    """Makes the seed of one game: with the same seed all games would have the same cards."""
    return hashlib.sha256(b"euchre match" + seed + number.to_bytes(4, "big")).digest()
