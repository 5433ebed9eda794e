"""Runs a tournament: has its blocks played, tests them, and keeps them."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from euchre.v1.ruleset_pb2 import Ruleset
from euchre_arena.tournament.entrants import check_entrants
from euchre_arena.tournament.plan import Contest, Plan, contests
from euchre_arena.tournament.playing import AT_ONCE, play
from euchre_arena.tournament.results import BlockResult
from euchre_arena.tournament.sprt import Test, block_score
from euchre_arena.tournament.store import Store
from euchre_arena.tournament.tasks import SharedTasks
from euchre_arena.tournament.transport import Transport
from euchre_arena.tournament.worker import play_apart
from euchre_client import RulesClient
from euchre_client.rulesets import sides_of


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
    target: str = "",
    processes: int = 0,
    at_once: int = AT_ONCE,
    resume: bool = False,
    progress: Callable[[Progress], None] = lambda _progress: None,
) -> None:
    """Plays a tournament, or what is left of it.

    The results are the same for any number of processes and however often it was broken off: every game is
    decided by the plan. Only bots that are late, or that do not decide by what they are shown alone, can
    make a difference.

    Args:
        store: where it is kept.
        plan: what is to be played.
        client: the service.
        ruleset: the rules of the plan, whole.
        target: where the service is, for other processes.
        processes: processes that play; 0: this one does.
        at_once: games side by side in each process, at most.
        resume: whether a tournament in the store is to go on.
        progress: told after each block.

    Raises:
        StoreError: the store keeps another tournament, or one that is not to be resumed.
        ValueError: no bot has the name of an entrant.
        EuchreError: the service does not answer.
        WorkerError: a process that plays failed.
    """
    check_entrants(plan)
    meetings = contests(plan, sides_of(ruleset))
    store.begin(plan, meetings, resume=resume)
    keeper = _Keeper(store, plan, meetings, processes)
    if processes:
        results = play_apart(processes, target, ruleset, plan, meetings, keeper.tasks, at_once)
    else:
        results = play(Transport(client, ruleset), plan, meetings, keeper.tasks, at_once=at_once)
    keeper.keep(results, progress)


class _Keeper:
    """Keeps results.

    Where a test may stop a contest, its blocks are kept in order, so that the test sees the same whoever
    played them and when; what was played beyond its end is thrown away.
    """

    def __init__(self, store: Store, plan: Plan, meetings: Sequence[Contest], processes: int) -> None:
        self._store = store
        self._plan = plan
        self._meetings = meetings
        self._started = time.perf_counter()
        finished = store.finished()
        self.tasks = SharedTasks.of(plan.blocks, len(meetings), frozenset(finished))
        for contest in store.verdicts():
            self.tasks.stop(contest)
        self._kept = len(finished)
        self._run = store.start_run(max(processes, 1))
        self._early: dict[tuple[int, int], BlockResult] = {}
        self._tests: dict[int, Test] = {}
        if plan.sprt is not None:
            for meeting in meetings:
                self._tests[meeting.number] = self._replayed(Test(plan.sprt, len(meeting.seatings)), meeting)

    def _replayed(self, test: Test, meeting: Contest) -> Test:
        """Brings a test to where the kept blocks leave it."""
        for score in self._store.block_scores(meeting.number, meeting.entrants[0]):
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
        while not self.tasks.is_stopped(result.contest):
            following = self._early.pop((result.contest, test.blocks), None)
            if following is None:
                return
            yield following

    def _add(self, result: BlockResult) -> None:
        verdict = None
        test = self._tests.get(result.contest)
        if test is not None:
            test.add(block_score(result, self._meetings[result.contest].entrants[0]))
            if test.verdict is not None:
                verdict = test.verdict, test.llr
                self.tasks.stop(result.contest)
        self._store.add(
            result,
            run=self._run,
            seconds=time.perf_counter() - self._started,
            contests=len(self._meetings),
            verdict=verdict,
        )
