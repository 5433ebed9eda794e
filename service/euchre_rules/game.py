"""The door to the rules: start a game, ask what is legal, deal and act.

Order of refusal (`protos/euchre/v1/errors.proto`): game over, hand not dealt, phase, turn, and only
then the seat's own cards and the call itself, so that a refusal never depends on cards its reader
may not know.
"""

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from euchre_rules import (
    actions,
    alone,
    auction,
    best_card,
    calling,
    dummy,
    exchange,
    farmers,
    fold,
    joker,
    phases,
    play,
    renege,
    sentences,
    stages,
)
from euchre_rules import deal as dealing
from euchre_rules.actions import CLAIM, DEAL, PASS, Kind
from euchre_rules.errors import IllegalAction, Reason, Refusal
from euchre_rules.options import FoldRule, GhostSwap
from euchre_rules.phases import GAME_OVER
from euchre_rules.ruleset import Ruleset
from euchre_rules.state import State


class PhaseRules(NamedTuple):
    """What one phase admits, offers, refuses and does; `apply` tells whether the stage is over."""

    admits: frozenset[int]
    legal: Callable[[State], Sequence[int]]
    refuse: Callable[[State, int, int], Refusal | None]
    apply: Callable[[State, int, int], bool]


def _actions_of(*kinds: Kind) -> frozenset[int]:
    return frozenset(action for action, kind in actions.KINDS.items() if kind in kinds)


PHASES: Final[dict[int, PhaseRules]] = {
    phases.NAME_JOKER_SUIT: PhaseRules(_actions_of(Kind.NAME), joker.legal, joker.refuse, joker.apply),
    phases.FARMERS: PhaseRules(
        _actions_of(Kind.PASS, Kind.REDEAL, Kind.LAY), farmers.legal, farmers.refuse, farmers.apply
    ),
    phases.CALL_ROUND_1: PhaseRules(
        _actions_of(Kind.PASS, Kind.ORDER),
        calling.legal_round_1,
        calling.refuse_round_1,
        calling.apply_round_1,
    ),
    phases.CALL_ROUND_2: PhaseRules(
        _actions_of(Kind.PASS, Kind.NAME),
        calling.legal_round_2,
        calling.refuse_round_2,
        calling.apply_round_2,
    ),
    phases.AUCTION: PhaseRules(
        _actions_of(Kind.PASS, Kind.BID, Kind.SWAP), auction.legal, auction.refuse, auction.apply
    ),
    phases.NAME_TRUMP: PhaseRules(
        _actions_of(Kind.NAME), calling.legal_name, calling.refuse_name, calling.apply_name
    ),
    phases.EXCHANGE: PhaseRules(
        _actions_of(Kind.DISCARD, Kind.DECLINE), exchange.legal, exchange.refuse, exchange.apply
    ),
    phases.ALONE: PhaseRules(_actions_of(Kind.ALONE, Kind.PARTNER), alone.legal, alone.refuse, alone.apply),
    phases.BEST_CARD: PhaseRules(
        _actions_of(Kind.LAY, Kind.GIVE), best_card.legal, best_card.refuse, best_card.apply
    ),
    phases.DUMMY: PhaseRules(
        _actions_of(Kind.TAKE_DUMMY, Kind.PASS, Kind.LAY), dummy.legal, dummy.refuse, dummy.apply
    ),
    phases.FOLD: PhaseRules(_actions_of(Kind.FOLD, Kind.STAY), fold.legal, fold.refuse, fold.apply),
    phases.PLAY: PhaseRules(_actions_of(Kind.PLAY), play.legal, play.refuse, play.apply),
}


def _only_deal(_state: State) -> Sequence[int]:
    return (actions.DEAL,)


def _nothing(_state: State) -> Sequence[int]:
    return ()


def _refused(_state: State, _seat: int, _action: int) -> bool:
    raise ValueError("nothing can be done here but deal")


# By phase number: a tuple is the fastest table.
_LEGAL: Final = (_nothing, _only_deal, *(PHASES[phase].legal for phase in phases.PHASES[1:-1]), _nothing)
_APPLY: Final = (_refused, _refused, *(PHASES[phase].apply for phase in phases.PHASES[1:-1]), _refused)


def new_game(rules: Ruleset, first_dealer: int, scores: Sequence[int] | None = None) -> State:
    """Return a game in which nothing is dealt yet.

    Args:
        rules: a checked ruleset.
        first_dealer: the seat that deals first, from 0.
        scores: scores to start from, one for each side; the ruleset's `start_score` if None.
    """
    return State(rules, first_dealer, list(scores or [rules.start_score] * rules.side_count))


def deal(state: State, seat: int, deck: Sequence[int], stacked: bool = False) -> None:
    """Deal the next hand in place, from the first card of `deck` on (`rules.md` 0.4).

    `stacked` is recorded: it tells players that the caller chose the order of the cards.

    Raises:
        IllegalAction: GAME_OVER, WRONG_PHASE, NOT_YOUR_TURN or DECK_INVALID; nothing has changed.
    """
    refused = deal_refusal(state, seat) or dealing.deck_refusal(state.rules, deck)
    if refused is not None:
        raise IllegalAction(refused)
    state.events = []
    perform_deal(state, deck, stacked)


def perform_deal(state: State, deck: Sequence[int], stacked: bool = False) -> None:
    """Deal without checking that it is time to, or that the deck is whole."""
    if dealing.deal(state, deck, stacked):
        stages.advance(state)


def deal_refusal(state: State, seat: int) -> Refusal | None:
    """Return why this seat may not deal now, or None."""
    if state.phase == phases.GAME_OVER:
        return _game_over()
    if state.phase != phases.DEAL:
        return _wrong_phase(state, actions.DEAL)
    return None if seat == state.actor else _not_your_turn(state)


def legal_actions(state: State) -> Sequence[int]:
    """Return what the acting seat may do. Before a deal that is `actions.DEAL`; empty at the end.

    Calling a renege is open to every seat at any time and is not listed; see `renege.proofs`.
    """
    return _LEGAL[state.phase](state)


def refusal(state: State, seat: int, action: int) -> Refusal | None:
    """Return why a seat may not do this now, or None when it may."""
    if action == DEAL:
        return deal_refusal(state, seat)
    phase = state.phase
    if phase == GAME_OVER:
        return _game_over()
    if CLAIM <= action < PASS:
        return renege.refuse(state, seat, action)
    if phase == phases.DEAL:
        return Refusal(Reason.HAND_NOT_DEALT, "No hand is in progress; one must be dealt first.")
    rules_of_phase = PHASES[phase]
    if action not in rules_of_phase.admits or (action == actions.FOLD and seat == state.maker):
        return _wrong_phase(state, action)
    if seat != state.actor:
        return _not_your_turn(state)
    return rules_of_phase.refuse(state, seat, action)


def apply(state: State, seat: int, action: int) -> None:
    """Let a seat do something, in place; `state.events` then tells what it caused.

    A deal needs a deck and goes through `deal`.

    Raises:
        IllegalAction: the rules refuse it; nothing has changed.
    """
    refused = refusal(state, seat, action)
    if refused is not None:
        raise IllegalAction(refused)
    if action == DEAL:
        raise ValueError("a deal needs a deck: call deal()")
    state.events = []
    if CLAIM <= action < PASS:
        renege.apply(state, seat, action)
        state.log.append(seat << 8 | action)
    else:
        perform(state, action)


def perform(state: State, action: int) -> None:
    """Let the acting seat do something that `legal_actions` lists, without checking it again.

    For simulations. Set `state.events` to None first when nobody listens.
    """
    seat = state.actor
    state.log.append(seat << 8 | action)
    if _APPLY[state.phase](state, seat, action):
        stages.advance(state)


def step(state: State, seat: int, action: int) -> State:
    """Return the state after a seat did something; `state` itself stays as it is.

    Raises:
        IllegalAction: the rules refuse it.
    """
    following = state.copy()
    apply(following, seat, action)
    return following


def _game_over() -> Refusal:
    return Refusal(Reason.GAME_OVER, "The game is over.")


def _not_your_turn(state: State) -> Refusal:
    return Refusal(Reason.NOT_YOUR_TURN, f"Seat {state.actor} acts now.", {"actor": str(state.actor)})


def _wrong_phase(state: State, action: int) -> Refusal:
    """Return the refusal of an action that this phase does not admit; a late one says so."""
    if action == actions.SWAP and state.rules.ghost_swap is not GhostSwap.OFF:
        return auction.swap_too_late()
    if (
        action == actions.FOLD
        and state.rules.fold is not FoldRule.OFF
        and state.phase in (phases.FOLD, phases.PLAY)
    ):
        return fold.may_not_fold()
    doing, now = sentences.DOING[actions.KINDS[action]], sentences.GOING_ON[state.phase]
    return Refusal(
        Reason.WRONG_PHASE, f"You cannot {doing} now: {now}.", {"phase": phases.NAMES[state.phase]}
    )
