"""Made-up figures of tournaments, for tests of what reports look like."""

from __future__ import annotations

import random

from euchre_arena.report.figures import (
    Course,
    DecisionTimes,
    Failure,
    Figures,
    HandPoints,
    Run,
    Snapshot,
)
from euchre_arena.tournament.estimates import Estimate
from euchre_arena.tournament.statistics import Pairing, Standing

SEATS = ("dealer's side", "other side")
CALLS = (
    ("names trump", 700, 0.6, 0.08, 0.78),
    ("orders up", 900, 0.7, 0.07, 0.81),
    ("orders up, lone hand", 80, 1.4, 0.3, 0.9),
    ("defends", 1600, -0.7, 0.06, None),
)


def around(value: float, reach: float) -> Estimate:
    return Estimate(value, value - reach, value + reach, reach / 2)


def share(value: float, reach: float) -> Estimate:
    return Estimate(value, max(0.0, value - reach), min(1.0, value + reach), reach / 2)


def made_up(
    entrants: tuple[str, ...],
    *,
    seats: tuple[str, ...] = SEATS,
    failures: tuple[Failure, ...] = (),
    seed: int = 1,
) -> Figures:
    """Returns figures of a tournament in which each entrant is a little better than the next."""
    chance = random.Random(seed)
    true = {name: 240.0 - 480 * place / max(1, len(entrants) - 1) for place, name in enumerate(entrants)}

    def expected(one: str, other: str) -> float:
        return float(1 / (1 + 10 ** ((true[other] - true[one]) / 400)))

    def rate(one: str) -> float:
        return sum(expected(one, other) for other in entrants if other != one) / (len(entrants) - 1)

    snapshots = tuple(
        Snapshot(
            games=200 * step,
            ratings={
                name: around(true[name] + chance.gauss(0, 60) / step**0.5, 130 / step**0.5)
                for name in entrants
            },
        )
        for step in range(1, 21)
    )
    return Figures(
        course=Course(
            game="classic",
            games=4000,
            games_planned=4000,
            hands=43120,
            blocks=500,
            seed="20260101",
            plan={
                "format": "round-robin",
                "ruleset": "classic",
                "entrants": list(entrants),
                "seed": 20260101,
            },
            command=f"euchre tournament {' '.join(entrants)} --games 4000 --seed 20260101",
            versions={"euchre-rules-service": "0.1.0", "Python": "3.11.9"},
        ),
        entrants=entrants,
        standings=tuple(
            Standing(
                place,
                name,
                games=800,
                won=share(rate(name), 0.024),
                fair=0.5,
                points=around(2 * rate(name) - 1, 0.04),
                failures=sum(one.count for one in failures if one.entrant == name),
            )
            for place, name in enumerate(entrants)
        ),
        ratings=snapshots[-1].ratings,
        pairings=tuple(
            Pairing(
                *(first, second, 400, share(expected(one, other), 0.045)),
                points=around(2 * expected(one, other) - 1, 0.08),
                better=float(expected(one, other) > 0.5),
                elo=0.0,
                trinomial=(100, 100, 200),
            )
            for first, one in enumerate(entrants)
            for second, other in enumerate(entrants)
            if one != other
        ),
        snapshots=snapshots,
        rating_scale="Elo",
        by_seat=tuple(
            HandPoints(name, seat, 2155, around(rate(name) - 0.5 + 0.2 * (place == 0), 0.05))
            for place, seat in enumerate(seats)
            for name in entrants
        ),
        by_call=tuple(
            HandPoints(name, call, hands, around(points + rate(name) - 0.5, reach), made)
            for call, hands, points, reach, made in CALLS
            for name in entrants
        ),
        times=tuple(
            DecisionTimes(
                name, phase, 12000, 0.02 * 8**place, 0.05 * 8**place, 0.09 * 8**place, 0.4 * 8**place
            )
            for place, name in enumerate(reversed(entrants[:4]))
            for phase in ("first round of calling", "second round of calling", "discard", "play")
        ),
        failures=failures,
        runs=(
            Run("2026-01-01T12:00:00", 2, 412.4, 2500, 512345, {"service": 0.44, "bots": 0.38, "rest": 0.18}),
            Run("2026-01-01T12:10:00", 2, 250.4, 1500, 312345, {"service": 0.45, "bots": 0.36, "rest": 0.19}),
        ),
    )
