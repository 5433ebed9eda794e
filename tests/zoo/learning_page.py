"""The tables of `docs/learning.md`: `python -m tests.zoo.learning_page` writes them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from euchre_zoo.actions import BLOCKS, CARDS
from euchre_zoo.layout import CALLS, FIELDS, SIZE

PAGE = Path(__file__).parents[2] / "docs/learning.md"


def _actions() -> Iterator[str]:
    yield "| number | action | what it does |"
    yield "| --- | --- | --- |"
    for block in BLOCKS:
        first, last = block.texts[0], block.texts[-1]
        if len(block.texts) == 1:
            yield f"| {block.start} | `{first}` | {block.meaning} |"
        else:
            yield f"| {block.start}-{block.numbers[-1]} | `{first}` ... `{last}` | {block.meaning} |"


def _fields() -> Iterator[str]:
    yield "| index | field | axes | what it says |"
    yield "| --- | --- | --- | --- |"
    for field in FIELDS.values():
        index = f"{field.start}-{field.stop - 1}" if field.size > 1 else str(field.start)
        shape = " x ".join(map(str, field.shape))
        axes = f"{field.axes} ({shape})" if field.axes else ""
        yield f"| {index} | `{field.name}` | {axes} | {field.meaning} |"
    yield ""
    calls = ", ".join(f"`{call}`" for call in CALLS)
    yield f"{SIZE} numbers. Cards: {len(CARDS)}, as in the actions. Calls: {calls}."


TABLES = {"actions": "\n".join(_actions()), "observation": "\n".join(_fields())}


def fresh(page: str) -> str:
    """Returns the page with its tables as the code has them."""
    for name, table in TABLES.items():
        marked = re.compile(rf"(?<=<!-- {name} -->\n).*?(?=<!-- /{name} -->)", re.DOTALL)
        assert marked.search(page), name
        before, after = marked.split(page)
        page = f"{before}{table}\n{after}"
    return page


if __name__ == "__main__":
    PAGE.write_text(fresh(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
