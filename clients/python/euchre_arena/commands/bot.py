"""`euchre bot`: bots as services of their own."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from functools import partial
from typing import Annotated, Final

import typer
from rich import box
from rich.console import Console
from rich.table import Table as Grid

from euchre.v1.bot_service_pb2 import DescribeResponse
from euchre_arena.connection import Target, connected
from euchre_arena.console import fail, output, print_json
from euchre_arena.entrants import OwnEntrant
from euchre_arena.listening import (
    ChosenLogFormat,
    ChosenLogLevel,
    DrainSeconds,
    Host,
    MaxConcurrentCalls,
    Port,
)
from euchre_arena.remote.channel import open_bot_channel
from euchre_arena.remote.checks import Outcome, Result, run_checks
from euchre_arena.remote.failure import BotFailure, FailureKind
from euchre_arena.remote.positions import gather
from euchre_bots import NAMES, make
from euchre_hosting import bot_service
from euchre_hosting.thinking import Thinking
from euchre_service import process
from euchre_service.config import ConfigError, ServerConfig
from euchre_service.logs import LogFormat, LogLevel, make_logger
from euchre_service.ports import AddressError, PortTakenError

DEFAULT_PORT: Final = 7000
_MOST_POSITIONS: Final = 10_000

app = typer.Typer(no_args_is_help=True, help="Serve a bot of this package, or check one of your own.")


@app.command("serve")
def serve(
    bot: Annotated[str, typer.Option("--bot", help=f"Which one: {', '.join(NAMES)}.")] = "heuristic",
    host: Host = "127.0.0.1",
    port: Port = DEFAULT_PORT,
    processes: Annotated[
        int, typer.Option("--processes", min=0, max=256, help="Processes that think; 0: threads of this one.")
    ] = 0,
    max_concurrent_calls: MaxConcurrentCalls = 256,
    drain_seconds: DrainSeconds = 10.0,
    log_format: ChosenLogFormat = LogFormat.JSON,
    log_level: ChosenLogLevel = LogLevel.INFO,
) -> None:
    """Serve a bot to whoever asks by BotService, until SIGTERM or Ctrl-C. The log is on standard output."""
    if bot not in NAMES:
        fail(f"No bot is called {bot!r}; there are {', '.join(NAMES)}.")
    log = make_logger(log_format, log_level)
    try:
        # Before anybody asks, as it may take longer than a decision may.
        OwnEntrant(bot).prepare(lambda line: log.info("preparing", doing=line))
    except ImportError as missing:
        fail(f"The bot needs {missing.name}: pip install 'euchre-rules-service[solver]'")
    try:
        config = ServerConfig(
            host=host,
            port=port,
            max_message_bytes=bot_service.MAX_REQUEST_BYTES,
            max_concurrent_calls=max_concurrent_calls,
            # A tournament asks about many positions at once, and waits.
            max_waiting_calls=0,
            drain_seconds=drain_seconds,
            log_format=log_format,
            log_level=log_level,
        )
        with closing(Thinking(partial(make, bot), processes=processes)) as thinking:
            servicer = bot_service.BotServicer(bot_service.description(bot), thinking, log)
            code = process.run(config, [bot_service.registration(servicer)], log, lambda _address: None)
    except (ConfigError, PortTakenError, AddressError) as error:
        fail(f"The bot cannot be served: {error}.")
    raise typer.Exit(code)


@app.command("check")
def check(
    address: Annotated[str, typer.Argument(metavar="HOST:PORT", help="Where the bot is.")],
    positions: Annotated[
        int, typer.Option("--positions", min=20, max=_MOST_POSITIONS, help="Positions to ask about.")
    ] = 1000,
    limit: Annotated[
        float, typer.Option("--limit", min=0.001, help="Seconds that a decision may take.")
    ] = 5.0,
    seed: Annotated[int, typer.Option("--seed", help="Of the positions: same seed, same positions.")] = 1,
    as_json: Annotated[bool, typer.Option("--json", help="Print the results as JSON.")] = False,
    target: Target = None,
) -> None:
    """Check that a bot does what BotService asks of it.

    The positions come from games of every preset the bot plays. The exit code is 1 if a check fails.
    """
    with closing(open_bot_channel(address)) as channel, connected(target) as rules:
        try:
            described, results = run_checks(
                channel,
                limit=limit,
                positions=lambda presets: gather(rules, presets, positions, seed),
            )
        except BotFailure as failure:
            if failure.kind is FailureKind.DEAD:
                fail(f"Nobody answers at {address} ({failure.message}).")
            fail(f"Whatever answers at {address} is no bot, or one that fails ({failure.message}).")
    if as_json:
        print_json(_summary(described, results))
    else:
        _print(output(), described, results)
    if any(result.outcome is Outcome.FAILED for result in results):
        raise typer.Exit(1)


def _summary(described: DescribeResponse, results: Sequence[Result]) -> dict[str, object]:
    return {
        "bot": {"name": described.name, "version": described.version, "author": described.author},
        "passed": not any(result.outcome is Outcome.FAILED for result in results),
        "checks": [
            {"check": result.check, "outcome": str(result.outcome), "detail": result.detail}
            for result in results
        ],
    }


def _print(console: Console, described: DescribeResponse, results: Sequence[Result]) -> None:
    name = described.name or "A bot without a name"
    console.print(" ".join(filter(None, (name, described.version))), style="bold")
    grid = Grid("Check", "Outcome", "", box=box.SIMPLE_HEAD, header_style="bold")
    styles = {Outcome.PASSED: "green", Outcome.FAILED: "bold red", Outcome.SKIPPED: "dim"}
    for result in results:
        grid.add_row(result.check, str(result.outcome), result.detail, style=styles[result.outcome])
    console.print(grid)
    failed = sum(result.outcome is Outcome.FAILED for result in results)
    console.print(f"{failed} of {len(results)} checks failed." if failed else "The bot may enter.")
