"""Open hands: exact against a naive search of the whole tree, and consistent from act to act."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from euchre.v1.analysis_service_pb2 import SolutionConcept
from euchre_analysis.honest import honest_actions
from euchre_analysis.jobs import Outcome
from euchre_analysis.lines import NoSolution, outcomes, sides_of
from euchre_analysis.questions import Decision
from euchre_analysis.solving import solve
from euchre_client import EuchreError, HostKeyRequired, NotSolvable
from euchre_rules import actions, game, phases, presets
from euchre_rules.state import State
from tests.analysis.positions import decisions
from tests.analysis.serving import Served
from tests.service.desk import Desk
from tests.service.games import RULESETS, game_of

DESK = Desk.sealed()
TWO_SIDED = [
    "classic",
    "egn",
    "british",
    "bid_partners",
    "railroad",
    "two_handed",
    "receive_first",
    "must_take",
]


def points(state: State, changes: tuple[int, ...], seat: int) -> float:
    own = changes[state.rules.side_of[seat]]
    return state.rules.good * (own - (sum(changes) - own) / (len(changes) - 1))


def naive(state: State) -> tuple[int, ...]:
    """What the hand brings each side, by looking at every line to its end."""
    if state.phase in (phases.DEAL, phases.GAME_OVER):
        return state.result.changes if state.result else (0,) * state.rules.side_count
    found = []
    for action in honest_actions(state):
        following = state.copy()
        following.events = None
        game.perform(following, action)
        found.append(naive(following))
    return max(found, key=lambda changes: points(state, changes, state.actor))


@pytest.mark.parametrize("rules", [*TWO_SIDED, "three_handed", "bid_suits"])
def test_endings_are_those_of_a_search_through_every_line(rules: str) -> None:
    checked = seed = 0
    while checked < 15:
        seed += 1
        for state in decisions(rules, seed):
            sides = sides_of(state)
            left = max(held.bit_count() for held in state.hands)
            if sides is None or state.phase != phases.PLAY or left > 3 or state.rules.fast_break:
                continue
            found = outcomes(state, sides)
            for action, outcome in zip(honest_actions(state), found, strict=True):
                assert outcome.points == points(state, naive(game_after(state, action)), state.actor)
            checked += 1


def game_after(state: State, action: int) -> State:
    following = state.copy()
    following.events = None
    game.perform(following, action)
    return following


@pytest.mark.parametrize("rules", TWO_SIDED)
def test_an_action_is_worth_what_the_best_answer_to_it_leaves(rules: str) -> None:
    reached: Counter[int] = Counter()
    for seed in range(3):
        for state in decisions(rules, seed):
            sides = sides_of(state)
            if sides is None or state.phase == phases.PLAY or reached[state.phase]:
                continue
            try:
                found = outcomes(state, sides)
            except NoSolution:
                continue
            actor = state.actor
            for action, outcome in zip(honest_actions(state), found, strict=True):
                after = game_after(state, action)
                if after.phase in (phases.DEAL, phases.GAME_OVER):
                    continue
                answers = outcomes(after, sides_of(after) or sides)
                best = max(answers, key=lambda each: each.points)
                assert outcome.points == points(state, best.changes, actor)
            reached[state.phase] += 1
    assert len(reached) >= 2


def test_tricks_and_changes_go_together() -> None:
    for state in decisions("classic", 7):
        for outcome in outcomes(state, state.rules.side_of):
            assert sum(outcome.tricks) in (0, 5)
            assert bool(sum(outcome.changes)) == bool(outcome.tricks)


@pytest.mark.parametrize("rules", sorted(RULESETS))
def test_every_position_is_solved_or_refused_with_a_sentence(rules: str) -> None:
    concepts = set()
    for state in list(decisions(rules, 0))[::3]:
        solved = solve(Decision(state, state.actor).solve())
        if solved.outcomes is None:
            assert solved.obstacle.endswith(".")
            continue
        assert len(solved.outcomes) == len(honest_actions(state))
        concepts.add(solved.concept)
        is_exact = solved.concept == SolutionConcept.SOLUTION_CONCEPT_MINIMAX
        assert is_exact == all(outcome.changes for outcome in solved.outcomes)
    if RULESETS[rules].side_count == 2 and not RULESETS[rules].fast_break:
        assert concepts <= {SolutionConcept.SOLUTION_CONCEPT_MINIMAX}


def test_solve_over_the_wire(served: Served) -> None:
    state = next(each for each in decisions("classic", 8) if each.phase == phases.PLAY)
    at = game_of(state, random.Random(8), DESK.states.key_id)
    answer = served.analysis.solve(state=DESK.seal(at), host_key=DESK.host_key(at))
    assert answer.seat == state.actor
    assert [each.text for each in answer.actions] == [actions.text(act) for act in honest_actions(state)]
    wanted = outcomes(state, state.rules.side_of)
    told = [Outcome(each.points, tuple(each.changes), tuple(each.tricks)) for each in answer.actions]
    assert told == wanted
    most = max(each.points for each in wanted)
    assert [each.best for each in answer.actions] == [each.points == most for each in wanted]


def test_only_the_host_may_solve(served: Served) -> None:
    state = next(decisions("classic", 9))
    at = game_of(state, random.Random(9), DESK.states.key_id)
    with pytest.raises(HostKeyRequired):
        served.analysis.solve(state=DESK.seal(at), host_key=DESK.seat_key(at, state.actor))


def test_what_has_no_solution_is_refused(served: Served) -> None:
    rules = presets.resolve("classic", {"fast_break": True})
    state = next(decisions(rules, 1))
    at = game_of(state, random.Random(1), DESK.states.key_id)
    with pytest.raises(NotSolvable, match="order of the tricks") as refused:
        served.analysis.solve(state=DESK.seal(at), host_key=DESK.host_key(at))
    assert refused.value.metadata == {"base": "classic", "phase": phases.NAMES[state.phase]}


@pytest.mark.parametrize(("changes", "reason"), [({}, "HAND_NOT_DEALT"), ({"phase": "over"}, "GAME_OVER")])
def test_nothing_is_due(served: Served, changes: dict[str, str], reason: str) -> None:
    state = game.new_game(RULESETS["classic"], 0)
    if changes:
        state.phase, state.actor = phases.GAME_OVER, -1
    at = game_of(state, random.Random(2), DESK.states.key_id)
    for ask in (
        lambda: served.analysis.solve(state=DESK.seal(at), host_key=DESK.host_key(at)),
        lambda: served.analysis.suggest(state=DESK.seal(at), seat=0, key=DESK.seat_key(at, 0)),
    ):
        with pytest.raises(EuchreError) as refused:
            ask()
        assert refused.value.reason_name == reason
