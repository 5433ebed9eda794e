"""The dealer's exchange: when he must, may or may not take the up-card (`rules.md` 1.2, 1.4, 3.2)."""

from __future__ import annotations

from typing import Any

import pytest

from euchre_rules import cards, phases
from euchre_rules.errors import Reason
from euchre_rules.events import UpcardLeft, UpcardTaken
from euchre_rules.options import AloneTiming, DealerPickup, PartnersBest
from tests.rules.tables import CLASSIC, act, buck, cards_to, classic, legal, refused, table, told

HELD = "9c Kc Ad Ts 9s"
MANDATORY = DealerPickup.MANDATORY


@pytest.mark.parametrize("maker", [1, 2, 3, 0])
@pytest.mark.parametrize("pickup", list(DealerPickup))
def test_who_may_decline(maker: int, pickup: DealerPickup) -> None:
    state = table(classic(dealer_pickup=pickup), 0, {0: HELD}, upcard="Qh")
    act(state, *(f"{seat} pass" for seat in (1, 2, 3) if maker == 0 or seat < maker), f"{maker} order")
    may_decline = pickup is DealerPickup.OPTIONAL_WHEN_ORDERED and maker != 0
    assert legal(state) == sorted(cards_to("discard", HELD) + ["decline"] * may_decline)
    if not may_decline:
        assert refused(state, "0 decline") is Reason.UPCARD_MUST_BE_TAKEN
        return
    act(state, "0 decline")
    assert told(state, UpcardLeft) == [UpcardLeft(0)]
    assert (state.upcard_status, cards.texts(state.hands[0])) == (phases.LEFT, "9c Kc Ad 9s Ts")


def test_taking_the_up_card() -> None:
    state = act(table(CLASSIC, 0, {0: HELD}, upcard="Qh"), "1 order", "0 discard Kc")
    assert told(state, UpcardTaken) == [UpcardTaken(0, cards.card("Kc"))]
    assert cards.texts(state.hands[0]) == "9c Ad Qh 9s Ts"
    assert (cards.texts(state.laid[0]), state.upcard_status) == ("Kc", phases.TAKEN)


def test_the_up_card_may_be_laid_down_again_where_the_rules_say_so() -> None:
    rules = classic(discard_may_be_upcard=True, dealer_pickup=MANDATORY)
    state = act(table(rules, 0, {0: HELD}, upcard="Qh"), "1 order")
    assert legal(state) == cards_to("discard", HELD + " Qh")
    assert refused(state, "0 discard Ah") is Reason.CARD_NOT_HELD
    act(state, "0 discard Qh")
    assert (cards.texts(state.laid[0]), cards.texts(state.hands[0])) == ("Qh", "9c Kc Ad 9s Ts")
    assert state.upcard_status == phases.TAKEN


@pytest.mark.parametrize(
    ("changes", "calls"),
    [
        ({"alone_timing": AloneTiming.WITH_CALL}, ["2 order alone"]),
        ({"alone_timing": AloneTiming.BEFORE_EXCHANGE}, ["2 order", "2 alone", "1 partner", "3 partner"]),
        ({"canadian": True}, ["2 order alone"]),
    ],
)
def test_a_dealer_who_sits_out_is_asked_only_for_partners_best(
    changes: dict[str, Any], calls: list[str]
) -> None:
    state = act(table(classic(**changes), 0, {0: HELD}, upcard="Qh"), "1 pass", *calls)
    assert (state.phase, state.upcard_status) != (phases.EXCHANGE, phases.FACE_UP)
    assert state.upcard_status == phases.LEFT
    best = classic(**changes, partners_best=PartnersBest.MAKER)
    state = act(table(best, 0, {0: HELD}, upcard="Qh"), "1 pass", *calls)
    assert (state.phase, state.actor, state.upcard_status) == (phases.EXCHANGE, 0, phases.FACE_UP)
    assert "decline" in legal(state)


def test_no_exchange_in_the_second_round() -> None:
    state = act(table(CLASSIC, 0, upcard="Qh"), *(f"{seat} pass" for seat in (1, 2, 3, 0)), "1 name c")
    assert (state.phase, state.actor, state.upcard_status) == (phases.ALONE, 1, phases.TURNED_DOWN)


@pytest.mark.parametrize("dealer", range(4))
def test_a_dealer_who_must_take_the_club(dealer: int) -> None:
    state = table(buck(club_dealer_takes=True), dealer, {dealer: HELD}, upcard="Qc")
    assert (state.phase, state.actor, legal(state)) == (phases.EXCHANGE, dealer, cards_to("discard", HELD))
    assert refused(state, f"{dealer} decline") is Reason.UPCARD_MUST_BE_TAKEN
    act(state, f"{dealer} discard 9c")
    # Nobody folds a club.
    assert (state.phase, state.actor) == (phases.PLAY, (dealer + 1) % 4)
