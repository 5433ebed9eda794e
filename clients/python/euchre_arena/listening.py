"""The options of commands that serve until they are ended."""

from __future__ import annotations

from typing import Annotated, TypeAlias

import typer

from euchre_service.logs import LogFormat, LogLevel

Host: TypeAlias = Annotated[str, typer.Option("--host", help="Name or address to listen at.")]
Port: TypeAlias = Annotated[int, typer.Option("--port", help="Port to listen at; 0 for any free one.")]
MaxConcurrentCalls: TypeAlias = Annotated[
    int, typer.Option("--max-concurrent-calls", help="Calls in progress; more are told to come back.")
]
DrainSeconds: TypeAlias = Annotated[
    float, typer.Option("--drain-seconds", help="At shutdown, how long running calls may take.")
]
ChosenLogFormat: TypeAlias = Annotated[LogFormat, typer.Option("--log-format", help="How log lines look.")]
ChosenLogLevel: TypeAlias = Annotated[LogLevel, typer.Option("--log-level", help="Least important lines.")]
