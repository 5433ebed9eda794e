"""`euchre annotate`: a recorded game, judged decision by decision."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any, Final

import typer
from google.protobuf.json_format import MessageToDict
from rich import box
from rich.console import Console
from rich.progress import Progress, TaskID
from rich.table import Table as Grid

from euchre.v1.analysis_service_pb2 import AnnotatedDecision, SeatSummary
from euchre_arena.analysing import Analysis, Told, analysing, games_of, percent
from euchre_arena.connection import Target
from euchre_arena.console import fail, messages, output, print_json, writing
from euchre_arena.saving import obstacle
from euchre_arena.words import counted, seat_names
from euchre_client import GameRecord
from euchre_client.analysis_requests import LABELS
from euchre_client.egn import NotInEgn, Remark, game_of, upgrade, with_remarks, write

_WORTH_TELLING: Final = 0.01
"""From this loss of the chance of winning on, a decision is told also without a mark."""


@dataclass
class _Judged:
    """A game and what was found of it."""

    told: Told
    decisions: list[AnnotatedDecision] = field(default_factory=list)
    seats: Sequence[SeatSummary] = ()


def annotate(
    file: Annotated[Path, typer.Argument(help="An EGN file, or the record of a game or a match.")],
    out: Annotated[
        Path | None,
        typer.Option("-o", "--out", metavar="FILE", help="Write the game there as EGN, with its marks."),
    ] = None,
    samples: Annotated[
        int | None, typer.Option("--samples", min=1, max=2000, help="Samples for each decision.")
    ] = None,
    seat: Annotated[
        list[int] | None, typer.Option("--seat", min=0, help="Judge this seat only; may be given again.")
    ] = None,
    game: Annotated[
        int | None,
        typer.Option("--game", min=1, metavar="N", help="Which game of a match; all if left away."),
    ] = None,
    everything: Annotated[bool, typer.Option("--all", help="Print decisions without a loss too.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print all decisions as JSON.")] = False,
    force: Annotated[bool, typer.Option("--force", help="Overwrite a file that exists.")] = False,
    target: Target = None,
) -> None:
    """Judge every decision of a recorded game by what its seat knew, and mark mistakes and fine plays.

    A loss is the chance of winning that the best action would have had more. The marks are those of Euchre
    Game Notation, from [??] to [!!].
    """
    if out is not None and (why := obstacle(out, force=force)):
        fail(why)
    with analysing(target) as server:
        games = games_of(server.rules, file, game)
        if out is not None and len(games) > 1:
            fail("EGN tells one game: say which of the match, with --game.")
        judged = [_judge(server, told, samples, seat or ()) for told in games]
    if out is not None:
        _write(judged[0], out)
    if as_json:
        found = [_as_json(each) for each in judged]
        print_json(found[0] if len(found) == 1 else {"games": found})
        return
    console = output()
    for number, each in enumerate(judged, 1):
        if len(judged) > 1:
            console.print(f"Game {number} of the match", style="bold underline")
        _tell(console, each, everything=everything)


def _judge(server: Analysis, told: Told, samples: int | None, seats: Sequence[int]) -> _Judged:
    judged = _Judged(told)
    with _bar() as (progress, task):
        for message in server.analysis.annotate(told.record, samples=samples, seats=seats, skip=told.guessed):
            if message.HasField("progress"):
                progress.update(task, completed=message.progress.done, total=message.progress.total)
            elif message.HasField("decision"):
                judged.decisions.append(message.decision)
                progress.advance(task)
            else:
                judged.seats = message.summary.seats
    return judged


@contextmanager
def _bar() -> Iterator[tuple[Progress, TaskID]]:
    console = messages()
    with Progress(console=console, transient=True, disable=not console.is_terminal) as progress:
        yield progress, progress.add_task("Judging decisions", total=None)


def _as_json(judged: _Judged) -> dict[str, Any]:
    return {
        "decisions": [_message(decision) for decision in judged.decisions],
        "seats": [_message(seat) for seat in judged.seats],
    }


def _message(message: AnnotatedDecision | SeatSummary) -> dict[str, Any]:
    return MessageToDict(message, preserving_proto_field_name=True, always_print_fields_with_no_presence=True)


def _write(judged: _Judged, path: Path) -> None:
    """Writes a game as EGN with its marks."""
    told = judged.told
    remarks = [Remark(each.hand, each.act, each.remark) for each in judged.decisions if each.remark]
    try:
        game = upgrade(told.egn) if told.egn is not None else game_of(told.record)
        text = write(with_remarks(game, told.record.hands, remarks))
    except NotInEgn as error:
        fail(f"This game cannot be written as EGN: {error}")
    with writing(path):
        path.write_text(text + "\n", encoding="utf-8")


def _tell(console: Console, judged: _Judged, *, everything: bool) -> None:
    shown = [each for each in judged.decisions if everything or _is_worth_telling(each)]
    if shown:
        console.print(_decisions_table(shown, judged.told.record))
    if judged.told.guessed:
        console.print("Not judged: acts of seats whose cards the file does not tell.")
    rest = len(judged.decisions) - len(shown)
    if rest:
        more = counted(rest, "more decision")
        console.print(f"{more} lost less than {percent(_WORTH_TELLING)}; --all prints everything.")
    console.print(_seats_table(judged))


def _is_worth_telling(decision: AnnotatedDecision) -> bool:
    return bool(decision.tag) or decision.win_probability_loss >= _WORTH_TELLING


def _decisions_table(decisions: Sequence[AnnotatedDecision], record: GameRecord) -> Grid:
    who = seat_names(record.players)
    grid = Grid(box=box.SIMPLE_HEAD, pad_edge=False)
    for name in ("Hand", "Act", "Who", "Did", "Mark", "Best"):
        grid.add_column(name, justify="right" if name in ("Hand", "Act") else "left")
    for name in ("Loss", "Error", "Points", "Open cards"):
        grid.add_column(name, justify="right")
    for each in decisions:
        has_loss = each.HasField("win_probability_loss")
        grid.add_row(
            str(each.hand + 1),
            str(each.act + 1),
            who(each.seat),
            each.text,
            LABELS.get(each.tag, ""),
            each.best_text if each.best_text != each.text else "",
            percent(each.win_probability_loss) if has_loss else "not judged",
            percent(each.standard_error) if each.win_probability_loss else "",
            f"{each.points_loss:.2f}" if each.HasField("points_loss") else "",
            f"{each.open_points_loss:g}" if each.open_points_loss else "",
        )
    return grid


def _seats_table(judged: _Judged) -> Grid:
    who = seat_names(judged.told.record.players)
    grid = Grid(box=box.SIMPLE_HEAD, pad_edge=False)
    grid.add_column("Seat")
    for name in ("Decisions", "Loss", "Loss each", "Points", *LABELS.values()):
        grid.add_column(name, justify="right")
    for seat in judged.seats:
        each = seat.win_probability_loss / seat.decisions if seat.decisions else 0.0
        grid.add_row(
            who(seat.seat),
            str(seat.decisions),
            percent(seat.win_probability_loss),
            f"{100 * each:.2f} %",
            f"{seat.points_loss:.2f}",
            *(str(seat.tags[tag]) for tag in LABELS),
        )
    return grid
