"""What the search has found out about positions of the same world.

An entry is two words: the position's `owners`; and its `bottoms`, leader and number of trumps, which make it
whole, with bounds on what side 0 takes and the world's number above them.
"""

from __future__ import annotations

from typing import Final

from numba import njit

from euchre_bots.solver.bits import count
from euchre_bots.solver.state import TABLE, Work, trumps_of

WORLDS: Final = 1 << 14
"""As many world numbers as there is room for."""
_LEADER_AT: Final = 33
_TRUMPS_AT: Final = 35
_LOW_AT: Final = 40
_HIGH_AT: Final = 44
_WORLD_AT: Final = 48
_POSITION: Final = (1 << _LOW_AT) - 1
# Odd, and otherwise of no meaning.
_MIX_OWNERS: Final = 0x1E3779B97F4A7C15
_MIX_REST: Final = 0x42B2AE3D27D4EB4F


@njit(cache=True, nogil=True)
def next_world(work: Work) -> None:
    """Forgets what the table holds."""
    work.generation += 1
    if work.generation == WORLDS:
        work.table[:] = 0
        work.generation = 1


@njit(cache=True, nogil=True)
def _rest_of_position(work: Work, level: int) -> int:
    leader, trumps = int(work.leader[level]), count(trumps_of(work, level))
    return int(work.bottoms[level]) | (leader << _LEADER_AT) | (trumps << _TRUMPS_AT)


@njit(cache=True, nogil=True)
def recall(work: Work, level: int) -> bool:
    """Sets a level's slot and, if its position is known, its bounds; tells whether it is."""
    owners, rest = work.owners[level], _rest_of_position(work, level)
    mixed = ((owners * _MIX_OWNERS) ^ (rest * _MIX_REST)) >> 40
    slot = 2 * (mixed & (TABLE - 1))
    work.slot[level] = slot
    word = work.table[slot + 1]
    if work.table[slot] != owners or word & _POSITION != rest or word >> _WORLD_AT != work.generation:
        return False
    work.low[level] = (word >> _LOW_AT) & 15
    work.high[level] = (word >> _HIGH_AT) & 15
    return True


@njit(cache=True, nogil=True)
def remember(work: Work, level: int) -> None:
    """Writes a level's bounds to its slot."""
    slot = work.slot[level]
    bounds = (work.low[level] << _LOW_AT) | (work.high[level] << _HIGH_AT)
    work.table[slot] = work.owners[level]
    work.table[slot + 1] = _rest_of_position(work, level) | bounds | (work.generation << _WORLD_AT)
