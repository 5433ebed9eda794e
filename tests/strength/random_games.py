"""Let the expert value every choice of random games: `python -m tests.strength.random_games --games 200`.

Random play leads where no sensible player goes. Nothing the expert is asked there may raise an error, every
action gets a value, and the same question gets the same answer.
"""

from __future__ import annotations

import argparse
import random
from collections import Counter
from collections.abc import Mapping

from euchre.v1.state_pb2 import Phase
from euchre_bots.expert import ExpertBot
from euchre_rules import phases
from euchre_rules.presets import PRESETS
from euchre_rules.ruleset import Ruleset
from euchre_service.wire_rulesets import to_wire
from tests.service.games import plies
from tests.strength.table import seen


def value_all(rules: Ruleset, games: int, hands: int, samples: int, seed: int) -> Mapping[str, Counter[bool]]:
    """Value every choice of random games.

    Returns:
        By phase, how often choices were valued by simulation (True) and by rule of thumb.
    """
    rng = random.Random(seed)
    valued: dict[str, Counter[bool]] = {}
    bot = ExpertBot(seed, ruleset=to_wire(rules), samples=samples)
    for _ in range(games):
        for ply in plies(rules, rng, hands=hands):
            if ply.after.phase in (phases.DEAL, phases.GAME_OVER):
                continue
            view = seen(ply.after, ply.after.actor)
            honest = [legal.action for legal in view.legal_actions if not legal.renege]
            evaluations = bot.evaluate(view)
            assert [each.action for each in evaluations] == honest
            assert all(0.0 <= each.win_probability <= 1.0 for each in evaluations)
            if rng.random() < 0.05:
                assert bot.evaluate(view) == evaluations
            phase = Phase.Name(view.next.phase).removeprefix("PHASE_").lower()
            valued.setdefault(phase, Counter())[evaluations[0].samples > 0] += 1
    return valued


def main() -> None:
    """Value the choices of as many games of every preset as the command line asks for."""
    parser = argparse.ArgumentParser(prog="python -m tests.strength.random_games", description=__doc__)
    parser.add_argument("presets", nargs="*", default=sorted(PRESETS), metavar="preset")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--hands", type=int, default=20, help="the most hands of a game")
    parser.add_argument("--samples", type=int, default=2, help="worlds for a decision")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    for name in options.presets:
        valued = value_all(PRESETS[name], options.games, options.hands, options.samples, options.seed)
        counts = (f"{phase} {each[True]}/{each.total()}" for phase, each in valued.items())
        print(f"{name}: valued by simulation, of all: {', '.join(counts)}", flush=True)


if __name__ == "__main__":
    main()
