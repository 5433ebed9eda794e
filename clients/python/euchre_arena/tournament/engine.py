"""Runs a tournament: has its blocks played, tests them, and keeps them."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from euchre.v1.ruleset_pb2 import Ruleset
from euchre_arena.tournament.entrants import Roster
from euchre_arena.tournament.plan import Contest, Plan, contests
from euchre_arena.tournament.playing import AT_ONCE, play
from euchre_arena.tournament.results import BlockResult
from euchre_arena.tournament.sprt import Test
from euchre_arena.tournament.store import Store
from euchre_arena.tournament.tasks import SharedTasks
from euchre_arena.tournament.transport import Transport
from euchre_arena.tournament.worker import play_apart
from euchre_client import Credentials, RulesClient
from euchre_client.rulesets import sides_of
from euchre_hosting.servers import versions_of
from euchre_service import about

if TYPE_CHECKING:
    from euchre_arena.tournament.ray_players import RayTasks

_PLAIN: Final = Credentials()


@dataclass(frozen=True)
class Progress:
    """How far a tournament is.

    Attributes:
        games: games kept, earlier runs' included.
        of: games in all, at most.
        fresh: games of this run.
        seconds: how long this run lasts.
        hands: hands of this run.
    """

    games: int
    of: int
    fresh: int
    seconds: float
    hands: int


def run(
    store: Store,
    plan: Plan,
    client: RulesClient,
    ruleset: Ruleset,
    *,
    targets: Sequence[str] = (),
    credentials: Credentials = _PLAIN,
    processes: int = 0,
    ray: str = "",
    at_once: int = AT_ONCE,
    overlap: bool = True,
    resume: bool = False,
    progress: Callable[[Progress], None] = lambda _progress: None,
    say: Callable[[str], None] = lambda _line: None,
) -> None:
    """Plays a tournament, or what is left of it.

    The results are the same for any number of processes and machines, and however often it was broken off:
    every game is decided by the plan. Only bots that are late, or that do not decide by what they are shown
    alone, can make a difference.

    Args:
        store: where it is kept.
        plan: what is to be played.
        client: the service.
        ruleset: the rules of the plan, whole.
        targets: where the service is, for other processes, which take these addresses in turn.
        credentials: what those connect with.
        processes: processes that play; 0: this one does, or on a cluster one for each of its processors.
        ray: the address of a Ray cluster whose processes play; empty: those of this machine.
        at_once: games side by side in each process, at most.
        overlap: whether in processes of their own bots think while the service works. If this machine has a
            server for each of them, it has no time to spare, and is quicker without.
        resume: whether a tournament in the store is to go on.
        progress: told after each block.
        say: told what takes a while before the first game.

    Raises:
        StoreError: the store keeps another tournament, or one that is not to be resumed.
        EntrantError: an entrant is not there, or does not play this.
        EuchreError: the service does not answer.
        WorkerError: a process that plays failed.
    """
    with closing(Roster(plan, ruleset)) as roster:
        is_variant = ruleset != client.resolve_ruleset(ruleset.base)
        bots = roster.check(say, is_variant=is_variant)
    meetings = contests(plan, sides_of(ruleset))
    store.begin(plan, meetings, resume=resume)
    left = plan.blocks, len(meetings), frozenset(store.finished())
    with ExitStack() as stack:
        tasks: SharedTasks | RayTasks
        if ray:
            # Only here, because it comes with an extra.
            from euchre_arena.tournament.ray_players import RayPlayers

            players = stack.enter_context(RayPlayers(ray, processes))
            processes, tasks = players.count, players.tasks(*left)
            results = players.play(targets, credentials, ruleset, plan, meetings, tasks, at_once)
        else:
            tasks = SharedTasks.of(*left)
            if processes:
                results = play_apart(
                    processes, targets, credentials, ruleset, plan, meetings, tasks, at_once, overlap
                )
            else:
                results = play(Transport(client, ruleset), plan, meetings, tasks, at_once=at_once)
        number = store.start_run(
            max(processes, 1),
            arena=about.version(),
            service=versions_of(targets, credentials),
            bots=list(bots.values()),
        )
        _Keeper(store, plan, meetings, number, tasks.stop).keep(results, progress)


class _Keeper:
    """Keeps results.

    Where a test may stop a contest, its blocks are kept in order, so that the test sees the same whoever
    played them and when; what was played beyond its end is thrown away.
    """

    def __init__(
        self,
        store: Store,
        plan: Plan,
        meetings: Sequence[Contest],
        run: int,
        stop: Callable[[int], None],
    ) -> None:
        self._store = store
        self._plan = plan
        self._meetings = meetings
        self._run = run
        self._stop = stop
        self._started = time.perf_counter()
        self._kept = len(store.finished())
        self._stopped = set(store.verdicts())
        for contest in self._stopped:
            stop(contest)
        self._early: dict[tuple[int, int], BlockResult] = {}
        self._tests: dict[int, Test] = {}
        if plan.sprt is not None:
            for meeting in meetings:
                self._tests[meeting.number] = self._replayed(Test(plan.sprt, len(meeting.seatings)), meeting)

    def _replayed(self, test: Test, meeting: Contest) -> Test:
        """Brings a test to where the kept blocks leave it."""
        for score in self._store.block_scores(meeting.number):
            test.add(score)
        return test

    def keep(self, results: Iterator[BlockResult], progress: Callable[[Progress], None]) -> None:
        seatings = len(self._meetings[0].seatings)
        of = self._plan.blocks * len(self._meetings) * seatings
        fresh = hands = 0
        for result in results:
            for kept in self._in_order(result):
                self._add(kept)
                self._kept += 1
                fresh += len(kept.games)
                hands += sum(len(game.hands) for game in kept.games)
                seconds = time.perf_counter() - self._started
                progress(Progress(self._kept * seatings, of, fresh, seconds, hands))

    def _in_order(self, result: BlockResult) -> Iterator[BlockResult]:
        if not self._tests:
            yield result
            return
        self._early[result.contest, result.block] = result
        test = self._tests[result.contest]
        while result.contest not in self._stopped:
            following = self._early.pop((result.contest, test.blocks), None)
            if following is None:
                return
            yield following

    def _add(self, result: BlockResult) -> None:
        verdict = None
        score = result.score(self._meetings[result.contest].entrants[0])
        test = self._tests.get(result.contest)
        if test is not None:
            test.add(score)
            if test.verdict is not None:
                verdict = test.verdict, test.llr
                self._stopped.add(result.contest)
                self._stop(result.contest)
        self._store.add(
            result,
            score=score,
            run=self._run,
            seconds=time.perf_counter() - self._started,
            contests=len(self._meetings),
            verdict=verdict,
        )
