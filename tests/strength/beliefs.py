"""How well the expert tells likely worlds from others: `python -m tests.strength.beliefs heuristic`.

At turns to play of classic hands the weight of the world that was is held against the mean weight of worlds
dealt at random: the logarithm of the ratio, in nats, is what calls and cards told. The effective share says
how many of the worlds dealt still count.
"""

from __future__ import annotations

import argparse
from collections import defaultdict

import numpy as np

from euchre.v1.action_pb2 import Action
from euchre.v1.view_pb2 import View
from euchre_bots import Bot, HeuristicBot
from euchre_bots.expert import ExpertBot
from euchre_bots.expert.beliefs import likelihoods
from euchre_bots.expert.sight import Sight, Worlds
from euchre_rules import game, phases, shuffle
from euchre_rules.presets import CLASSIC
from euchre_rules.state import State
from euchre_service.wire_rulesets import to_wire
from tests.strength.table import Seats, play_hand, seed_of

_WORLDS = 1500
_QUICK = 24
"""Worlds a decision of the experts that are watched."""


class _Watcher:
    """Holds the world that is against others at every other turn to play, by trick."""

    def __init__(self) -> None:
        self.told: defaultdict[int, list[tuple[float, float]]] = defaultdict(list)
        self._rules = to_wire(CLASSIC)
        self._turns = 0

    def __call__(self, state: State, shown: View, action: Action) -> None:
        if state.phase != phases.PLAY or len(shown.legal_actions) == 1:
            return
        self._turns += 1
        if self._turns % 2:
            sight = Sight.of(shown, self._rules)
            self.told[sum(sight.tricks)].append(_told(sight, state, self._turns))


def _told(sight: Sight, state: State, seed: int) -> tuple[float, float]:
    """Return the nats told, and the effective share of the worlds."""
    dealt = sight.worlds(_WORLDS, seed)
    laid = state.laid[sight.dealer] if sight.is_other_dealers_pickup else 0
    worlds = Worlds(
        np.concatenate((np.array([state.hands], np.int64), dealt.hands)),
        np.concatenate((np.zeros(1, np.int64), dealt.dead)),
        np.concatenate((np.array([laid], np.int64), dealt.discard)),
    )
    true, *others = likelihoods(sight, worlds)
    weights = np.array(others)
    return float(np.log(true / weights.mean())), float(weights.sum() ** 2 / (weights**2).sum() / _WORLDS)


def main() -> None:
    """Print what was told, trick by trick."""
    parser = argparse.ArgumentParser(prog="python -m tests.strength.beliefs", description=__doc__)
    parser.add_argument("players", choices=("heuristic", "expert"))
    parser.add_argument("--deals", type=int, default=40)
    parser.add_argument("--seed", type=int, default=34)
    options = parser.parse_args()
    watcher = _Watcher()
    for deal in range(options.deals):
        bots: list[Bot] = [
            HeuristicBot() if options.players == "heuristic" else ExpertBot(deal + seat, samples=_QUICK)
            for seat in range(4)
        ]
        deck = shuffle.shuffle(seed_of(options.seed, deal), 1, CLASSIC.deck)
        play_hand(game.new_game(CLASSIC, deal % 4), deck, Seats(bots, watcher=watcher))
    for trick, told in sorted(watcher.told.items()):
        nats, share = np.mean(told, axis=0)
        print(f"trick {trick + 1}, {len(told)} turns: {nats:+.2f} nats, {share:.0%} of the worlds count")
    every = [each for told in watcher.told.values() for each in told]
    print(f"all, {len(every)} turns: {np.mean(every, axis=0)[0]:+.2f} nats")


if __name__ == "__main__":
    main()
