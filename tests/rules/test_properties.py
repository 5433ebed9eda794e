"""Whole games move by move: what holds at every node, whatever is played."""

from __future__ import annotations

import random

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from euchre_rules import actions, game, phases, presets
from euchre_rules.options import Renege
from euchre_rules.ruleset import Ruleset
from euchre_rules.state import State
from tests.rules import nodes
from tests.rules.tables import random_deck

SETTINGS = settings(
    max_examples=6,
    stateful_step_count=80,
    deadline=None,
    derandomize=True,
    database=None,
    phases=[Phase.generate],
    suppress_health_check=list(HealthCheck),
)
seeds = st.integers(0, 2**32 - 1)
CLAIMS = {"renege": Renege.ALLOW_CLAIM}
FORMS = {
    "classic": presets.resolve("classic"),
    "ghost_hand": presets.resolve("ghost_hand"),
    "buck": presets.resolve("buck"),
    "egn": presets.resolve("egn"),
    "openspiel": presets.resolve("openspiel"),
    "classic_claims": presets.resolve("classic", CLAIMS),
    "ghost_hand_claims": presets.resolve("ghost_hand", CLAIMS),
    "buck_claims": presets.resolve("buck", {**CLAIMS, "renege_points": 3}),
}


class TableMachine(RuleBasedStateMachine):
    """A table at which anything legal may happen, and at which everything else is tried."""

    form: Ruleset

    @initialize(dealer=seeds)
    def open_game(self, dealer: int) -> None:
        self.state = game.new_game(self.form, dealer % self.form.players)
        self.rng = random.Random(dealer)

    @precondition(lambda self: self.state.phase == phases.DEAL)
    @rule(seed=seeds)
    def deal(self, seed: int) -> None:
        deck = random_deck(self.form, random.Random(seed))
        hand_number = self.state.hand_number
        game.deal(self.state, self.state.actor, deck)
        over = self.state.phase == phases.GAME_OVER
        assert self.state.hand_number == hand_number + (not over)
        assert not over or self.form.claims

    @precondition(lambda self: self.state.phase not in (phases.DEAL, phases.GAME_OVER))
    @rule(choice=seeds)
    def act(self, choice: int) -> None:
        self._act(choice)

    @precondition(lambda self: self.state.phase == phases.PLAY)
    @rule(choice=seeds)
    def play_a_trick(self, choice: int) -> None:
        tricks = len(self.state.winners)
        while self.state.phase == phases.PLAY and len(self.state.winners) == tricks:
            self._act(choice)

    def _act(self, choice: int) -> None:
        state = self.state
        legal = game.legal_actions(state)
        before, scores = state.copy(), state.scores[:]
        game.apply(state, state.actor, legal[choice % len(legal)])
        assert state != before
        assert state.log[:-1] == before.log
        if state.phase in (phases.DEAL, phases.GAME_OVER):
            assert state.scores == [
                score + change for score, change in zip(scores, state.changes, strict=True)
            ]
            if state.result is None:
                assert scores == state.scores
            else:
                nodes.check_result(state)
        else:
            assert (state.scores, state.result) == (scores, None)

    @precondition(lambda self: self.form.claims)
    @rule(choice=seeds)
    def claim(self, choice: int) -> None:
        tried = [
            (seat, actions.CLAIM + offender)
            for seat in range(self.form.players)
            for offender in range(self.form.players)
        ]
        open_now = [
            (seat, action) for seat, action in tried if game.refusal(self.state, seat, action) is None
        ]
        if open_now:
            seat, action = open_now[choice % len(open_now)]
            game.apply(self.state, seat, action)

    @precondition(lambda self: self.state.phase == phases.GAME_OVER)
    @rule(dealer=seeds)
    def open_another(self, dealer: int) -> None:
        self.open_game(dealer)

    @invariant()
    def everything_holds(self) -> None:
        nodes.check(self.state)
        nodes.check_secrets(self.state, self.rng)


def machine(rules: Ruleset) -> type[RuleBasedStateMachine]:
    made = type("Machine", (TableMachine,), {"form": rules})
    made.TestCase.settings = SETTINGS  # type: ignore[attr-defined]
    return made


TestClassic = machine(FORMS["classic"]).TestCase
TestGhostHand = machine(FORMS["ghost_hand"]).TestCase
TestBuck = machine(FORMS["buck"]).TestCase
TestEgn = machine(FORMS["egn"]).TestCase
TestOpenSpiel = machine(FORMS["openspiel"]).TestCase
TestClassicClaims = machine(FORMS["classic_claims"]).TestCase
TestGhostHandClaims = machine(FORMS["ghost_hand_claims"]).TestCase
TestBuckClaims = machine(FORMS["buck_claims"]).TestCase

TENDENCY = {"swap": 0.3, "moon": 0.002, "bid 5": 0.005, "bid 4": 0.02, "bid 3": 0.1, "fold": 0.5}
"""How readily a game is bid up; 1 for the rest. Random bids lose more than tricks bring."""
MOST_HANDS = 1500


def play_game(rules: Ruleset, seed: int) -> State:
    rng = random.Random(seed)
    state = game.new_game(rules, seed % rules.players)
    while state.phase != phases.GAME_OVER:
        if state.phase == phases.DEAL:
            assert state.hand_number < MOST_HANDS
            game.deal(state, state.actor, random_deck(rules, rng))
            continue
        legal = game.legal_actions(state)
        weights = [TENDENCY.get(actions.text(action), 1.0) for action in legal]
        game.apply(state, state.actor, rng.choices(legal, weights)[0])
    return state


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("seed", range(6))
def test_games_end(form: str, seed: int) -> None:
    state = play_game(FORMS[form], seed)
    assert state.won is not None and len(state.won.sides) == 1
    (side,) = state.won.sides
    swept = state.rules.sweep_wins_game and state.result is not None and state.result.tricks[side] == 5
    if not swept:
        best = max if state.rules.counts_up else min
        there = state.scores[side] >= state.rules.target if state.rules.counts_up else state.scores[side] <= 0
        assert there and state.scores.count(best(state.scores)) == 1
        assert state.scores[side] == best(state.scores)
    assert game.legal_actions(state) == ()
    assert state.events is not None and state.events[-1] == state.won
