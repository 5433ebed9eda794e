"""What the wire format promises: fields one after another are a message.

So a message can be put together from the bytes of its fields, which is much cheaper than to build it as an
object when most of the fields are known already.
"""

from typing import Any, Final

_LENGTH_DELIMITED: Final = 2


def number_of(message: Any, name: str) -> int:
    """Return the number of a message's field."""
    return int(message.DESCRIPTOR.fields_by_name[name].number)


def field(number: int, payload: bytes) -> bytes:
    """Return a field of bytes, text or a message, as it stands in its parent."""
    size = len(payload)
    return _TAGS[number] + (_VARINTS[size] if size < _READY else _long_varint(size)) + payload


def head(number: int, size: int) -> bytes:
    """Return how a field of bytes, text or a message begins, whose content is so many bytes long."""
    return _TAGS[number] + (_VARINTS[size] if size < _READY else _long_varint(size))


def varint(number: int) -> bytes:
    """Return a number from 0 up."""
    return _VARINTS[number] if number < _READY else _long_varint(number)


def _long_varint(number: int) -> bytes:
    low = []
    while number >= 0x80:
        low.append(number & 0x7F | 0x80)
        number >>= 7
    return bytes([*low, number])


_READY: Final = 1 << 11
_VARINTS: Final = tuple(_long_varint(number) for number in range(_READY))
"""The numbers that are used most."""
_TAGS: Final = tuple(_long_varint(number << 3 | _LENGTH_DELIMITED) for number in range(0x80))
"""By its number: how a field of bytes, text or a message begins."""
