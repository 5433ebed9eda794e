"""What the host must know of a practice table, and its form as bytes."""

from __future__ import annotations

import struct
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

from euchre.v1.action_pb2 import Action
from euchre.v1.practice_service_pb2 import Strength

VERSION: Final = 1
ID_BYTES: Final = 16
SEED_BYTES: Final = 32

# Version, game, state, host's key, seed, the person's seat, number of seats.
_HEAD: Final = struct.Struct(f">B{ID_BYTES}s{ID_BYTES}s{ID_BYTES}s{SEED_BYTES}sBB")


class Act(NamedTuple):
    """One act of a game; a deal is one of its dealer."""

    seat: int
    """Who acted."""
    action: Action
    """What was done."""
    pack: bytes = b""
    """For a deal whose pack the host could tell: the cards in dealing order, a byte each."""


@dataclass(frozen=True)
class PracticeTable:
    """A table as it stands with one state of its game.

    Attributes:
        game_id: the game, 16 bytes.
        state_id: the state this goes with, 16 bytes.
        host_key: the host's key to the game, 16 bytes.
        seed: the 32 bytes that decide the shuffles and the bots' chance.
        seat: the person's.
        strengths: by seat; UNSPECIFIED for the person's.
        players: names by seat; empty if there are none.
        acts: all that was done so far, in order.
    """

    game_id: bytes
    state_id: bytes
    host_key: bytes
    seed: bytes
    seat: int
    strengths: tuple[Strength.ValueType, ...]
    players: tuple[str, ...] = ()
    acts: tuple[Act, ...] = ()

    def after(self, act: Act, state_id: bytes) -> PracticeTable:
        """Returns the table after one more act, which led to a state of this id."""
        return replace(self, acts=(*self.acts, act), state_id=state_id)

    def to_bytes(self) -> bytes:
        """Returns the table as bytes, for `from_bytes`."""
        head = _HEAD.pack(
            VERSION,
            self.game_id,
            self.state_id,
            self.host_key,
            self.seed,
            self.seat,
            len(self.strengths),
        )
        names = [name.encode() for name in self.players]
        parts = [head, bytes(self.strengths), bytes([len(names)]), *map(_short, names)]
        for act in self.acts:
            parts += [bytes([act.seat]), _short(act.action.SerializeToString()), _short(act.pack)]
        return b"".join(parts)

    @classmethod
    def from_bytes(cls, data: bytes) -> PracticeTable:
        """Reads what `to_bytes` wrote.

        Raises:
            ValueError: it is of another version.
        """
        version, game_id, state_id, host_key, seed, seat, seats = _HEAD.unpack_from(data)
        if version != VERSION:
            raise ValueError(f"a table of version {version}")
        reader = _Reader(data, _HEAD.size)
        strengths = tuple(Strength.ValueType(value) for value in reader.take(seats))
        players = tuple(reader.short().decode() for _ in range(reader.byte()))
        return cls(game_id, state_id, host_key, seed, seat, strengths, players, tuple(_acts(reader)))


def _short(data: bytes) -> bytes:
    return bytes([len(data)]) + data


def _acts(reader: _Reader) -> Iterator[Act]:
    while not reader.is_done:
        yield Act(reader.byte(), Action.FromString(reader.short()), reader.short())


class _Reader:
    """Reads bytes from first to last."""

    def __init__(self, data: bytes, place: int) -> None:
        self._data = data
        self._place = place

    @property
    def is_done(self) -> bool:
        return self._place >= len(self._data)

    def take(self, count: int) -> bytes:
        self._place += count
        return self._data[self._place - count : self._place]

    def byte(self) -> int:
        return self.take(1)[0]

    def short(self) -> bytes:
        return self.take(self.byte())


def strengths_by_seat(
    asked: Sequence[Strength.ValueType], seats: int, person: int
) -> tuple[Strength.ValueType, ...] | None:
    """Returns how well each seat plays, UNSPECIFIED for the person's; `None` if the request does not say.

    Args:
        asked: one strength for all bots, or one for each seat.
        seats: how many seats there are.
        person: the person's.
    """
    if len(asked) not in (1, seats):
        return None
    each = list(asked) * seats if len(asked) == 1 else list(asked)
    each = each[:seats]
    each[person] = Strength.STRENGTH_UNSPECIFIED
    known = Strength.values()
    if any(
        strength == Strength.STRENGTH_UNSPECIFIED or strength not in known
        for seat, strength in enumerate(each)
        if seat != person
    ):
        return None
    return tuple(each)
