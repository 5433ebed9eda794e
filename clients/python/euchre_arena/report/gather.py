"""The figures of a tournament, read from its store."""

from __future__ import annotations

import json
import platform
import shlex
import zlib
from collections import defaultdict
from collections.abc import Sequence
from typing import Final

from euchre.v1.record_pb2 import GameRecord
from euchre.v1.state_pb2 import Phase
from euchre_arena.report.figures import Course, DecisionTimes, Failure, Figures, Run
from euchre_arena.report.hands import hands_of, points_by_call, points_by_seat
from euchre_arena.report.results import ratings_of, snapshots_of, standings_of, verdicts_of
from euchre_arena.ruleset_choice import title_of
from euchre_arena.tournament.plan import Plan, Sprt
from euchre_arena.tournament.statistics import pairings
from euchre_arena.tournament.store import Store, StoreError
from euchre_arena.tournament.timing import quantile
from euchre_arena.tournament.versions import versions
from euchre_client.rulesets import counts_down
from euchre_service import about

_UNKNOWN: Final = "not told"
_PHASE_WORDS: Final = {"call_round_1": "first round of calling", "call_round_2": "second round of calling"}


def gather(store: Store) -> Figures:
    """Reads a tournament, finished or not.

    Args:
        store: its store.

    Returns:
        All that a report shows.

    Raises:
        StoreError: the store keeps no tournament.
    """
    plan = store.plan
    if plan is None:
        raise StoreError(f"{store.path} keeps no tournament")
    labels = plan.labels
    course = _course(store, plan)
    hands = list(hands_of(store, countdown=course.countdown))
    rated = ratings_of(store, labels)
    return Figures(
        course=course,
        entrants=labels,
        standings=standings_of(store, rated),
        ratings=rated,
        pairings=tuple(pairings(store)),
        verdicts=verdicts_of(store),
        snapshots=snapshots_of(store, labels),
        by_seat=points_by_seat(hands, labels),
        by_call=points_by_call(hands, labels),
        times=_times(store, labels),
        failures=_failures(store, labels),
        runs=_runs(store),
    )


def _course(store: Store, plan: Plan) -> Course:
    ((games, seatings, unfinished),) = store.query(
        "SELECT count(*), max(seating) + 1, coalesce(sum(ended = 'void'), 0) FROM games"
    )
    ((sides,),) = store.query("SELECT coalesce(max(side) + 1, 2) FROM places")
    ((contests,),) = store.query("SELECT count(*) FROM contests")
    ((hands,),) = store.query("SELECT count(*) FROM hands WHERE points != '[]'")
    return Course(
        game=title_of(plan.ruleset),
        games=games,
        games_planned=plan.blocks * contests * seatings if seatings else None,
        hands=hands,
        blocks=len(store.finished()),
        seed=str(plan.seed),
        plan=json.loads(plan.to_json()),
        command=command_of(plan),
        versions=_versions(store),
        countdown=_counts_down(store),
        unfinished=unfinished,
        fair=1 / sides,
    )


def command_of(plan: Plan) -> str:
    """Returns the command that plays a plan from the beginning; what goes without saying is left out."""
    told = ["euchre", "tournament", *plan.entrants, "--preset", plan.ruleset, "--format", plan.format.value]
    told += ["--blocks", str(plan.blocks), "--seed", str(plan.seed)]
    usual = Plan(plan.ruleset, plan.entrants)
    if plan.hands != usual.hands:
        told += ["--hands", str(plan.hands)]
    if plan.max_hands != usual.max_hands:
        told += ["--max-hands", str(plan.max_hands)]
    if plan.baseline != usual.baseline:
        told += ["--baseline", plan.names[plan.baseline]]
    if plan.sprt is not None:
        told += ["--sprt", f"{plan.sprt.elo0:g},{plan.sprt.elo1:g}"]
        if plan.sprt.alpha != Sprt.alpha:
            told += ["--alpha", f"{plan.sprt.alpha:g}"]
        if plan.sprt.beta != Sprt.beta:
            told += ["--beta", f"{plan.sprt.beta:g}"]
    if plan.on_failure != usual.on_failure:
        told += ["--on-failure", plan.on_failure.value]
    if plan.time_limit != usual.time_limit:
        told += ["--time-limit", f"{plan.time_limit:g}"]
    return shlex.join(told)


def _counts_down(store: Store) -> bool:
    """Finds out from a game's record, which has the whole ruleset, whether scores count down."""
    rows = store.query("SELECT record FROM games LIMIT 1")
    if not rows:
        return False
    return counts_down(GameRecord.FromString(zlib.decompress(rows[0][0])).ruleset)


def _versions(store: Store) -> dict[str, str]:
    played = versions(store)
    return {
        "Rules service": _in_turn(played.service),
        "Arena": _in_turn(played.arena),
        **{f"Bot {label}": _in_turn(told) for label, told in played.bots.items()},
        "Report": about.version() or _UNKNOWN,
        "Python": platform.python_version(),
        "Platform": f"{platform.system()} {platform.machine()}",
    }


def _in_turn(told: Sequence[str]) -> str:
    """Says which versions something had, run after run."""
    return ", then ".join(version or _UNKNOWN for version in told) or _UNKNOWN


def _times(store: Store, labels: Sequence[str]) -> tuple[DecisionTimes, ...]:
    buckets: defaultdict[tuple[int, str], dict[int, int]] = defaultdict(dict)
    for entrant, phase, bucket, count in store.query("SELECT * FROM decision_times"):
        buckets[entrant, phase][bucket] = count
    times = []
    for entrant, phase, count, longest in store.query("SELECT entrant, phase, count, max_ns FROM decisions"):
        # The middle of a bucket may lie above all that is in it.
        p50, p95, p99 = (
            min(quantile(buckets[entrant, phase], share), longest) / 1e6 for share in (0.5, 0.95, 0.99)
        )
        told = DecisionTimes(labels[entrant], phase_words(phase), count, p50, p95, p99, longest / 1e6)
        times.append((entrant, Phase.Value(f"PHASE_{phase.upper()}"), told))
    return tuple(told for _, _, told in sorted(times, key=lambda row: row[:2]))


def _failures(store: Store, labels: Sequence[str]) -> tuple[Failure, ...]:
    rows = store.query(
        # SQLite takes `message` from the row that has the least game and number.
        "SELECT entrant, phase, kind, consequence, count(*), message, min(game * 1000000 + number) "
        "FROM failures GROUP BY entrant, phase, kind, consequence ORDER BY entrant, count(*) DESC"
    )
    return tuple(
        Failure(labels[entrant], phase_words(phase), kind, consequence, count, message)
        for entrant, phase, kind, consequence, count, message, _ in rows
    )


def _runs(store: Store) -> tuple[Run, ...]:
    rows = store.query(
        "SELECT started, processes, seconds, games, transitions, server_seconds, bots_seconds, own_seconds "
        "FROM runs ORDER BY run"
    )
    return tuple(
        Run(started, processes, seconds, games, transitions, _shares(*spent))
        for started, processes, seconds, games, transitions, *spent in rows
    )


def _shares(server: float, bots: float, own: float) -> dict[str, float]:
    total = (server + bots + own) or 1.0
    return {"Service": server / total, "Bots": bots / total, "Rest": own / total}


def phase_words(phase: str) -> str:
    """Returns a phase of the store in words."""
    return _PHASE_WORDS.get(phase, phase.replace("_", " "))
