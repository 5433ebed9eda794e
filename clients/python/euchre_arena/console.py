"""What the commands print on, and how they fail.

Rich leaves colours and control codes away where the output is no terminal, and colours where `NO_COLOR` is
set.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, NoReturn

import grpc
import typer
from rich.console import Console

from euchre_client import DeadlineExceeded, EuchreError, TransportError, Unreachable, why_unreachable
from euchre_client.egn import Fault

_PLAIN_WIDTH: Final = 110
"""Columns to write in where there is no terminal to ask."""

_WHY: Final = {
    Unreachable.NOBODY_THERE: (
        "No Euchre server answers{where} ({code}). Start one with `euchre serve`, or leave --target away to "
        "use one inside this command."
    ),
    Unreachable.SERVER_WITHOUT_TLS: (
        "The server{where} speaks no TLS: leave --tls and --tls-ca away, if the way to it is safe."
    ),
    Unreachable.CERTIFICATE_NOT_TRUSTED: (
        "The certificate of the server{where} has expired, or none of the trusted authorities signed it: "
        "name the right one with --tls-ca."
    ),
    Unreachable.CERTIFICATE_OF_ANOTHER: (
        "The certificate of the server{where} is for another name: use the name that it was made for."
    ),
    Unreachable.HUNG_UP: (
        "Whatever answers{where} ends the connection: it may want TLS (--tls or --tls-ca), or a certificate "
        "of yours (--tls-cert and --tls-key), or be no Euchre server."
    ),
}


def output() -> Console:
    """Makes the console for results."""
    return _console(stderr=False)


def messages() -> Console:
    """Makes the console for everything else: progress and errors."""
    return _console(stderr=True)


def _console(*, stderr: bool) -> Console:
    # Texts hold brackets that are no markup, and numbers that need no colours.
    console = Console(stderr=stderr, highlight=False, markup=False, emoji=False)
    if not console.is_terminal:
        console.width = _PLAIN_WIDTH
    return console


def print_json(value: Any) -> None:
    """Prints a value as JSON on one line."""
    typer.echo(json.dumps(value))


def fail(message: str) -> NoReturn:
    """Ends the command with one line about why."""
    typer.echo(f"euchre: {' '.join(message.split())}", err=True)
    raise typer.Exit(1)


def fail_with(fault: Fault) -> NoReturn:
    """Ends the command with one line about what is wrong with a recorded game."""
    place = f"{fault.place}: " if fault.place else ""
    fail(f"{place}{fault.message} [{fault.reason}]")


@contextmanager
def readable_errors(target: str | None = None) -> Iterator[None]:
    """Turns what the service refuses, or does not answer, into one line and exit code 1.

    Args:
        target: where the server is meant to be, for the line.
    """
    where = f" at {target}" if target else ""
    try:
        yield
    except DeadlineExceeded:
        fail(f"The server{where} did not answer in time.")
    except TransportError as error:
        if error.code is grpc.StatusCode.UNIMPLEMENTED:
            fail(f"Whatever answers{where} is no Euchre server, or one too old to know this call.")
        fail(_WHY[why_unreachable(error.message)].format(where=where, code=error.code.name))
    except EuchreError as error:
        fail(error.message or error.reason_name)


@contextmanager
def writing(path: Path) -> Iterator[None]:
    """Turns what keeps a file from being written into one line and exit code 1.

    Args:
        path: the file, or the folder of several. The system itself names none once it is open.
    """
    try:
        yield
    except OSError as error:
        fail(f"{error.filename or path} cannot be written: {error.strerror or error}.")


def is_interactive() -> bool:
    """Tells whether a person sits at both ends."""
    return sys.stdin.isatty() and sys.stdout.isatty()
