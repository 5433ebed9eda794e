"""What comes between the call and the first trick, and in which order (`rules.md` 1.4, 1.8)."""

from typing import Final

from euchre_rules import alone, best_card, dummy, exchange, fold, phases, play
from euchre_rules.state import State

_BEGIN: Final = {
    phases.EXCHANGE: exchange.begin,
    phases.ALONE: alone.begin,
    phases.BEST_CARD: best_card.begin,
    phases.DUMMY: dummy.begin,
    phases.FOLD: fold.begin,
    phases.PLAY: play.begin,
}


def advance(state: State) -> None:
    """Go to the next stage in which somebody acts, after the phase the state is in."""
    for phase in state.rules.stages_after[state.phase]:
        if _BEGIN[phase](state):
            state.phase = phase
            return
