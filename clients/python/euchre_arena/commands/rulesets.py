"""`euchre rulesets`: the games there are and their options, and rulesets in files."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any, Final, NamedTuple, TypeAlias

import typer
from typer.core import TyperGroup

from euchre.v1.ruleset_pb2 import Ruleset
from euchre_arena import ruleset_files, ruleset_tables
from euchre_arena.connection import Target, connected
from euchre_arena.console import fail, output, print_json
from euchre_arena.games import ruleset_name
from euchre_client import (
    EuchreError,
    MalformedRequest,
    OptionConflict,
    OptionInvalid,
    RulesClient,
    UnknownRuleset,
)

_BASIS: Final = "classic"
_REFUSALS: Final = (MalformedRequest, OptionConflict, OptionInvalid, UnknownRuleset)
"""What the service may find wrong with a ruleset."""

AsJson: TypeAlias = Annotated[
    bool, typer.Option("--json", help="Print JSON, with rulesets in the form of the protos.")
]


class _NamesToo(TyperGroup):
    """A group to which anything that is no command of its own is an argument of `show`."""

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Finds the command that is meant."""
        return super().resolve_command(ctx, args if args[0] in self.commands else ["show", *args])


app = typer.Typer(
    cls=_NamesToo, invoke_without_command=True, subcommand_metavar="[NAME|FILE] | COMMAND [ARGS]..."
)


class _Chosen(NamedTuple):
    """A whole ruleset, as the user named it."""

    title: str
    ruleset: Ruleset
    is_file: bool


@app.callback()
def rulesets(ctx: typer.Context, as_json: AsJson = False, target: Target = None) -> None:
    """List the games there are; with a name or a file, show all options of that one.

    A FILE holds a ruleset as proto JSON: its base and the options that differ from it, such as
    {"base": "classic", "stick_dealer": "STICK_DEALER_ON"}.
    """
    ctx.obj = {"as_json": as_json, "target": target}
    if ctx.invoked_subcommand is not None:
        return
    with connected(target) as client:
        presets = client.list_rulesets()
    if as_json:
        print_json([ruleset_tables.to_dict(preset) for preset in presets])
    else:
        output().print(ruleset_tables.overview(presets))


@app.command("show")
def show(
    ctx: typer.Context,
    name: Annotated[str, typer.Argument(metavar="NAME|FILE", help="A game, or a file with a ruleset.")],
    as_json: AsJson = False,
    target: Target = None,
) -> None:
    """Show all options of a game, or of the ruleset in a file.

    Options that differ from classic are marked with *.
    """
    with connected(target or ctx.obj["target"]) as client:
        chosen = _choose(client, name)
        if as_json or ctx.obj["as_json"]:
            print_json(ruleset_tables.to_dict(chosen.ruleset))
            return
        _print(chosen, client.resolve_ruleset(_BASIS))


@app.command("validate")
def validate(
    ctx: typer.Context,
    files: Annotated[list[Path], typer.Argument(metavar="FILE...", help="Files with a ruleset each.")],
    as_json: AsJson = False,
    target: Target = None,
) -> None:
    """Check rulesets in files: print each whole, or the options at fault.

    With --json, one line a file. The exit code is 1 if one of them cannot be played.
    """
    as_json = as_json or ctx.obj["as_json"]
    sound = True
    with connected(target or ctx.obj["target"]) as client:
        basis = client.resolve_ruleset(_BASIS)
        for file in files:
            try:
                ruleset = client.resolve_ruleset(ruleset_files.read(file))
            except (ruleset_files.FileFault, *_REFUSALS) as error:
                sound = False
                _tell_fault(file, error, as_json)
                continue
            if as_json:
                print_json({"file": str(file), "ruleset": ruleset_tables.to_dict(ruleset)})
            else:
                _print(_Chosen(str(file), ruleset, True), basis)
    if not sound:
        raise typer.Exit(1)


@app.command("diff")
def diff(
    ctx: typer.Context,
    one: Annotated[str, typer.Argument(metavar="A", help="A game, or a file with a ruleset.")],
    other: Annotated[str, typer.Argument(metavar="B", help="Another.")],
    as_json: AsJson = False,
    target: Target = None,
) -> None:
    """Print the options in which two rulesets differ.

    The exit code is 0 if they are the same, 1 if they differ and 2 if one of them cannot be had.
    """
    with _trouble_is(2), connected(target or ctx.obj["target"]) as client:
        first, second = _choose(client, one), _choose(client, other)
    names = ruleset_tables.differing(first.ruleset, second.ruleset)
    if as_json or ctx.obj["as_json"]:
        left, right = ruleset_tables.to_dict(first.ruleset), ruleset_tables.to_dict(second.ruleset)
        options = {name: {"a": left[name], "b": right[name]} for name in names}
        print_json({"a": first.title, "b": second.title, "options": options})
    elif names:
        titles = (first.title, second.title)
        output().print(ruleset_tables.differences(titles, first.ruleset, second.ruleset))
    if names:
        raise typer.Exit(1)


@contextmanager
def _trouble_is(exit_code: int) -> Iterator[None]:
    """Ends a command that fails inside with this exit code."""
    try:
        yield
    except typer.Exit as end:
        raise typer.Exit(exit_code) from end


def _choose(client: RulesClient, text: str) -> _Chosen:
    """Returns the whole ruleset of a game or of a file; a game comes before a file of the same name."""
    presets = {preset.base: preset for preset in client.list_rulesets()}
    preset = presets.get(ruleset_name(text))
    if preset is not None:
        return _Chosen(preset.base, preset, False)
    if not ruleset_files.is_meant(text):
        fail(f"There is no ruleset {text!r}; there are {', '.join(presets)}. Nor is there such a file.")
    file = Path(text)
    try:
        return _Chosen(text, client.resolve_ruleset(ruleset_files.read(file)), True)
    except (ruleset_files.FileFault, *_REFUSALS) as error:
        _tell_fault(file, error, as_json=False)
        raise typer.Exit(1) from error


def _print(chosen: _Chosen, basis: Ruleset) -> None:
    console = output()
    about = f"{chosen.ruleset.base} and what the file changes" if chosen.is_file else ""
    console.print(f"{chosen.title}: {about or ruleset_tables.description(chosen.ruleset)}", style="bold")
    console.print(ruleset_tables.options(chosen.ruleset, basis))


def _tell_fault(file: Path, error: ruleset_files.FileFault | EuchreError, as_json: bool) -> None:
    """Prints what is wrong with a file: a line a fault, or as JSON the first of them and all fields."""
    if isinstance(error, EuchreError):
        # A violation names one option; what is wrong with two options stands at both.
        told = dict.fromkeys(violation.description for violation in error.field_violations)
        reason, messages = error.reason_name, list(told) or [error.message]
        options = [error.metadata[key] for key in ("option", "other", "field") if key in error.metadata]
    else:
        reason, messages, options = "MALFORMED_FILE", error.faults, error.fields
    if as_json:
        fault = {"reason": reason, "message": " ".join(messages), "options": options}
        print_json({"file": str(file), "error": fault})
        return
    for message in messages:
        typer.echo(f"euchre: {file}: {' '.join(message.split())}", err=True)
