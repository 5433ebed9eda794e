"""JSON values with their place in the file, so that whatever is wrong with them can be pointed at."""

from __future__ import annotations

import re
from typing import Any

from euchre_client.egn.faults import MALFORMED_FILE, EgnError, Fault


def malformed(path: str, message: str) -> EgnError:
    """Makes the error for a value that is not as EGN wants it."""
    return EgnError(Fault(MALFORMED_FILE, f"{path or 'The file'}: {message}"))


class Node:
    """A JSON object.

    Every method takes the names a value may have, the newest first, and reads the first that is there.

    Args:
        value: what was read.
        path: where, for errors.
    """

    def __init__(self, value: Any, path: str = "") -> None:
        if not isinstance(value, dict):
            raise malformed(path, "must be an object")
        self.value: dict[str, Any] = value
        self.path = path

    def at(self, name: str) -> str:
        """Returns the path of a value in this object."""
        return f"{self.path}.{name}" if self.path else name

    def find(self, *names: str) -> tuple[str, Any]:
        """Returns the path and the value, `None` if it is not there."""
        for name in names:
            if self.value.get(name) is not None:
                return self.at(name), self.value[name]
        return self.at(names[0]), None

    def number(self, *names: str, least: int = 0, most: int = 1000) -> int | None:
        """Reads a whole number."""
        path, value = self.find(*names)
        if value is None:
            return None
        if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
            raise malformed(path, f"must be a whole number, {least} to {most}")
        return value

    def seat(self, *names: str) -> int | None:
        """Reads a seat; -1 is nobody's."""
        number = self.number(*names, least=-1, most=3)
        return None if number == -1 else number

    def flag(self, *names: str) -> bool:
        """Reads a truth value; false if it is not there."""
        path, value = self.find(*names)
        if value is not None and not isinstance(value, bool):
            raise malformed(path, "must be true or false")
        return bool(value)

    def text(self, *names: str) -> str:
        """Reads a text; empty if it is not there."""
        path, value = self.find(*names)
        if value is None:
            return ""
        if not isinstance(value, str):
            raise malformed(path, "must be a text")
        return value

    def items(self, *names: str) -> list[tuple[str, Any]]:
        """Reads a list, each value with its path; empty if it is not there."""
        path, value = self.find(*names)
        if value is None:
            return []
        return list_at(value, path)

    def rest(self, *names: str) -> dict[str, Any]:
        """Returns what the object holds beside these names and their older spellings."""
        return {name: value for name, value in self.value.items() if camel(name) not in names}

    def child(self, *names: str) -> Node:
        """Reads an object; empty if it is not there."""
        path, value = self.find(*names)
        return Node({} if value is None else value, path)


def camel(name: str) -> str:
    """Returns a name in EGN's newer spelling: `player_cards` is `playerCards`."""
    return re.sub(r"_([a-z])", lambda found: found[1].upper(), name)


def list_at(value: Any, path: str) -> list[tuple[str, Any]]:
    """Reads a list, each value with its path."""
    if not isinstance(value, list):
        raise malformed(path, "must be a list")
    return [(f"{path}[{place}]", item) for place, item in enumerate(value)]
