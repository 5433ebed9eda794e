"""An answer that is on the wire already."""

from typing import NamedTuple


class Encoded(NamedTuple):
    """A response message as its bytes; the boundary sends it as it is.

    A handler that has put its answer together from bytes returns this instead of a message: to parse it
    only to write it again costs as much as everything else the handler does.
    """

    answer: bytes
