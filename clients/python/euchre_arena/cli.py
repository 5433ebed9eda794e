"""The command `euchre`."""

from __future__ import annotations

from importlib import metadata
from pathlib import Path
from typing import Annotated

import typer

from euchre_arena.commands import (
    annotate,
    bot,
    conformance,
    demo,
    export,
    keys,
    play,
    practice,
    replay,
    report,
    rulesets,
    suggest,
    tournament,
    verify_deal,
    web,
)
from euchre_arena.connection import chosen_credentials
from euchre_client import Credentials
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
    tls: Annotated[
        bool, typer.Option("--tls", help="Connect to --target by TLS, trusting the usual authorities.")
    ] = False,
    tls_ca: Annotated[
        Path | None, typer.Option("--tls-ca", help="Connect by TLS, trusting the authorities of this file.")
    ] = None,
    tls_cert: Annotated[
        Path | None, typer.Option("--tls-cert", help="A client certificate, for servers that demand one.")
    ] = None,
    tls_key: Annotated[Path | None, typer.Option("--tls-key", help="Its private key.")] = None,
    token_file: Annotated[
        Path | None, typer.Option("--token-file", help="A bearer token to send with each call, by TLS only.")
    ] = None,
    version: Annotated[
        bool, typer.Option("--version", help="Print the version and exit.", callback=_version, is_eager=True)
    ] = False,
) -> None:
    """Euchre, Ghost Hand and Buck by a rules service.

    Commands that need a server start one of their own unless --target names one.
    """
    chosen = Credentials(
        system_roots=tls, tls_ca=tls_ca, tls_cert=tls_cert, tls_key=tls_key, token_file=token_file
    )
    chosen_credentials.set(chosen)


app.command("demo")(demo.demo)
app.command("play")(play.play)
app.command("web")(web.web)
app.command("practice")(practice.practice)
app.add_typer(rulesets.app, name="rulesets")
app.command("replay")(replay.replay)
app.command("export")(export.export)
app.command("verify-deal")(verify_deal.verify_deal)
app.command("annotate")(annotate.annotate)
app.command("suggest")(suggest.suggest)
app.command("tournament")(tournament.tournament)
app.command("report")(report.report)
app.add_typer(bot.app, name="bot")
app.command("conformance")(conformance.conformance)
app.add_typer(keys.app, name="keys")
app.command("serve")(server_command)


def main() -> None:
    """The entry point of `euchre`."""
    app()


if __name__ == "__main__":
    main()
