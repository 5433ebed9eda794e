"""Whole games of every preset, each call answered as it must be."""

from __future__ import annotations

import random

from euchre_rules import actions, game, phases, shuffle
from euchre_rules.presets import PRESETS
from tests.conformance.deals import rules_of
from tests.conformance.script import SEED, Book, Script

STARTS = {
    "bid_partners": [24, 26],
    "buck": [5, 6, 6, 7],
    "ghost_hand": [26, 27, 26],
    "three_handed": [7, 8, 7],
    "three_handed_dummy": [7, 8, 7],
}
"""Scores to start from, so that games are short; pairs and two players start from eight all."""


def tell(book: Book) -> None:
    """Tell the cases."""
    for base in PRESETS:
        scores = STARTS.get(base, [8, 8])
        with book.case(f"{base}: a game from {scores}, cards from the seed", "rules.md 1 to 4") as table:
            _play(table.create(base, scores=scores, label=base, keys=True), base, scores)
    with book.case("classic: a whole game from the start", "rules.md 1") as table:
        _play(table.create("classic", label="whole", keys=True), "classic", [0, 0])


def _play(table: Script, base: str, scores: list[int]) -> None:
    """Play on until the game is won, as a player would who calls when he can."""
    rng = random.Random(base)
    rules = rules_of(base)
    state = game.new_game(rules, shuffle.first_dealer(SEED, rules), scores)
    while state.phase != phases.GAME_OVER:
        seat = state.actor
        if state.phase == phases.DEAL:
            table.deal()
            game.deal(state, seat, shuffle.shuffle(SEED, state.hand_number + 1, rules.deck))
            continue
        legal = game.legal_actions(state)
        willing = [act for act in legal if act not in (actions.PASS, actions.FOLD, actions.ALONE)]
        chosen = rng.choice(willing if willing and rng.random() < 0.7 else list(legal))
        game.apply(state, seat, chosen)
        table.act(f"{seat} {actions.text(chosen)}")
    table.is_at("GAME_OVER").view(audience="TABLE")
