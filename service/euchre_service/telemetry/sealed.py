"""Sealers that tell the call they work for how long the states are.

Classes of their own, so that a server that counts nothing does not pay for the question whether to count.
"""

from __future__ import annotations

from euchre_service.calllog import note_sealed
from euchre_service.seal import PlainStates, SealedStates


class CountedSealedStates(SealedStates):
    """See `SealedStates`."""

    def seal(self, payload: bytes) -> bytes:
        """See `Sealer.seal`."""
        token = super().seal(payload)
        note_sealed(len(token))
        return token


class CountedPlainStates(PlainStates):
    """See `PlainStates`."""

    def seal(self, payload: bytes) -> bytes:
        """See `Sealer.seal`."""
        token = super().seal(payload)
        note_sealed(len(token))
        return token
