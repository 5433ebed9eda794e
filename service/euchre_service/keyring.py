"""The master keys of a deployment, and the keys derived from them for each purpose.

A key file holds one key a line:

    5f1c02aa:<base64>         8 hexadecimal digits that name the key, and its 32 bytes
    next 0b6e9d14:<base64>    a key that opens, and is to seal once every replica has it
    retired 77aa01c3          the name of a key that opens nothing any more

The last key that is neither `next` nor `retired` seals; the others still open what they sealed. `keyfile`
makes and changes such files, and a server reads them again when it is told to.
"""

from __future__ import annotations

import base64
import binascii
import enum
import re
import secrets
import stat
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

KEY_ID_BYTES: Final = 4
KEY_BYTES: Final = 32

NEXT: Final = "next"
RETIRED: Final = "retired"

_KEY_ID: Final = re.compile(r"[0-9a-f]{8}")


class KeyringError(ValueError):
    """Keys that cannot be used. The message names the line, never what is on it."""


class UnknownKeyError(LookupError):
    """No key of the ring has this id."""

    def __init__(self, key_id: bytes) -> None:
        super().__init__(f"no key has the id {key_id.hex()}")
        self.key_id = key_id


class RetiredKeyError(UnknownKeyError):
    """The ring remembers the id, but the key was retired."""


class Purpose(enum.Enum):
    """What a derived key is for. A key for one purpose says nothing about a key for another."""

    STATE = b"euchre.v1/state"
    SEAT = b"euchre.v1/seat"
    REPLAY = b"euchre.v1/replay"
    PRACTICE = b"euchre.v1/practice"


@dataclass(frozen=True, slots=True)
class MasterKey:
    """A key and its name.

    Attributes:
        key_id: 4 bytes, random like the key and independent of it; states show it to everybody.
        secret: the 32 bytes to keep.
    """

    key_id: bytes
    secret: bytes = field(repr=False)

    def __post_init__(self) -> None:
        if len(self.key_id) != KEY_ID_BYTES:
            raise KeyringError(f"a key id has {KEY_ID_BYTES} bytes, not {len(self.key_id)}")
        if len(self.secret) != KEY_BYTES:
            raise KeyringError(f"a key has {KEY_BYTES} bytes, not {len(self.secret)}")

    @classmethod
    def generate(cls) -> MasterKey:
        """A new random key."""
        return cls(secrets.token_bytes(KEY_ID_BYTES), secrets.token_bytes(KEY_BYTES))

    @classmethod
    def from_line(cls, line: str) -> MasterKey:
        """Reads a line of a key file; raises KeyringError when it is none."""
        name, colon, text = line.strip().partition(":")
        if not colon or not _KEY_ID.fullmatch(name):
            raise KeyringError("expected 8 lower-case hexadecimal digits, a colon and the key in base64")
        try:
            secret = base64.b64decode(text, validate=True)
        except binascii.Error as error:
            raise KeyringError("the key is not base64") from error
        return cls(bytes.fromhex(name), secret)

    def to_line(self) -> str:
        """The key as a line of a key file, without its end."""
        return f"{self.key_id.hex()}:{base64.b64encode(self.secret).decode()}"


class Keyring:
    """An ordered set of master keys, of which the last one seals. It may change while a server runs.

    Args:
        keys: oldest first.
        retired: ids of keys that were once in it.

    Raises:
        KeyringError: there is no key, or two have the same id.
    """

    def __init__(self, keys: Iterable[MasterKey], retired: Iterable[bytes] = ()) -> None:
        self._secrets: dict[bytes, bytes] = {}
        self._retired = frozenset(retired)
        for key in keys:
            if key.key_id in self._secrets or key.key_id in self._retired:
                raise KeyringError(f"two keys have the id {key.key_id.hex()}")
            self._secrets[key.key_id] = key.secret
        if not self._secrets:
            raise KeyringError("there is no key that seals")
        self._derived: dict[tuple[bytes, Purpose], bytes] = {}
        self._followers: list[Callable[[], object]] = []

    def __repr__(self) -> str:
        return f"Keyring({', '.join(key_id.hex() for key_id in self.key_ids)})"

    @classmethod
    def parse(cls, text: str) -> Keyring:
        """Reads the text of a key file: a key a line; blank lines and `#` comments do not count.

        Raises:
            KeyringError: a line is no key, an id comes twice, or there is no key at all.
        """
        keys: dict[str, list[MasterKey]] = {NEXT: [], "": []}
        retired = []
        for number, line in enumerate(text.splitlines(), start=1):
            word, content = split_line(line)
            try:
                if word == RETIRED:
                    retired.append(_parse_id(content))
                elif content:
                    keys[word].append(MasterKey.from_line(content))
            except KeyringError as error:
                raise KeyringError(f"line {number}: {error}") from None
        if not keys[""]:
            raise KeyringError("there is no key that seals")
        return cls([*keys[NEXT], *keys[""]], retired)

    @classmethod
    def from_file(cls, path: Path) -> Keyring:
        """Reads a key file.

        Raises:
            KeyringError: the file cannot be read, or as in `parse`. The message names the file.
        """
        try:
            return cls.parse(path.read_text(encoding="ascii"))
        except (OSError, UnicodeError, KeyringError) as error:
            reason = "not plain text" if isinstance(error, UnicodeError) else error
            raise KeyringError(f"key file {path}: {reason}") from None

    @classmethod
    def from_variable(cls, value: str) -> Keyring:
        """Reads keys from an environment variable: as in a key file, with commas or line ends between.

        Raises:
            KeyringError: as in `parse`.
        """
        return cls.parse(value.replace(",", "\n"))

    @classmethod
    def ephemeral(cls) -> Keyring:
        """One new key that nobody keeps: what it seals dies with the process."""
        return cls([MasterKey.generate()])

    def become(self, other: Keyring) -> None:
        """Takes over another ring's keys, and tells everybody who follows this one."""
        self._secrets, self._retired, self._derived = dict(other._secrets), other._retired, {}
        for follower in self._followers:
            follower()

    def when_changed(self, follower: Callable[[], object]) -> None:
        """Has a function called when the keys have changed, for whoever keeps something made with them."""
        self._followers.append(follower)

    @property
    def retired_ids(self) -> frozenset[bytes]:
        """The ids of keys that were retired."""
        return self._retired

    @property
    def key_ids(self) -> tuple[bytes, ...]:
        """The ids of all keys, oldest first."""
        return tuple(self._secrets)

    @property
    def primary_id(self) -> bytes:
        """The id of the key that seals."""
        return self.key_ids[-1]

    def subkey(self, key_id: bytes, purpose: Purpose) -> bytes:
        """The 32-byte key derived from a master key for one purpose.

        Raises:
            UnknownKeyError: the ring has no such key; RetiredKeyError if it once had.
        """
        derived = self._derived.get((key_id, purpose))
        if derived is None:
            secret = self._secrets.get(key_id)
            if secret is None:
                raise RetiredKeyError(key_id) if key_id in self._retired else UnknownKeyError(key_id)
            derived = HKDF(SHA256(), KEY_BYTES, salt=None, info=purpose.value).derive(secret)
            self._derived[key_id, purpose] = derived
        return derived


def split_line(line: str) -> tuple[str, str]:
    """A line of a key file without its comment: its first word (`next`, `retired` or none) and the rest."""
    content = line.partition("#")[0].strip()
    word, _, rest = content.partition(" ")
    return (word, rest.strip()) if word in (NEXT, RETIRED) else ("", content)


def _parse_id(text: str) -> bytes:
    if not _KEY_ID.fullmatch(text):
        raise KeyringError("expected the 8 lower-case hexadecimal digits of a key's name")
    return bytes.fromhex(text)


def is_world_readable(path: Path) -> bool:
    """Whether every user of the machine may read a key file."""
    return bool(path.stat().st_mode & stat.S_IROTH)
