"""Bots of other programs in tournaments, as processes of their own, that do what they should not."""

from __future__ import annotations

import json
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from euchre.v1 import bot_service_pb2 as pb
from euchre.v1.action_pb2 import Action, Redeal
from euchre_arena.entrants import EntrantError
from euchre_arena.report.gather import gather
from euchre_arena.tournament import engine
from euchre_arena.tournament.plan import OnFailure, Plan
from euchre_arena.tournament.store import Store
from euchre_client import RulesClient
from euchre_service.ports import check_free
from tests.arena.conftest import Run
from tests.arena.fake_bots import bot_process, drain, fake_bot, first_legal, hosted
from tests.arena.tournaments import played, results


def plan_with(address: str, **options: Any) -> Plan:
    return Plan("classic", ("heuristic", f"mine={address}"), **{"blocks": 4, "hands": 4, **options})


def kinds(store: Store) -> dict[tuple[str, str], int]:
    rows = store.query("SELECT entrant, kind, consequence, count(*) FROM failures GROUP BY 1, 2, 3")
    assert {entrant for entrant, *_ in rows} <= {1}
    return {(kind, consequence): count for _, kind, consequence, count in rows}


def test_a_bot_elsewhere_plays_as_it_does_here(address: str, rules: RulesClient) -> None:
    with hosted("heuristic") as bot, played(rules, plan_with(bot)) as there:
        plan = Plan("classic", ("heuristic", "heuristic"), blocks=4, hands=4)
        with played(rules, plan) as here:
            for sql in (
                "SELECT game, winners, changes FROM games",
                "SELECT * FROM places",
                "SELECT * FROM hands",
            ):
                assert there.query(sql) == here.query(sql)
        assert there.query("SELECT name, label FROM entrants") == [
            ("heuristic", "heuristic"),
            ("mine", "mine"),
        ]
        assert not kinds(there)
        with played(rules, plan_with(bot), targets=[address], processes=2) as apart:
            assert results(there) == results(apart)


def test_it_may_have_moved_when_the_tournament_goes_on(run: Run, tmp_path: Path) -> None:
    arguments = ("--blocks", 1, "--hands", 1, "--store", tmp_path / "t.sqlite", "--processes", 0, "--json")
    with hosted("random") as bot:
        assert run("tournament", "random", f"mine={bot}", *arguments).exit_code == 0
    with hosted("random") as bot:
        done = run("tournament", "random", f"mine={bot}", *arguments, "--resume")
        assert done.exit_code == 0, done.stderr
        assert [one["label"] for one in json.loads(done.stdout)["bots"]] == ["random", "mine"]
        assert (
            "another tournament" in run("tournament", "random", f"other={bot}", *arguments, "--resume").stderr
        )
        with Store(tmp_path / "t.sqlite") as store:
            plan = store.plan
            assert plan and plan.entrants == ("random", f"mine={bot}")
            assert bot in gather(store).course.command


def test_a_bot_that_is_killed_loses_its_games_and_the_rest_is_played(rules: RulesClient) -> None:
    with bot_process("--bot", "random") as (process, bot):
        drain(process)
        plan = plan_with(bot, blocks=12, hands=0, time_limit=1.0)

        def kill_it(progress: Any) -> None:
            if process.poll() is None:
                process.send_signal(signal.SIGKILL)
                process.wait()

        started = time.monotonic()
        with played(rules, plan, at_once=16, progress=kill_it) as store:
            assert time.monotonic() - started < 15
            assert store.query("SELECT count(*) FROM games") == [(24,)]
            told = kinds(store)
            assert {kind for kind, _ in told} == {"dead"}
            assert told["dead", "game"] >= 3
            sql = "SELECT DISTINCT entrant, won FROM games JOIN places USING (game) WHERE ended = 'forfeit'"
            assert sorted(store.query(sql)) == [(0, 1), (1, 0)]
            shown = {(one.entrant, one.kind) for one in gather(store).failures}
            assert shown == {("mine", "dead")}


def test_a_bot_that_comes_back_has_lost_nothing(rules: RulesClient) -> None:
    with bot_process("--bot", "random") as (process, bot), restarts() as restart:
        drain(process)
        port = bot.rpartition(":")[2]

        def bounce(_progress: Any) -> None:
            if process.poll() is None:
                process.send_signal(signal.SIGKILL)
                process.wait()
                restart("--bot", "random", "--port", port)

        # Many more than are played side by side, so that there are some left when the first is over.
        plan = plan_with(bot, blocks=48, time_limit=15.0)
        with played(rules, plan, at_once=16, progress=bounce) as store, hosted("random") as other:
            told = kinds(store)
            assert set(told) == {("dead", "retry")}
            assert told["dead", "retry"] <= 32
            with played(rules, plan_with(other, blocks=48)) as undisturbed:
                sql = "SELECT game, scores, winners, hands FROM games ORDER BY game"
                assert store.query(sql) == undisturbed.query(sql)


@contextmanager
def restarts() -> Iterator[Any]:
    """Starts a bot beside what goes on, a moment later."""
    ended, threads = threading.Event(), []

    def serve(options: tuple[str, ...]) -> None:
        with bot_process(*options) as (process, _):
            drain(process)
            ended.wait()

    def restart(*options: str) -> None:
        threads.append(threading.Thread(target=serve, args=(options,)))
        threads[-1].start()

    try:
        yield restart
    finally:
        ended.set()
        for thread in threads:
            thread.join()


def test_a_bot_that_sleeps_loses_hands_and_in_the_end_the_game(rules: RulesClient) -> None:
    def asleep(request: pb.DecideRequest, context: Any) -> pb.DecideResponse:
        time.sleep(0.3)
        return first_legal(request, context)

    with fake_bot(Decide=asleep) as bot:
        plan = plan_with(bot, blocks=2, hands=0, time_limit=0.1)
        with played(rules, plan) as store:
            told = kinds(store)
            assert {kind for kind, _ in told} == {"late"}
            assert told["late", "game"] == 4
            # Three hands of each seat that was asked, and the fourth of one of them.
            assert 12 <= told["late", "hand"] <= 24
            assert store.query("SELECT DISTINCT ended FROM games") == [("forfeit",)]
            times = [one for one in gather(store).times if one.entrant == "mine"]
            assert times and max(one.longest for one in times) >= 50


@pytest.mark.parametrize("on_failure", list(OnFailure))
def test_a_bot_that_answers_what_is_illegal(rules: RulesClient, on_failure: OnFailure) -> None:
    def sometimes_illegal(request: pb.DecideRequest, context: Any) -> pb.DecideResponse:
        if request.question.view.info.ply % 8 == 5:
            return pb.DecideResponse(action=Action(redeal=Redeal()))
        return first_legal(request, context)

    with (
        fake_bot(Decide=sometimes_illegal) as bot,
        played(rules, plan_with(bot, on_failure=on_failure)) as store,
        played(rules, plan_with(bot, on_failure=on_failure)) as again,
    ):
        told = kinds(store)
        assert told["illegal", "retry"] == told["illegal", on_failure.value] > 0
        assert set(told) == {("illegal", "retry"), ("illegal", on_failure.value)}
        ended = dict(store.query("SELECT ended, count(*) FROM games GROUP BY 1"))
        assert (ended.get("forfeit", 0) > 0) is (on_failure is OnFailure.GAME)
        assert results(store) == results(again)


def test_who_is_not_there_cannot_enter(run: Run) -> None:
    away = f"mine=localhost:{check_free('localhost', 0)}"
    done = run("tournament", "random", away)
    assert (done.exit_code, done.stdout) == (1, "")
    assert "mine: nobody answers at localhost:" in done.stderr
    assert done.stderr.count("\n") == 1


def test_who_plays_no_house_rules_cannot_enter(rules: RulesClient) -> None:
    strict = pb.DescribeResponse(name="fake", presets=["classic"])
    with fake_bot(strict, Decide=first_legal) as bot:
        plan = plan_with(bot)
        with played(rules, plan) as store:
            assert store.query("SELECT count(*) FROM games") == [(8,)]
        ruleset = rules.resolve_ruleset("classic")
        ruleset.target = 5
        with Store(":memory:") as empty, pytest.raises(EntrantError, match="without house rules"):
            engine.run(empty, plan, rules, ruleset)
