"""Partner's best: a lone player and his partner exchange a card (`rules.md` 4.4, 4.5, 5)."""

from __future__ import annotations

import pytest

from euchre_rules import cards, phases
from euchre_rules.errors import Reason
from euchre_rules.events import CardGiven, CardLaidDown
from euchre_rules.options import BestOrder, Calling, FirstLead, PartnersBest
from tests.rules.tables import act, cards_to, classic, legal, refused, table, told

HANDS = ["9c Tc Qc Kc Ac", "9d Td Qd Kd Ad", "9h Th Qh Kh Ah", "9s Ts Qs Ks As"]
BOTH = PartnersBest.MAKER_AND_DEFENDER


def test_the_lone_maker_lays_first() -> None:
    state = table(classic(partners_best=PartnersBest.MAKER), 0, HANDS, upcard="Js")
    act(state, "1 order", "0 decline", "1 alone", "2 partner", "0 alone")
    assert (state.phase, state.actor, legal(state)) == (phases.BEST_CARD, 1, cards_to("lay", HANDS[1]))
    assert refused(state, "1 give 9d") is Reason.WRONG_PHASE
    assert refused(state, "1 lay 9s") is Reason.CARD_NOT_HELD
    assert refused(state, "3 give 9s") is Reason.NOT_YOUR_TURN
    act(state, "1 lay 9d")
    assert told(state, CardLaidDown) == [CardLaidDown(1, cards.card("9d"))]
    assert (state.actor, legal(state)) == (3, cards_to("give", HANDS[3]))
    assert refused(state, "3 lay 9s") is Reason.WRONG_PHASE
    assert refused(state, "3 give 9d") is Reason.CARD_NOT_HELD
    act(state, "3 give As")
    assert told(state, CardGiven) == [CardGiven(3, 1, cards.card("As"))]
    assert cards.texts(state.hands[1]) == "Td Qd Kd Ad As"
    assert cards.texts(state.hands[3]) == "9s Ts Qs Ks"
    # The lone defender gets nothing here.
    assert state.phase == phases.PLAY


def test_receiving_first() -> None:
    rules = classic(partners_best=PartnersBest.MAKER, best_order=BestOrder.RECEIVE_FIRST)
    state = act(
        table(rules, 0, HANDS, upcard="Js"), "1 order", "0 decline", "1 alone", "2 partner", "0 partner"
    )
    assert (state.actor, legal(state)) == (3, cards_to("give", HANDS[3]))
    act(state, "3 give As")
    assert (state.actor, legal(state)) == (1, cards_to("lay", HANDS[1] + " As"))
    act(state, "1 lay As")
    assert (state.phase, cards.texts(state.hands[1])) == (phases.PLAY, "9d Td Qd Kd Ad")


def test_lone_defenders_where_they_get_one_come_after_the_makers() -> None:
    state = table(classic(partners_best=BOTH), 0, HANDS, upcard="Js")
    act(state, "1 pass", "2 pass", "3 order", "0 decline", "3 alone", "2 alone")
    moves = []
    while state.phase == phases.BEST_CARD:
        moves.append((state.actor, legal(state)[0].split()[0]))
        act(state, f"{state.actor} {moves[-1][1]}")
    assert moves == [(3, "lay"), (1, "give"), (2, "lay"), (0, "give")]
    assert [hand.bit_count() for hand in state.hands] == [4, 4, 5, 5]


def test_a_dealer_may_give_the_card_he_took() -> None:
    state = table(classic(partners_best=PartnersBest.MAKER), 0, HANDS, upcard="Js")
    act(state, "1 pass", "2 order", "0 discard 9c", "2 alone", "1 partner", "3 partner", "2 lay 9h")
    assert "give Js" in legal(state)


@pytest.mark.parametrize("partners_best", [PartnersBest.OFF, BOTH])
def test_nobody_alone_exchanges_nothing(partners_best: PartnersBest) -> None:
    state = table(classic(partners_best=partners_best), 0, HANDS, upcard="Js")
    act(state, "1 order", "0 decline", "1 partner", "3 partner", "2 partner", "0 partner")
    assert state.phase == phases.PLAY


@pytest.mark.parametrize(("bid", "exchanges"), [("shooter", True), ("moon", False), ("bid 5", False)])
def test_a_shooter_gets_one_card_and_a_moon_none(bid: str, exchanges: bool) -> None:
    rules = classic(
        calling=Calling.AUCTION,
        upcard=False,
        hand_size=6,
        allow_alone=False,
        trick_points=1,
        maker_need=0,
        first_lead=FirstLead.MAKER,
        shooter=True,
    )
    state = act(table(rules, 0), "1 pass", f"2 {bid}", "3 pass", "0 pass", "2 name h")
    assert (state.phase == phases.BEST_CARD) is exchanges
    if exchanges:
        act(state, "2 lay", "0 give")
    assert state.out == (0 if bid == "bid 5" else 0b0001)
    assert (state.phase, state.actor) == (phases.PLAY, 2)
