"""What a long form prints: a table for people, and the same as one line of JSON for programs."""

from __future__ import annotations

import json
from collections.abc import Mapping

from rich.console import Console
from rich.table import Table


def show(title: str, figures: Mapping[str, object]) -> None:
    """Prints figures by name."""
    table = Table("figure", "value", title=title)
    for name, value in figures.items():
        table.add_row(name.replace("_", " "), _text(value))
    Console(width=110).print(table)
    print(json.dumps({"title": title, **figures}))


def _text(value: object) -> str:
    if isinstance(value, float):
        return f"{value:,.3g}" if abs(value) < 100 else f"{value:,.0f}"
    return f"{value:,}" if isinstance(value, int) and not isinstance(value, bool) else str(value)
