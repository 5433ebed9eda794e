"""Makes the files of `protos/conformance` from the scripts in `groups`.

python -m tests.conformance.generate            # write the files
python -m tests.conformance.generate --check    # compare them with what would be written
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from euchre_arena.conformance import Service
from euchre_arena.conformance_cases import Json
from euchre_client import open_channel
from euchre_service.config import ServerConfig
from euchre_service.embedded import EmbeddedServer
from tests.conformance.groups import GROUPS
from tests.conformance.script import Book

DIRECTORY: Final = Path(__file__).parents[2] / "protos" / "conformance"


def books() -> Iterator[Book]:
    """Tells every group to a server with plain states."""
    config = ServerConfig(plain=True, drain_seconds=2.0)
    with EmbeddedServer(config) as address, open_channel(address) as channel:
        service = Service(channel)
        for told in GROUPS:
            book = Book(service, told.name, told.about)
            told.tell(book)
            yield book


def text_of(book: Book) -> str:
    """The file of a group: JSON with a step a line."""
    cases = ",\n".join(map(_case_text, book.cases))
    return f'{{"group":{_compact(book.group)},"about":{_compact(book.about)},"cases":[\n{cases}\n]}}\n'


def _case_text(case: Json) -> str:
    head = _compact({name: value for name, value in case.items() if name != "steps"})
    steps = ",\n".join(map(_compact, case["steps"]))
    return f'{head[:-1]},"steps":[\n{steps}\n]}}'


def _compact(value: Json) -> str:
    return json.dumps(value, separators=(",", ":"))


def files() -> dict[str, str]:
    """The files by their names."""
    return {f"{book.group}.json": text_of(book) for book in books()}


def differing(fresh: dict[str, str], directory: Path = DIRECTORY) -> list[str]:
    """The names of the files that are not as they would be written."""
    there = {path.name: path.read_text(encoding="utf-8") for path in directory.glob("*.json")}
    return sorted(name for name in fresh.keys() | there.keys() if fresh.get(name) != there.get(name))


def main() -> int:
    parser = argparse.ArgumentParser(description="Make the files of protos/conformance.")
    parser.add_argument("--check", action="store_true", help="write nothing; exit 1 if a file differs")
    checking = parser.parse_args().check
    fresh = files()
    changed = differing(fresh)
    if not checking:
        for name in changed:
            path = DIRECTORY / name
            if name in fresh:
                path.write_text(fresh[name], encoding="utf-8", newline="\n")
            else:
                path.unlink()
    print("\n".join(changed) or "nothing changed")
    return int(checking and bool(changed))


if __name__ == "__main__":
    sys.exit(main())
