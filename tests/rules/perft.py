"""Counts of the engine against the table of the naive rules (`tests/reference/perft.json`).

Every count of the table down to its last depth: `python -m tests.rules.perft`. The test counts only
so far that it takes seconds.
"""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path
from typing import Any, NamedTuple

from euchre_rules import actions, cards, game
from euchre_rules.state import State
from tests.rules.naive import is_over, is_void, ruleset

TABLE = Path(__file__).parents[1] / "reference" / "perft.json"


class Counts(NamedTuple):
    """What a line of the table counts, by length of the sequence of actions."""

    counts: list[int]
    ended: list[int]
    void: list[int]
    changes: list[list[int]]


def cases() -> list[dict[str, Any]]:
    """The lines of the table."""
    loaded: list[dict[str, Any]] = json.loads(TABLE.read_text(encoding="utf-8"))
    return loaded


def root(case: dict[str, Any]) -> State:
    """The position a line counts from."""
    state = game.new_game(ruleset(case["game"], case["options"]), case["dealer"])
    game.deal(state, case["dealer"], [cards.card(word) for word in case["deck"]])
    for words in case["prefix"]:
        game.apply(state, state.actor, actions.parse(words))
    state.events = None
    return state


def perft(state: State, depth: int) -> Counts:
    """Count the sequences of up to `depth` actions from a state."""
    sides = state.rules.side_count
    found = Counts(
        [0] * (depth + 1), [0] * (depth + 1), [0] * (depth + 1), [[0] * sides for _ in range(depth + 1)]
    )

    def visit(position: State, length: int) -> None:
        found.counts[length] += 1
        if is_over(position):
            found.ended[length] += 1
            found.void[length] += is_void(position)
            for side, change in enumerate(position.changes):
                found.changes[length][side] += change
        elif length < depth:
            for action in game.legal_actions(position):
                following = position.copy()
                game.perform(following, action)
                visit(following, length + 1)

    visit(state, 0)
    return found


def expected(case: dict[str, Any], depth: int) -> Counts:
    """What the table says down to a depth."""
    return Counts(*(case[name][: depth + 1] for name in Counts._fields))


def depth_within(case: dict[str, Any], nodes: int) -> int:
    """The last depth down to which a line counts no more than so many nodes."""
    total = 0
    for depth, count in enumerate(case["counts"]):
        total += count
        if total > nodes:
            return depth - 1
    return len(case["counts"]) - 1


def main() -> int:
    """Count every line to its last depth; report what differs."""
    differing = 0
    for case in cases():
        depth = len(case["counts"]) - 1
        begun = time.perf_counter()
        agrees = perft(root(case), depth) == expected(case, depth)
        differing += not agrees
        seconds = time.perf_counter() - begun
        verdict = "agrees" if agrees else "DIFFERS"
        print(f"{verdict} {case['name']}: {sum(case['counts']):,} nodes, {seconds:.1f} s")
    return 1 if differing else 0


if __name__ == "__main__":
    sys.exit(main())
