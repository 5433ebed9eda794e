"""Vectors: who plays, with which cards, and how they are dealt (`rules.md` 0.4, 1.7)."""

from __future__ import annotations

from typing import Final

import pytest

from euchre_rules import cards, game, phases, shuffle
from euchre_rules.errors import IllegalAction
from euchre_rules.options import DealPattern, FirstDealer, JokerUpcard, Teams
from euchre_rules.state import State
from tests.rules.tables import act, classic, ghost, in_turn, table
from tests.rules.test_deal import SOLO
from tests.rules.vectors.kinds import Each, Vectors, shown


def play_out(state: State) -> State:
    """Play first legal cards to the end of the hand."""
    while state.phase == phases.PLAY:
        game.apply(state, state.actor, game.legal_actions(state)[0])
    return state


def seats_get_cards_and_speak(count: int) -> None:
    state = table(classic(players=count, **SOLO), count - 1, upcard="9h")
    assert [hand.bit_count() for hand in state.hands] == [5] * count
    speakers = []
    while state.phase == phases.CALL_ROUND_1:
        speakers.append(state.actor)
        act(state, f"{state.actor} pass")
    assert speakers == list(range(count))
    act(state, "0 name c")
    for _ in range(count):
        assert state.winners == []
        act(state, f"{state.actor} play")
    assert len(state.winners) == 1


def hands_of_that_size(size: int) -> None:
    rules = classic(hand_size=size, min_rank=7, allow_alone=False)
    state = act(table(rules, 3, upcard="9h"), "0 order", "3 decline")
    assert [hand.bit_count() for hand in state.hands] == [size] * 4
    assert len(play_out(state).winners) == size


def no_card_is_turned_up() -> None:
    state = table(ghost(), 2)
    assert (state.upcard, state.upcard_status) == (cards.NO_CARD, phases.NO_UPCARD)
    assert (state.phase, state.actor) == (phases.AUCTION, 0)


def no_joker_is_dealt() -> None:
    state = game.new_game(classic(joker=False), 0)
    game.deal(state, 0, cards.pack(9, joker=False))
    with_joker = [cards.JOKER, *cards.pack(9, joker=False)]
    with pytest.raises(IllegalAction, match="pack"):
        game.deal(game.new_game(classic(joker=False), 0), 0, with_joker)


def first_dealer(who: FirstDealer) -> None:
    rules = game.new_game(classic(first_dealer=who), 0).rules
    dealers = {shuffle.first_dealer(bytes([number] * 32), rules) for number in range(40)}
    if who is FirstDealer.RANDOM:
        assert dealers == {0, 1, 2, 3}
    else:
        assert dealers == {int(who.name.removeprefix("SEAT_"))}
    for dealer in dealers:
        state = game.new_game(rules, dealer)
        assert (state.phase, state.dealer, state.actor) == (phases.DEAL, dealer, dealer)


_JOKER = "test_traps_ghost.test_trap_B69_a_joker_turned_up_never_leaves_a_hand_without_a_suit"
_UNSEEN = "test_deal.test_what_stays_unseen"
_PACKETS = "test_deal.test_packets"

VECTORS: Final[Vectors] = {
    "players": Each(seats_get_cards_and_speak),
    "teams": {
        Teams.PAIRS: shown("test_examples_classic.test_example_14_partners_tricks_count_together"),
        Teams.SOLO: shown("test_scoring.test_a_set_pays_every_opponent", teams=Teams.SOLO),
        Teams.MAKER_VS_REST: shown(
            "test_examples_forms.test_example_e1_three_handed", winners=in_turn(2, 2, 1)
        ),
    },
    "min_rank": {
        7: shown(_UNSEEN, changes={"min_rank": 7}),
        8: shown(_UNSEEN, changes={"min_rank": 8}),
        9: shown(_UNSEEN, changes={}),
    },
    "joker": {
        False: no_joker_is_dealt,
        True: shown("test_examples_cards.test_example_06_the_joker_is_the_highest_trump"),
    },
    "joker_upcard": {
        JokerUpcard.DEALER_MAKES_BLIND: shown(
            "test_examples_forms.test_example_e2_british_joker_turned_up", suit="h"
        ),
        JokerUpcard.DEALER_PROPOSES_BLIND: shown(_JOKER, rule=JokerUpcard.DEALER_PROPOSES_BLIND, suit="h"),
        JokerUpcard.CLUBS: shown(_JOKER, rule=JokerUpcard.CLUBS),
        JokerUpcard.DIAMONDS: shown(_JOKER, rule=JokerUpcard.DIAMONDS),
        JokerUpcard.HEARTS: shown(_JOKER, rule=JokerUpcard.HEARTS),
        JokerUpcard.SPADES: shown(_JOKER, rule=JokerUpcard.SPADES),
        JokerUpcard.DEALER_MUST_TAKE: shown(
            "test_traps_ghost.test_trap_B69_a_dealer_who_must_take_the_joker"
        ),
        JokerUpcard.REDEAL: shown(_JOKER, rule=JokerUpcard.REDEAL),
    },
    "hand_size": Each(hands_of_that_size),
    "ghost_hand": {
        False: shown(_PACKETS, base="classic", changes={}),
        True: shown(_PACKETS, base="ghost", changes={}),
    },
    "dummy_hand": {
        False: shown("test_examples_forms.test_example_e1_three_handed", winners=in_turn(3, 2, 0)),
        True: shown("test_dummy.test_the_maker_may_take_it_and_keeps_five_of_ten"),
    },
    "upcard": {False: no_card_is_turned_up, True: shown(_PACKETS, base="classic", changes={})},
    "deal_pattern": {
        DealPattern.THREE_TWO_THREE_TWO: shown(_PACKETS, base="classic", changes={}),
        DealPattern.TWO_THREE: shown(_PACKETS, changes={"deal_pattern": DealPattern.TWO_THREE}),
        DealPattern.THREE_TWO: shown(_PACKETS, changes={"deal_pattern": DealPattern.THREE_TWO}),
        DealPattern.ONE: shown(_PACKETS, changes={"deal_pattern": DealPattern.ONE}),
        DealPattern.ONE_FROM_DEALER: shown(_PACKETS, changes={"deal_pattern": DealPattern.ONE_FROM_DEALER}),
    },
    "first_dealer": Each(first_dealer),
}
