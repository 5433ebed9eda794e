"""Makes key files and changes them: a new key, a rotation in two steps, a retirement.

The functions work on a file's text, keep its comments, and return the new text; `write` puts it in place.
"""

from __future__ import annotations

import os
from contextlib import suppress
from datetime import date
from pathlib import Path
from typing import Final, NamedTuple

from euchre_service.keyring import NEXT, RETIRED, Keyring, KeyringError, MasterKey, split_line

SEALS: Final = "seals"
OPENS: Final = "opens"

_OWNER_ONLY: Final = 0o600


class ListedKey(NamedTuple):
    """A key of a file, without its secret."""

    key_id: str
    """The 8 hexadecimal digits of its name."""
    does: str
    """`seals`, `opens`, `next` (opens, and is to seal) or `retired`."""
    remark: str
    """The comment on its line."""


def listed(text: str) -> list[ListedKey]:
    """The keys of a file, in the file's order.

    Raises:
        KeyringError: it is no key file.
    """
    primary = Keyring.parse(text).primary_id.hex()
    found = []
    for line in text.splitlines():
        word, content = split_line(line)
        if content:
            key_id = content.partition(":")[0]
            does = word or (SEALS if key_id == primary else OPENS)
            found.append(ListedKey(key_id, does, line.partition("#")[2].strip()))
    return found


def new(today: date) -> tuple[str, str]:
    """The text of a new file with one key, and the key's id."""
    key = MasterKey.generate()
    return _line(key, today), key.key_id.hex()


def with_next(text: str, today: date) -> tuple[str, str]:
    """The first step of a rotation: adds a key that opens and does not seal yet.

    Returns:
        The text, and the new key's id.

    Raises:
        KeyringError: such a key waits already, or it is no key file.
    """
    if waiting := [key.key_id for key in listed(text) if key.does == NEXT]:
        raise KeyringError(f"key {waiting[0]} is to seal next already")
    key = MasterKey.generate()
    return f"{_ended(text)}{NEXT} {_line(key, today)}", key.key_id.hex()


def with_next_sealing(text: str) -> tuple[str, str]:
    """The second step: lets the key that waits seal from now on; the one before it still opens.

    Returns:
        The text, and the id of the key that seals.

    Raises:
        KeyringError: no key waits, or it is no key file.
    """
    listed(text)
    lines = text.splitlines()
    waiting = [line for line in lines if split_line(line)[0] == NEXT]
    if not waiting:
        raise KeyringError("no key is to seal next")
    sealing = waiting[-1].strip().removeprefix(NEXT).strip()
    lines.remove(waiting[-1])
    return "\n".join([*lines, sealing, ""]), sealing.partition(":")[0]


def with_retired(text: str, key_id: str, today: date) -> str:
    """Takes a key's secret out of the file, and keeps its name.

    Raises:
        KeyringError: there is no such key, it seals, it was retired before, or it is no key file.
    """
    does = {key.key_id: key.does for key in listed(text)}.get(key_id)
    if does is None:
        raise KeyringError(f"there is no key {key_id}")
    if does == SEALS:
        raise KeyringError(f"key {key_id} seals; let another one seal first")
    if does == RETIRED:
        raise KeyringError(f"key {key_id} was retired before")
    kept = [
        f"{RETIRED} {key_id}  # {today.isoformat()}"
        if split_line(line)[1].partition(":")[0] == key_id
        else line
        for line in text.splitlines()
    ]
    return "\n".join([*kept, ""])


def write(path: Path, text: str, *, replacing: str | None) -> None:
    """Puts a key file in place at once, readable by its owner only.

    A server or another command that reads the path finds the old file or the new one, never a part of one.

    Args:
        path: the file; where it is a link, the file it leads to.
        text: what it is to hold.
        replacing: what it held when it was read; None for a file that must not exist yet.

    Raises:
        KeyringError: the file exists, or was changed by somebody else, or another command is writing it.
        OSError: it cannot be written.
    """
    path = path.resolve()
    draft = path.with_name(f".{path.name}.new")
    try:
        handle = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, _OWNER_ONLY)
    except FileExistsError:
        raise KeyringError(f"another command is changing it; if none is, remove {draft}") from None
    try:
        with os.fdopen(handle, "w", encoding="ascii") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        if replacing is None and path.exists():
            raise KeyringError("the file exists")
        if replacing is not None and path.read_text(encoding="ascii") != replacing:
            raise KeyringError("somebody else changed it; look again")
        draft.replace(path)
    except BaseException:
        with suppress(FileNotFoundError):
            draft.unlink()
        raise
    _sync(path.parent)


def _sync(directory: Path) -> None:
    handle = os.open(directory, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _line(key: MasterKey, today: date) -> str:
    return f"{key.to_line()}  # {today.isoformat()}\n"


def _ended(text: str) -> str:
    return text if not text or text.endswith("\n") else f"{text}\n"
