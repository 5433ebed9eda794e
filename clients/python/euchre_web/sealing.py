"""Tables as a page carries them: sealed, so that nobody else can read or change them.

A sealed table is

    1 byte   format version, 1
    4 bytes  id of the host's key
    12 bytes nonce: how its game's id begins, which is no secret
    the table, encrypted, and a 16-byte tag (AES-256-GCM-SIV)

The keys are in a file of the form that the rules service's are in (`euchre keys`). Another key is derived
from them here than any of the service's, so one file may serve both.
"""

from __future__ import annotations

import struct
from typing import Final

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCMSIV

from euchre_service.keyring import KEY_ID_BYTES, Keyring, Purpose, UnknownKeyError
from euchre_service.refusal import ServiceError, malformed
from euchre_web.table import PracticeTable

VERSION: Final = 1
MAX_TABLE_BYTES: Final = 256 * 1024
"""Some ten times what the longest games need."""

_NONCE_BYTES: Final = 12
_TAG_BYTES: Final = 16
_HEAD: Final = struct.Struct(f">B{KEY_ID_BYTES}s{_NONCE_BYTES}s")
_OTHER_KEYS: Final = "This table was laid by a host with other keys: begin a new game."
_CONTEXT: Final = b"euchre.v1.practice-table"


class TableSealer:
    """Seals tables, and opens those that it sealed.

    Args:
        keyring: the newest key seals, every key opens.
    """

    def __init__(self, keyring: Keyring) -> None:
        self._keyring = keyring

    def seal(self, table: PracticeTable) -> bytes:
        """Returns the table as a page carries it; the same table gives the same bytes."""
        key_id = self._keyring.primary_id
        head = _HEAD.pack(VERSION, key_id, table.game_id[:_NONCE_BYTES])
        return head + self._aead(key_id).encrypt(head[-_NONCE_BYTES:], table.to_bytes(), _CONTEXT + head)

    def open(self, token: bytes) -> PracticeTable:
        """Gives back a table.

        Raises:
            ServiceError: STATE_KEY_UNKNOWN, as this host has other keys; MALFORMED_REQUEST, as it is no
                table or was changed.
        """
        if not _HEAD.size + _TAG_BYTES < len(token) <= MAX_TABLE_BYTES:
            raise _no_table()
        version, key_id, nonce = _HEAD.unpack_from(token)
        if version != VERSION:
            raise _no_table()
        try:
            data = self._aead(key_id).decrypt(nonce, token[_HEAD.size :], _CONTEXT + token[: _HEAD.size])
        except UnknownKeyError:
            raise ServiceError("STATE_KEY_UNKNOWN", _OTHER_KEYS) from None
        except InvalidTag:
            raise _no_table() from None
        return PracticeTable.from_bytes(data)

    def _aead(self, key_id: bytes) -> AESGCMSIV:
        return AESGCMSIV(self._keyring.subkey(key_id, Purpose.PRACTICE))


def _no_table() -> ServiceError:
    return malformed("table", "This is no table of this host, or it was changed: begin a new game.")
