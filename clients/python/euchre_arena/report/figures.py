"""What a report shows, beside the standings and pairings of the statistics: plain figures."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from euchre_arena.tournament.estimates import Estimate
from euchre_arena.tournament.statistics import Pairing, Standing


@dataclass(frozen=True)
class Snapshot:
    """The ratings after some of the games.

    Attributes:
        games: games counted so far.
        ratings: the rating of each entrant; those without a game are absent.
    """

    games: int
    ratings: Mapping[str, Estimate]


@dataclass(frozen=True)
class HandPoints:
    """Points a hand of one entrant in hands of one kind.

    Attributes:
        entrant: its label.
        kind: which hands, in words: where it sat, or how trump was made.
        hands: how many there were.
        points: points a hand, more is better.
        made: share of them in which the call was made; `None` where that has no meaning.
    """

    entrant: str
    kind: str
    hands: int
    points: Estimate
    made: float | None = None


@dataclass(frozen=True)
class DecisionTimes:
    """How long one entrant took to decide in one phase, in milliseconds.

    Attributes:
        entrant: its label.
        phase: the phase, in words.
        count: decisions.
        p50: the median.
        p95: 95th percentile.
        p99: 99th percentile.
        longest: the longest of all.
    """

    entrant: str
    phase: str
    count: int
    p50: float
    p95: float
    p99: float
    longest: float


@dataclass(frozen=True)
class Failure:
    """Failures of one entrant of one kind, with one consequence.

    Attributes:
        entrant: its label.
        phase: where they happened, in words.
        kind: `late`, `dead`, `illegal` or `error`.
        consequence: `retry`, `hand` or `game`: what followed.
        count: how many.
        example: what the first of them said.
    """

    entrant: str
    phase: str
    kind: str
    consequence: str
    count: int
    example: str


@dataclass(frozen=True)
class Run:
    """One start of the tournament.

    Attributes:
        started: when, ISO 8601 in UTC.
        processes: playing processes.
        seconds: how long.
        games: games finished.
        transitions: acts and deals.
        shares: where the time of the processes went, in words, as shares of it.
    """

    started: str
    processes: int
    seconds: float
    games: int
    transitions: int
    shares: Mapping[str, float]


@dataclass(frozen=True)
class Course:
    """What was to be played and how to play it again.

    Attributes:
        game: the preset or ruleset, as the plan names it.
        games: finished games.
        games_planned: games the plan allows at most; `None` if it does not say.
        hands: finished hands.
        blocks: finished blocks of games on the same cards.
        seed: what decides every card.
        plan: the plan, as it was given.
        command: the command that plays the same tournament.
        versions: programs and their versions.
        countdown: whether scores count down; points are then points taken off.
        unfinished: games that nobody won, because the limit of hands broke them off.
        fair: the share of wins that equals would have.
    """

    game: str
    games: int
    games_planned: int | None
    hands: int
    blocks: int
    seed: str
    plan: Mapping[str, Any]
    command: str
    versions: Mapping[str, str] = field(default_factory=dict)
    countdown: bool = False
    unfinished: int = 0
    fair: float = 0.5


@dataclass(frozen=True)
class Figures:
    """All that a report shows.

    Attributes:
        course: what was played.
        entrants: labels, in the order of entry.
        standings: the best first.
        ratings: the rating of each entrant by label; those without a game are absent.
        pairings: every ordered pair that met; entrants by their place among the labels.
        verdicts: what sequential tests said, in words, by pair.
        snapshots: ratings as games accumulate, the last one with all games.
        rating_scale: what a rating is, in words.
        by_seat: points a hand by where an entrant sat.
        by_call: points a hand by how trump was made.
        times: decision times.
        failures: failures of bots; none if nothing failed.
        runs: the starts of the tournament.
    """

    course: Course
    entrants: tuple[str, ...]
    standings: tuple[Standing, ...]
    ratings: Mapping[str, Estimate] = field(default_factory=dict)
    pairings: tuple[Pairing, ...] = ()
    verdicts: Mapping[tuple[int, int], str] = field(default_factory=dict)
    snapshots: tuple[Snapshot, ...] = ()
    rating_scale: str = "Elo"
    by_seat: tuple[HandPoints, ...] = ()
    by_call: tuple[HandPoints, ...] = ()
    times: tuple[DecisionTimes, ...] = ()
    failures: tuple[Failure, ...] = ()
    runs: tuple[Run, ...] = ()
