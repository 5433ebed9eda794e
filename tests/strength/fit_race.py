"""Fit how scores become chances of winning where many play: `python -m tests.strength.fit_race buck`.

Games of heuristic bots tell who won from which scores; printed are the constants of `expert.equity` under
which that was most likely, and how likely (in nats a hand) beside those in use.
"""

from __future__ import annotations

import argparse
import itertools

import numpy as np

from euchre_bots import HeuristicBot
from euchre_bots.expert.cards import FloatArray
from euchre_bots.expert.equity import LEAST, PACE, SPREAD, SWEPT, hopes
from euchre_rules import game, phases, shuffle
from euchre_rules.presets import PRESETS
from euchre_rules.ruleset import Ruleset
from tests.strength.table import Seats, play_hand, seed_of

_MOST_HANDS = 300


def played(rules: Ruleset, games: int, seed: int) -> tuple[FloatArray, FloatArray]:
    """Play games; return before every hand the points each side needed, and each side's share of the win."""
    needed, shares = [], []
    for number in range(games):
        seats = Seats([HeuristicBot()] * rules.players)
        state = game.new_game(rules, number % rules.players)
        before = []
        while state.phase != phases.GAME_OVER and state.hand_number < _MOST_HANDS:
            before.append([rules.good * (rules.target - score) for score in state.scores])
            deck = shuffle.shuffle(seed_of(seed, number), state.hand_number + 1, rules.deck)
            play_hand(state, deck, seats)
        if state.won is not None:
            share = np.zeros(len(state.scores))
            share[list(state.won.sides)] = 1.0 / len(state.won.sides)
            needed += before
            shares += [share] * len(before)
    return np.array(needed, float), np.array(shares)


def main() -> None:
    """Print the best constants."""
    parser = argparse.ArgumentParser(prog="python -m tests.strength.fit_race", description=__doc__)
    parser.add_argument("preset", choices=sorted(PRESETS))
    parser.add_argument("--games", type=int, default=300)
    parser.add_argument("--seed", type=int, default=5)
    options = parser.parse_args()
    rules = PRESETS[options.preset]
    left, won = played(rules, options.games, options.seed)
    swept = (0.0, 0.04, 0.08, 0.12) if rules.sweep_wins_game else (0.0,)

    def likely(constants: tuple[float, float, float, float]) -> float:
        return float((won * np.log(hopes(left, *constants) + 1e-9)).sum(axis=1).mean())

    tried = itertools.product((2.2, 3.0, 4.0, 5.0, 6.0), (1.0, 1.4, 2.0, 3.0), (0.35, 1.0, 2.0), swept)
    now = (SPREAD, PACE, LEAST, SWEPT if rules.sweep_wins_game else 0.0)
    print(f"{len(left)} hands; now {likely(now):.4f}; knowing nothing {-np.log(left.shape[1]):.4f}")
    for best in sorted(tried, key=likely, reverse=True)[:5]:
        print(f"spread {best[0]}, pace {best[1]}, least {best[2]}, swept {best[3]}: {likely(best):.4f}")


if __name__ == "__main__":
    main()
