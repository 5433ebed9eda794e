"""Counting and finding bits: single machine instructions that numba has no name for."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, cast

from llvmlite import ir
from numba.core import types
from numba.extending import intrinsic

_WORD: Final = ir.IntType(64)
_UNDEFINED_FOR_ZERO: Final = ir.IntType(1)(1)
_ON_WORDS: Final = types.int64(types.int64)


def _count(_typing: Any, mask: Any) -> Any:
    def generate(_target: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return _ON_WORDS, generate


def _top_place(_typing: Any, mask: Any) -> Any:
    def generate(_target: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.sub(_WORD(63), builder.ctlz(arguments[0], _UNDEFINED_FOR_ZERO))

    return _ON_WORDS, generate


count: Final = cast(Callable[[int], int], intrinsic(_count))
"""Returns how many bits of a mask are set; for compiled code."""

top_place: Final = cast(Callable[[int], int], intrinsic(_top_place))
"""Returns the place of the highest bit of a mask that is not 0; for compiled code."""
