"""Random games at real tables. A second table, in this process, tells what may be done."""

from __future__ import annotations

import random
from typing import Any, NamedTuple

from euchre.v1.ruleset_pb2 import Ruleset as WireRuleset
from euchre_client import RulesClient, Table
from euchre_rules import actions, game, phases, presets, shuffle
from euchre_rules.options import Renege
from euchre_rules.ruleset import Ruleset
from euchre_rules.state import State
from euchre_service.wire_actions import to_wire
from euchre_service.wire_rulesets import to_wire as rules_to_wire
from tests.service.games import random_deck
from tests.service.wire import wire_deck


class Played(NamedTuple):
    """A game that was played."""

    table: Table
    states: list[bytes]
    """The state after each act."""


class Habits(NamedTuple):
    """How the players choose."""

    passes: float = 0.5
    """How often they pass where they may."""
    partners: float = 0.5
    """How often they say that they do not play alone."""
    stacks: float = 0.0
    """How often the host chooses the order of the cards."""


ORDINARY = Habits()


def rules_of(base: str, *, claims: bool = False, **options: Any) -> Ruleset:
    if claims:
        options["renege"] = Renege.ALLOW_CLAIM
    return presets.resolve(base, options)


def wire(rules: Ruleset) -> WireRuleset:
    return rules_to_wire(rules)


def near_the_end(rules: Ruleset, rng: random.Random) -> list[int]:
    """Scores from which a game may end soon."""
    step = 1 if rules.target > rules.start_score else -1
    return [rng.randrange(rules.start_score, rules.target, step) for _ in range(rules.side_count)]


def play(
    client: RulesClient,
    rules: Ruleset,
    rng: random.Random,
    *,
    hands: int,
    habits: Habits = ORDINARY,
) -> Played:
    """Plays so many hands, or to the end of the game."""
    seed, scores = rng.randbytes(32), near_the_end(rules, rng)
    label = f"game {rng.randrange(1000)}"
    table = Table.create(client, wire(rules), seed=seed, label=label, initial_scores=scores, watch=())
    state = game.new_game(rules, shuffle.first_dealer(seed, rules), scores)
    states = [table.state]
    while state.phase != phases.GAME_OVER:
        if state.phase == phases.DEAL and state.hand_number >= hands and rng.random() < 0.5:
            break
        seat, action = _chosen(state, rng, habits)
        if action == actions.DEAL:
            stacked = rng.random() < habits.stacks
            deck = random_deck(rules, rng) if stacked else None
            table.deal(deck=wire_deck(deck) if deck else ())
            game.deal(state, seat, deck or shuffle.shuffle(seed, state.hand_number + 1, rules.deck), stacked)
        else:
            table.act(seat, to_wire(action))
            game.apply(state, seat, action)
        states.append(table.state)
    assert list(table.scores) == state.scores
    return Played(table, states)


def _chosen(state: State, rng: random.Random, habits: Habits) -> tuple[int, int]:
    if state.rules.claims and state.hand_number:
        claims = [
            (seat, actions.CLAIM + offender)
            for seat in range(state.rules.players)
            for offender in range(state.rules.players)
            if game.refusal(state, seat, actions.CLAIM + offender) is None
        ]
        if claims and rng.random() < 0.5:
            return rng.choice(claims)
    legal = game.legal_actions(state)
    if actions.PASS in legal and rng.random() < habits.passes:
        return state.actor, actions.PASS
    if actions.PARTNER in legal and rng.random() < habits.partners:
        return state.actor, actions.PARTNER
    return state.actor, rng.choice(legal)
