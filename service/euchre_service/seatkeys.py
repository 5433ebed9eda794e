"""The keys by which the host and the seats of a game prove themselves.

A key is a MAC over the game and the role, so the service hands it out once and stores nothing. It is made
with the master key that was the newest when the game began, whose id the game's states carry: seat keys
stay valid when the sealing key is rotated, for as long as the old key is kept.
"""

from __future__ import annotations

import functools
import hmac
from collections.abc import Callable
from typing import Final, NamedTuple

from euchre_service.keyring import KEY_BYTES, Keyring, MasterKey, Purpose, RetiredKeyError, UnknownKeyError
from euchre_service.seal import PLAIN_KEY_ID, state_key_refused

SEAT_KEY_BYTES: Final = 16

_HOST_ROLE: Final = b"\xff"
_REMEMBERED_GAMES: Final = 4096


class Authority(NamedTuple):
    """What a key entitles its holder to."""

    host: bool
    """Whether it is the host's: every seat and the whole table."""
    seat: int | None
    """The one seat it is for, or None."""

    def acts_for(self, seat: int) -> bool:
        """Whether the holder may act for a seat and see what it sees."""
        return self.host or self.seat == seat


HOST: Final = Authority(host=True, seat=None)
NOBODY: Final = Authority(host=False, seat=None)


class SeatKeys:
    """Makes and checks the keys of games.

    Args:
        keyring: the same as the states'.
        trust_empty: an empty key counts as the host's; only for a server that trusts every caller.
    """

    def __init__(self, keyring: Keyring, *, trust_empty: bool = False) -> None:
        self._keyring = keyring
        self._trust_empty = trust_empty
        # One game's states come again and again, all the more in a batch.
        self._candidates = functools.lru_cache(maxsize=_REMEMBERED_GAMES)(self._make_candidates)
        keyring.when_changed(self._candidates.cache_clear)

    def when_changed(self, follower: Callable[[], object]) -> None:
        """Has a function called when the master keys have changed, for whoever keeps opened states."""
        self._keyring.when_changed(follower)

    @classmethod
    def trusting(cls) -> SeatKeys:
        """Seat keys to go with `PlainStates`: made with a key that everybody knows, and optional."""
        return cls(Keyring([MasterKey(PLAIN_KEY_ID, bytes(KEY_BYTES))]), trust_empty=True)

    def seat_key(self, key_id: bytes, game_id: bytes, seat: int) -> bytes:
        """The 16-byte key of one seat, counted from 0.

        Raises:
            ServiceError: STATE_KEY_UNKNOWN or STATE_KEY_RETIRED, as for all methods here.
        """
        return self._make(key_id, game_id, bytes([seat]))

    def host_key(self, key_id: bytes, game_id: bytes) -> bytes:
        """The 16-byte key of the game's host."""
        return self._make(key_id, game_id, _HOST_ROLE)

    def authority(self, key: bytes, key_id: bytes, game_id: bytes, players: int) -> Authority:
        """What a key that came with a request entitles to, in a game of so many players.

        The time it takes does not depend on how nearly a wrong key is right, nor on whose a right one is.
        """
        if not key and self._trust_empty:
            return HOST
        found = NOBODY
        for authority, candidate in self._candidates(key_id, game_id, players):
            if hmac.compare_digest(key, candidate):
                found = authority
        return found

    def replay_seed(self, key_id: bytes, record: bytes) -> bytes:
        """A 32-byte seed for the game that a recorded one becomes.

        The same record gives the same seed, so that a replay can be repeated; nobody outside can tell
        which.
        """
        return hmac.digest(self._subkey(key_id, Purpose.REPLAY), record, "sha256")

    def _make(self, key_id: bytes, game_id: bytes, role: bytes) -> bytes:
        return hmac.digest(self._subkey(key_id, Purpose.SEAT), game_id + role, "sha256")[:SEAT_KEY_BYTES]

    def _make_candidates(
        self, key_id: bytes, game_id: bytes, players: int
    ) -> tuple[tuple[Authority, bytes], ...]:
        seats = (
            (Authority(host=False, seat=seat), self.seat_key(key_id, game_id, seat))
            for seat in range(players)
        )
        return ((HOST, self.host_key(key_id, game_id)), *seats)

    def _subkey(self, key_id: bytes, purpose: Purpose) -> bytes:
        try:
            return self._keyring.subkey(key_id, purpose)
        except UnknownKeyError as error:
            raise state_key_refused(key_id, retired=isinstance(error, RetiredKeyError)) from None
