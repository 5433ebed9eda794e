"""What the expert decides, and on what grounds."""

from __future__ import annotations

import itertools
import random
import time

import numpy as np
import pytest

from euchre_bots.expert import ExpertBot
from euchre_bots.expert.equity import Equity, race
from euchre_bots.expert.payoff import Results, changes
from euchre_bots.expert.rulesets import presets as packaged
from euchre_rules import phases, presets
from euchre_rules.options import Teams
from euchre_service.wire_rulesets import to_wire
from tests.bots.packaged_presets import PACKAGED, content
from tests.service.games import plies
from tests.strength.table import Seats, play_game, seed_of, seen

CLASSIC = to_wire(presets.CLASSIC)


def test_the_packaged_presets_are_those_of_the_rules() -> None:
    assert dict(packaged()) == {name: to_wire(rules) for name, rules in presets.PRESETS.items()}
    assert PACKAGED.read_bytes() == content(), "write it anew: python -m tests.bots.packaged_presets"


@pytest.mark.parametrize("name", presets.PRESETS)
def test_it_plays_every_preset(name: str) -> None:
    rules = presets.PRESETS[name]
    seats = Seats([ExpertBot(seat, samples=3) for seat in range(rules.players)])
    assert play_game(rules, seed_of(name), 0, seats, max_hands=3).hand_number


@pytest.mark.parametrize("name", ["classic", "ghost_hand", "buck"])
def test_a_decision_depends_on_the_seed_and_the_view_alone(name: str) -> None:
    rules = presets.PRESETS[name]
    bot = ExpertBot(3, samples=10)
    for ply in list(plies(rules, random.Random(5), hands=2))[:40]:
        if ply.after.phase in (phases.DEAL, phases.GAME_OVER):
            continue
        view = seen(ply.after, ply.after.actor)
        first = bot.evaluate(view)
        view.info.state_id = b"another table's"
        assert ExpertBot(3, samples=10).evaluate(view) == first


def test_time_runs_out_after_one_batch_at_the_least() -> None:
    state = next(p.after for p in plies(presets.CLASSIC, random.Random(2)) if p.after.phase == phases.PLAY)
    view = seen(state, state.actor)
    evaluations = ExpertBot().evaluate(view, samples=100_000, deadline=time.monotonic())
    assert [each.action for each in evaluations] == [legal.action for legal in view.legal_actions]
    assert 0 < evaluations[0].samples < 100_000


def test_where_nothing_can_be_played_out_it_goes_by_rule_of_thumb() -> None:
    rules, rng = presets.PRESETS["british"], random.Random(2)
    games = itertools.chain.from_iterable(plies(rules, rng) for _ in itertools.count())
    state = next(ply.after for ply in games if ply.after.phase == phases.NAME_JOKER_SUIT)
    evaluations = ExpertBot().evaluate(seen(state, state.actor))
    assert {each.samples for each in evaluations} == {0}
    assert sum(each.win_probability for each in evaluations) == 1.0


@pytest.mark.parametrize("name", presets.PRESETS)
def test_tricks_are_worth_what_the_rules_say(name: str) -> None:
    rules, scored = presets.PRESETS[name], 0
    for ply in [ply for game in range(5) for ply in plies(rules, random.Random(f"{name} {game}"), hands=20)]:
        state = ply.after
        if state.result is None or ply.before.phase != phases.PLAY:
            continue
        scored += 1
        makers = state.maker_mask()
        folded = [[bool(state.folded >> side & 1) for side in range(rules.side_count)]]
        results = Results(
            np.array([state.result.tricks]),
            np.array([rules.side_of[state.maker] if state.maker >= 0 else -1]),
            np.array([state.bid]),
            np.array([bool(state.alone & makers)]),
            np.array([bool(state.alone & ~makers)]),
            np.array(folded) if rules.teams is Teams.SOLO else np.zeros((1, rules.side_count), bool),
            np.array([False]),
        )
        expected = [rules.good * change for change in state.result.changes]
        assert changes(to_wire(rules), results)[0].tolist() == expected
    assert scored > 10


# Of the printed chart of a classic game: points of the dealer's side, of the others, and its chance.
CHART = [(0, 0, 0.51), (5, 5, 0.51), (8, 8, 0.54), (9, 9, 0.65), (9, 8, 0.72), (2, 8, 0.08)]


@pytest.mark.parametrize(("mine", "theirs", "chance"), CHART)
def test_the_chance_of_winning_is_that_of_the_chart(mine: int, theirs: int, chance: float) -> None:
    assert race()[10 - mine, 10 - theirs, 1] == pytest.approx(chance, abs=0.015)


def test_points_beyond_the_target_are_worth_nothing() -> None:
    equity = Equity(CLASSIC, [9, 6], 0, True)
    assert equity.of(np.array([[1.0, 0.0], [4.0, 0.0]])).tolist() == [1.0, 1.0]


def test_the_nearest_of_many_is_the_likeliest_to_win() -> None:
    equity = Equity(to_wire(presets.GHOST_HAND), [20, 10, 12], 0, True)
    chances = equity.of(np.array([[0.0, 0, 0], [6, 0, 0], [12, 0, 0], [12, 22, 0], [0, 24, 0]]))
    assert chances.tolist() == [*sorted(chances[:2]), 1.0, 0.5, 0.0]
