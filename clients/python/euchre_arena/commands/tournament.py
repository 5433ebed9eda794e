"""`euchre tournament`: bots against each other."""

from __future__ import annotations

import tempfile
from contextlib import ExitStack
from pathlib import Path
from typing import Annotated

import typer
from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
from rich.progress import Progress as Bar

from euchre_arena.connection import Target, served
from euchre_arena.console import fail, messages, output, print_json
from euchre_arena.games import ruleset_name
from euchre_arena.tournament import engine
from euchre_arena.tournament.export import export_hands, export_records
from euchre_arena.tournament.plan import Format, OnFailure, Plan, Sprt
from euchre_arena.tournament.playing import AT_ONCE
from euchre_arena.tournament.store import Store, StoreError
from euchre_arena.tournament.tables import print_tables, summary
from euchre_arena.tournament.worker import WorkerError
from euchre_bots import NAMES
from euchre_client import RulesClient

_INTERRUPTED = 130


def tournament(
    bots: Annotated[
        list[str] | None,
        typer.Argument(metavar="BOT BOT...", help=f"Two or more of: {', '.join(NAMES)}."),
    ] = None,
    more_bots: Annotated[
        str, typer.Option("--bots", metavar="BOT,BOT", help="The same, with commas between them.")
    ] = "",
    preset: Annotated[
        str, typer.Option("--preset", "--ruleset", help="Which game; see `euchre rulesets`.")
    ] = "classic",
    format_: Annotated[Format, typer.Option("--format", help="Who meets whom.")] = Format.ROUND_ROBIN,
    blocks: Annotated[int, typer.Option("--blocks", min=1, help="Blocks of games of each contest.")] = 50,
    seed: Annotated[int, typer.Option("--seed", help="Decides every card: same seed, same result.")] = 1,
    hands: Annotated[int, typer.Option("--hands", min=0, help="Hands of a game; 0: whole games.")] = 0,
    max_hands: Annotated[
        int, typer.Option("--max-hands", min=1, help="Break a game off after so many hands; nobody wins it.")
    ] = 200,
    baseline: Annotated[
        str | None, typer.Option("--baseline", help="Whom all others meet in a gauntlet; else the first bot.")
    ] = None,
    sprt: Annotated[
        str | None,
        typer.Option("--sprt", metavar="ELO0,ELO1", help="Stop a contest as soon as one of two is clear."),
    ] = None,
    on_failure: Annotated[
        OnFailure, typer.Option("--on-failure", help="What a bot loses that fails twice at a decision.")
    ] = OnFailure.HAND,
    time_limit: Annotated[
        float, typer.Option("--time-limit", min=0, help="Seconds a decision may take; 0: any time.")
    ] = 0.0,
    store: Annotated[Path | None, typer.Option("--store", help="File that keeps everything.")] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with the tournament in --store.")] = False,
    processes: Annotated[
        int, typer.Option("--processes", min=0, help="Processes that play; 0: inside this one.")
    ] = 1,
    at_once: Annotated[
        int, typer.Option("--at-once", min=1, help="Games side by side in each process.")
    ] = AT_ONCE,
    export: Annotated[
        list[Path] | None, typer.Option("--export", help="Write every hand to FILE.csv or FILE.json.")
    ] = None,
    records: Annotated[
        Path | None, typer.Option("--records", help="Write the record of every game into a directory.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the result as JSON.")] = False,
    target: Target = None,
) -> None:
    """Play bots against each other, in duplicate.

    Games come in blocks: the same cards are played with every seating, so that luck of the deal falls on all
    alike. Broken off at any moment, a tournament with --store goes on with --resume as if nothing had been.
    """
    if resume and store is None:
        fail("--resume needs the --store to go on with.")
    entrants = [*(bots or ()), *filter(None, more_bots.split(","))]
    try:
        plan = Plan(
            ruleset=ruleset_name(preset),
            entrants=tuple(entrants),
            format=format_,
            blocks=blocks,
            seed=seed,
            hands=hands,
            max_hands=max_hands,
            baseline=0 if baseline is None else entrants.index(baseline),
            sprt=None if sprt is None else _sprt(sprt),
            on_failure=on_failure,
            time_limit=time_limit,
        )
    except ValueError as error:
        fail(f"This cannot be played: {error}.")
    with ExitStack() as stack:
        path = store or Path(stack.enter_context(tempfile.TemporaryDirectory())) / "tournament.sqlite"
        try:
            kept = stack.enter_context(Store(path))
            _play(kept, plan, target, processes=processes, at_once=at_once, resume=resume, quiet=as_json)
        except KeyboardInterrupt:
            again = " Go on with --resume." if store else ""
            messages().print(f"Broken off; all finished blocks are kept.{again}" if store else "Broken off.")
            raise typer.Exit(_INTERRUPTED) from None
        except (StoreError, WorkerError, ValueError) as error:
            fail(f"{error}")
        for file in export or ():
            export_hands(kept, file)
        if records is not None:
            export_records(kept, records)
        if as_json:
            print_json(summary(kept))
        else:
            print_tables(output(), kept)


def _sprt(text: str) -> Sprt:
    bounds = [float(bound) for bound in text.split(",")]
    if len(bounds) != 2:
        raise ValueError("--sprt takes two bounds, such as 0,10")
    return Sprt(*bounds)


def _play(
    store: Store, plan: Plan, target: str | None, *, processes: int, at_once: int, resume: bool, quiet: bool
) -> None:
    with served(target) as address, RulesClient(address) as client, _bar(quiet=quiet) as bar:
        rules = client.resolve_ruleset(plan.ruleset)
        task = bar.add_task(rules.base, total=None, rate="")

        def told(progress: engine.Progress) -> None:
            rate = f"{progress.fresh / progress.seconds:.1f} games/s"
            bar.update(task, total=progress.of, completed=progress.games, rate=rate)

        engine.run(
            store,
            plan,
            client,
            rules,
            target=address,
            processes=processes,
            at_once=at_once,
            resume=resume,
            progress=told,
        )


def _bar(*, quiet: bool) -> Bar:
    console = messages()
    return Bar(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[rate]}"),
        TimeRemainingColumn(),
        console=console,
        transient=True,
        disable=quiet or not console.is_terminal,
    )
