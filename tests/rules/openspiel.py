"""The preset `openspiel` beside OpenSpiel's own euchre: the same deals, decisions and returns.

The long form: `python -m tests.rules.openspiel --hands 200000`.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from typing import Any

from euchre_rules import actions, cards, game, phases, presets
from euchre_rules.options import LoneDefender, StickDealer
from euchre_rules.ruleset import Ruleset
from euchre_rules.state import State

try:
    import pyspiel
except ModuleNotFoundError as missing:  # pragma: no cover
    raise ModuleNotFoundError("OpenSpiel is missing: pip install open-spiel") from missing

FLAGS = [(lone_defender, stick) for lone_defender in (False, True) for stick in (False, True)]
"""Values of `allow_lone_defender` and `stick_the_dealer`."""

THEIR_PHASES = {
    phases.CALL_ROUND_1: pyspiel.euchre.Phase.BIDDING,
    phases.CALL_ROUND_2: pyspiel.euchre.Phase.BIDDING,
    phases.EXCHANGE: pyspiel.euchre.Phase.DISCARD,
    phases.ALONE: pyspiel.euchre.Phase.GO_ALONE,
    phases.PLAY: pyspiel.euchre.Phase.PLAY,
}

_SUITS = "cdhs"
_RANKS = "9TJQKA"
_PASS, _FIRST_SUIT, _ALONE, _PARTNER = 24, 25, 29, 30


def openspiel_game(lone_defender: bool, stick: bool) -> Any:
    return pyspiel.load_game("euchre", {"allow_lone_defender": lone_defender, "stick_the_dealer": stick})


def ruleset(lone_defender: bool, stick: bool) -> Ruleset:
    changes = {
        "lone_defender": LoneDefender.ANY if lone_defender else LoneDefender.NEVER,
        "stick_dealer": StickDealer.ON if stick else StickDealer.OFF,
        "target": 1000,
    }
    return presets.resolve("openspiel", changes)


def card_of(number: int) -> int:
    """The card of OpenSpiel's number: by rank from the nine up, then by suit."""
    return cards.card(_RANKS[number // 4] + _SUITS[number % 4])


def action_of(state: State, number: int) -> int:
    """What OpenSpiel's action is here."""
    if number == _PASS:
        return actions.PASS
    if number == _ALONE:
        return actions.ALONE
    if number == _PARTNER:
        return actions.PARTNER
    if number >= _FIRST_SUIT:
        suit = number - _FIRST_SUIT
        first_round = state.phase == phases.CALL_ROUND_1
        # Over the up-card its suit is the order; no other is offered.
        return actions.ORDER if first_round and suit == state.proposed else actions.name_trump(suit)
    return (actions.DISCARD if state.phase == phases.EXCHANGE else actions.PLAY) + card_of(number)


def deal_both(theirs: Any, rules: Ruleset, rng: random.Random) -> tuple[Any, State]:
    """Deal the same random hand in both."""
    dealer = rng.randrange(4)
    numbers = list(range(24))
    rng.shuffle(numbers)
    other = theirs.new_initial_state()
    other.apply_action(dealer)
    dealt = 0
    while other.is_chance_node():
        other.apply_action(numbers[dealt])
        dealt += 1
    state = game.new_game(rules, dealer)
    game.deal(state, dealer, [card_of(number) for number in numbers])
    return other, state


def compare_hand(theirs: Any, rules: Ruleset, rng: random.Random) -> int:
    """Play one random hand in both; return how many decisions it had.

    Raises:
        AssertionError: they differ.
    """
    other, state = deal_both(theirs, rules, rng)
    decisions = 0
    while state.phase != phases.DEAL:
        assert other.current_player() == state.actor, f"actor\n{other}"
        assert other.current_phase() == THEIR_PHASES[state.phase], f"phase\n{other}"
        by_action = {action_of(state, number): number for number in other.legal_actions()}
        legal = sorted(game.legal_actions(state))
        assert sorted(by_action) == legal, f"{[actions.text(action) for action in legal]}\n{other}"
        action = rng.choice(legal)
        other.apply_action(by_action[action])
        game.apply(state, state.actor, action)
        decisions += 1
    assert other.is_terminal(), f"not over\n{other}"
    # Theirs are zero-sum; ours are what the better side scored.
    points = state.changes[0] - state.changes[1]
    assert other.returns() == [points, -points, points, -points], f"{state.changes}\n{other}"
    assert min(state.changes) == 0
    return decisions


def compare(hands: int, seed: str, lone_defender: bool, stick: bool) -> int:
    """Compare so many hands; return how many decisions they had."""
    theirs, rules, rng = (
        openspiel_game(lone_defender, stick),
        ruleset(lone_defender, stick),
        random.Random(seed),
    )
    return sum(compare_hand(theirs, rules, rng) for _ in range(hands))


def main() -> int:
    """Compare many hands for each pair of flags."""
    parser = argparse.ArgumentParser(description="compare with OpenSpiel's euchre")
    parser.add_argument("--hands", type=int, default=200_000, help="hands in all")
    parser.add_argument("--seed", default="0")
    arguments = parser.parse_args()
    for lone_defender, stick in FLAGS:
        begun = time.perf_counter()
        hands = arguments.hands // len(FLAGS)
        decisions = compare(hands, arguments.seed, lone_defender, stick)
        seconds = time.perf_counter() - begun
        flags = f"allow_lone_defender={lone_defender} stick_the_dealer={stick}"
        print(f"{flags}: {hands:,} hands, {decisions:,} decisions agree, {seconds:.1f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
