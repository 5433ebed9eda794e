"""What the commands of analysis share: the connection, the games of a file, and tables of values."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final, NamedTuple

import grpc
from rich import box
from rich.table import Table as Grid

from euchre.v1.analysis_service_pb2 import ActionValue
from euchre_arena.connection import opened
from euchre_arena.console import fail, fail_with
from euchre_client import (
    AnalysisClient,
    GameRecord,
    MatchRecord,
    RulesClient,
    Table,
    TransportError,
)
from euchre_client.egn import EgnError, Game, guessed_acts
from euchre_client.egn import replay as replay_egn
from euchre_client.recordings import contents_of, parse

_NO_ANALYSIS: Final = (
    "This server offers no analysis. It does where the extra `solver` is installed: "
    "pip install 'euchre-rules-service[solver]'."
)


class Analysis(NamedTuple):
    """A server that analyses."""

    rules: RulesClient
    analysis: AnalysisClient


@contextmanager
def analysing(target: str | None) -> Iterator[Analysis]:
    """Connects to a server that offers analysis; ends the command with a readable line if it does not.

    Args:
        target: `host:port`; `None` starts a server inside this process.
    """
    with opened(target) as channel:
        try:
            yield Analysis(RulesClient(channel), AnalysisClient(channel))
        except TransportError as error:
            if error.code is not grpc.StatusCode.UNIMPLEMENTED:
                raise
            fail(_NO_ANALYSIS)


def hint(channel: grpc.Channel, table: Table, seat: int) -> str:
    """Returns advice for a seat that acts, from what it knows; or why there is none."""
    try:
        suggested = AnalysisClient(channel).suggest(state=table.state, seat=seat, key=table.seat_keys[seat])
    except TransportError as error:
        if error.code is not grpc.StatusCode.UNIMPLEMENTED:
            raise
        return _NO_ANALYSIS
    return suggested.sentence


class Told(NamedTuple):
    """A game of a file."""

    record: GameRecord
    """The game."""
    egn: Game | None = None
    """What it was read from, if that was EGN."""
    guessed: Sequence[tuple[int, int]] = ()
    """Hand and act, from 0, of what rests on cards that the file does not tell."""


def games_of(rules: RulesClient, file: Path, game: int | None) -> list[Told]:
    """Reads the games of a file; ends the command with a readable line if it cannot.

    Args:
        rules: judges EGN, and finds out who held what.
        file: an EGN file, or the record of a game or a match.
        game: which game of a match, from 1; all if not given.
    """
    try:
        told = parse(contents_of(file))
        if isinstance(told, Game):
            if game not in (None, 1):
                fail(f"There is no game {game}: an EGN file tells one.")
            replayed = replay_egn(rules, told)
            record = replayed.to_record(told.players)
            return [Told(record, told, guessed_acts(record.hands, replayed.dealt))]
    except OSError as error:
        fail(f"{file} cannot be read: {error.strerror or error}.")
    except EgnError as error:
        fail_with(error.fault)
    games = list(told.games) if isinstance(told, MatchRecord) else [told]
    if game is not None:
        if game > len(games):
            fail(f"There is no game {game}: the file has {len(games)}.")
        games = [games[game - 1]]
    return [Told(record) for record in games]


def values_table(values: Sequence[ActionValue], best: str) -> Grid:
    """Makes a table of what each action is worth, the best first.

    Args:
        values: the actions.
        best: the text form of the best of them.
    """
    grid = Grid(box=box.SIMPLE_HEAD, pad_edge=False)
    grid.add_column("Action")
    for name in ("To win", "Error", "Points", "Samples"):
        grid.add_column(name, justify="right")
    for value in sorted(values, key=lambda each: (each.text != best, -each.win_probability)):
        grid.add_row(
            value.text,
            percent(value.win_probability) if value.samples else "",
            percent(value.standard_error) if value.samples else "",
            f"{value.points:+.2f}" if value.HasField("points") else "",
            str(value.samples) if value.samples else "rule of thumb",
            style="bold" if value.text == best else "",
        )
    return grid


def percent(share: float) -> str:
    """Returns a share of one as per cent."""
    return f"{100 * share:.1f} %"
