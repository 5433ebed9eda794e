"""`euchre conformance`: does a server do what the contract and the rules say?"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer
from rich import box
from rich.console import Console
from rich.table import Table as Grid

from euchre_arena.conformance import Service, Tally, run
from euchre_arena.conformance_cases import SuiteError, load, suite_dir
from euchre_arena.connection import Target, credentials_for
from euchre_arena.console import fail, messages, output, print_json, readable_errors
from euchre_client import open_channel
from euchre_service.config import ConfigError, ServerConfig
from euchre_service.embedded import EmbeddedServer
from euchre_service.ports import AddressError


def conformance(
    directory: Annotated[
        Path | None, typer.Option("--dir", help="Where the cases are; without it, those that came along.")
    ] = None,
    no_states: Annotated[
        bool,
        typer.Option(
            "--no-states", help="Do not compare states, ids and keys: for a server that makes other ones."
        ),
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print the results as JSON.")] = False,
    target: Target = None,
) -> None:
    """Check a server against the conformance suite.

    The exit code is 1 if a case fails.
    """
    try:
        groups = load(directory or suite_dir())
    except SuiteError as error:
        fail(str(error))
    with _service(target) as service:
        tallies = list(run(service, groups, states=not no_states))
    if as_json:
        print_json(_summary(tallies))
    else:
        _print(output(), tallies)
    if any(tally.failures for tally in tallies):
        if target and not no_states:
            messages().print(
                f"States are compared byte for byte, which fails unless the server at {target} runs with "
                "--plain; --no-states leaves them out."
            )
        raise typer.Exit(1)


@contextmanager
def _service(target: str | None) -> Iterator[Service]:
    """Connects to a server; without a target, to one with plain states that is started for this."""
    with readable_errors(target), ExitStack() as stack:
        try:
            plain = ServerConfig(plain=True, drain_seconds=2.0)
            address = stack.enter_context(EmbeddedServer(plain)) if target is None else target
        except (ConfigError, AddressError) as error:
            fail(f"No server can be started here: {error}")
        yield Service(stack.enter_context(open_channel(address, credentials=credentials_for(target))))


def _summary(tallies: Sequence[Tally]) -> dict[str, object]:
    return {
        "passed": sum(tally.passed for tally in tallies),
        "failed": sum(len(tally.failures) for tally in tallies),
        "skipped": sum(tally.skipped for tally in tallies),
        "steps": sum(tally.steps for tally in tallies),
        "groups": [asdict(tally) for tally in tallies],
    }


def _print(console: Console, tallies: Sequence[Tally]) -> None:
    grid = Grid("Group", box=box.SIMPLE_HEAD, header_style="bold")
    for title in ("Passed", "Failed", "Skipped", "Calls"):
        grid.add_column(title, justify="right")
    for tally in tallies:
        style = "bold red" if tally.failures else ""
        grid.add_row(tally.group, *map(str, _counts([tally])), style=style)
    grid.add_section()
    grid.add_row("all", *map(str, _counts(tallies)), style="bold")
    console.print(grid)
    for failure in (failure for tally in tallies for failure in tally.failures):
        console.print(f"{failure.group}: {failure.case}", style="bold")
        for difference in failure.differences:
            console.print(f"  step {failure.step} ({failure.rpc}): {difference}", soft_wrap=True)


def _counts(tallies: Sequence[Tally]) -> tuple[int, int, int, int]:
    return (
        sum(tally.passed for tally in tallies),
        sum(len(tally.failures) for tally in tallies),
        sum(tally.skipped for tally in tallies),
        sum(tally.steps for tally in tallies),
    )
