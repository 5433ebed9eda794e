"""Ratings at tables of individuals, where a game puts three or four seats in an order.

The model is Plackett and Luce's: the chance to be first among some is one's share of their strengths, and so
on for the places after. Each game moves what is believed of the entrants and makes it surer. An entrant in
several seats of a table is moved by what each of them did.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from operator import itemgetter
from statistics import fmean
from typing import NamedTuple

from openskill.models import PlackettLuce

from euchre_arena.tournament.estimates import Estimate, z_of
from euchre_arena.tournament.ratings import ELO_SCALE, Rating, centred
from euchre_arena.tournament.store import Store


class Game(NamedTuple):
    """A game as an order: entrants by seat, and how many seats finished before each."""

    block: int
    entrants: list[int]
    ranks: list[float]


class Belief(NamedTuple):
    """What is believed of an entrant."""

    mu: float
    sigma: float


def rate_orders(store: Store, ends: Sequence[int | None], level: float) -> list[list[Rating]]:
    """Rates the entrants as of several moments.

    Args:
        store: a tournament of individuals.
        ends: for each moment, in order, the block from which on blocks do not count; `None`: all count.
        level: confidence of the intervals.

    Returns:
        The ratings of each moment in the order of entry; none before anything was won.
    """
    # Nothing of what is believed fades with time (tau).
    model = PlackettLuce(tau=0.0)
    entrants = store.query("SELECT count(*) FROM entrants")[0][0]
    unknown = [Belief(model.mu, model.sigma)] * entrants
    games = list(_games(store))
    moments = []
    forwards, read = unknown, 0
    for end in ends:
        counted = sum(end is None or game.block < end for game in games)
        forwards, read = learned(model, forwards, games[read:counted]), counted
        backwards = learned(model, unknown, reversed(games[:counted]))
        both = [
            Belief(*map(fmean, zip(*pair, strict=True))) for pair in zip(forwards, backwards, strict=True)
        ]
        moments.append(rated_beliefs(both, len(games[0].entrants), model.beta, level) if counted else [])
    return moments


def learned(model: PlackettLuce, beliefs: Sequence[Belief], games: Iterable[Game]) -> list[Belief]:
    """Returns what is believed after some games."""
    after = list(beliefs)
    for game in games:
        _learn(model, after, game)
    return after


def _games(store: Store) -> Iterator[Game]:
    """Reads the games that somebody won: the winners first, the others by their points."""
    rows = store.query(
        "SELECT game, block, entrant, won, points FROM games JOIN places USING (game) "
        "WHERE ended <> 'void' ORDER BY block, contest, seating, seat"
    )
    for _, seats in groupby(rows, key=itemgetter(0)):
        table = list(seats)
        reached = [(won, points) for *_, won, points in table]
        ranks = [float(sum(other > own for other in reached)) for own in reached]
        yield Game(table[0][1], [entrant for _, _, entrant, *_ in table], ranks)


def _learn(model: PlackettLuce, beliefs: list[Belief], game: Game) -> None:
    seats = [[model.rating(*beliefs[entrant])] for entrant in game.entrants]
    after = model.rate(seats, ranks=game.ranks)
    moved: dict[int, float] = defaultdict(float)
    surer: dict[int, float] = defaultdict(lambda: 1.0)
    for entrant, (seat,) in zip(game.entrants, after, strict=True):
        moved[entrant] += seat.mu - beliefs[entrant].mu
        surer[entrant] *= seat.sigma / beliefs[entrant].sigma
    for entrant, change in moved.items():
        mu, sigma = beliefs[entrant]
        beliefs[entrant] = Belief(mu + change, sigma * surer[entrant])


def rated_beliefs(beliefs: Sequence[Belief], seats: int, beta: float, level: float) -> list[Rating]:
    """Returns what is believed as ratings.

    Args:
        beliefs: by entrant.
        seats: how many sit at a table.
        beta: the model's scale.
        level: confidence of the intervals.
    """
    scale = ELO_SCALE / (beta * math.sqrt(seats))
    reach = z_of(level)
    return centred(
        [
            Estimate(mu * scale, (mu - reach * sigma) * scale, (mu + reach * sigma) * scale, sigma * scale)
            for mu, sigma in beliefs
        ]
    )
