"""Vectors: how trump is fixed over an up-card (`rules.md` 1.2, 1.3, 3.2, 5)."""

from __future__ import annotations

from typing import Final

from euchre_rules.options import AllPass, Calling, DealerPickup, Round2TurnedSuit, StickDealer
from tests.rules.tables import buck, won_by
from tests.rules.vectors.kinds import Each, Vectors, shown


def dealer_who_takes_the_club_needs(tricks: int) -> None:
    rules = buck(club_dealer_takes=True, club_dealer_need=tricks, hand_size=6, min_rank=7)
    for taken, change in ((tricks, -tricks), (tricks - 1, 5)):
        state = won_by(rules, 3, ["3 discard"], "0" * (6 - taken) + "3" * taken, upcard="9c")
        assert state.changes[3] == change


_CLUB = "test_calling.test_clubs_force_trump_only_where_they_do"
_PICKUP = "test_exchange.test_who_may_decline"
_PASSED = "test_traps_calling.test_trap_B33_who_deals_after_a_hand_passed_out"

VECTORS: Final[Vectors] = {
    "calling": {
        Calling.ORDER_UP: shown("test_examples_classic.test_example_07_an_order_ends_the_calling"),
        Calling.AUCTION: shown("test_auction.test_one_turn_for_each_seat"),
    },
    "dealer_pickup": {
        DealerPickup.OPTIONAL_WHEN_ORDERED: shown(
            _PICKUP, maker=1, pickup=DealerPickup.OPTIONAL_WHEN_ORDERED
        ),
        DealerPickup.MANDATORY: shown(_PICKUP, maker=1, pickup=DealerPickup.MANDATORY),
    },
    "discard_may_be_upcard": {
        False: shown("test_examples_classic.test_example_07_an_order_ends_the_calling"),
        True: shown("test_exchange.test_the_up_card_may_be_laid_down_again_where_the_rules_say_so"),
    },
    "round2_turned_suit": {
        Round2TurnedSuit.BARRED: shown(
            "test_traps_calling.test_trap_B31_the_turned_down_suit_is_refused_and_never_a_pass"
        ),
        Round2TurnedSuit.ALLOWED: shown(
            "test_traps_calling.test_trap_B31_where_it_is_allowed_anybody_may_name_it"
        ),
    },
    "round2_no_trump": {
        False: shown("test_calling.test_refusals_of_the_second_round", move="1 name nt"),
        True: shown("test_calling.test_low_no_trump_is_never_named_over_an_up_card"),
    },
    "stick_dealer": {
        StickDealer.OFF: shown("test_examples_classic.test_example_09_second_round_and_a_hand_passed_out"),
        StickDealer.ON: shown("test_examples_classic.test_example_09_a_stuck_dealer_must_name"),
        StickDealer.ON_OR_PAY1: shown("test_scoring.test_a_dealer_who_gives_the_deal_up_pays_one"),
    },
    "all_pass": {
        AllPass.NEXT_DEALER: shown(_PASSED, rule=AllPass.NEXT_DEALER),
        AllPass.SAME_DEALER: shown(_PASSED, rule=AllPass.SAME_DEALER),
        AllPass.NO_TRUMP: shown("test_traps_buck.test_trap_B57_all_pass_twice_is_a_hand_without_trump"),
        AllPass.FORCE_DEALER_MIN: shown(
            "test_traps_ghost.test_trap_B67_a_forced_dealer_bids_exactly_the_minimum"
        ),
    },
    "club_forces_trump": {False: shown(_CLUB, upcard="9c"), True: shown(_CLUB, upcard="9c")},
    "club_dealer_takes": {
        False: shown("test_examples_buck.test_example_23_a_club_turned_up_is_trump_at_once"),
        True: shown("test_exchange.test_a_dealer_who_must_take_the_club"),
    },
    "club_dealer_need": Each(dealer_who_takes_the_club_needs),
    "canadian": {
        False: shown("test_traps_alone.test_trap_B21_without_canadian_an_assist_is_an_order"),
        True: shown("test_traps_alone.test_trap_B21_canadian_binds_the_dealers_partner_only"),
    },
    "min_trump_to_call": {
        # Both tables are there: the left bower alone does not do, and does without the option.
        False: shown("test_traps_calling.test_trap_B37_the_left_bower_is_no_natural_trump"),
        True: shown("test_traps_calling.test_trap_B37_the_left_bower_is_no_natural_trump"),
    },
}
