"""Advice depends on nothing that its seat may not know."""

from __future__ import annotations

import pickle
import random
from dataclasses import replace

import pytest

from euchre.v1.view_pb2 import View
from euchre_analysis.questions import Decision
from euchre_client import EuchreError, SeatKeyWrong
from euchre_rules import phases
from euchre_rules.state import State
from tests.analysis.positions import decisions
from tests.analysis.serving import Served
from tests.service import nonleak
from tests.service.desk import Desk
from tests.service.games import RULESETS, game_of

DESK = Desk.sealed()


def twin(state: State, reader: int, rng: random.Random) -> State:
    """The same table with everything that a reader may not know dealt out anew."""
    hidden = nonleak.hidden_answers(state, state, reader)
    turned = rng.getrandbits(4) & nonleak.answered(state, hidden)
    return nonleak.twin_of(
        state, nonleak.new_names(state.rules.deck, nonleak.known(state, reader), rng), turned
    )


@pytest.mark.parametrize("rules", sorted(RULESETS))
def test_a_worker_is_asked_the_same_at_every_table_that_looks_the_same(rules: str) -> None:
    rng = random.Random(rules)
    compared = 0
    for seed in range(6):
        for state in decisions(rules, seed):
            other = twin(state, state.actor, rng)
            asked = [Decision(table, table.actor).judge(None, None) for table in (state, other)]
            assert pickle.dumps(asked[0]) == pickle.dumps(asked[1])
            compared += other.hands != state.hands
    assert compared > 20


@pytest.mark.parametrize("rules", ["classic", "egn", "ghost_hand", "buck", "three_handed", "hidden_folds"])
def test_answers_are_the_same_bytes(served: Served, rules: str) -> None:
    rng = random.Random(f"bytes {rules}")
    states = list(decisions(rules, 1, hands=2))
    compared = 0
    for state in rng.sample(states, min(len(states), 12)):
        seat = state.actor
        game = game_of(state, rng, DESK.states.key_id)
        other = replace(game, seed=rng.randbytes(32), table=twin(state, seat, rng))
        answers = [
            (
                served.analysis.suggest(state=DESK.seal(each), seat=seat, key=DESK.seat_key(game, seat)),
                served.analysis.evaluate(state=DESK.seal(each), seat=seat, key=DESK.seat_key(game, seat)),
            )
            for each in (game, other)
        ]
        for one, two in zip(*answers, strict=True):
            assert one.SerializeToString(deterministic=True) == two.SerializeToString(deterministic=True)
        compared += other.table.hands != state.hands
    assert compared > 3


def test_refusals_are_the_same_for_seats_that_do_not_act(served: Served) -> None:
    rng = random.Random(4)
    for state in list(decisions("classic", 2))[::3]:
        seat = (state.actor + 1) % 4
        game = game_of(state, rng, DESK.states.key_id)
        other = replace(game, table=twin(state, seat, rng))
        told = []
        for each in (game, other):
            with pytest.raises(EuchreError) as refused:
                served.analysis.suggest(state=DESK.seal(each), seat=seat, key=DESK.seat_key(game, seat))
            told.append((refused.value.reason_name, refused.value.message, refused.value.metadata))
        assert told[0] == told[1]
        assert told[0][0] == "NOT_YOUR_TURN"


def test_the_question_holds_no_card_that_the_seat_does_not_see() -> None:
    state = next(each for each in decisions("classic", 3) if each.phase == phases.PLAY)
    question = Decision(state, state.actor).judge(None, None)
    view = View.FromString(question.view)
    assert [bool(seat.cards) for seat in view.seats] == [seat == state.actor for seat in range(4)]
    assert not view.info.state_id
    assert not view.info.game_id


def test_the_hosts_key_makes_no_difference_and_another_seats_opens_nothing(served: Served) -> None:
    rng = random.Random(5)
    state = next(decisions("classic", 4))
    game = game_of(state, rng, DESK.states.key_id)
    sealed, seat = DESK.seal(game), state.actor
    own, hosts = (
        served.analysis.suggest(state=sealed, seat=seat, key=key)
        for key in (DESK.seat_key(game, seat), DESK.host_key(game))
    )
    assert own == hosts
    with pytest.raises(SeatKeyWrong):
        served.analysis.suggest(state=sealed, seat=seat, key=DESK.seat_key(game, (seat + 1) % 4))
