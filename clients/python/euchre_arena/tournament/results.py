"""What comes of a game, as it goes from the tables that play to the store that keeps."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from euchre_arena.tournament.timing import Tally


@dataclass
class HandResult:
    """One hand; the columns of the store's table `hands`."""

    number: int
    dealer: int
    maker: int | None = None
    call: str | None = None
    round: int | None = None
    bid: int | None = None
    trump: str | None = None
    alone: bool = False
    folds: int = 0
    outcome: str = ""
    tricks: Sequence[int] = ()
    points: Sequence[int] = ()
    forfeiter: int | None = None


@dataclass(frozen=True)
class Failure:
    """A bot's failure; the columns of the store's table `failures`."""

    hand: int
    seat: int
    phase: str
    kind: str
    message: str
    consequence: str


@dataclass
class GameResult:
    """One game.

    Attributes:
        seating: which of its block, from 0.
        places: entrants by seat.
        sides: side by seat.
        ended: `won`, `hands`, `void` or `forfeit`.
        transitions: acts and deals.
        scores: scores by side at the end.
        changes: score changes by side, added up.
        points: the same, where more is better also in a game that counts down.
        winners: winning sides.
        hands: the hands.
        failures: what the bots did wrong.
        record: the compressed record.
    """

    seating: int
    places: tuple[int, ...]
    sides: tuple[int, ...]
    ended: str
    transitions: int
    scores: tuple[int, ...]
    changes: tuple[int, ...]
    points: tuple[int, ...]
    winners: tuple[int, ...]
    hands: list[HandResult]
    failures: list[Failure]
    record: bytes

    def share(self, side: int) -> float:
        """Returns a side's share of the win: 1, less where several win together, 0."""
        return 1 / len(self.winners) if side in self.winners else 0.0


@dataclass
class Spent:
    """Where the time of playing went, in seconds.

    Attributes:
        server: waiting for the service, its answers parsed.
        bots: in the bots.
        own: everything else.
    """

    server: float = 0.0
    bots: float = 0.0
    own: float = 0.0


@dataclass
class BlockResult:
    """All games of a block.

    Attributes:
        contest: which contest.
        block: which of its blocks, from 0.
        games: in the order of the seatings.
        tallies: the decisions by entrant and phase.
        spent: the time since the last block that the same process finished.
    """

    contest: int
    block: int
    games: list[GameResult]
    tallies: dict[tuple[int, str], Tally] = field(default_factory=dict)
    spent: Spent = field(default_factory=Spent)

    def score(self, entrant: int) -> float:
        """Returns the score of an entrant against the others.

        Returns:
            One half and half the difference between its share of wins in a seat and that of the others: at a
            table of two sides its share of the games, ties halved.
        """
        own: list[float] = []
        others: list[float] = []
        for game in self.games:
            for seat, side in enumerate(game.sides):
                (own if game.places[seat] == entrant else others).append(game.share(side))
        return 0.5 + (sum(own) / len(own) - sum(others) / len(others)) / 2
