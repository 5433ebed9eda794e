"""The naive oracle of `tests/reference` beside the engine: the same rules, deals and results in both.

Where they differ in form: the naive one reports no tricks for a hand that was not contested, the engine
those it credits; the naive one ends after a hand, the engine goes on to the next deal.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from euchre_rules import actions, cards, game, options, phases, presets
from euchre_rules.events import Outcome
from euchre_rules.ruleset import Ruleset
from euchre_rules.state import State
from tests.reference import naive_euchre as naive

GAMES = {"classic": "classic", "ghost": "ghost_hand", "buck": "buck"}

_DEAL_PATTERNS = {
    "3232-2323": options.DealPattern.THREE_TWO_THREE_TWO,
    "2-3": options.DealPattern.TWO_THREE,
    "3-2": options.DealPattern.THREE_TWO,
    "1": options.DealPattern.ONE,
    "1_from_dealer": options.DealPattern.ONE_FROM_DEALER,
}
_ENUMS: dict[str, Any] = {
    "dealer_pickup": options.DealerPickup,
    "round2_turned_suit": options.Round2TurnedSuit,
    "stick_dealer": options.StickDealer,
    "all_pass": options.AllPass,
    "lone_maker_side": options.LoneMakerSide,
    "lone_defender": options.LoneDefender,
    "loner_lead": options.LonerLead,
    "lone_defender_score": options.LoneDefenderScore,
    "no_trump": options.NoTrump,
    "uncontested": options.Uncontested,
}
_ENDLESS = {"classic": {"target": 1000}, "ghost": {"target": 1000}, "buck": {"start_score": 500}}
"""So that no game is over after one hand."""


def ruleset(which: str, changes: dict[str, Any]) -> Ruleset:
    """The engine's ruleset for a game of the naive rules with some options changed."""
    translated: dict[str, Any] = dict(_ENDLESS[which])
    for name, value in changes.items():
        if name == "deal_pattern":
            translated[name] = _DEAL_PATTERNS[value]
        elif name in _ENUMS:
            translated[name] = _ENUMS[name][value.upper()]
        else:
            translated[name] = 0 if value == "bid" else value
    return presets.resolve(GAMES[which], translated)


def both(which: str, changes: dict[str, Any], dealer: int, deck: Sequence[str]) -> tuple[State, naive.State]:
    """The same deal in the engine and in the naive rules."""
    state = game.new_game(ruleset(which, changes), dealer)
    game.deal(state, dealer, [cards.card(word) for word in deck])
    return state, naive.start(naive.options_for(which, changes), dealer, list(deck))


def is_over(state: State) -> bool:
    """Tell whether the hand is over."""
    return state.phase in (phases.DEAL, phases.GAME_OVER)


def is_void(state: State) -> bool:
    """Tell whether the hand is over without a score."""
    return is_over(state) and state.result is None


def agrees(state: State, oracle: naive.State) -> str | None:
    """The first thing in which the two differ, or None."""
    if is_over(state) != (oracle.phase == "over"):
        return f"over: {is_over(state)} and {oracle.phase}"
    if not is_over(state):
        said = sorted(map(actions.text, game.legal_actions(state)))
        if said != naive.legal(oracle):
            return f"legal: {said} and {naive.legal(oracle)}"
        return None if state.actor == oracle.turn else f"actor: {state.actor} and {oracle.turn}"
    result = naive.result(oracle)
    if (is_void(state), state.changes) != (result["void"], result["changes"]):
        return f"result: {state.changes} and {result}"
    uncontested = state.result is not None and state.result.outcome is Outcome.UNCONTESTED
    if uncontested != (result["outcome"] == "uncontested"):
        return f"outcome: {state.result} and {result}"
    tricks = [0] * state.rules.players if uncontested else state.tricks
    return None if tricks == result["tricks"] else f"tricks: {state.tricks} and {result}"
