"""`euchre export`: a recorded game in another form."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from euchre_arena.connection import Target, connected
from euchre_arena.console import fail, fail_with, writing
from euchre_arena.saving import obstacle
from euchre_arena.words import counted
from euchre_client import GameRecord, MatchRecord
from euchre_client.egn import EgnError, Game, replay, upgrade, write
from euchre_client.recordings import contents_of, parse


def export(
    record: Annotated[Path, typer.Argument(help="The record of a game or a match, or an EGN file.")],
    as_egn: Annotated[
        bool, typer.Option("--egn", help="Write EGN 1.4; this is what happens without --json.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Write the JSON of our own records.")] = False,
    game: Annotated[
        int | None,
        typer.Option("--game", min=1, metavar="N", help="Which game of a match; all if left away."),
    ] = None,
    file: Annotated[
        Path | None, typer.Option("-o", "--output", metavar="FILE", help="Where to; standard output if not.")
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Overwrite a file that exists.")] = False,
    target: Target = None,
) -> None:
    """Write a recorded game as EGN, or as JSON.

    A game that EGN has no words for is refused with the reason, and exit code 1. Only an EGN file that
    becomes a record needs a server: EGN does not say who held what, so the game is replayed.
    """
    if as_egn and as_json:
        raise typer.BadParameter("--egn and --json exclude each other")
    if file is not None and (why := obstacle(file, force=force)):
        fail(why)
    try:
        told = parse(contents_of(record))
        if game is not None:
            told = _game_of_match(told, game)
        text = _json(told, target) if as_json else _egn(told)
    except OSError as error:
        fail(f"{record} cannot be read: {error.strerror or error}.")
    except EgnError as error:
        fail_with(error.fault)
    if file is None:
        typer.echo(text)
        return
    with writing(file):
        file.write_text(text + "\n", encoding="utf-8")


def _game_of_match(told: Game | GameRecord | MatchRecord, number: int) -> GameRecord:
    games = told.games if isinstance(told, MatchRecord) else []
    if number > len(games):
        has = counted(len(games), "game") if games else "no games"
        fail(f"There is no game {number}: the file has {has} of a match.")
    return games[number - 1]


def _egn(told: Game | GameRecord | MatchRecord) -> str:
    if isinstance(told, MatchRecord):
        fail("EGN tells one game: say which of the match, with --game.")
    return write(upgrade(told) if isinstance(told, Game) else told)


def _json(told: Game | GameRecord | MatchRecord, target: str | None) -> str:
    if isinstance(told, Game):
        with connected(target) as client:
            return replay(client, told).to_record(told.players).to_json(indent=1)
    return told.to_json(indent=1)
