"""Faults other programs had with states: traps B75 and B81."""

from __future__ import annotations

import random
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from euchre_rules import actions, cards, game, phases, play
from euchre_rules.errors import IllegalAction
from euchre_rules.ruleset import Ruleset
from euchre_rules.state import State
from tests.rules.tables import BUCK, CLASSIC, GHOST, random_deck, refused, shuffled

every_game = pytest.mark.parametrize("rules", [CLASSIC, GHOST, BUCK], ids=lambda rules: rules.base)


@every_game
@pytest.mark.parametrize("seed", range(5))
def test_trap_B75_a_refusal_leaves_the_state_equal(rules: Ruleset, seed: int) -> None:
    state = shuffled(rules, seed % rules.players, seed)
    rng = random.Random(seed)
    for _ in range(25):
        legal = game.legal_actions(state)
        wrong = [action for action in actions.ALL_ACTIONS if action not in legal and action != actions.DEAL]
        for action in rng.sample(wrong, 10):
            refused(state, f"{state.actor} {actions.text(action)}")
        _step(state, rng)


@every_game
def test_trap_B75_a_refused_step_gives_no_state(rules: Ruleset) -> None:
    state = shuffled(rules, 0, 75)
    before = state.copy()
    with pytest.raises(IllegalAction):
        game.step(state, (state.actor + 1) % rules.players, game.legal_actions(state)[0])
    assert state == before
    following = game.step(state, state.actor, game.legal_actions(state)[0])
    assert state == before != following


@every_game
def test_trap_B75_a_refused_deal_leaves_the_state_equal(rules: Ruleset) -> None:
    state = game.new_game(rules, 1)
    before = state.copy()
    for seat, deck in ((0, rules.deck), (1, rules.deck[1:]), (2, ())):
        with pytest.raises(IllegalAction):
            game.deal(state, seat, deck)
        assert state == before


def _step(state: State, rng: random.Random) -> None:
    """Do something legal, if the game is not over."""
    legal = game.legal_actions(state)
    if not legal:
        return
    action = rng.choice(legal)
    if action == actions.DEAL:
        game.deal(state, state.actor, random_deck(state.rules, rng))
    else:
        game.apply(state, state.actor, action)


def _course(rules: Ruleset, dealer: int, seed: int, calls: int) -> tuple[State, list[object]]:
    """A game of so many calls and the events it caused."""
    state, rng = game.new_game(rules, dealer, [500] * rules.side_count), random.Random(seed)
    events: list[object] = []
    for _ in range(calls):
        if game.legal_actions(state):
            _step(state, rng)
            events += state.events or []
    return state, events


@every_game
def test_trap_B81_two_games_interleaved_on_threads_equal_a_serial_run(rules: Ruleset) -> None:
    serial = [_course(rules, dealer, dealer, 250) for dealer in (0, 2)]
    states = [game.new_game(rules, dealer, [500] * rules.side_count) for dealer in (0, 2)]
    rngs = [random.Random(dealer) for dealer in (0, 2)]
    told: list[list[object]] = [[], []]
    turns = threading.Barrier(2)

    def take_part(which: int) -> None:
        for _ in range(250):
            turns.wait(timeout=30)
            if game.legal_actions(states[which]):
                _step(states[which], rngs[which])
                told[which] += states[which].events or []

    with ThreadPoolExecutor(2) as pool:
        list(pool.map(take_part, (0, 1)))
    assert [(state, events) for state, events in zip(states, told, strict=True)] == serial


@every_game
def test_trap_B81_many_threads_of_games(rules: Ruleset) -> None:
    jobs = [(rules, seed % rules.players, seed, 120) for seed in range(16)]
    serial = [_course(*job) for job in jobs]
    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(lambda job: _course(*job), jobs)) == serial


def test_trap_B81_a_copy_shares_nothing_that_changes() -> None:
    for rules in (CLASSIC, GHOST, BUCK):
        state = shuffled(rules, 0, 81)
        twin, untouched = state.copy(), state.copy()
        rng = random.Random(81)
        for _ in range(60):
            _step(state, rng)
        assert twin == untouched != state


def test_a_state_equals_states_only() -> None:
    state = shuffled(CLASSIC, 0, 81)
    assert state != 81
    assert state == state.copy()


@every_game
def test_a_trick_in_progress_is_rebuilt_from_the_log(rules: Ruleset) -> None:
    """`play.resume` rebuilds what follows from the cards played; nothing else changes."""
    rebuilt = 0
    for seed in range(10):
        rng = random.Random(seed)
        state = shuffled(rules, 0, seed)
        for _ in range(30):
            twin = state.copy()
            if state.phase == phases.PLAY:
                twin.trick, twin.turns, twin.strengths, twin.followers = [], (), (), cards.ALL_CARDS
                twin.best_seat, twin.best_strength, twin.actor = -1, 0, state.actor
                rebuilt += bool(state.trick)
            play.resume(twin)
            assert game.legal_actions(twin) == game.legal_actions(state)
            assert (twin.trick, twin.hands, twin.actor) == (state.trick, state.hands, state.actor)
            _step(state, rng)
            if state.phase == phases.DEAL:
                break
    assert rebuilt > 20
