"""The bytes a caller carries: a state's payload, sealed so that nobody can read or change it.

A sealed state is

    1 byte   format version, 1
    4 bytes  id of the master key
    12 bytes nonce
    payload, encrypted, and a 16-byte tag (AES-256-GCM-SIV)

The nonce is how the payload begins: its version and its game's id, which are no secret. So sealing the same
payload twice gives the same bytes, and a transition can be repeated, cached and compared. The states of one
game share a nonce; GCM-SIV is made for that: with a nonce that comes again it shows only whether two payloads
are equal, which is what the state id says anyway. The tag also covers the version, the key id and the name of
the environment, so a state of one environment does not open in another even if they share a key.

A plain state, for an embedder that trusts every caller, is a marked version byte, the payload and a CRC-32.
"""

from __future__ import annotations

import hashlib
import zlib
from typing import Final, NamedTuple, Protocol

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCMSIV

from euchre_service.keyring import KEY_ID_BYTES, Keyring, Purpose
from euchre_service.refusal import ServiceError

VERSION: Final = 1
MAX_PAYLOAD_BYTES: Final = 360
MAX_TOKEN_BYTES: Final = 400
STATE_ID_BYTES: Final = 16
PLAIN_KEY_ID: Final = bytes(KEY_ID_BYTES)
"""Stands in for a key id where nothing is sealed."""

_PLAIN_MARK: Final = 0x80
_NONCE_BYTES: Final = 12
_TAG_BYTES: Final = 16
_CRC_BYTES: Final = 4
_PREFIX_BYTES: Final = 1 + KEY_ID_BYTES
_SEALED_OVERHEAD: Final = _PREFIX_BYTES + _NONCE_BYTES + _TAG_BYTES
_PLAIN_OVERHEAD: Final = 1 + _CRC_BYTES


class Sealer(Protocol):
    """Turns payloads into the bytes a caller carries, and back."""

    @property
    def key_id(self) -> bytes:
        """The 4-byte id of the key that seals now; a new game's seat keys are made with it."""
        ...

    def seal(self, payload: bytes) -> bytes:
        """Seals a payload of 1 to 360 bytes; the same payload gives the same bytes.

        Raises:
            ValueError: the payload has another length than states have.
        """
        ...

    def open(self, token: bytes) -> bytes:
        """Gives back the payload of a state that this service sealed.

        Raises:
            ServiceError: STATE_CORRUPT, STATE_NOT_OURS, STATE_KEY_UNKNOWN, STATE_KEY_RETIRED or
                STATE_VERSION_NEWER.
        """
        ...


class _SealingKey(NamedTuple):
    prefix: bytes
    aead: AESGCMSIV
    associated: bytes


class SealedStates:
    """The sealer of every server that does not trust its callers.

    Args:
        keyring: the newest key seals, every key opens.
        environment: a name such as `staging`; states do not open in an environment of another name.
        payload_bytes: the length of every payload, if it is fixed, which tells a cut state from a
            changed one.
    """

    def __init__(self, keyring: Keyring, environment: str = "", payload_bytes: int | None = None) -> None:
        self._payload_bytes = payload_bytes
        self._keyring = keyring
        self._environment = environment.encode()
        self._take_keys()
        keyring.when_changed(self._take_keys)

    def _take_keys(self) -> None:
        ring = self._keyring
        self._keys = {key_id: _sealing_key(ring, key_id, self._environment) for key_id in ring.key_ids}
        self._key_id = ring.primary_id
        self._primary = self._keys[self._key_id]

    @property
    def key_id(self) -> bytes:
        """The id of the key that seals."""
        return self._key_id

    def seal(self, payload: bytes) -> bytes:
        """See `Sealer.seal`."""
        if len(payload) != self._payload_bytes:
            _check_payload(payload, self._payload_bytes)
        prefix, aead, associated = self._primary
        nonce = payload[:_NONCE_BYTES]
        if len(nonce) < _NONCE_BYTES:
            nonce = nonce.ljust(_NONCE_BYTES, b"\0")
        return prefix + nonce + aead.encrypt(nonce, payload, associated)

    def open(self, token: bytes) -> bytes:
        """See `Sealer.open`."""
        _check_length(token, _SEALED_OVERHEAD)
        version = token[0]
        if version & _PLAIN_MARK:
            raise _not_ours()
        _check_version(version)
        if not _length_fits(len(token) - _SEALED_OVERHEAD, self._payload_bytes):
            raise _corrupt()
        key_id = token[1:_PREFIX_BYTES]
        key = self._keys.get(key_id)
        if key is None:
            raise state_key_refused(key_id, retired=key_id in self._keyring.retired_ids)
        nonce_end = _PREFIX_BYTES + _NONCE_BYTES
        try:
            return key.aead.decrypt(token[_PREFIX_BYTES:nonce_end], token[nonce_end:], key.associated)
        except InvalidTag:
            raise _not_ours() from None


class PlainStates:
    """The sealer of an embedder that trusts every caller: readable, and safe from accidents only.

    Args:
        payload_bytes: the length of every payload, if it is fixed.
    """

    def __init__(self, payload_bytes: int | None = None) -> None:
        self._payload_bytes = payload_bytes
        self._prefix = bytes([_PLAIN_MARK | VERSION])

    @property
    def key_id(self) -> bytes:
        """Always `PLAIN_KEY_ID`."""
        return PLAIN_KEY_ID

    def seal(self, payload: bytes) -> bytes:
        """See `Sealer.seal`."""
        _check_payload(payload, self._payload_bytes)
        body = self._prefix + payload
        return body + zlib.crc32(body).to_bytes(_CRC_BYTES, "big")

    def open(self, token: bytes) -> bytes:
        """See `Sealer.open`."""
        _check_length(token, _PLAIN_OVERHEAD)
        if not token[0] & _PLAIN_MARK:
            raise _not_ours()
        _check_version(token[0] & ~_PLAIN_MARK)
        if not _length_fits(len(token) - _PLAIN_OVERHEAD, self._payload_bytes):
            raise _corrupt()
        body, checksum = token[:-_CRC_BYTES], token[-_CRC_BYTES:]
        if zlib.crc32(body).to_bytes(_CRC_BYTES, "big") != checksum:
            raise _not_ours()
        return body[1:]


def state_id(token: bytes) -> bytes:
    """The 16-byte public name of a state: the end of the bytes that the caller carries, or their digest.

    A sealed state ends in its tag, which GCM-SIV makes from all of the payload with the key: it is a digest
    already, and one that only this service could make.
    """
    if token[0] & _PLAIN_MARK:
        return hashlib.sha256(token).digest()[:STATE_ID_BYTES]
    return token[-STATE_ID_BYTES:]


def state_key_refused(key_id: bytes, *, retired: bool) -> ServiceError:
    """The error for a state made with a key that this server does not have, or had until it was retired."""
    if retired:
        return ServiceError(
            "STATE_KEY_RETIRED",
            "This state was sealed with a key that was retired; its game cannot be played on.",
            {"key_id": key_id.hex()},
        )
    return ServiceError(
        "STATE_KEY_UNKNOWN",
        "This state was sealed with a key that this service does not have, or no longer has.",
        {"key_id": key_id.hex()},
    )


def _sealing_key(keyring: Keyring, key_id: bytes, environment: bytes) -> _SealingKey:
    prefix = bytes([VERSION]) + key_id
    return _SealingKey(
        prefix=prefix,
        aead=AESGCMSIV(keyring.subkey(key_id, Purpose.STATE)),
        # Unambiguous: all but the last part have a fixed length.
        associated=b"euchre.v1.state" + prefix + environment,
    )


def _length_fits(payload_bytes: int, expected: int | None) -> bool:
    if expected is not None:
        return payload_bytes == expected
    return 1 <= payload_bytes <= MAX_PAYLOAD_BYTES


def _check_payload(payload: bytes, expected: int | None) -> None:
    if not _length_fits(len(payload), expected):
        raise ValueError(f"a payload of {len(payload)} bytes cannot be sealed")


def _check_length(token: bytes, overhead: int) -> None:
    """Refuses what no version of this service made, however it begins."""
    if not overhead < len(token) <= MAX_TOKEN_BYTES:
        raise _corrupt()


def _check_version(version: int) -> None:
    # Before the exact length, which a newer version may have changed.
    if version > VERSION:
        raise ServiceError(
            "STATE_VERSION_NEWER",
            "A newer version of the service made this state.",
            {"version": str(version)},
        )
    if version < VERSION:
        raise _corrupt()


def _corrupt() -> ServiceError:
    return ServiceError("STATE_CORRUPT", "These bytes are no state of this service.")


def _not_ours() -> ServiceError:
    return ServiceError("STATE_NOT_OURS", "This service did not make this state, or it was changed.")
