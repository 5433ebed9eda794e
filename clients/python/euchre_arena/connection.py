"""A connection to a server that runs, or to one started for the occasion."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from contextvars import ContextVar
from typing import Annotated, Final, TypeAlias

import grpc
import typer

from euchre_arena.console import fail, readable_errors
from euchre_client import Credentials, CredentialsError, RulesClient, open_channel
from euchre_service.config import ConfigError
from euchre_service.embedded import EmbeddedServer
from euchre_service.ports import AddressError

Target: TypeAlias = Annotated[
    str | None,
    typer.Option(
        "--target",
        metavar="HOST:PORT",
        help="Server to use. Without it the command starts one of its own, on a free port.",
    ),
]
"""The option of every command that needs a server."""

# Set for each run of the command line; typer has no way to ask for a command's context from afar.
chosen_credentials: Final[ContextVar[Credentials | None]] = ContextVar("chosen_credentials", default=None)


def credentials_for(target: str | None) -> grpc.ChannelCredentials | None:
    """What to connect with, by the options before the command's name (`euchre --tls-ca FILE ...`).

    Args:
        target: `host:port`, or `None` for a server inside this process, which needs nothing.

    Returns:
        The credentials; `None` for plain text.
    """
    chosen = chosen_credentials.get()
    if target is None or chosen is None:
        return None
    try:
        return chosen.channel_credentials()
    except CredentialsError as error:
        fail(f"{error}.")


@contextmanager
def opened(target: str | None) -> Iterator[grpc.Channel]:
    """Opens a channel to a server; errors of the service end the command with a readable line.

    Args:
        target: `host:port`; `None` starts a server inside this process for as long as it is needed.

    Yields:
        The channel, with the credentials that the command line names.
    """
    credentials = credentials_for(target)
    with readable_errors(target), ExitStack() as stack:
        try:
            address = stack.enter_context(EmbeddedServer()) if target is None else target
        except (ConfigError, AddressError) as error:
            fail(f"No server can be started here: {error}")
        yield stack.enter_context(open_channel(address, credentials=credentials))


@contextmanager
def connected(target: str | None) -> Iterator[RulesClient]:
    """Connects to a server, as `opened` finds it.

    Args:
        target: `host:port`, or `None`.

    Yields:
        The client.
    """
    with opened(target) as channel:
        yield RulesClient(channel)
