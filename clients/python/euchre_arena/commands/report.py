"""`euchre report`: a tournament as an HTML page and as plots."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import typer

from euchre_arena.console import fail, messages, writing
from euchre_arena.tournament.store import Store, StoreError


def report(
    store: Annotated[
        Path, typer.Argument(help="The file that keeps the tournament; it may still be running.")
    ],
    html: Annotated[Path | None, typer.Option("--html", help="Write the report here, as one file.")] = None,
    png: Annotated[Path | None, typer.Option("--png", help="Write the plots into this folder.")] = None,
) -> None:
    """Show how a tournament went: one HTML page that needs nothing but itself, and PNG plots.

    Without --html and --png the page is written beside the store.
    """
    if not store.is_file():
        fail(f"There is no file {store}.")
    try:
        # Only here, because they come with an extra and take a second to import.
        from euchre_arena.report.gather import gather
        from euchre_arena.report.page import render
        from euchre_arena.report.pictures import draw
    except ModuleNotFoundError as error:
        fail(f"Reports need {error.name}: pip install 'euchre-rules-service[arena]'")
    if html is None and png is None:
        html = store.with_suffix(".html")
    try:
        with Store(store) as kept:
            figures = gather(kept)
    except StoreError as error:
        fail(f"{error}.")
    written = []
    if html is not None:
        with writing(html):
            html.write_text(render(figures, made=datetime.now(UTC)), encoding="utf-8")
        written.append(html)
    if png is not None:
        with writing(png):
            written += draw(figures, png)
    for path in written:
        messages().print(f"Written: {path}", markup=False, highlight=False, soft_wrap=True)
