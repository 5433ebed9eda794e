"""`euchre keys`: the master keys of a server, and the tokens of its callers."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Annotated, TypeAlias, TypeVar

import typer
from rich import box
from rich.table import Table as Grid

from euchre_arena.console import fail, messages, output, print_json
from euchre_service import keyfile
from euchre_service.callers import CallersError, Role, file_line, new_token
from euchre_service.keyring import NEXT, KeyringError

app = typer.Typer(help="Make, rotate and retire a server's master keys, and make its callers' tokens.")

_Result = TypeVar("_Result")

KeyFile: TypeAlias = Annotated[Path, typer.Argument(metavar="FILE", help="The server's key file.")]


@app.command()
def new(file: KeyFile) -> None:
    """Make a key file with one new key, which only its owner may read."""
    text, key_id = keyfile.new(_today())
    _write(file, text, None)
    messages().print(f"Key {key_id} seals. Start the server with --keys-file {file}.")


@app.command("list")
def list_keys(
    file: KeyFile, as_json: Annotated[bool, typer.Option("--json", help="Print them as JSON.")] = False
) -> None:
    """List the keys of a file, without their secrets."""
    keys = _changed(keyfile.listed, _read(file), file)
    if as_json:
        print_json([key._asdict() for key in keys])
        return
    grid = Grid("Key", "What it does", "Remark", box=box.SIMPLE_HEAD, header_style="bold")
    for key in keys:
        grid.add_row(*key)
    output().print(grid)


@app.command()
def rotate(
    file: KeyFile,
    at_once: Annotated[
        bool,
        typer.Option("--at-once", help="Both steps in one; for a server that runs as a single process."),
    ] = False,
) -> None:
    """Let a new key seal, in two steps; the keys before it still open.

    The first call adds a key that opens and does not seal yet. Have every replica read the file again
    (SIGHUP), and call the command once more: now the key seals. Have them read it again. So no replica
    ever meets a state whose key it does not know.
    """
    text = _read(file)
    waits = any(key.does == NEXT for key in _changed(keyfile.listed, text, file))
    changed, key_id = text, ""
    if not waits:
        changed, key_id = _changed(lambda before: keyfile.with_next(before, _today()), text, file)
    if waits or at_once:
        changed, key_id = _changed(keyfile.with_next_sealing, changed, file)
    _write(file, changed, text)
    if waits or at_once:
        messages().print(f"Key {key_id} seals from now on. Have every replica read the file again (SIGHUP).")
    else:
        messages().print(
            f"Key {key_id} opens, and seals nothing yet. Have every replica read the file again (SIGHUP), "
            "then rotate once more."
        )


@app.command()
def retire(
    file: KeyFile,
    key_id: Annotated[str, typer.Argument(metavar="KEY", help="The key's name, 8 hexadecimal digits.")],
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False,
) -> None:
    """Take a key's secret out of the file; what it sealed can never be opened again.

    The file remembers the key's name, so that servers can say why.
    """
    text = _read(file)
    changed = _changed(lambda before: keyfile.with_retired(before, key_id, _today()), text, file)
    if not yes:
        typer.confirm(
            f"Games begun or last sealed with key {key_id} end here. Retire it?", abort=True, err=True
        )
    _write(file, changed, text)
    messages().print(f"Key {key_id} is retired. Have every replica read the file again (SIGHUP).")


@app.command()
def token(
    name: Annotated[str, typer.Argument(help="What the server's log is to call the caller.")],
    roles: Annotated[list[Role], typer.Argument(help="What the caller is.")],
) -> None:
    """Make a bearer token, and the line about it for the server's callers file.

    The token goes to standard output and nowhere else; the line to standard error.
    """
    made = new_token()
    try:
        line = file_line(name, roles, made)
    except CallersError as error:
        fail(f"{name!r}: {error}.")
    typer.echo(made)
    typer.echo(line, err=True)


def _changed(change: Callable[[str], _Result], text: str, file: Path) -> _Result:
    try:
        return change(text)
    except KeyringError as error:
        fail(f"{file}: {error}.")


def _read(file: Path) -> str:
    try:
        return file.read_text(encoding="ascii")
    except OSError as error:
        fail(f"{file} cannot be read: {error.strerror}.")
    except UnicodeError:
        fail(f"{file} is no key file.")


def _write(file: Path, text: str, before: str | None) -> None:
    try:
        keyfile.write(file, text, replacing=before)
    except KeyringError as error:
        fail(f"{file}: {error}.")
    except OSError as error:
        fail(f"{file} cannot be written: {error.strerror}.")


def _today() -> date:
    return datetime.now(UTC).date()
