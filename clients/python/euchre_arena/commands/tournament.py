"""`euchre tournament`: bots against each other."""

from __future__ import annotations

import math
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Annotated

import typer
from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
from rich.progress import Progress as Bar

from euchre_arena.connection import chosen_credentials
from euchre_arena.console import fail, messages, output, print_json, readable_errors, writing
from euchre_arena.entrants import EntrantError, name_of, parse_entrant
from euchre_arena.remote.bot import DEFAULT_LIMIT
from euchre_arena.ruleset_choice import as_written, rules_of
from euchre_arena.ruleset_files import FileFault
from euchre_arena.saving import obstacle
from euchre_arena.tournament import engine
from euchre_arena.tournament.export import export_hands, export_records
from euchre_arena.tournament.plan import Format, OnFailure, Plan, Sprt
from euchre_arena.tournament.playing import AT_ONCE
from euchre_arena.tournament.store import Store, StoreError
from euchre_arena.tournament.tables import print_tables, summary
from euchre_arena.tournament.worker import WorkerError
from euchre_bots import NAMES
from euchre_client import Credentials, RulesClient, open_channel
from euchre_hosting.servers import ServerError, cores, own_servers

_INTERRUPTED = 130


def tournament(
    bots: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="BOT BOT...",
            help=f"Two or more of: {', '.join(NAMES)}, and bots of other programs as name=host:port.",
        ),
    ] = None,
    more_bots: Annotated[
        str, typer.Option("--bots", metavar="BOT,BOT", help="The same, with commas between them.")
    ] = "",
    preset: Annotated[
        str,
        typer.Option(
            "--preset", "--ruleset", help="Which game (see `euchre rulesets`), or a file with house rules."
        ),
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
    alpha: Annotated[
        float | None,
        typer.Option(
            "--alpha",
            help="How often --sprt may say ELO1 where ELO0 is true.",
            show_default=f"{Sprt.alpha:g}",
        ),
    ] = None,
    beta: Annotated[
        float | None,
        typer.Option(
            "--beta",
            help="How often --sprt may say ELO0 where ELO1 is true.",
            show_default=f"{Sprt.beta:g}",
        ),
    ] = None,
    on_failure: Annotated[
        OnFailure, typer.Option("--on-failure", help="What a bot loses that fails twice at a decision.")
    ] = OnFailure.HAND,
    time_limit: Annotated[
        float,
        typer.Option(
            "--time-limit",
            min=0,
            help=f"Seconds a decision may take; 0: any time, for bots of other programs {DEFAULT_LIMIT:g}.",
        ),
    ] = 0.0,
    store: Annotated[Path | None, typer.Option("--store", help="File that keeps everything.")] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with the tournament in --store.")] = False,
    processes: Annotated[
        int | None,
        typer.Option(
            "--processes",
            min=0,
            help="Processes that play; 0: inside this one. Else one a core; with --ray all there are.",
        ),
    ] = None,
    ray: Annotated[
        str | None,
        typer.Option(
            "--ray",
            metavar="ADDRESS",
            help="Play on a Ray cluster: host:port, `auto` for this machine's, `local` for one of its own.",
        ),
    ] = None,
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
    target: Annotated[
        list[str] | None,
        typer.Option(
            "--target",
            metavar="HOST:PORT",
            help="Server to use; several with commas or repeated. Without it the command starts its own.",
        ),
    ] = None,
    servers: Annotated[
        int | None, typer.Option("--servers", min=1, help="How many it starts of its own; else one a core.")
    ] = None,
) -> None:
    """Play bots against each other, in duplicate.

    Games come in blocks: the same cards are played with every seating, so that luck of the deal falls on all
    alike. Broken off at any moment, a tournament with --store goes on with --resume as if nothing had been.
    """
    if sprt is None and (alpha is not None or beta is not None):
        raise typer.BadParameter("--alpha and --beta are of the test: they need --sprt")
    if baseline is not None and format_ is not Format.GAUNTLET:
        raise typer.BadParameter("--baseline is of a gauntlet: it needs --format gauntlet")
    if target and servers is not None:
        raise typer.BadParameter("--servers is for servers of its own: it excludes --target")
    if resume and store is None:
        fail("--resume needs the --store to go on with.")
    if resume and store is not None and not store.exists():
        messages().print(f"There is no {store} yet: a new tournament begins.")
    _check_exports(export or (), records)
    entrants = [*(bots or ()), *filter(None, more_bots.split(","))]
    targets = [one for text in target or () for one in text.split(",") if one]
    if ray not in (None, "local") and not targets:
        fail("A cluster needs --target, with addresses that all its machines can reach.")
    try:
        for entrant in entrants:
            parse_entrant(entrant)
        plan = Plan(
            ruleset=as_written(preset),
            entrants=tuple(entrants),
            format=format_,
            blocks=blocks,
            seed=seed,
            hands=hands,
            max_hands=max_hands,
            baseline=0 if baseline is None else _place(baseline, entrants),
            sprt=None if sprt is None else _sprt(sprt, alpha, beta),
            on_failure=on_failure,
            time_limit=time_limit,
        )
    except FileFault as fault:
        fail(f"{preset}: {fault}")
    except EntrantError as error:
        fail(f"{error}.")
    except ValueError as error:
        fail(f"This cannot be played: {error}.")
    with ExitStack() as stack:
        path = store or Path(stack.enter_context(tempfile.TemporaryDirectory())) / "tournament.sqlite"
        try:
            kept = stack.enter_context(Store(path))
            if processes is None:
                processes = 0 if ray else cores()
            if servers is None:
                servers = cores() if processes or ray else 1
            addresses = stack.enter_context(_addresses(targets, servers))
            if processes:
                # So that every server has something to do.
                processes = max(processes, len(addresses))
            credentials = (chosen_credentials.get() if targets else None) or Credentials()
            channel = stack.enter_context(
                open_channel(addresses[0], credentials=credentials.channel_credentials())
            )
            client = RulesClient(channel)
            with _progress(quiet=as_json) as told:
                engine.run(
                    kept,
                    plan,
                    client,
                    client.resolve_ruleset(rules_of(plan.ruleset)),
                    targets=addresses,
                    credentials=credentials,
                    processes=processes,
                    ray=ray or "",
                    at_once=at_once,
                    overlap=bool(targets) or len(addresses) < cores(),
                    resume=resume,
                    progress=told,
                    say=lambda line: messages().print(f"{line[0].upper()}{line[1:]}."),
                )
        except KeyboardInterrupt:
            again = " Go on with --resume." if store else ""
            messages().print(f"Broken off; all finished blocks are kept.{again}" if store else "Broken off.")
            raise typer.Exit(_INTERRUPTED) from None
        except ModuleNotFoundError as error:
            fail(f"--ray needs {error.name}: pip install 'euchre-rules-service[ray]'")
        except (ServerError, StoreError, WorkerError, ValueError) as error:
            fail(f"{error}")
        for file in export or ():
            with writing(file):
                export_hands(kept, file)
        if records is not None:
            with writing(records):
                export_records(kept, records)
        if as_json:
            print_json(summary(kept))
        else:
            print_tables(output(), kept)


def _check_exports(files: Sequence[Path], records: Path | None) -> None:
    """Makes sure, before anything is played, that what comes of it can be written."""
    for file in files:
        if file.suffix not in (".csv", ".json"):
            fail(f"{file} is neither .csv nor .json.")
        if why := obstacle(file, force=True):
            fail(why)
    if records is not None:
        try:
            records.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            fail(f"{records} cannot be made a directory: {error.strerror or error}.")


def _place(baseline: str, entrants: Sequence[str]) -> int:
    names = list(map(name_of, entrants))
    if baseline not in names:
        raise ValueError(f"the baseline {baseline!r} is none of the bots ({', '.join(names)})")
    return names.index(baseline)


def _sprt(text: str, alpha: float | None, beta: float | None) -> Sprt:
    try:
        elo0, elo1 = map(float, text.split(","))
        are_bounds = math.isfinite(elo0) and math.isfinite(elo1)
    except ValueError:
        are_bounds = False
    if not are_bounds:
        raise ValueError(f"--sprt takes two bounds, such as 0,10, not {text!r}")
    return Sprt(elo0, elo1, Sprt.alpha if alpha is None else alpha, Sprt.beta if beta is None else beta)


@contextmanager
def _addresses(targets: Sequence[str], servers: int) -> Iterator[Sequence[str]]:
    """Says where the service is, and runs it if nobody else does."""
    with readable_errors(", ".join(targets)), ExitStack() as stack:
        yield targets or stack.enter_context(own_servers(servers))


@contextmanager
def _progress(*, quiet: bool) -> Iterator[Callable[[engine.Progress], None]]:
    """Shows how far it is, and how fast."""
    with _bar(quiet=quiet) as bar:
        task = bar.add_task("", total=None, rate="")

        def told(progress: engine.Progress) -> None:
            rate = f"{progress.fresh / progress.seconds:.1f} games/s"
            bar.update(task, total=progress.of, completed=progress.games, rate=rate)

        yield told


def _bar(*, quiet: bool) -> Bar:
    console = messages()
    return Bar(
        TextColumn("games"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[rate]}"),
        TimeRemainingColumn(),
        console=console,
        transient=True,
        disable=quiet or not console.is_terminal,
    )
