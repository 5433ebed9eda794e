"""`euchre suggest`: advice for the seat that acts."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import typer
from google.protobuf.json_format import MessageToDict
from google.protobuf.message import Message
from rich import box
from rich.table import Table as Grid

from euchre.v1.analysis_service_pb2 import SolutionConcept, SolveResponse
from euchre_arena.analysing import Analysis, analysing, games_of, values_table
from euchre_arena.connection import Target
from euchre_arena.console import fail, fail_with, output, print_json
from euchre_arena.tabletop import show
from euchre_arena.words import seat_names
from euchre_client import GameRecord
from euchre_client.egn import faults
from euchre_client.requests import public_view


@dataclass(frozen=True)
class _Position:
    """A table whose acting seat wants advice."""

    state: bytes
    seat: int
    key: bytes
    players: tuple[str, ...] = ()


def suggest(
    file: Annotated[
        Path | None, typer.Argument(help="An EGN file, or a record; advice is for whoever acts at its end.")
    ] = None,
    hand: Annotated[
        int | None, typer.Option("--hand", min=1, metavar="N", help="Go back to this hand, from 1.")
    ] = None,
    act: Annotated[
        int | None, typer.Option("--act", min=1, metavar="N", help="And to before this act of it, from 1.")
    ] = None,
    game: Annotated[
        int | None, typer.Option("--game", min=1, metavar="N", help="Which game of a match.")
    ] = None,
    state: Annotated[
        Path | None, typer.Option("--state", metavar="FILE", help="Instead: a file with a state, as bytes.")
    ] = None,
    seat: Annotated[int | None, typer.Option("--seat", min=0, help="With it: the seat that acts.")] = None,
    key: Annotated[str | None, typer.Option("--key", metavar="HEX", help="With it: the seat's key.")] = None,
    samples: Annotated[
        int | None, typer.Option("--samples", min=1, max=100000, help="Samples to take.")
    ] = None,
    budget_ms: Annotated[
        int | None, typer.Option("--budget-ms", min=1, max=60000, help="Milliseconds it may take.")
    ] = None,
    open_cards: Annotated[
        bool, typer.Option("--open", help="Tell too what each action leads to with all cards open.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print the answers as JSON.")] = False,
    target: Target = None,
) -> None:
    """Say what the seat that acts should do, from what it knows alone, and what each action is worth.

    The position comes from a record, at its end or at an act of it (`euchre annotate` numbers them), or from
    a state with a seat's key, on the server that made it.
    """
    of_state, of_record = (state, seat, key), (file, hand, act, game)
    if any(each is not None for each in of_state) and any(each is not None for each in of_record):
        raise typer.BadParameter(
            "a file (with --hand, --act and --game) and a state (with --seat and --key) exclude each other"
        )
    with analysing(target) as server:
        if file is not None:
            told = games_of(server.rules, file, game or 1)[0]
            position = _of_record(server, told.record, hand, act)
        elif state is not None and seat is not None and key is not None:
            position = _of_state(state, seat, key)
        else:
            raise typer.BadParameter("give a file, or --state, --seat and --key")
        advice = server.analysis.suggest(
            state=position.state, seat=position.seat, key=position.key, samples=samples, budget_ms=budget_ms
        )
        solved = None
        if open_cards:
            solved = server.analysis.solve(state=position.state, host_key=position.key)
        if as_json:
            print_json(
                {"seat": position.seat, "suggest": _plain(advice)}
                | ({} if solved is None else {"solve": _plain(solved)})
            )
            return
        console = output()
        view = server.rules.get_view(state=position.state, key=position.key, seat=position.seat).view
        show(console, view, seat_names(position.players, you=position.seat))
        console.print(values_table(advice.values, advice.best_text))
        console.print(advice.sentence, style="bold")
        if solved is not None:
            console.print(_solution_table(solved))


def _of_record(server: Analysis, record: GameRecord, hand: int | None, act: int | None) -> _Position:
    """Plays a record up to a hand and an act of it."""
    last = len(record.hands) if hand is None else hand
    if not 1 <= last <= len(record.hands):
        fail(f"There is no hand {last}: the game has {len(record.hands)}.")
    try:
        hands = record.recorded_hands()[:last]
    except ValueError as error:
        fail(f"{str(error).capitalize()}.")
    acts = len(hands[-1].actions)
    if act is not None and act > acts + 1:
        fail(f"There is no act {act}: hand {last} has {acts}.")
    if act is not None or hand is not None:
        del hands[-1].actions[(act or 1) - 1 :]
    response = server.rules.replay(
        record.ruleset, hands, initial_scores=record.initial_scores, views=[public_view()]
    )
    if response.HasField("fault"):
        fail_with(faults.of_service(response.fault, response.fault.hand, card=None))
    upcoming = response.transition.next
    if not upcoming.HasField("seat"):
        fail("The game is over; say with --hand and --act where to go back to.")
    return _Position(response.transition.state, upcoming.seat, response.host_key, record.players)


def _of_state(state: Path, seat: int, key: str) -> _Position:
    try:
        return _Position(state.read_bytes(), seat, bytes.fromhex(key))
    except OSError as error:
        fail(f"{state} cannot be read: {error.strerror or error}.")
    except ValueError:
        fail("The key must be written in hexadecimal digits.")


def _plain(message: Message) -> dict[str, Any]:
    return MessageToDict(message, preserving_proto_field_name=True, always_print_fields_with_no_presence=True)


def _solution_table(solved: SolveResponse) -> Grid:
    exact = solved.concept == SolutionConcept.SOLUTION_CONCEPT_MINIMAX
    title = (
        "With all cards open, everybody at his best" if exact else "With all cards open, played out sensibly"
    )
    grid = Grid(title=title, title_justify="left", box=box.SIMPLE_HEAD, pad_edge=False)
    grid.add_column("Action")
    grid.add_column("Points", justify="right")
    grid.add_column("Tricks", justify="right")
    for each in solved.actions:
        tricks = " : ".join(map(str, each.tricks))
        grid.add_row(each.text, f"{each.points:+g}", tricks, style="bold" if each.best else "")
    return grid
