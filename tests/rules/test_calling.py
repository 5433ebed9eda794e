"""What may be said over an up-card, in the second round and with a call (`rules.md` 1.2, 1.3, 5)."""

from __future__ import annotations

from typing import Any

import pytest

from euchre_rules import cards, phases
from euchre_rules.errors import Reason
from euchre_rules.events import Called, TrumpFixed, UpcardTurnedDown
from euchre_rules.options import AloneTiming, JokerUpcard, StickDealer
from tests.rules.tables import CLASSIC, act, buck, classic, legal, options, refused, table, told

LEFT = "9h Th 9d Td 9c"
PASSES = ["1 pass", "2 pass", "3 pass", "0 pass"]
WITH_CALL = AloneTiming.WITH_CALL


@pytest.mark.parametrize(
    ("changes", "first", "second"),
    [
        ({}, "pass,order", "pass,name c,name d,name h"),
        ({"round2_no_trump": True}, "pass,order", "pass,name c,name d,name h,name nt"),
        (
            {"alone_timing": WITH_CALL},
            "pass,order,order alone",
            "pass,name c,name d,name h,name c alone,name d alone,name h alone",
        ),
        ({"alone_timing": WITH_CALL, "allow_alone": False}, "pass,order", "pass,name c,name d,name h"),
        ({"alone_timing": AloneTiming.BEFORE_EXCHANGE}, "pass,order", "pass,name c,name d,name h"),
        ({"min_trump_to_call": True}, "pass", "pass,name c,name d,name h"),
        ({"min_trump_to_call": True, "round2_no_trump": True}, "pass", "pass,name c,name d,name h,name nt"),
    ],
)
def test_what_may_be_said(changes: dict[str, Any], first: str, second: str) -> None:
    state = table(classic(**changes), 0, {1: LEFT}, upcard="As")
    assert legal(state) == options(*first.split(","))
    act(state, *PASSES)
    assert told(state, UpcardTurnedDown) == [UpcardTurnedDown(cards.card("As"))]
    assert legal(state) == options(*second.split(","))


def test_events_of_a_call() -> None:
    state = act(table(CLASSIC, 0, upcard="As"), "1 pass")
    assert state.events == [Called(1, 210)]
    act(state, "2 order")
    assert state.events == [Called(2, 211), TrumpFixed(3, 2)]


@pytest.mark.parametrize(
    ("move", "reason"),
    [
        ("1 name nt", Reason.TRUMP_NOT_OFFERED),
        ("1 name low", Reason.TRUMP_NOT_OFFERED),
        ("1 name s", Reason.SUIT_TURNED_DOWN),
        ("1 name c alone", Reason.ALONE_NOT_OFFERED),
        ("2 name c", Reason.NOT_YOUR_TURN),
        ("1 order", Reason.WRONG_PHASE),
    ],
)
def test_refusals_of_the_second_round(move: str, reason: Reason) -> None:
    assert refused(act(table(CLASSIC, 0, upcard="As"), *PASSES), move) is reason


def test_low_no_trump_is_never_named_over_an_up_card() -> None:
    state = act(table(classic(round2_no_trump=True), 0, upcard="As"), *PASSES)
    assert refused(state, "1 name low") is Reason.TRUMP_NOT_OFFERED
    act(state, "1 name nt")
    assert (state.trump, state.maker) == (cards.NO_TRUMP, 1)


@pytest.mark.parametrize("dealer", range(4))
@pytest.mark.parametrize("suit", range(3))
def test_without_natural_trumps_nobody_calls_but_a_stuck_dealer(dealer: int, suit: int) -> None:
    rules = classic(min_trump_to_call=True, stick_dealer=StickDealer.ON)
    held = {0: "9c Tc Jc Qc Kc", 1: "9d Td Jd Qd Kd", 2: "9h Th Jh Qh Kh"}[suit]
    natural = f"name {'cdh'[suit]}"
    for seat in range(4):
        state = table(rules, dealer, {seat: held}, upcard="As")
        while state.actor != seat or state.phase == phases.CALL_ROUND_1:
            act(state, f"{state.actor} pass")
        if seat == dealer:
            # He may name anything that was not turned down, as he must name something.
            assert legal(state) == ["name c", "name d", "name h"]
        else:
            assert legal(state) == [natural, "pass"]
            other = next(name for name in ("name c", "name d", "name h") if name != natural)
            assert refused(state, f"{seat} {other}") is Reason.NATURAL_TRUMP_REQUIRED


def test_canadian_needs_natural_trump_too_where_that_is_asked() -> None:
    rules = classic(canadian=True, min_trump_to_call=True)
    state = act(table(rules, 0, {2: LEFT}, upcard="As"), "1 pass")
    assert legal(state) == ["pass"]
    assert refused(state, "2 order alone") is Reason.NATURAL_TRUMP_REQUIRED


def test_canadian_with_a_joker_that_must_be_taken() -> None:
    rules = classic(
        joker=True, joker_upcard=JokerUpcard.DEALER_MUST_TAKE, canadian=True, alone_timing=WITH_CALL
    )
    state = act(table(rules, 0, upcard="B"), "1 pass", "2 order alone")
    assert (state.phase, state.actor, state.alone) == (phases.NAME_TRUMP, 2, 0b0100)
    assert legal(state) == ["name c", "name d", "name h", "name s"]
    assert refused(state, "2 name c alone") is Reason.ALONE_NOT_OFFERED
    assert refused(state, "2 name nt") is Reason.TRUMP_NOT_OFFERED
    act(state, "2 name c")
    assert (state.phase, state.actor) == (phases.ALONE, 1)


@pytest.mark.parametrize("upcard", ["9c", "9d", "9h", "9s"])
def test_clubs_force_trump_only_where_they_do(upcard: str) -> None:
    forced = table(buck(), 0, upcard=upcard)
    assert (forced.phase == phases.PLAY) is (upcard == "9c")
    assert table(buck(club_forces_trump=False), 0, upcard=upcard).phase == phases.CALL_ROUND_1


def test_clubs_named_in_the_second_round_allow_folding() -> None:
    state = act(table(buck(), 3, upcard="9h"), *(f"{seat} pass" for seat in range(4)), "0 name c")
    assert (state.trump, state.phase, state.actor) == (0, phases.FOLD, 1)


def test_no_trump_named_in_the_second_round_has_a_maker() -> None:
    state = act(
        table(buck(round2_no_trump=True), 3, upcard="9h"), *(f"{seat} pass" for seat in range(4)), "0 name nt"
    )
    assert (state.trump, state.maker, state.phase, state.actor) == (cards.NO_TRUMP, 0, phases.FOLD, 1)
