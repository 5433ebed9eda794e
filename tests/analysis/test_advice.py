"""Suggest and Evaluate: what they say, when they stop, and what they refuse."""

from __future__ import annotations

import random
import time

import pytest

from euchre.v1 import analysis_service_pb2 as pb
from euchre_analysis.honest import honest_actions
from euchre_bots import make
from euchre_client import MalformedRequest, StateNotOurs, Table
from euchre_rules import actions, phases
from tests.analysis.positions import decisions
from tests.analysis.serving import Served
from tests.service.desk import Desk
from tests.service.games import RULESETS, game_of

DESK = Desk.sealed()


@pytest.fixture
def table(served: Served) -> Table:
    """Somebody must decide whether to order up the jack of hearts."""
    table = Table.create(served.rules, "classic", seed=bytes(32))
    table.deal()
    return table


def ask(served: Served, table: Table, **more: int) -> pb.SuggestResponse:
    assert table.actor is not None
    return served.analysis.suggest(
        state=table.state, seat=table.actor, key=table.seat_keys[table.actor], **more
    )


def test_every_action_is_valued_and_the_best_is_named(served: Served, table: Table) -> None:
    answer = ask(served, table)
    assert [value.text for value in answer.values] == [legal.text for legal in table.legal_actions()]
    for value in answer.values:
        assert 0 < value.win_probability < 1
        assert 0 < value.standard_error < 0.1
        assert value.samples > 50
        assert value.HasField("points")
    best = max(answer.values, key=lambda value: value.win_probability)
    assert (answer.best, answer.best_text) == (best.action, best.text)
    assert f"Best is `{best.text}`: {100 * best.win_probability:.1f} % to win" in answer.sentence
    assert not answer.cut_short


def test_the_bot_plays_what_is_suggested(served: Served) -> None:
    table = Table.create(served.rules, "ghost_hand", seed=bytes(32))
    bot = make("expert", ruleset=table.ruleset)
    for _ in range(12):
        while table.phase == phases.DEAL:
            table.deal()
        assert table.actor is not None
        answer = ask(served, table)
        chosen = bot.decide(table.view(table.actor))
        assert len(table.legal_actions()) == 1 or answer.best == chosen
        table.act(table.actor, chosen)


def test_evaluate_says_the_same_of_values(served: Served, table: Table) -> None:
    assert table.actor is not None
    key = table.seat_keys[table.actor]
    evaluated = served.analysis.evaluate(state=table.state, seat=table.actor, key=key)
    assert list(evaluated.values) == list(ask(served, table).values)


def test_more_samples_make_the_error_smaller(served: Served, table: Table) -> None:
    few, many = ask(served, table, samples=100), ask(served, table, samples=1600)
    assert [value.samples for value in few.values] == [100, 100]
    assert [value.samples for value in many.values] == [1600, 1600]
    for one, other in zip(few.values, many.values, strict=True):
        assert other.standard_error < one.standard_error / 2


def test_a_budget_ends_it_with_the_best_so_far(served: Served, table: Table) -> None:
    ask(served, table)  # the worker is ready
    begin = time.monotonic()
    answer = ask(served, table, samples=100_000, budget_ms=100)
    assert time.monotonic() - begin < 1.5
    assert answer.cut_short
    assert 0 < answer.values[0].samples < 100_000


def test_the_deadline_ends_it_with_the_best_so_far(served: Served, table: Table) -> None:
    ask(served, table)
    begin = time.monotonic()
    ask(served, table, samples=10_000)
    too_short = 4 * (time.monotonic() - begin)  # for ten times as many, on however fast a machine
    assert table.actor is not None
    key = table.seat_keys[table.actor]
    answer = served.analysis.evaluate(
        state=table.state, seat=table.actor, key=key, samples=100_000, timeout=too_short
    )
    assert answer.cut_short
    assert 0 < answer.values[0].samples < 100_000


@pytest.mark.parametrize("rules", sorted(RULESETS))
def test_every_game_gets_an_answer(served: Served, rules: str) -> None:
    rng = random.Random(rules)
    states = list(decisions(rules, 11))
    for state in rng.sample(states, min(5, len(states))):
        at, seat = game_of(state, rng, DESK.states.key_id), state.actor
        answer = served.analysis.suggest(
            state=DESK.seal(at), seat=seat, key=DESK.seat_key(at, seat), samples=20
        )
        assert [each.text for each in answer.values] == [actions.text(act) for act in honest_actions(state)]
        assert answer.best in [each.action for each in answer.values]
        by_thumb = answer.values[0].samples == 0
        assert ("rules of thumb" in answer.sentence) is by_thumb
        for value in answer.values:
            assert value.HasField("win_probability") is not by_thumb
            assert value.HasField("standard_error") is not by_thumb
            assert by_thumb or value.HasField("points") is not RULESETS[rules].sweep_wins_game


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"seat": None}, "seat"),
        ({"seat": 4}, "seat"),
        ({"samples": 0}, "samples"),
        ({"samples": 100_001}, "samples"),
        ({"budget_ms": 60_001}, "budget_ms"),
        ({"state": b""}, "state"),
    ],
)
def test_a_malformed_request_names_its_field(
    served: Served, table: Table, changes: dict[str, object], field: str
) -> None:
    asked = {"state": table.state, "seat": table.actor, "key": table.host_key, **changes}
    with pytest.raises(MalformedRequest) as refused:
        served.analysis.suggest(**asked)  # type: ignore[arg-type]
    assert [violation.field for violation in refused.value.field_violations] == [field]


def test_a_state_that_was_changed_is_refused(served: Served, table: Table) -> None:
    changed = table.state[:-1] + bytes([table.state[-1] ^ 1])
    with pytest.raises(StateNotOurs):
        served.analysis.suggest(state=changed, seat=0, key=table.host_key)
