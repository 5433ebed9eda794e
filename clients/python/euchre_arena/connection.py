"""A connection to a server that runs, or to one started for the occasion."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Annotated, TypeAlias

import typer

from euchre_arena.console import fail, readable_errors
from euchre_client import RulesClient
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


@contextmanager
def served(target: str | None) -> Iterator[str]:
    """Says where a server is; errors of the service end the command with a readable line.

    Args:
        target: `host:port`; `None` starts a server inside this process for as long as it is needed.

    Yields:
        Its address.
    """
    with readable_errors(target), ExitStack() as stack:
        try:
            address = stack.enter_context(EmbeddedServer()) if target is None else target
        except (ConfigError, AddressError) as error:
            fail(f"No server can be started here: {error}")
        yield address


@contextmanager
def connected(target: str | None) -> Iterator[RulesClient]:
    """Connects to a server, as `served` finds it.

    Args:
        target: `host:port`, or `None`.

    Yields:
        The client.
    """
    with served(target) as address, RulesClient(address) as client:
        yield client
