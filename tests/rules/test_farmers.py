"""Farmer's hands and going under (`rules.md` 5)."""

from __future__ import annotations

from typing import Any

import pytest

from euchre_rules import cards, phases
from euchre_rules.errors import Reason
from euchre_rules.events import HandVoided, VoidReason
from euchre_rules.options import Calling, Farmers
from tests.rules.tables import act, classic, ghost, legal, refused, shuffled, table, told

ALL_LOW = Farmers.REDEAL_ALL_LOW
NO_FACE = Farmers.REDEAL_NO_ACE_NO_FACE


@pytest.mark.parametrize(
    ("rule", "held", "entitled"),
    [
        (ALL_LOW, "9c Tc 9d Td 9h", True),
        (ALL_LOW, "9c Tc 9d Td Jh", False),
        (ALL_LOW, "9c Tc 9d Td 8h", False),
        (NO_FACE, "9c Tc 9d Td 8h", True),
        (NO_FACE, "9c Tc 9d Td Ah", False),
        (NO_FACE, "9c Tc 9d Td B", False),
    ],
)
@pytest.mark.parametrize("place", range(4))
def test_a_hand_thrown_in(rule: Farmers, held: str, entitled: bool, place: int) -> None:
    rules = classic(farmers=rule, min_rank=7, joker=True)
    seat = (2 + place) % 4
    state = table(rules, 1, {seat: held, (seat + 1) % 4: "Ac Kc Ad Kd Kh"}, upcard="Qh", scores=[3, 4])
    for other in range(place):
        act(state, f"{(2 + other) % 4} pass")
    assert legal(state) == sorted(["pass"] + ["redeal"] * entitled)
    if not entitled:
        assert refused(state, f"{seat} redeal") is Reason.HAND_NOT_ENTITLED
        return
    act(state, f"{seat} redeal")
    assert told(state, HandVoided) == [HandVoided(VoidReason.FARMERS_HAND)]
    assert (state.phase, state.dealer, state.actor, state.deals_done) == (phases.DEAL, 1, 1, 0)
    assert state.scores == [3, 4]


@pytest.mark.parametrize("farmers", [ALL_LOW, NO_FACE, Farmers.EXCHANGE3])
def test_everybody_is_asked_and_then_called(farmers: Farmers) -> None:
    state = shuffled(classic(farmers=farmers), 2, 5)
    assert refused(state, "0 pass") is Reason.NOT_YOUR_TURN
    for seat in (3, 0, 1, 2):
        assert (state.phase, state.actor) == (phases.FARMERS, seat)
        act(state, f"{seat} pass")
    assert (state.phase, state.actor) == (phases.CALL_ROUND_1, 3)


def test_auctions_may_have_farmers_hands_too() -> None:
    for rules in (ghost(farmers=ALL_LOW), classic(farmers=ALL_LOW, calling=Calling.AUCTION, upcard=False)):
        state = shuffled(rules, 0, 5)
        act(state, *(f"{seat % rules.players} pass" for seat in range(1, rules.players + 1)))
        assert (state.phase, state.actor) == (phases.AUCTION, 1)


def test_a_joker_is_named_before_farmers_are_asked() -> None:
    state = table(classic(joker=True, farmers=ALL_LOW), 0, upcard="B")
    act(state, "0 name h", "1 pass", "2 pass", "3 pass", "0 pass")
    assert (state.phase, state.actor, state.trump, state.maker) == (phases.EXCHANGE, 0, 2, 0)


THREE_LOW = "9c Tc 9d Ad Ah"


@pytest.mark.parametrize(
    ("changes", "held", "layable"),
    [
        ({}, THREE_LOW, "9c Tc 9d"),
        ({}, "9c Tc Kd Ad Ah", ""),
        ({"min_rank": 7}, "8c 7c 9d Td Ah", "7c 8c 9d Td"),
    ],
)
def test_who_may_go_under(changes: dict[str, Any], held: str, layable: str) -> None:
    state = table(classic(go_under=True, **changes), 0, {1: held})
    assert legal(state) == sorted(["pass", *(f"lay {card}" for card in layable.split())])
    for card in held.split():
        if card not in layable:
            assert refused(state, f"1 lay {card}") is Reason.HAND_NOT_ENTITLED


def test_going_under_takes_exactly_the_three_cards_below_the_up_card() -> None:
    state = table(classic(go_under=True, min_rank=7), 0, {1: THREE_LOW}, upcard="Qh", kitty="As Ks Qs Js Ts")
    act(state, "1 lay 9c", "1 lay Tc", "1 lay 9d")
    assert cards.texts(state.hands[1]) == "Ad Ah Qs Ks As"
    assert cards.texts(state.laid[1]) == "9c Tc 9d"
    assert state.kitty.bit_count() == 8
    assert state.kitty & state.hands[1] == 0


def test_redeal_is_over_once_cards_are_laid() -> None:
    rules = classic(go_under=True, farmers=ALL_LOW)
    state = table(rules, 0, {1: "9c Tc 9d Td 9h"})
    assert {"redeal", "lay 9c", "pass"} <= set(legal(state))
    act(state, "1 lay 9c")
    assert legal(state) == ["lay 9d", "lay 9h", "lay Tc", "lay Td"]
    assert refused(state, "1 redeal") is Reason.HAND_NOT_ENTITLED
    assert refused(state, "1 pass") is Reason.EXCHANGE_UNFINISHED
