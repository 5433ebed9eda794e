"""`euchre replay`: a recorded game, judged and told."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, Final

import typer
from rich.console import Console

from euchre_arena.account import hands_of, score_words, tell
from euchre_arena.connection import Target, connected
from euchre_arena.console import fail_with, output, print_json
from euchre_arena.words import seat_names
from euchre_client import MatchRecord, RulesClient
from euchre_client.egn import EgnError, Fault
from euchre_client.recordings import Recording, contents_of, judge, parse

_FILE_UNREADABLE: Final = "FILE_UNREADABLE"


def replay(
    file: Annotated[Path, typer.Argument(help="An EGN file, or the record of a game or a match.")],
    as_json: Annotated[
        bool,
        typer.Option("--json", help='Print {"final_score": [...]} or {"error": {...}} and nothing else.'),
    ] = False,
    target: Target = None,
) -> None:
    """Play a recorded game again; the service judges every act of it.

    The exit code is 1 if the file cannot be read, or the rules do not allow what it tells.
    """
    try:
        text = contents_of(file)
    except OSError as error:
        message = f"{file} cannot be read: {error.strerror or error}."
        _refuse(Fault(_FILE_UNREADABLE, message), as_json=as_json)
        raise typer.Exit(1) from None
    except EgnError as error:
        _refuse(error.fault, as_json=as_json)
        raise typer.Exit(1) from None
    with connected(target) as client:
        try:
            told = parse(text)
            recordings = judge(client, told)
        except EgnError as error:
            _refuse(error.fault, as_json=as_json)
            raise typer.Exit(1) from None
        match = told if isinstance(told, MatchRecord) else None
        if as_json:
            print_json(_match_result(match, recordings) if match else _result(recordings[0]))
            return
        console = output()
        for number, recording in enumerate(recordings, 1):
            if match:
                console.print(f"Game {number} of the match", style="bold underline")
                console.print()
            _tell_game(console, client, recording)
        if match:
            console.print()
            won = score_words(match.games_won) if match.games else "none"
            console.print(f"Games won: {won}", style="bold")


def _result(recording: Recording) -> dict[str, Any]:
    return {"final_score": list(recording.final_score)}


def _match_result(match: MatchRecord, recordings: list[Recording]) -> dict[str, Any]:
    return {
        "games": [_result(recording) for recording in recordings],
        "games_won": list(match.games_won),
        "winners": list(match.winners),
    }


def _tell_game(console: Console, client: RulesClient, recording: Recording) -> None:
    who = seat_names(recording.players)
    for hand in hands_of(client, recording):
        tell(console, hand, who)
        console.print()
    console.print(f"Final score: {score_words(recording.final_score)}", style="bold")


def _refuse(fault: Fault, *, as_json: bool) -> None:
    if as_json:
        print_json({"error": fault.to_dict()})
        return
    fail_with(fault)
