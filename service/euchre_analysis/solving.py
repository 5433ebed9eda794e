"""What every action leads to when all cards lie open. Runs in a worker process.

Between two sides that is exact (`lines`). With more there is no value of the game, and the bot's own way of
playing a hand out stands in for it.
"""

from __future__ import annotations

import numpy as np

from euchre.v1.analysis_service_pb2 import SolutionConcept
from euchre.v1.ruleset_pb2 import Ruleset
from euchre.v1.view_pb2 import View
from euchre_analysis.jobs import Outcome, Solve, Solved
from euchre_analysis.lines import NoSolution, outcomes, sides_of
from euchre_bots.expert import ExpertBot
from euchre_bots.expert.sight import Sight, Worlds
from euchre_rules.state import State

_NO_CONCEPT = "With more than two sides nothing is solved here in this phase."


def solve(job: Solve) -> Solved:
    """Returns what every action of the acting seat but reneges leads to."""
    sides = sides_of(job.state)
    if sides is None:
        return _played_out(job)
    try:
        found = outcomes(job.state, sides)
    except NoSolution as obstacle:
        return Solved(None, obstacle=str(obstacle))
    return Solved(tuple(found), SolutionConcept.SOLUTION_CONCEPT_MINIMAX)


def _played_out(job: Solve) -> Solved:
    """Lets the bot play each action out in the one world that is."""
    view, rules = View.FromString(job.view), Ruleset.FromString(job.rules)
    bot = ExpertBot(ruleset=rules, deal_worlds=lambda sight, number, seed: _world(sight, job.state, number))
    found = bot.evaluate(view, samples=1)
    if not found[0].samples:
        return Solved(None, obstacle=_NO_CONCEPT)
    return Solved(
        tuple(Outcome(evaluation.points) for evaluation in found), SolutionConcept.SOLUTION_CONCEPT_PLAYOUT
    )


def _world(sight: Sight, state: State, number: int) -> Worlds:
    """Returns the cards as they lie."""
    discard = state.laid[state.dealer] if sight.is_other_dealers_pickup else 0
    dead = sight.unseen & ~discard
    for held in state.hands:
        dead &= ~held
    return Worlds(
        np.tile(np.array(state.hands, np.int64), (number, 1)),
        np.full(number, dead, np.int64),
        np.full(number, discard, np.int64),
    )
