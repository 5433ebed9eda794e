"""`euchre practice`: practice tables as a service of their own."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated, Final

import typer

from euchre_arena.connection import credentials_for
from euchre_arena.console import fail
from euchre_arena.listening import (
    ChosenLogFormat,
    ChosenLogLevel,
    DrainSeconds,
    Host,
    MaxConcurrentCalls,
    Port,
)
from euchre_service import process
from euchre_service.assembly import load_keyring
from euchre_service.config import ConfigError, Mode, ServerConfig
from euchre_service.logs import LogFormat, LogLevel, make_logger
from euchre_service.ports import AddressError, PortTakenError
from euchre_web.hosting import practice_services

DEFAULT_PORT: Final = 50052


def practice(
    target: Annotated[
        str, typer.Option("--target", metavar="HOST:PORT", help="The rules service that it plays by.")
    ],
    host: Host = "127.0.0.1",
    port: Port = DEFAULT_PORT,
    mode: Annotated[
        Mode, typer.Option("--mode", help="In production it does not start without keys.")
    ] = Mode.DEVELOPMENT,
    keys_file: Annotated[
        Path | None, typer.Option("--keys-file", help="Keys to seal tables with; see `euchre keys`.")
    ] = None,
    processes: Annotated[
        int, typer.Option("--processes", min=1, max=256, help="Processes that think for experts.")
    ] = 1,
    max_concurrent_calls: MaxConcurrentCalls = 256,
    drain_seconds: DrainSeconds = 20.0,
    log_format: ChosenLogFormat = LogFormat.JSON,
    log_level: ChosenLogLevel = LogLevel.INFO,
) -> None:
    """Serve practice tables (PracticeService) for web pages, until SIGTERM or Ctrl-C.

    The keys may also be in the environment variable EUCHRE_KEYS. All replicas need the same.
    """
    log = make_logger(log_format, log_level)
    try:
        config = ServerConfig(
            # Its calls wait for bots that think, not for Python: what may be in progress is the limit.
            max_waiting_calls=0,
            host=host,
            port=port,
            mode=mode,
            keys_file=keys_file,
            # Who may call is the proxy's business: a person at a page has no token.
            allow_anonymous=True,
            max_concurrent_calls=max_concurrent_calls,
            drain_seconds=drain_seconds,
            log_format=log_format,
            log_level=log_level,
        )
        keyring = load_keyring(config, os.environ, log)
        services = practice_services(
            keyring, target, log, credentials=credentials_for(target), expert_processes=processes
        )
        code = process.run(config, services, log, lambda _address: None)
    except (ConfigError, PortTakenError, AddressError) as error:
        fail(f"Practice tables cannot be served: {error}.")
    raise typer.Exit(code)
