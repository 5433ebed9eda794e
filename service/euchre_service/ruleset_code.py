"""A ruleset in 36 bytes, to travel inside a state.

The options are the digits of one mixed-radix number, the first option lowest. To stay readable for
later versions the list only grows at its end, a radix never changes, and digit 0 of an added option
must mean what was true before it existed.
"""

from collections.abc import Callable
from enum import Enum
from functools import lru_cache
from typing import Any, Final, NamedTuple

from euchre_rules.ruleset import OPTION_FIELDS, Ruleset

CODE_BYTES: Final = 36
_BASES: Final = (
    "classic",
    "ghost_hand",
    "buck",
    "egn",
    "openspiel",
    "turn_up",
    "classic_32",
    "british",
    "railroad",
    "two_handed",
    "three_handed",
    "three_handed_dummy",
    "bid_partners",
)
"""Append only: a preset's place is its digit."""
_BASE_RADIX: Final = 256
_ENUM_RADIX: Final = 8


class _Digit(NamedTuple):
    name: str
    radix: int
    write: Callable[[Any], int]
    read: Callable[[int], Any]


def _digit(name: str, default: Any, low: int | None, high: int | None) -> _Digit:
    if low is not None and high is not None:
        return _Digit(name, high - low + 1, lambda value: value - low, lambda digit: digit + low)
    if isinstance(default, Enum):
        members = list(type(default))
        return _Digit(name, _ENUM_RADIX, lambda value: members.index(value), members.__getitem__)
    return _Digit(name, 2, int, bool)


_DIGITS: Final = (
    _Digit("base", _BASE_RADIX, _BASES.index, _BASES.__getitem__),
    *(
        _digit(option.name, option.default, option.metadata.get("low"), option.metadata.get("high"))
        for option in OPTION_FIELDS
    ),
)


def encode(rules: Ruleset) -> bytes:
    """Return the 36 bytes of a checked ruleset."""
    number = 0
    for digit in reversed(_DIGITS):
        number = number * digit.radix + digit.write(getattr(rules, digit.name))
    return number.to_bytes(CODE_BYTES, "big")


@lru_cache(maxsize=1024)
def decode(code: bytes) -> Ruleset:
    """Return the ruleset of 36 bytes; the same bytes give the same object.

    Raises:
        ValueError: the bytes are no ruleset of this version.
    """
    number = int.from_bytes(code, "big")
    values = {}
    for digit in _DIGITS:
        number, value = divmod(number, digit.radix)
        try:
            values[digit.name] = digit.read(value)
        except IndexError:
            raise ValueError(f"no such value of {digit.name}") from None
    if number:
        raise ValueError("options of a newer version")
    return Ruleset(**values)
