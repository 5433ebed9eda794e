"""What is to be played: a plan decides every game of a tournament before the first is dealt."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, replace
from enum import StrEnum
from itertools import combinations, permutations
from typing import Any, Final

from euchre_arena.entrants import name_of

FORMAT_VERSION: Final = 2
"""Version of the plan and of the store that keeps it."""

_ALL_SEATINGS_UP_TO: Final = 3
"""At tables of more seats a block has the rotations alone: every seating of four would be 24 games."""


class Format(StrEnum):
    """Who meets whom."""

    DUEL = "duel"
    ROUND_ROBIN = "round-robin"
    GAUNTLET = "gauntlet"


class OnFailure(StrEnum):
    """What a bot loses that fails twice at one decision."""

    HAND = "hand"
    GAME = "game"


@dataclass(frozen=True)
class Sprt:
    """A sequential test of the first entrant of every contest against the others.

    Attributes:
        elo0: normalised Elo under the hypothesis H0.
        elo1: normalised Elo under H1; above `elo0`.
        alpha: chance of accepting H1 where H0 holds.
        beta: chance of accepting H0 where H1 holds.
    """

    elo0: float = 0.0
    elo1: float = 10.0
    alpha: float = 0.05
    beta: float = 0.05

    def __post_init__(self) -> None:
        if not self.elo0 < self.elo1:
            raise ValueError("the second bound of the test has to be above the first")
        if not (0 < self.alpha < 0.5 and 0 < self.beta < 0.5):
            raise ValueError("the error rates of the test have to lie between 0 and 0.5")


@dataclass(frozen=True)
class Plan:
    """A tournament.

    Attributes:
        ruleset: the rules, a preset's name or the JSON of a `Ruleset`.
        entrants: the bots, in order of entry, by name or as `name=host:port`; a name may occur twice.
        format: who meets whom.
        blocks: blocks of each contest, at most where a test may stop it.
        seed: decides every card, and the choices of bots that use chance.
        hands: hands of a game; 0: whole games.
        max_hands: breaks a whole game off after so many hands: nobody wins it.
        baseline: the entrant whom all others meet in a gauntlet, by number.
        sprt: the test that stops a contest, if any.
        on_failure: what a bot loses that fails twice at a decision.
        time_limit: seconds that a decision may take; 0: any time.
    """

    ruleset: str
    entrants: tuple[str, ...]
    format: Format = Format.ROUND_ROBIN
    blocks: int = 100
    seed: int = 1
    hands: int = 0
    max_hands: int = 200
    baseline: int = 0
    sprt: Sprt | None = None
    on_failure: OnFailure = OnFailure.HAND
    time_limit: float = 0.0

    def __post_init__(self) -> None:
        if len(self.entrants) < 2:
            raise ValueError("a tournament needs two bots at least; the same one twice will do")
        if self.format is Format.DUEL and len(self.entrants) != 2:
            raise ValueError(f"a duel is between two bots, not {len(self.entrants)}")
        if not 0 <= self.baseline < len(self.entrants):
            raise ValueError("the baseline is one of the entrants")
        if self.blocks < 1 or self.max_hands < 1 or self.hands < 0 or self.time_limit < 0:
            raise ValueError("blocks, hands and times are not negative")

    @property
    def names(self) -> tuple[str, ...]:
        """The entrants' names, without addresses."""
        return tuple(map(name_of, self.entrants))

    def has_games_of(self, other: Plan) -> bool:
        """Whether another plan has the same games: bots may have moved to other addresses meanwhile."""
        return replace(self, entrants=self.names) == replace(other, entrants=other.names)

    def differences(self, other: Plan) -> str:
        """Tells where this plan is not that other one: `blocks is 3 there, 4 here`."""
        ours, theirs = asdict(self), asdict(other)
        return ", ".join(
            f"{name} is {ours[name]} there, {theirs[name]} here"
            for name in ours
            if ours[name] != theirs[name]
        )

    @property
    def labels(self) -> tuple[str, ...]:
        """The entrants' names, told apart where they are the same: `random`, `random #2`."""
        seen: dict[str, int] = {}
        told = []
        for name in self.names:
            seen[name] = seen.get(name, 0) + 1
            told.append(name if seen[name] == 1 else f"{name} #{seen[name]}")
        return tuple(told)

    def to_json(self) -> str:
        """Returns the plan as JSON; the same plan gives the same text."""
        return json.dumps(asdict(self), sort_keys=True)

    @classmethod
    def from_json(cls, text: str) -> Plan:
        """Reads what `to_json` wrote.

        Raises:
            ValueError: it is no plan.
        """
        told: dict[str, Any] = json.loads(text)
        sprt = told.pop("sprt")
        return cls(
            **{
                **told,
                "entrants": tuple(told["entrants"]),
                "format": Format(told["format"]),
                "on_failure": OnFailure(told["on_failure"]),
                "sprt": None if sprt is None else Sprt(**sprt),
            }
        )


@dataclass(frozen=True)
class Contest:
    """Entrants that meet, and every seating of a block.

    Attributes:
        number: which contest, from 0.
        entrants: who meets; the first is the one a test is about.
        seatings: entrants by seat, one for each game of a block.
    """

    number: int
    entrants: tuple[int, ...]
    seatings: tuple[tuple[int, ...], ...]


def contests(plan: Plan, sides: tuple[int, ...]) -> tuple[Contest, ...]:
    """Draws up who meets whom, and where they sit.

    At a table of two sides two entrants meet, and a block is the game with either on either side. At a table
    of individuals a round robin seats every choice of as many entrants as there are seats; with fewer
    entrants, and in the other formats, two meet: each sits alone against the other everywhere else, in a
    gauntlet only the challenger against the baseline.

    Args:
        plan: the tournament.
        sides: side by seat.

    Returns:
        The contests. Each has the same number of seatings.
    """
    everybody = range(len(plan.entrants))
    seats, two_sided = len(sides), max(sides) == 1
    if plan.format is Format.GAUNTLET:
        pairs = [(other, plan.baseline) for other in everybody if other != plan.baseline]
    elif plan.format is Format.ROUND_ROBIN and not two_sided and len(plan.entrants) >= seats:
        tables = list(combinations(everybody, seats))
        return tuple(Contest(number, table, _around(table)) for number, table in enumerate(tables))
    else:
        pairs = list(combinations(everybody, 2))
    return tuple(
        Contest(number, pair, _two(pair, sides, mutual=plan.format is not Format.GAUNTLET))
        for number, pair in enumerate(pairs)
    )


def _two(pair: tuple[int, int], sides: tuple[int, ...], *, mutual: bool) -> tuple[tuple[int, ...], ...]:
    first, second = pair
    if max(sides) == 1:
        return tuple(tuple(order[side] for side in sides) for order in (pair, (second, first)))
    one = _rotations((first,) + (second,) * (len(sides) - 1))
    return one + _rotations((second,) + (first,) * (len(sides) - 1)) if mutual else one


def _around(table: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    return tuple(permutations(table)) if len(table) <= _ALL_SEATINGS_UP_TO else _rotations(table)


def _rotations(table: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    return tuple(table[turn:] + table[:turn] for turn in range(len(table)))
