from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

import pytest

from euchre.v1.action_pb2 import Action, PlayCard
from euchre.v1.cards_pb2 import Card
from euchre.v1.ruleset_pb2 import Ruleset
from euchre.v1.view_pb2 import View
from euchre_arena import entrants
from euchre_arena.tournament.plan import OnFailure, Plan
from euchre_bots import Bot, RandomBot, make
from euchre_client import RulesClient
from tests.arena.tournaments import played, results


class Flawed(RandomBot):
    """Goes wrong at every n-th decision, and as often as it is asked again."""

    def __init__(self, seed: int, every: int, wrong: Callable[[View], Action], times: int = 2) -> None:
        super().__init__(seed, name="flawed")
        self._every, self._wrong, self._times = every, wrong, times
        self._asked = 1

    def decide(self, view: View) -> Action:
        self._asked += 1
        if self._asked % self._every < self._times:
            return self._wrong(view)
        return super().decide(view)


def _raise(_view: View) -> Action:
    raise RuntimeError("a fault of mine")


def _illegal(_view: View) -> Action:
    return Action(play_card=PlayCard(card=Card.CARD_JOKER))


_LIMIT: Final = 0.2
"""Seconds; a bot that is not late needs less, whatever else the machine does."""


def _late(view: View) -> Action:
    time.sleep(1.2 * _LIMIT)
    return view.legal_actions[0].action


@pytest.fixture
def seat_flawed(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    def seat(every: int, wrong: Callable[[View], Action], times: int = 2) -> None:
        def bot(name: str, seed: int, _ruleset: Ruleset) -> Bot:
            return Flawed(seed, every, wrong, times) if name == "random" else make(name, seed)

        monkeypatch.setattr(entrants, "make", bot)

    return seat


PLAN = Plan("classic", ("heuristic", "random"), blocks=3, hands=4)


@pytest.mark.parametrize(
    ("wrong", "kind", "said"),
    [
        (_raise, "error", "a fault of mine"),
        (_illegal, "illegal", "play_card"),
        (_late, "late", " s for a"),
    ],
)
def test_a_second_failure_costs_the_hand(
    rules: RulesClient,
    seat_flawed: Callable[..., None],
    wrong: Callable[[View], Action],
    kind: str,
    said: str,
) -> None:
    seat_flawed(8, wrong)
    # Who is late every time takes its time to fail.
    plan = Plan(
        "classic", ("heuristic", "random"), blocks=1 if kind == "late" else 3, hands=4, time_limit=_LIMIT
    )
    with played(rules, plan) as store:
        failures = store.query(
            "SELECT entrant, kind, message, consequence FROM failures ORDER BY game, number"
        )
        assert {entrant for entrant, *_ in failures} == {1}
        assert {told for _, told, *_ in failures} == {kind}
        assert said in failures[0][2]
        assert [cost for *_, cost in failures[:2]] == ["retry", "hand"]
        assert store.query("SELECT game, number FROM hands WHERE forfeiter IS NOT NULL ORDER BY 1, 2") == (
            store.query("SELECT DISTINCT game, hand FROM failures WHERE consequence <> 'retry' ORDER BY 1, 2")
        )
        assert not store.query("SELECT * FROM games WHERE ended = 'forfeit'")


def test_a_first_failure_costs_nothing(rules: RulesClient, seat_flawed: Callable[..., None]) -> None:
    seat_flawed(9, _raise, times=1)
    with played(rules, PLAN) as store:
        assert store.query("SELECT DISTINCT consequence FROM failures") == [("retry",)]
        assert not store.query("SELECT * FROM hands WHERE forfeiter IS NOT NULL")


def test_it_may_cost_the_game(rules: RulesClient, seat_flawed: Callable[..., None]) -> None:
    seat_flawed(8, _raise)
    plan = Plan("classic", ("heuristic", "random"), blocks=3, on_failure=OnFailure.GAME)
    with played(rules, plan) as store:
        assert store.query("SELECT DISTINCT ended FROM games") == [("forfeit",)]
        assert store.query("SELECT DISTINCT entrant, won FROM places ORDER BY 1") == [(0, 1), (1, 0)]


def test_a_bot_that_never_answers_forfeits_its_games(
    rules: RulesClient, seat_flawed: Callable[..., None]
) -> None:
    seat_flawed(1, _raise)
    plan = Plan("buck", ("heuristic", "random"), blocks=1)
    with played(rules, plan) as store, played(rules, plan) as again:
        ended = dict(store.query("SELECT ended, count(*) FROM games GROUP BY 1"))
        # A game may be over before the bot has lost it.
        assert ended["forfeit"] >= 4
        assert set(ended) <= {"forfeit", "won"}
        assert store.query(
            "SELECT max(n) FROM (SELECT count(*) AS n FROM failures WHERE consequence = 'hand' "
            "GROUP BY game, seat)"
        ) == [(3,)]
        assert results(store) == results(again)


def test_a_bot_may_decide_many_at_once(rules: RulesClient, monkeypatch: pytest.MonkeyPatch) -> None:
    sizes = []

    class Many:
        name = "many"

        def decide(self, view: View) -> Action:
            return view.legal_actions[0].action

        def decide_many(self, views: list[View]) -> list[Action | Exception]:
            sizes.append(len(views))
            answers: list[Action | Exception] = [*map(self.decide, views)]
            if len(views) > 1:
                answers[0] = TimeoutError("too many")
            return answers

    shared = Many()
    monkeypatch.setattr(
        entrants, "make", lambda name, seed, _ruleset: shared if name == "random" else make(name, seed)
    )
    with played(rules, PLAN) as store:
        failed = sum(size > 1 for size in sizes)
        assert failed > 10
        # One failure of many touches that one alone, which is asked again alone.
        assert store.query("SELECT kind, consequence, count(*) FROM failures GROUP BY 1, 2") == [
            ("late", "retry", failed)
        ]
        assert store.query("SELECT sum(count) FROM decisions WHERE entrant = 1") == [(sum(sizes),)]
