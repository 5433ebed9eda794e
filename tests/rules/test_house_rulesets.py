"""Every house rule with every other: random valid rulesets are playable to the end.

2,000 rulesets with pairwise cover of all option values, a full game of each, and after every act: the
invariants, the rules of turn, and cards that only move where the act says. `python -m
tests.rules.test_house_rulesets 20000` plays more.
"""

import random
import sys
from dataclasses import replace

import pytest

from euchre_rules import actions, conflicts, game, invariants, phases, presets, shuffle
from euchre_rules.errors import Reason
from euchre_rules.ruleset import Ruleset
from euchre_rules.state import NOBODY, State
from euchre_rules.view import PUBLIC, TABLE, view
from tests.rules.random_rulesets import Pair, covering

RULESETS = 2000
PARTS = 8
MAX_HANDS = 40
SEED = 20
MAX_ACTS = 90
"""More than any hand of any ruleset can need: farmers, auction, exchanges, folds and 24 cards."""


@pytest.fixture(scope="module")
def drawn() -> tuple[list[Ruleset], list[Pair]]:
    return covering(RULESETS, SEED)


def test_pairs_that_no_ruleset_has_are_refused_when_asked_for(
    drawn: tuple[list[Ruleset], list[Pair]],
) -> None:
    """Asked for together, such values get a conflict that names one of them, whatever the base."""
    for (one, first), (other, second) in drawn[1]:
        for base in presets.PRESETS.values():
            faults = conflicts.faults(replace(base, **{one: first, other: second}))
            assert faults, (base.base, one, first, other, second)
            assert all(fault.reason is Reason.OPTION_CONFLICT for fault in faults)


@pytest.mark.parametrize("part", range(PARTS))
def test_every_ruleset_is_playable(part: int, drawn: tuple[list[Ruleset], list[Pair]]) -> None:
    assert len(drawn[0]) >= RULESETS
    for number, rules in enumerate(drawn[0][part::PARTS]):
        play_game(rules, random.Random(number * PARTS + part))


def play_game(rules: Ruleset, chance: random.Random) -> State:
    """Play a game by random acts, checking everything after each; fail if it does not end."""
    if not rules.num_deals:
        # Random bidding drifts away from the target for ever: that is the rules' nature.
        rules = replace(rules, num_deals=MAX_HANDS)
        conflicts.check(rules)
    seed = chance.randbytes(32)
    state = game.new_game(rules, shuffle.first_dealer(seed, rules))
    hands = 0
    while state.phase != phases.GAME_OVER:
        hands += 1
        # Hands that are thrown in do not count, so there may be more than the limit.
        assert hands < 40 * MAX_HANDS
        game.deal(state, state.actor, shuffle.shuffle(seed, state.hand_number + 1, rules.deck))
        play_hand(state, chance)
    assert state.won is not None
    assert state.actor == NOBODY
    return state


def play_hand(state: State, chance: random.Random) -> None:
    """Play a dealt hand to its end."""
    check(state)
    if state.phase == phases.GAME_OVER:
        return  # where reneges may be called, the deal after the last hand ends the game instead
    acts = 0
    before = list(state.scores)
    while state.phase not in (phases.DEAL, phases.GAME_OVER):
        acts += 1
        assert acts < MAX_ACTS
        legal = list(game.legal_actions(state))
        assert legal, phases.NAMES[state.phase]
        assert len(legal) == len(set(legal))
        seat = state.actor
        refused_elsewhere = game.refusal(state, (seat + 1) % state.rules.players, legal[0])
        assert refused_elsewhere is not None
        action = _chosen(state, legal, chance)
        assert game.refusal(state, seat, action) is None, actions.text(action)
        game.apply(state, seat, action)
        check(state, views=acts % 4 == 0)
    if state.result is not None:
        changed = [now - then for now, then in zip(state.scores, before, strict=True)]
        assert changed == list(state.result.changes)


def _chosen(state: State, legal: list[int], chance: random.Random) -> int:
    """Return a random action; bids are made seldom and hands thrown in seldom, so that games get on."""
    if state.phase == phases.AUCTION and actions.PASS in legal and chance.random() < 0.6:
        return actions.PASS
    if actions.REDEAL in legal and chance.random() < 0.5:
        return actions.PASS
    return chance.choice(legal)


def check(state: State, views: bool = True) -> None:
    """Check what holds at every moment of every game, and what views hold back."""
    assert invariants.broken(state) is None, (invariants.broken(state), state.rules)
    if not views:
        return
    for reader in (*range(state.rules.players), PUBLIC, TABLE):
        seen = view(state, reader)
        own = [sight.cards for seat, sight in enumerate(seen.seats) if reader not in (seat, TABLE)]
        assert not any(own), "a reader sees another seat's cards"


if __name__ == "__main__":
    rulesets, _ = covering(int(sys.argv[1]), SEED + 1)
    for index, each in enumerate(rulesets):
        play_game(each, random.Random(index))
    print(f"{len(rulesets)} rulesets played to the end")
