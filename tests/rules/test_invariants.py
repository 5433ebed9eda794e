"""Forged states: each thing that cannot be so is found, and nothing else is."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from euchre_rules import cards, game, invariants, phases
from euchre_rules.state import State
from tests.rules.tables import BUCK, CLASSIC, GHOST, act, shuffled

Forge = Callable[[State], object]


def playing() -> State:
    state = act(shuffled(CLASSIC, 0, 1), "1 order", "0 discard", "1 alone", "2 partner", "0 partner")
    for _ in range(5):
        game.apply(state, state.actor, game.legal_actions(state)[0])
    return state


def asked_alone() -> State:
    return act(shuffled(CLASSIC, 0, 1), "1 order", "0 discard")


def calling() -> State:
    return shuffled(CLASSIC, 0, 1)


def bidding() -> State:
    return act(shuffled(GHOST, 0, 1), "1 bid 3")


def folding() -> State:
    return act(shuffled(BUCK, 3, 1), "0 order", "3 discard")


def over() -> State:
    state = act(
        shuffled(CLASSIC, 0, 1, scores=[9, 9]),
        "1 order",
        "0 discard",
        "1 partner",
        "3 partner",
        "2 partner",
        "0 partner",
    )
    while state.phase == phases.PLAY:
        game.apply(state, state.actor, game.legal_actions(state)[0])
    assert state.phase == phases.GAME_OVER
    return state


def undealt() -> State:
    return game.new_game(CLASSIC, 0)


STARTS = [playing, asked_alone, calling, bidding, folding, over, undealt]


@pytest.mark.parametrize("start", STARTS)
def test_real_states_are_whole(start: Callable[[], State]) -> None:
    assert invariants.broken(start()) is None


def setting(**fields: object) -> Forge:
    def forge(state: State) -> None:
        for name, value in fields.items():
            setattr(state, name, value)

    return forge


def swap_in(name: str, place: int, value: int) -> Forge:
    def forge(state: State) -> None:
        getattr(state, name)[place] = value

    return forge


FORGED: list[tuple[Callable[[], State], Forge, str]] = [
    (playing, setting(actor=4), "a seat is none"),
    (playing, setting(dealer=-1), "a seat is none"),
    (playing, setting(maker=-2), "a seat is none"),
    (bidding, setting(bidder=3), "a seat is none"),
    (asked_alone, setting(queue=[7]), "a seat is none"),
    (playing, setting(alone=1 << 4), "a set of seats"),
    (bidding, setting(passed=1 << 3), "a set of seats"),
    (playing, setting(phase=0), "phase has no meaning"),
    (playing, setting(phase=15), "phase has no meaning"),
    (playing, setting(hand_number=-1), "so many hands"),
    (playing, setting(deals_done=1 << 40), "so many hands"),
    (playing, setting(scores=[1 << 40, 0]), "a score"),
    (playing, setting(log=[250]), "history"),
    (playing, setting(log=[4 << 8]), "history"),
    (playing, setting(proposed=4), "proposed"),
    (playing, setting(trump=6), "trump"),
    (bidding, setting(named_with_bid=7), "trump"),
    (bidding, setting(bid=2), "bid"),
    (bidding, setting(bid=0), "bid"),
    (playing, setting(bidder=1), "bid"),
    (playing, setting(upcard_status=5), "nowhere"),
    (playing, setting(upcard=-1), "turned up"),
    (playing, setting(upcard=cards.JOKER), "turned up"),
    (bidding, setting(upcard=0), "turned up"),
    (playing, setting(upcard_status=0), "nowhere"),
    (undealt, setting(hands=[1, 0, 0, 0]), "before the first deal"),
    (undealt, setting(log=[210]), "before the first deal"),
    (calling, setting(reserve=1), "reserve"),
    (calling, swap_in("hands", 0, 0), "pack"),
    (calling, setting(kitty=0), "pack"),
    (playing, setting(in_play=4), "seats in play"),
    (playing, setting(out=0, in_play=4), "do not add up"),
    (playing, setting(trick=[]), "do not add up"),
    (playing, setting(winners=[9]), "won by nobody"),
    (playing, setting(tricks=[5, 0, 0, 0]), "tricks won"),
    (playing, setting(actor=3), "phase that it cannot be in"),
    (playing, setting(trump=cards.UNFIXED), "phase that it cannot be in"),
    (calling, setting(actor=-1), "phase that it cannot be in"),
    (asked_alone, setting(queue=[1]), "asked twice"),
    (over, setting(won=None), "exactly when it is won"),
    (over, setting(actor=0), "phase that it cannot be in"),
    (undealt, setting(actor=1), "phase that it cannot be in"),
]


@pytest.mark.parametrize(("start", "forge", "says"), FORGED)
def test_forged_states_are_found(start: Callable[[], State], forge: Forge, says: str) -> None:
    state = start()
    forge(state)
    found = invariants.broken(state)
    assert found is not None
    assert says in found


def test_a_card_in_two_places() -> None:
    state = calling()
    state.hands[1] |= state.hands[0] & -state.hands[0]
    assert invariants.broken(state) == "a card is in two places"


def test_a_hand_that_is_short_of_a_card() -> None:
    state = calling()
    card = state.hands[1] & -state.hands[1]
    state.hands[1] ^= card
    state.kitty |= card
    assert invariants.broken(state) == "a hand has not the number of cards it must have"


@pytest.mark.parametrize(
    "phase", [phase for phase in phases.PHASES if phase not in (phases.DEAL, phases.CALL_ROUND_1)]
)
def test_a_phase_that_is_not_the_tables(phase: int) -> None:
    state = calling()
    state.phase = phase
    assert invariants.broken(state) is not None
