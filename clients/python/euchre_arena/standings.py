"""Who sits where in a tournament, and how everybody did."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Final

from euchre_arena.games import game_seed
from euchre_arena.matches import Fixture, Outcome
from euchre_bots import make

_Z_95: Final = 1.959963984540054


@dataclass
class Standing:
    """How one entrant did.

    Attributes:
        name: the entrant; a bot entered twice gets a number.
        played: games played, counted once for each side it sat on.
        won: those of them it won.
        hands: hands played.
        points: score changes, added up.
    """

    name: str
    played: int = 0
    won: int = 0
    hands: int = 0
    points: int = 0

    @property
    def win_rate(self) -> float:
        """The share of games won."""
        return self.won / self.played if self.played else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % confidence interval of the win rate."""
        return wilson(self.won, self.played)

    @property
    def points_per_hand(self) -> float:
        """The mean score change of a hand."""
        return self.points / self.hands if self.hands else 0.0

    def to_dict(self) -> dict[str, Any]:
        """Returns it as plain JSON values."""
        return {
            **asdict(self),
            "win_rate": self.win_rate,
            "interval": list(self.interval),
            "points_per_hand": self.points_per_hand,
        }


def wilson(won: int, played: int) -> tuple[float, float]:
    """Returns Wilson's 95 % interval for a share.

    Args:
        won: successes.
        played: trials.

    Returns:
        Its lower and upper bound; everything from 0 to 1 if there were no trials.
    """
    if played == 0:
        return 0.0, 1.0
    share, z2 = won / played, _Z_95**2
    centre = share + z2 / (2 * played)
    reach = _Z_95 * math.sqrt(share * (1 - share) / played + z2 / (4 * played**2))
    scale = 1 + z2 / played
    return max(0.0, (centre - reach) / scale), min(1.0, (centre + reach) / scale)


def seating(entrants: int, seats: int, rotation: int) -> tuple[int, ...]:
    """Returns who sits where: entrants around the table, moved on by `rotation` places.

    In the `entrants` rotations of a block everybody sits in every seat once for each time another does.
    """
    return tuple((seat + rotation) % entrants for seat in range(seats))


def schedule(
    names: Sequence[str], seats: int, blocks: int, seed: int
) -> list[tuple[Fixture, tuple[int, ...]]]:
    """Draws up a duplicate tournament: the games of a block have the same cards, with the seats rotated.

    Args:
        names: the bots.
        seats: seats of the table.
        blocks: how many blocks.
        seed: decides the cards, and the choices of bots that use chance.

    Returns:
        The games, each with the entrants by seat.
    """
    games = []
    for block in range(blocks):
        for rotation in range(len(names)):
            places = seating(len(names), seats, rotation)
            label = f"{block}.{rotation}"
            bots = [
                make(names[entrant], int.from_bytes(game_seed("bot", seed, label, seat)[:4], "big"))
                for seat, entrant in enumerate(places)
            ]
            games.append((Fixture(game_seed("tournament", seed, block), label, bots), places))
    return games


def standings(names: Sequence[str], played: Iterable[tuple[Outcome, tuple[int, ...]]]) -> list[Standing]:
    """Adds the games up.

    Args:
        names: the bots.
        played: the games, each with the entrants by seat.

    Returns:
        How each entrant did, in the order of entry.
    """
    table = [Standing(name) for name in labels(names)]
    for outcome, places in played:
        for side in range(len(outcome.scores)):
            for entrant in {places[seat] for seat, own in enumerate(outcome.sides) if own == side}:
                standing = table[entrant]
                standing.played += 1
                standing.won += side in outcome.winners
                standing.hands += outcome.hands
                standing.points += outcome.changes[side]
    return table


def labels(names: Sequence[str]) -> list[str]:
    """Tells entrants of the same name apart: `random`, `random #2`."""
    seen: dict[str, int] = {}
    told = []
    for name in names:
        seen[name] = seen.get(name, 0) + 1
        told.append(name if seen[name] == 1 else f"{name} #{seen[name]}")
    return told
