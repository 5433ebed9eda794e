"""The command `euchre`."""

from __future__ import annotations

from importlib import metadata
from typing import Annotated

import typer

from euchre_arena.commands import bot, conformance, demo, export, play, replay, report, rulesets, tournament
from euchre_service.main import server_command

app = typer.Typer(
    name="euchre",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _version(wanted: bool) -> None:
    if wanted:
        try:
            version = metadata.version("euchre-rules-service")
        except metadata.PackageNotFoundError:
            version = "(run from its sources)"
        typer.echo(f"euchre {version}")
        raise typer.Exit


@app.callback()
def euchre(
    version: Annotated[
        bool, typer.Option("--version", help="Print the version and exit.", callback=_version, is_eager=True)
    ] = False,
) -> None:
    """Euchre, Ghost Hand and Buck by a rules service.

    Commands that need a server start one of their own unless --target names one.
    """


app.command("demo")(demo.demo)
app.command("play")(play.play)
app.add_typer(rulesets.app, name="rulesets")
app.command("replay")(replay.replay)
app.command("export")(export.export)
app.command("tournament")(tournament.tournament)
app.command("report")(report.report)
app.add_typer(bot.app, name="bot")
app.command("conformance")(conformance.conformance)
app.command("serve")(server_command)


def main() -> None:
    """The entry point of `euchre`."""
    app()


if __name__ == "__main__":
    main()
