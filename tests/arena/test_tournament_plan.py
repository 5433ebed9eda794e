from __future__ import annotations

import math
import random

import pytest
from openskill.models import PlackettLuce

from euchre.v1.ruleset_pb2 import Ruleset
from euchre_arena.tournament.entrants import Roster
from euchre_arena.tournament.estimates import estimate, share, wilson
from euchre_arena.tournament.plan import Format, Plan, Sprt, contests
from euchre_arena.tournament.ratings import ELO_SCALE, ratings
from euchre_arena.tournament.ratings_of_orders import Belief, Game, learned, rated_beliefs
from euchre_arena.tournament.sprt import Test as SequentialTest
from euchre_arena.tournament.statistics import superiority
from euchre_arena.tournament.timing import Tally, bounds_of, bucket_of, quantile
from euchre_client import RulesClient
from tests.arena.tournaments import played

PAIRS = (0, 1, 0, 1)


def plan(entrants: int, format_: Format = Format.ROUND_ROBIN) -> Plan:
    return Plan("classic", ("random",) * entrants, format_, baseline=entrants - 1)


@pytest.mark.parametrize(
    ("entrants", "format_", "sides", "meetings", "seatings"),
    [
        (4, Format.ROUND_ROBIN, PAIRS, 6, 2),
        (4, Format.GAUNTLET, PAIRS, 3, 2),
        (2, Format.DUEL, PAIRS, 1, 2),
        (3, Format.ROUND_ROBIN, (0, 1), 3, 2),
        (2, Format.DUEL, (0, 1, 2), 1, 6),
        (2, Format.GAUNTLET, (0, 1, 2), 1, 3),
        (4, Format.ROUND_ROBIN, (0, 1, 2), 4, 6),
        (5, Format.ROUND_ROBIN, (0, 1, 2, 3), 5, 4),
        (3, Format.ROUND_ROBIN, (0, 1, 2, 3), 3, 8),
        (3, Format.GAUNTLET, (0, 1, 2, 3), 2, 4),
    ],
)
def test_who_meets_whom(
    entrants: int, format_: Format, sides: tuple[int, ...], meetings: int, seatings: int
) -> None:
    drawn = contests(plan(entrants, format_), sides)
    assert [contest.number for contest in drawn] == list(range(meetings))
    for contest in drawn:
        assert len(set(contest.seatings)) == len(contest.seatings) == seatings
        # Everybody sits in every seat equally often.
        for entrant in contest.entrants:
            sat = {sum(places[seat] == entrant for places in contest.seatings) for seat in range(len(sides))}
            assert len(sat) == 1


def test_a_block_has_the_same_cards() -> None:
    first, second = contests(plan(3), PAIRS)[:2]
    roster = Roster(plan(3), Ruleset())
    block, next_block = roster.fixtures(first, 0), roster.fixtures(first, 1)
    assert block[0].seed == block[1].seed == roster.fixtures(second, 0)[0].seed
    assert block[0].seed != next_block[0].seed
    assert len({game.label for game in block + next_block}) == 4
    assert len({id(bot) for game in block for bot in game.bots}) == 8


def test_a_plan_in_json() -> None:
    told = Plan("buck", ("a", "b"), Format.GAUNTLET, sprt=Sprt(-5, 0), time_limit=0.5)
    assert Plan.from_json(told.to_json()) == told


def test_labels() -> None:
    assert Plan("classic", ("a", "b", "a", "a")).labels == ("a", "b", "a #2", "a #3")


def test_intervals_hold_the_truth_as_often_as_they_say() -> None:
    draws = random.Random(1)
    held = 0
    for _ in range(1000):
        told = share([draws.choice((0.0, 0.5, 0.5, 1.0, 1.0)) for _ in range(100)])
        held += told.low <= 0.6 <= told.high
    assert 0.925 <= held / 1000 <= 0.97


@pytest.mark.parametrize(
    ("won", "played", "low", "high"),
    [(0, 0, 0.0, 1.0), (8, 10, 0.4902, 0.9433), (0, 10, 0.0, 0.2775), (10, 10, 0.7225, 1.0)],
)
def test_wilson(won: int, played: int, low: float, high: float) -> None:
    assert wilson(won / max(played, 1), played) == pytest.approx((low, high), abs=5e-5)


def test_all_alike_is_not_certain() -> None:
    assert share([1.0] * 10).low == pytest.approx(0.7225, abs=5e-5)
    assert 0.99 < superiority(share([1.0] * 10), 10) < 1
    assert math.isinf(estimate([1.0]).high)


@pytest.mark.parametrize("truth", [0.0, 60.0])
def test_the_test_errs_as_seldom_as_it_says(truth: float) -> None:
    draws, wrong, tests = random.Random(2), 0, 200
    # Pairs of independent games: a game's standard deviation is 1/2.
    chance = 0.5 + truth * math.log(10) / 800 / 2
    for _ in range(tests):
        test = SequentialTest(Sprt(0, 60), games=2)
        while test.verdict is None:
            test.add(((draws.random() < chance) + (draws.random() < chance)) / 2)
        wrong += (test.verdict == "accepted") != (truth == 60)
    assert wrong / tests <= 0.09


def test_buckets_are_narrow_and_leave_no_gap() -> None:
    for time in [*range(2000), 10**6, 10**9, 10**12]:
        low, high = bounds_of(bucket_of(time))
        assert low <= time < high
        assert high - low <= max(low / 8, 1)
    tally = Tally()
    for time in range(1, 1001):
        tally.add(time * 1000)
    assert quantile(tally.buckets, 0.95) == pytest.approx(950_000, rel=0.07)


def test_ratings(rules: RulesClient) -> None:
    with played(rules, Plan("classic", ("random", "heuristic", "random"), blocks=12, hands=4)) as store:
        weak, strong, as_weak = (one.elo for one in ratings(store))
        # `heuristic` won everything: how far it may be above, no game tells.
        assert weak.high < strong.mean
        assert not strong.bounded
        assert weak.low < weak.mean < weak.high
        assert abs(weak.mean - as_weak.mean) < abs(strong.mean - weak.mean)
        assert weak.mean + strong.mean + as_weak.mean == pytest.approx(0)


@pytest.mark.parametrize("lead", [0.0, 1.0])
def test_ratings_of_orders_hold_the_truth_as_often_as_they_say(lead: float) -> None:
    """One against three others in turn, games drawn by Plackett and Luce's model."""
    draws, model = random.Random(3), PlackettLuce(tau=0.0)
    strengths, held = (lead / 2, -lead / 2), 0
    for _ in range(20):
        beliefs = [Belief(model.mu, model.sigma)] * 2
        games = []
        for turn in range(200):
            entrants = [1 - turn % 2] * 4
            entrants[turn // 2 % 4] = turn % 2
            games.append(Game(0, entrants, _finish([strengths[one] for one in entrants], draws)))
        rated = rated_beliefs(learned(model, beliefs, games), 4, model.beta, 0.95)
        held += sum(
            one.elo.low <= ELO_SCALE * truth <= one.elo.high
            for one, truth in zip(rated, strengths, strict=True)
        )
    assert held >= 38


def _finish(strengths: list[float], draws: random.Random) -> list[float]:
    left, ranks = list(range(len(strengths))), [0.0] * len(strengths)
    for place in range(len(strengths)):
        (seat,) = draws.choices(left, [math.exp(strengths[one]) for one in left])
        ranks[seat] = place
        left.remove(seat)
    return ranks


@pytest.mark.parametrize("preset", ["ghost_hand", "buck"])
def test_ratings_of_individuals(rules: RulesClient, preset: str) -> None:
    with played(rules, Plan(preset, ("random", "heuristic"), blocks=2)) as store:
        weak, strong = (one.elo for one in ratings(store))
        assert weak.high < strong.low
        assert weak.mean + strong.mean == pytest.approx(0)
