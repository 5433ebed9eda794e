"""`euchre tournament`: bots against each other."""

from __future__ import annotations

import time
from typing import Annotated

import typer
from rich import box
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table as Grid

from euchre.v1.ruleset_pb2 import Teams
from euchre_arena.connection import Target, connected
from euchre_arena.console import fail, messages, output, print_json
from euchre_arena.games import ruleset_name
from euchre_arena.matches import play_all, sides_of
from euchre_arena.standings import Standing, schedule, standings
from euchre_bots import NAMES


def tournament(
    bots: Annotated[
        list[str], typer.Argument(metavar="BOT BOT...", help=f"Two or more of: {', '.join(NAMES)}.")
    ],
    games: Annotated[int, typer.Option("--games", min=1, help="Games, rounded up to whole blocks.")] = 100,
    ruleset: Annotated[str, typer.Option("--ruleset", help="Which game; see `euchre rulesets`.")] = "classic",
    seed: Annotated[int, typer.Option("--seed", help="Decides every card: same seed, same result.")] = 1,
    max_hands: Annotated[
        int, typer.Option("--max-hands", min=1, help="Break a game off after so many hands; nobody wins it.")
    ] = 200,
    as_json: Annotated[bool, typer.Option("--json", help="Print the result as JSON.")] = False,
    target: Target = None,
) -> None:
    """Play bots against each other, in duplicate.

    Games come in blocks: the same cards are played once with every rotation of the bots around the table, so
    that luck of the deal falls on all alike. Bots sit around the table in the order given; at a table of
    partners two bots are the two sides.
    """
    unknown = [name for name in bots if name not in NAMES]
    if unknown:
        fail(f"No bot is called {unknown[0]!r}; there are {', '.join(NAMES)}.")
    if len(bots) < 2:
        fail("A tournament needs two bots at least; the same one twice will do.")
    with connected(target) as client:
        rules = client.resolve_ruleset(ruleset_name(ruleset))
        blocks = -(-games // len(bots))
        planned = schedule(bots, rules.players, blocks, seed)
        sides = sides_of(rules, rules.teams == Teams.TEAMS_PAIRS)
        started = time.perf_counter()
        with _progress(quiet=as_json) as progress:
            task = progress.add_task(rules.base, total=len(planned))
            outcomes = play_all(
                client,
                rules,
                [fixture for fixture, _ in planned],
                sides,
                max_hands=max_hands,
                finished=lambda: progress.advance(task),
            )
        seconds = time.perf_counter() - started
    table = standings(bots, zip(outcomes, (places for _, places in planned), strict=True))
    broken_off = sum(not outcome.winners for outcome in outcomes)
    if as_json:
        print_json(
            {
                "ruleset": rules.base,
                "seed": seed,
                "games": len(outcomes),
                "broken_off": broken_off,
                "bots": [standing.to_dict() for standing in table],
            }
        )
        return
    console = output()
    console.print(_grid(table))
    transitions = sum(outcome.transitions for outcome in outcomes)
    console.print(
        f"{len(outcomes)} games of {rules.base} in {blocks} blocks, seed {seed}; {broken_off} broken off. "
        f"{transitions} transitions, {transitions / seconds:.0f} per second."
    )


def _progress(*, quiet: bool) -> Progress:
    console = messages()
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        console=console,
        transient=True,
        disable=quiet or not console.is_terminal,
    )


def _grid(table: list[Standing]) -> Grid:
    grid = Grid(box=box.SIMPLE_HEAD, header_style="bold")
    grid.add_column("Bot")
    for name in ("Played", "Won", "Win rate", "95 % interval", "Points a hand"):
        grid.add_column(name, justify="right")
    for standing in sorted(table, key=lambda standing: -standing.win_rate):
        low, high = standing.interval
        grid.add_row(
            standing.name,
            str(standing.played),
            str(standing.won),
            f"{standing.win_rate:.1%}",
            f"{low:.1%} to {high:.1%}",
            f"{standing.points_per_hand:+.2f}",
        )
    return grid
