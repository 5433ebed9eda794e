"""Why no call gets through to a server, as far as the gRPC runtime lets one know.

It tells by a text alone, and each cause has its own words there.
"""

from __future__ import annotations

from enum import Enum, auto
from typing import Final


class Unreachable(Enum):
    """What stands between a client and a server."""

    NOBODY_THERE = auto()
    """Nothing listens at that address, or the address is none."""
    SERVER_WITHOUT_TLS = auto()
    """The client speaks TLS, and whatever listens there does not."""
    CERTIFICATE_NOT_TRUSTED = auto()
    """No authority that the client trusts signed the server's certificate, or it has expired."""
    CERTIFICATE_OF_ANOTHER = auto()
    """The server's certificate is for another name than the one it was called by."""
    HUNG_UP = auto()
    """Something listens and hangs up: it wants TLS, or a client certificate, or is no such server."""


_BY_WORDS: Final = (
    ("WRONG_VERSION_NUMBER", Unreachable.SERVER_WITHOUT_TLS),
    ("CERTIFICATE_VERIFY_FAILED", Unreachable.CERTIFICATE_NOT_TRUSTED),
    ("Hostname Verification", Unreachable.CERTIFICATE_OF_ANOTHER),
    ("Socket closed", Unreachable.HUNG_UP),
    ("Connection reset", Unreachable.HUNG_UP),
)


def why_unreachable(details: str) -> Unreachable:
    """Reads the cause out of the message of a `TransportError` with the code UNAVAILABLE.

    Args:
        details: the message.

    Returns:
        The cause; `NOBODY_THERE` for words not known here.
    """
    return next((cause for words, cause in _BY_WORDS if words in details), Unreachable.NOBODY_THERE)
