"""The long forms: `python -m tests.faults chaos|overload|soak|given-up|workers|scale`.

`--help` tells what each takes. Exit code 1 where something is not as promised.
"""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Annotated

import typer

from tests.faults import chaos, given_up, overload, scale, soak, workers
from tests.faults.report import show

app = typer.Typer(add_completion=False, help=__doc__)


@app.command("chaos")
def chaos_command(
    games: Annotated[int, typer.Option("--games", help="Games of all kinds together.")] = 2001,
    batches: Annotated[
        bool, typer.Option("--batches", help="Play them as tournaments, whose acts go in batches.")
    ] = False,
) -> None:
    """Kills replicas behind Envoy while games are played, and compares their records."""
    with tempfile.TemporaryDirectory() as folder:
        each = -(-games // len(chaos.KINDS))
        place = Path(folder) / "chaos"
        figures = chaos.compare(place, each, lambda line: print(line, flush=True), batches=batches)
    show("chaos", figures)
    promised = ("games_lost", "games_lost_undisturbed", "records_that_differ", "unexplained_errors")
    raise typer.Exit(int(any(figures[name] for name in promised)))


@app.command("overload")
def overload_command(
    seconds: Annotated[float, typer.Option("--seconds", help="How long to overload the server.")] = 15.0,
    times: Annotated[float, typer.Option("--times", help="How many times its capacity.")] = overload.TIMES,
    kind: Annotated[list[str] | None, typer.Option("--calls", help="mixed, acts; by default both.")] = None,
) -> None:
    """Offers a server more calls than it can answer."""
    for each in kind or overload.KINDS:
        show(f"overload: {each}", overload.measure(each, seconds, times))


@app.command("soak")
def soak_command(
    seconds: Annotated[float, typer.Option("--seconds", help="How long.")] = 3600.0,
    seed: Annotated[int, typer.Option("--seed", help="Decides what is called.")] = 1,
) -> None:
    """Lets a server work for an hour: good calls, bad ones, given-up ones, streams, broken connections."""
    figures = soak.soak(seconds, seed)
    show("soak", figures)
    raise typer.Exit(int(not soak.is_good(figures)))


@app.command("given-up")
def given_up_command(
    calls: Annotated[int, typer.Option("--calls", help="How many to give up at each moment.")] = 20_000,
) -> None:
    """Measures the memory that calls cost for good when they are given up, beside a bare server of gRPC."""
    show("given up: bytes a call", given_up.compare(calls))


@app.command("workers")
def workers_command(
    seconds: Annotated[float, typer.Option("--seconds", help="Of each run of the throughput.")] = 5.0,
    runs: Annotated[int, typer.Option("--runs", help="Of each; the median counts.")] = 5,
    rounds: Annotated[int, typer.Option("--rounds", help="How often to replace both workers.")] = 10,
) -> None:
    """Measures one worker against two, and replaces workers under load."""
    show("workers: throughput", workers.throughput(seconds, runs))
    figures = workers.restarts(rounds)
    show("workers: replaced under load", figures)
    raise typer.Exit(int(figures["failed_calls"] or figures["exit_code"]))


@app.command("scale")
def scale_command(
    tables: Annotated[int, typer.Option("--tables", help="Tables at which people play.")] = 1_000_000,
    seconds_per_act: Annotated[
        float, typer.Option("--seconds-per-act", help="How long a table waits for an act.")
    ] = 4.0,
    utilisation: Annotated[float, typer.Option("--utilisation", help="How busy a core is to be.")] = 0.6,
    core_month: Annotated[float, typer.Option("--core-month", help="What a core costs a month.")] = 25.0,
    gigabyte: Annotated[float, typer.Option("--gigabyte", help="What a gigabyte of traffic costs.")] = 0.01,
) -> None:
    """Computes what so many tables need, from what `make bench` measured."""
    assumed = scale.Assumed(
        tables=tables,
        seconds_per_act=seconds_per_act,
        utilisation=utilisation,
        core_month=core_month,
        gigabyte=gigabyte,
    )
    try:
        speeds = scale.measured()
    except FileNotFoundError as missing:
        typer.echo(missing, err=True)
        raise typer.Exit(1) from None
    seen = scale.sizes()
    show("scale: sizes", vars(seen))
    show("scale: each act a call", scale.needs(assumed, seen, speeds["single"]))
    show("scale: hosts with many tables, acts in batches", scale.needs(assumed, seen, speeds["batched"]))


if __name__ == "__main__":
    app()
