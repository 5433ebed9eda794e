"""Who may call: the callers a server knows, and how each proves itself.

A callers file has a line for each way in which a caller proves itself:

    # name       roles            proof
    table-7      host             sha256:9f86d081884c7d65...
    alice        player           cert:alice.players.example
    dashboard    operator,host    sha256:60303ae22b998861...

A bearer token is 32 random bytes, so its SHA-256 is enough to keep: nobody can search 2^256 tokens, which is
what a slow hash such as scrypt would hinder, and a slow hash would let a stranger make the server work hard.
"""

from __future__ import annotations

import enum
import hashlib
import hmac
import re
import secrets
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from euchre_service.refusal import ServiceError

TOKEN_PREFIX: Final = "euchre_"
"""How tokens made here begin, so that scanners for lost secrets find them."""

_TOKEN_BYTES: Final = 32
_NAME: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9._@-]{0,63}")
_NAME_WRONG: Final = (
    "a name has up to 64 letters, digits, dots, dashes, underscores and @, no spaces, "
    "and begins with a letter or digit"
)
_DIGEST: Final = re.compile(r"[0-9a-f]{64}")
_SHORT: Final = 8


class CallersError(ValueError):
    """A file of callers, or of the keys of their tokens, that cannot be used."""


class Role(enum.StrEnum):
    """What a caller is; `rights` says what each role may call."""

    PLAYER = "player"
    """Acts for seats whose keys it has."""
    HOST = "host"
    """Makes games and carries their states."""
    OPERATOR = "operator"
    """Looks after the server, and plays nothing."""


class Caller(NamedTuple):
    """A caller that proved who it is."""

    name: str
    """What the log calls it, and what its calls are counted under."""
    roles: frozenset[Role]
    """What it is, at least one."""


class _Token(NamedTuple):
    digest: bytes
    caller: Caller


class CallersFile:
    """The callers of one file.

    Args:
        text: its text.

    Raises:
        CallersError: a line is none of such a file, or a proof comes twice. The message names the line.
    """

    def __init__(self, text: str) -> None:
        self._tokens: dict[bytes, list[_Token]] = {}
        self._certificates: dict[str, Caller] = {}
        for number, line in enumerate(text.splitlines(), start=1):
            words = line.partition("#")[0].split()
            if not words:
                continue
            try:
                self._add(words)
            except CallersError as error:
                raise CallersError(f"line {number}: {error}") from None

    @classmethod
    def read(cls, path: Path) -> CallersFile:
        """Reads a file.

        Raises:
            CallersError: it cannot be read, or as in the constructor. The message names the file.
        """
        try:
            return cls(path.read_text(encoding="utf-8"))
        except (OSError, UnicodeError, CallersError) as error:
            reason = "not plain text" if isinstance(error, UnicodeError) else error
            raise CallersError(f"callers file {path}: {reason}") from None

    @property
    def has_certificates(self) -> bool:
        """Whether any caller proves itself by a certificate."""
        return bool(self._certificates)

    def by_token(self, token: str) -> Caller | None:
        """The caller with this bearer token.

        The time this takes depends on the digest of what was sent, which says nothing about any other.
        """
        digest = token_digest(token)
        found = None
        for kept in self._tokens.get(digest[:_SHORT], ()):
            if hmac.compare_digest(kept.digest, digest):
                found = kept.caller
        return found

    def by_certificate(self, names: Iterable[str]) -> Caller | None:
        """The caller that a certificate with these names belongs to; the first that is known counts."""
        return next((self._certificates[name] for name in names if name in self._certificates), None)

    def _add(self, words: Sequence[str]) -> None:
        if len(words) != 3:
            raise CallersError("expected a name, its roles and a proof")
        name, roles, proof = words
        if not _NAME.fullmatch(name):
            raise CallersError(_NAME_WRONG)
        caller = Caller(name, parse_roles(roles.split(",")))
        kind, _, value = proof.partition(":")
        if kind == "cert" and value:
            if value in self._certificates:
                raise CallersError("another caller has this certificate")
            self._certificates[value] = caller
        elif kind == "sha256" and _DIGEST.fullmatch(value):
            digest = bytes.fromhex(value)
            kept = self._tokens.setdefault(digest[:_SHORT], [])
            if any(token.digest == digest for token in kept):
                raise CallersError("another caller has this token")
            kept.append(_Token(digest, caller))
        else:
            raise CallersError("a proof is sha256: and 64 lower-case hexadecimal digits, or cert: and a name")


def parse_roles(names: Iterable[str]) -> frozenset[Role]:
    """The roles with these names.

    Raises:
        CallersError: there is no such role, or none is given.
    """
    try:
        roles = frozenset(Role(name) for name in names)
    except ValueError:
        raise CallersError(f"the roles are {', '.join(Role)}") from None
    if not roles:
        raise CallersError("a caller has at least one role")
    return roles


def new_token() -> str:
    """A new bearer token, for a caller to keep."""
    return TOKEN_PREFIX + secrets.token_urlsafe(_TOKEN_BYTES)


def token_digest(token: str) -> bytes:
    """What is kept of a bearer token."""
    return hashlib.sha256(token.encode()).digest()


def file_line(name: str, roles: Iterable[Role], token: str) -> str:
    """The line of a callers file for a caller with a token.

    Raises:
        CallersError: it cannot have this name, or has no role.
    """
    # First, as a space or a # in it would make the line another one.
    if not _NAME.fullmatch(name):
        raise CallersError(_NAME_WRONG)
    line = f"{name} {','.join(sorted(roles))} sha256:{token_digest(token).hex()}"
    CallersFile(line)
    return line


def unknown_caller() -> ServiceError:
    """The error for a token that nobody known has; whatever is wrong with it, it is the same."""
    return ServiceError("CREDENTIALS_INVALID", "This server does not take these credentials.")
