"""`euchre verify-deal`: was a recorded game dealt as the service had committed to? It asks no server."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any, TypeAlias

import typer
from rich import box
from rich.console import Console
from rich.table import Table as Grid

from euchre_arena.console import fail, fail_with, output, print_json
from euchre_client import (
    GameRecord,
    HandCheck,
    MatchRecord,
    Notes,
    Verdict,
    card_text,
    cards_text,
    verify_deals,
)
from euchre_client.egn import EgnError, Game
from euchre_client.recordings import contents_of, parse
from euchre_client.rotation import first_dealer

_Checks: TypeAlias = Sequence[HandCheck]


def verify_deal(
    file: Annotated[Path, typer.Argument(help="The record of a game or a match, as JSON or in binary form.")],
    noted: Annotated[
        list[str] | None,
        typer.Option(metavar="HAND:HEX", help="A commitment that you noted yourself before the deal."),
    ] = None,
    gave: Annotated[
        list[str] | None,
        typer.Option(metavar="HAND:SEAT:HEX", help="What a seat added to a shuffle, as it knows itself."),
    ] = None,
    first: Annotated[
        int,
        typer.Option(
            "--from", min=1, metavar="HAND", help="The record begins with this hand: the game was taken up."
        ),
    ] = 1,
    every: Annotated[
        bool, typer.Option("--every", help="Demand that every hand is proved, not only that none is false.")
    ] = False,
    game: Annotated[
        int | None,
        typer.Option("--game", min=1, metavar="N", help="Which game of a match; all if left away."),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the verdicts as JSON.")] = False,
) -> None:
    """Check how the hands of a recorded game were shuffled, against what was committed to.

    The exit code is 1 if a hand is false or none is proved; with --every, if one is not proved.
    """
    notes = Notes(
        commitments={hand: value for (hand,), value in (_note(text, 1) for text in noted or ())},
        entropy={(hand, seat): value for (hand, seat), value in (_note(text, 2) for text in gave or ())},
        first_hand=first,
    )
    told = _told(file)
    games = _games(told, game)
    if len(games) > 1 and notes != Notes():
        fail("Notes are about one game: say which of the match, with --game.")
    try:
        checks = [verify_deals(record, notes) for record in games]
    except ValueError as error:
        fail(f"{file}: {error}")
    if as_json:
        results = [_result(checked) for checked in checks]
        print_json({"games": results} if isinstance(told, MatchRecord) and game is None else results[0])
    else:
        for number, checked in enumerate(checks, 1):
            _print(output(), checked, f"Game {number}" if len(checks) > 1 else "")
        output().print(_unchecked(games), style="dim", soft_wrap=True)
    everything = [check for checked in checks for check in checked]
    proved = _count(everything)[0]
    if any(check.is_false for check in everything) or proved < (len(everything) if every else 1):
        raise typer.Exit(1)


def _note(text: str, numbers: int) -> tuple[tuple[int, ...], bytes]:
    """Reads numbers and bytes, with colons between them."""
    *words, value = text.split(":")
    try:
        if len(words) != numbers:
            raise ValueError
        return tuple(map(int, words)), bytes.fromhex(value)
    except ValueError:
        form = "numbers and hexadecimal digits, with colons between"
        raise typer.BadParameter(f"{text!r} is not {form}") from None


def _told(file: Path) -> GameRecord | MatchRecord:
    try:
        told = parse(contents_of(file))
    except OSError as error:
        fail(f"{file} cannot be read: {error.strerror or error}.")
    except EgnError as error:
        fail_with(error.fault)
    if isinstance(told, Game):
        fail("EGN does not tell how a hand was shuffled: give the record of a game.")
    return told


def _games(told: GameRecord | MatchRecord, number: int | None) -> list[GameRecord]:
    games = told.games if isinstance(told, MatchRecord) else [told]
    if number is None:
        return games
    if not isinstance(told, MatchRecord) or number > len(games):
        fail(f"There is no game {number} of a match in the file.")
    return games[number - 1 : number]


def _result(checks: _Checks) -> dict[str, Any]:
    proved, unproved, false = _count(checks)
    hands = [_hand(check) for check in checks]
    return {"proved": proved, "unproved": unproved, "false": false, "hands": hands}


def _hand(check: HandCheck) -> dict[str, Any]:
    told: dict[str, Any] = {
        "hand": check.hand_number,
        "verdict": check.verdict,
        "message": check.message,
        "added": list(check.added),
    }
    if (layout := check.layout) is not None:
        told["cards"] = [[card_text(card) for card in cards] for cards in layout.hands]
        told["beside"] = [card_text(card) for card in layout.beside]
        told["upcard"] = None if layout.upcard is None else card_text(layout.upcard)
        told["kitty"] = [card_text(card) for card in layout.kitty]
    return told


def _print(console: Console, checks: _Checks, title: str) -> None:
    grid = Grid(
        "Hand",
        "Verdict",
        "Seats that added",
        "",
        box=box.SIMPLE_HEAD,
        header_style="bold",
        title=title or None,
    )
    for check in checks:
        style = "bold red" if check.is_false else "" if check.verdict is Verdict.PROVED else "dim"
        added = ", ".join(map(str, check.added))
        grid.add_row(str(check.hand_number), check.verdict, added, check.message, style=style)
    console.print(grid)
    for check in checks:
        if check.verdict is Verdict.DECK_FALSE and check.layout is not None:
            hands = "; ".join(map(cards_text, check.layout.hands))
            console.print(f"Hand {check.hand_number} should have been, by seats: {hands}", soft_wrap=True)
    proved, unproved, false = _count(checks)
    console.print(f"{proved} proved, {unproved} not proved, {false} false", style="bold")


def _unchecked(games: Sequence[GameRecord]) -> str:
    """Says what the verdicts do not cover."""
    told = "Not checked here: whether the acts are legal and in turn; euchre replay does that."
    if all(first_dealer(record.ruleset) is not None for record in games):
        return told
    return f"{told} Nothing proves who had to deal first, where the seed decides it."


def _count(checks: _Checks) -> tuple[int, int, int]:
    """Returns how many are proved, how many are not, and how many are false."""
    false = sum(check.is_false for check in checks)
    proved = sum(check.verdict is Verdict.PROVED for check in checks)
    return proved, len(checks) - proved - false, false
