"""`euchre replay`: a recorded game, judged and told."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Final

import typer

from euchre_arena.account import score_words, tell
from euchre_arena.connection import Target, connected
from euchre_arena.console import fail, output, print_json
from euchre_arena.recordings import hands_of, load
from euchre_arena.words import seat_names
from euchre_client.egn import EgnError, Fault

_FILE_UNREADABLE: Final = "FILE_UNREADABLE"


def replay(
    file: Annotated[Path, typer.Argument(help="An EGN file, or a record that `euchre play` saved.")],
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
        text = file.read_bytes()
    except OSError as error:
        message = f"{file} cannot be read: {error.strerror or error}."
        _refuse(Fault(_FILE_UNREADABLE, message), as_json=as_json)
        raise typer.Exit(1) from None
    with connected(target) as client:
        try:
            recording = load(client, text)
        except EgnError as error:
            _refuse(error.fault, as_json=as_json)
            raise typer.Exit(1) from None
        if as_json:
            print_json({"final_score": list(recording.final_score)})
            return
        console = output()
        who = seat_names(recording.players)
        for hand in hands_of(client, recording):
            tell(console, hand, who)
            console.print()
    console.print(f"Final score: {score_words(recording.final_score)}", style="bold")


def _refuse(fault: Fault, *, as_json: bool) -> None:
    if as_json:
        print_json({"error": fault.to_dict()})
        return
    place = f"{fault.place}: " if fault.place else ""
    fail(f"{place}{fault.message} [{fault.reason}]")
