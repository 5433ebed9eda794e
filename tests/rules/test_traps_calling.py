"""Faults other programs had in calling and in the exchange: traps B29 to B41."""

from __future__ import annotations

import pytest

from euchre_rules import cards, game, phases
from euchre_rules.errors import Reason
from euchre_rules.events import HandVoided, VoidReason
from euchre_rules.options import AllPass, DealerPickup, Farmers, Round2TurnedSuit, StickDealer
from euchre_rules.state import State
from tests.rules.tables import CLASSIC, SUITS, act, classic, legal, refused, shuffled, table, told

every_dealer = pytest.mark.parametrize("dealer", range(4))
every_suit = pytest.mark.parametrize("suit", SUITS)


def passes(dealer: int, count: int) -> list[str]:
    return [f"{(dealer + 1 + place) % 4} pass" for place in range(count)]


@every_dealer
@every_suit
def test_trap_B29_only_the_dealer_is_stuck_whatever_his_seat(dealer: int, suit: str) -> None:
    state = table(classic(stick_dealer=StickDealer.ON), dealer, upcard="9" + suit)
    names = [f"name {other}" for other in SUITS if other != suit]
    act(state, *passes(dealer, 4))
    for place in range(3):
        assert legal(state) == sorted([*names, "pass"])
        act(state, f"{(dealer + 1 + place) % 4} pass")
    assert (state.actor, legal(state)) == (dealer, sorted(names))
    assert refused(state, f"{dealer} pass") is Reason.DEALER_MUST_CALL


@every_dealer
@every_suit
@pytest.mark.parametrize("stick", list(StickDealer))
def test_trap_B31_the_turned_down_suit_is_refused_and_never_a_pass(
    dealer: int, suit: str, stick: StickDealer
) -> None:
    state = table(classic(stick_dealer=stick), dealer, upcard="K" + suit)
    left = (dealer + 1) % 4
    for other in SUITS:
        # An order over the up-card carries no suit of its own.
        assert refused(state, f"{left} name {other}") is Reason.WRONG_PHASE
    act(state, *passes(dealer, 4))
    for place in range(4):
        seat = (left + place) % 4
        assert refused(state, f"{seat} name {suit}") is Reason.SUIT_TURNED_DOWN
        assert refused(state, f"{seat} order") is Reason.WRONG_PHASE
        assert state.actor == seat
        if place < 3:
            act(state, f"{seat} pass")


@every_dealer
@every_suit
def test_trap_B31_where_it_is_allowed_anybody_may_name_it(dealer: int, suit: str) -> None:
    rules = classic(round2_turned_suit=Round2TurnedSuit.ALLOWED, stick_dealer=StickDealer.ON)
    for place in range(4):
        state = table(rules, dealer, upcard="K" + suit)
        act(state, *passes(dealer, 4 + place), f"{(dealer + 1 + place) % 4} name {suit}")
        assert state.trump == SUITS.index(suit)
        assert state.upcard_status == phases.TURNED_DOWN


@every_dealer
@pytest.mark.parametrize("rule", [AllPass.NEXT_DEALER, AllPass.SAME_DEALER])
def test_trap_B33_who_deals_after_a_hand_passed_out(dealer: int, rule: AllPass) -> None:
    state = act(table(classic(all_pass=rule), dealer), *passes(dealer, 8))
    assert told(state, HandVoided) == [HandVoided(VoidReason.ALL_PASSED)]
    deals = dealer if rule is AllPass.SAME_DEALER else (dealer + 1) % 4
    assert (state.phase, state.dealer, state.actor) == (phases.DEAL, deals, deals)
    assert refused(state, f"{(deals + 1) % 4} deal") is Reason.NOT_YOUR_TURN
    game.deal(state, deals, state.rules.deck)
    assert (state.hand_number, state.actor) == (2, (deals + 1) % 4)


@every_dealer
@pytest.mark.parametrize("played", [False, True])
def test_trap_B35_the_deal_goes_round_and_the_dealer_speaks_last(dealer: int, played: bool) -> None:
    state = game.new_game(classic(target=1000), dealer)
    for number in range(6):
        deals = (dealer + number) % 4
        assert (state.dealer, state.actor) == (deals, deals)
        game.deal(state, deals, state.rules.deck)
        order = []
        while state.phase in (phases.CALL_ROUND_1, phases.CALL_ROUND_2):
            order.append(state.actor)
            last = len(order) == 4 and played
            act(state, f"{state.actor} {'order' if last else 'pass'}")
        speakers = [(deals + 1 + place) % 4 for place in range(4)]
        assert order == (speakers if played else speakers * 2)
        while state.phase != phases.DEAL:
            game.apply(state, state.actor, game.legal_actions(state)[0])


LOW = "9h Th 9s As Js"


@every_dealer
@pytest.mark.parametrize("changes", [{"go_under": True}, {"farmers": Farmers.EXCHANGE3}])
def test_trap_B37_three_low_cards_for_the_unseen_kitty(dealer: int, changes: dict[str, object]) -> None:
    left, second = (dealer + 1) % 4, (dealer + 2) % 4
    hands = {left: LOW, second: "9d Td Ts Kd Kh"}
    state = table(classic(**changes), dealer, hands, upcard="9c", kitty="Ac Kc Qc")
    assert legal(state) == ["lay 9h", "lay 9s", "lay Th", "pass"]
    assert refused(state, f"{left} lay As") is Reason.HAND_NOT_ENTITLED
    assert refused(state, f"{left} lay 9c") is Reason.CARD_NOT_HELD
    act(state, f"{left} lay 9h")
    assert refused(state, f"{left} pass") is Reason.EXCHANGE_UNFINISHED
    act(state, f"{left} lay Th", f"{left} lay 9s")
    # The up-card stays; the three unseen ones are held now.
    assert cards.texts(state.hands[left]) == "Qc Kc Ac Js As"
    assert (state.upcard, state.kitty) == (cards.card("9c"), 0)
    # Only three cards were there, so the next is asked and has nothing to exchange.
    assert (state.actor, legal(state)) == (second, ["pass"])
    assert refused(state, f"{second} lay 9d") is Reason.HAND_NOT_ENTITLED


@every_dealer
def test_trap_B37_by_default_nothing_comes_before_calling(dealer: int) -> None:
    left = (dealer + 1) % 4
    state = table(CLASSIC, dealer, {left: LOW}, upcard="9c")
    assert state.phase == phases.CALL_ROUND_1
    assert refused(state, f"{left} lay 9h") is Reason.WRONG_PHASE
    assert refused(state, f"{left} redeal") is Reason.WRONG_PHASE


@every_dealer
@every_suit
def test_trap_B37_the_left_bower_is_no_natural_trump(dealer: int, suit: str) -> None:
    other_suit = {"c": "s", "s": "c", "d": "h", "h": "d"}[suit]
    others = [name for name in SUITS if name not in (suit, other_suit)]
    left = (dealer + 1) % 4
    held = f"J{other_suit} A{other_suit} 9{others[0]} T{others[0]} K{others[1]}"
    rules = classic(min_trump_to_call=True)
    state = table(rules, dealer, {left: held}, upcard="9" + suit)
    assert (state.actor, legal(state)) == (left, ["pass"])
    assert refused(state, f"{left} order") is Reason.NATURAL_TRUMP_REQUIRED
    # With one natural trump he may, and without the option he always may.
    with_one = table(rules, dealer, {left: held.replace("9" + others[0], "T" + suit)}, upcard="9" + suit)
    assert legal(with_one) == ["order", "pass"]
    assert legal(table(CLASSIC, dealer, {left: held}, upcard="9" + suit)) == ["order", "pass"]


DEALER_HAND = "9c Kc Ad Ts 9s"


@every_dealer
def test_trap_B39_what_is_laid_down_must_be_held(dealer: int) -> None:
    state = table(CLASSIC, dealer, {dealer: DEALER_HAND}, upcard="Qh")
    act(state, f"{(dealer + 1) % 4} order")
    assert refused(state, f"{dealer} discard Ah") is Reason.CARD_NOT_HELD
    assert refused(state, f"{dealer} discard Qh") is Reason.UPCARD_NOT_DISCARDABLE
    assert refused(state, f"{dealer} play 9c") is Reason.WRONG_PHASE
    act(state, f"{dealer} discard 9c")
    # A second card cannot be laid down.
    assert refused(state, f"{dealer} discard Kc") is Reason.WRONG_PHASE
    assert state.hands[dealer].bit_count() == 5
    assert state.kitty.bit_count() + state.laid[dealer].bit_count() == 4


@every_dealer
def test_trap_B39_the_discard_never_comes_back(dealer: int) -> None:
    state = shuffled(classic(allow_alone=False, dealer_pickup=DealerPickup.MANDATORY), dealer, 39)
    act(state, f"{(dealer + 1) % 4} order")
    laid = game.legal_actions(state)[0]
    game.apply(state, dealer, laid)
    gone = cards.texts(state.laid[dealer])
    while state.phase == phases.PLAY:
        assert f"play {gone}" not in legal(state)
        if state.actor == dealer:
            assert refused(state, f"{dealer} play {gone}") is Reason.CARD_NOT_HELD
        game.apply(state, state.actor, game.legal_actions(state)[0])


@every_dealer
@every_suit
def test_trap_B41_nobody_leads_before_the_discard(dealer: int, suit: str) -> None:
    right = (dealer + 3) % 4
    hands = {right: "Ah As Ac Ad Kh", dealer: "9d Td Qd Kd Th"} if suit == "c" else {}
    state = table(CLASSIC, dealer, hands, upcard="9" + suit)
    act(state, f"{(dealer + 1) % 4} pass", f"{(dealer + 2) % 4} pass", f"{right} order")
    assert (state.phase, state.actor) == (phases.EXCHANGE, dealer)
    for seat in range(4):
        for card in cards.texts(state.hands[seat]).split():
            # The phase is looked at before the turn.
            assert refused(state, f"{seat} play {card}") is Reason.WRONG_PHASE
            if seat != dealer:
                assert refused(state, f"{seat} discard {card}") is Reason.NOT_YOUR_TURN
    act(state, f"{dealer} discard")
    answer_all(state)
    assert (state.phase, state.actor) == (phases.PLAY, (dealer + 1) % 4)


def answer_all(state: State) -> None:
    while state.phase == phases.ALONE:
        act(state, f"{state.actor} partner")
