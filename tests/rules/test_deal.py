"""Dealing: packets written out place by place (`rules.md` 0.4), and what is turned up or left."""

from __future__ import annotations

from typing import Any

import pytest

from euchre_rules import cards, game, phases
from euchre_rules.errors import IllegalAction, Reason
from euchre_rules.events import Dealt, UpcardTurned
from euchre_rules.options import DealPattern, Teams
from tests.rules.tables import BUCK, CLASSIC, GHOST, classic, ghost

SOLO = {"teams": Teams.SOLO, "allow_alone": False}
# Who gets each card of the deck, dealer 0; g is the ghost or dummy.
ORDERS: list[tuple[str, dict[str, Any], str]] = [
    ("classic", {}, "11122333001122233000"),
    ("classic", {"deal_pattern": DealPattern.TWO_THREE}, "11223300111222333000"),
    ("classic", {"deal_pattern": DealPattern.THREE_TWO}, "11122233300011223300"),
    ("classic", {"deal_pattern": DealPattern.ONE}, "1230" * 5),
    ("classic", {"deal_pattern": DealPattern.ONE_FROM_DEALER}, "0123" * 5),
    ("classic", {**SOLO, "players": 2, "deal_pattern": DealPattern.TWO_THREE}, "1100111000"),
    ("classic", {**SOLO, "players": 3}, "111220001122200"),
    ("ghost", {}, "120g" * 6),
    ("ghost", {"deal_pattern": DealPattern.ONE_FROM_DEALER}, "012g" * 6),
    ("ghost", {"deal_pattern": DealPattern.TWO_THREE}, "112200gg11112222" + "0000gggg"),
    ("classic", {**SOLO, "players": 3, "dummy_hand": True, "deal_pattern": DealPattern.ONE}, "12g0" * 5),
]


@pytest.mark.parametrize(("base", "changes", "order"), ORDERS)
def test_packets(base: str, changes: dict[str, Any], order: str) -> None:
    rules = (ghost if base == "ghost" else classic)(**changes)
    deck = list(reversed(rules.deck))
    for dealer in range(rules.players):
        state = game.new_game(rules, dealer)
        game.deal(state, dealer, deck)
        served = [place if place == "g" else str((int(place) + dealer) % rules.players) for place in order]
        for seat in range(rules.players):
            own = [card for card, place in zip(deck, served, strict=False) if place == str(seat)]
            assert state.hands[seat] == cards.mask(*own)
        assert state.ghost == cards.mask(
            *(card for card, place in zip(deck, served, strict=False) if place == "g")
        )
        left = deck[len(order) :]
        if rules.upcard:
            assert state.upcard == left.pop(0)
            assert state.events is not None
            assert state.events[:2] == [Dealt(1, dealer, False), UpcardTurned(state.upcard)]
        assert state.kitty == cards.mask(*left)
        assert rules.kitty_size == len(left)


@pytest.mark.parametrize(
    ("changes", "kitty"), [({}, 3), ({"min_rank": 7}, 11), ({"joker": True}, 4), ({"min_rank": 8}, 7)]
)
def test_what_stays_unseen(changes: dict[str, Any], kitty: int) -> None:
    rules = classic(**changes)
    assert rules.kitty_size == kitty
    state = game.new_game(rules, 0)
    game.deal(state, 0, rules.deck)
    assert state.kitty.bit_count() == kitty


def test_two_hands_leave_thirteen_and_three_hands_eight() -> None:
    assert classic(players=2, **SOLO).kitty_size == 13
    assert classic(players=3, **SOLO).kitty_size == 8
    assert GHOST.kitty_size == 0


@pytest.mark.parametrize("rules", [CLASSIC, GHOST, BUCK], ids=lambda rules: rules.base)
def test_only_the_dealer_deals_and_only_when_it_is_time(rules: Any) -> None:
    state = game.new_game(rules, 1)
    assert game.legal_actions(state) == (221,)
    with pytest.raises(IllegalAction) as caught:
        game.deal(state, 0, rules.deck)
    assert (caught.value.reason, caught.value.refusal.metadata) == (Reason.NOT_YOUR_TURN, {"actor": "1"})
    game.deal(state, 1, rules.deck, stacked=True)
    assert (state.stacked, state.hand_number) == (True, 1)
    with pytest.raises(IllegalAction) as caught:
        game.deal(state, 1, rules.deck)
    assert caught.value.reason is Reason.WRONG_PHASE


def test_a_deal_needs_a_deck() -> None:
    state = game.new_game(CLASSIC, 1)
    with pytest.raises(ValueError, match="deck"):
        game.apply(state, 1, game.legal_actions(state)[0])
    with pytest.raises(ValueError, match="deal"):
        game.perform(state, game.legal_actions(state)[0])


def test_scores_to_start_from() -> None:
    assert game.new_game(BUCK, 0).scores == [25] * 4
    assert game.new_game(CLASSIC, 0, (3, 4)).scores == [3, 4]
    assert game.new_game(CLASSIC, 3).phase == phases.DEAL
