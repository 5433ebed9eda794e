"""Files in which something is wrong: the first fault is found, and where it is."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from euchre_client import RulesClient
from tests.egn.files import Json, deal_of, egn, fault_of, load, replayed, where


@pytest.fixture
def one() -> Json:
    """One hand: seat 0 deals, seat 1 makes it spades, seats 1, 3, 3, 2 and 2 lead."""
    return load("recorded-07-one-hand.egn")


@pytest.fixture
def alone() -> Json:
    """Two hands; in the first seat 2 plays alone and seat 0, the dealer, sits out."""
    return load("recorded-06-initial-score.egn")


def without_hands(game: Json) -> Json:
    game["deals"][0]["initialState"].pop("playerCards", None)
    return game


def test_a_trick_with_too_few_cards(rules: RulesClient, one: Json) -> None:
    deal_of(one)[2]["tricks"][1].pop()
    assert where(fault_of(rules, one)) == ("TRICK_SIZE", 0, 1, None, None)


def test_a_trick_with_too_many_cards(rules: RulesClient, one: Json) -> None:
    without_hands(one)
    deal_of(one)[2]["tricks"][1].append("Qh")
    assert where(fault_of(rules, one)) == ("TRICK_SIZE", 0, 1, None, None)


def test_an_empty_trick(rules: RulesClient, one: Json) -> None:
    deal_of(one)[2]["tricks"][1] = []
    assert where(fault_of(rules, one)) == ("TRICK_SIZE", 0, 1, None, None)


def test_more_tricks_than_cards(rules: RulesClient, one: Json) -> None:
    without_hands(one)
    deal_of(one)[2]["tricks"].append(["Qh", "Td", "Jc", "Ks"])
    fault = fault_of(rules, one)
    assert (fault.deal, fault.trick) == (0, 5)


def test_a_card_played_twice(rules: RulesClient, one: Json) -> None:
    without_hands(one)
    deal_of(one)[2]["tricks"][4][0] = "Ad"
    assert where(fault_of(rules, one)) == ("CARD_SEEN_TWICE", 0, 4, 2, "Ad")


def test_a_card_twice_in_one_trick(rules: RulesClient, one: Json) -> None:
    without_hands(one)
    deal_of(one)[2]["tricks"][0][3] = "9h"
    fault = fault_of(rules, one)
    assert where(fault) == ("CARD_SEEN_TWICE", 0, 0, 0, "9h")
    assert "seat 1 has played" in fault.message


def test_a_card_of_the_kitty_is_played(rules: RulesClient, one: Json) -> None:
    without_hands(one)
    deal_of(one)[0]["kitty"] = ["Kc", "", ""]
    assert where(fault_of(rules, one)) == ("CARD_SEEN_TWICE", 0, 4, 1, "Kc")


def test_the_turned_down_card_is_played(rules: RulesClient, one: Json) -> None:
    without_hands(one)
    deal_of(one)[2]["tricks"][4][3] = "Jc"
    assert where(fault_of(rules, one)) == ("CARD_SEEN_TWICE", 0, 4, 1, "Jc")


def test_a_card_of_another_hand_is_played(rules: RulesClient, one: Json) -> None:
    deal_of(one)[2]["tricks"][0][3] = "Qs"
    assert where(fault_of(rules, one)) == ("CARD_SEEN_TWICE", 0, 0, 0, "Qs")


def test_a_card_that_was_not_dealt_is_played(rules: RulesClient, one: Json) -> None:
    deal_of(one)[2]["tricks"][4][2] = "Ks"
    assert where(fault_of(rules, one)) == ("CARD_NOT_HELD", 0, 4, 0, "Ks")


def test_a_card_is_dealt_twice(rules: RulesClient, one: Json) -> None:
    deal_of(one)[0]["playerCards"][1][0] = "Kh"
    assert where(fault_of(rules, one)) == ("CARD_SEEN_TWICE", 0, None, None, "Kh")


def test_more_cards_are_listed_than_dealt(rules: RulesClient, one: Json) -> None:
    deal_of(one)[0]["kitty"] = ["Qh", "Tc", "Ks", "Ts"]
    without_hands(one)
    assert fault_of(rules, one).reason == "MALFORMED_FILE"


def test_a_card_of_another_pack(rules: RulesClient, one: Json) -> None:
    without_hands(one)
    deal_of(one)[2]["tricks"][1][2] = "7c"
    assert where(fault_of(rules, one)) == ("CARD_UNKNOWN", 0, 1, 1, "7c")
    deal_of(one)[0]["upCard"] = "8c"
    assert where(fault_of(rules, one)) == ("CARD_UNKNOWN", 0, None, None, "8c")


@pytest.mark.parametrize(
    ("part", "key", "value", "reason"),
    [
        (0, "upCard", "Xx", "CARD_UNKNOWN"),
        (0, "upCard", "B", "NOT_SUPPORTED"),
        (1, "calls", ["Pass", "x"], "CALL_UNKNOWN"),
        (1, "cardExchanges", [{"receiver": 1, "cards": ["Ah"]}], "NOT_SUPPORTED"),
        (1, "aloneDefender", 2, "ALONE_UNFOUNDED"),
        (1, "calls", ["Pass", "Pass", "Pass", "Pass"], "WRONG_PHASE"),
        (1, "calls", ["Order", "Pass"], "WRONG_PHASE"),
        (1, "calls", ["Pass", "s"], "WRONG_PHASE"),
        (1, "calls", ["Pass", "Pass", "Pass", "Pass", "Order"], "WRONG_PHASE"),
        (1, "calls", ["Pass", "Pass", "Pass", "Pass", "c"], "SUIT_TURNED_DOWN"),
        (1, "calls", ["Pass", "Pass", "Pass", "Pass", "n"], "TRUMP_NOT_OFFERED"),
        (1, "calls", ["Pass"] * 8, "DEALER_MUST_CALL"),
    ],
)
def test_faults_before_the_play(
    rules: RulesClient, one: Json, part: int, key: str, value: Any, reason: str
) -> None:
    without_hands(one)
    deal_of(one)[part][key] = value
    fault = fault_of(rules, one)
    assert fault.reason == reason
    assert fault.deal == 0
    assert fault.message.endswith(".")


def test_the_dealers_partner_assists_without_playing_alone(rules: RulesClient, one: Json) -> None:
    one["metadata"]["ruleset"]["canadian"] = True
    deal_of(one)[1]["calls"] = ["Pass", "Order"]
    assert where(fault_of(rules, one)) == ("MUST_GO_ALONE", 0, None, 2, None)


def test_a_call_out_of_turn_is_found_at_its_seat(rules: RulesClient, one: Json) -> None:
    deal_of(one)[1]["calls"] = ["Order", "Pass"]
    assert where(fault_of(rules, one)) == ("WRONG_PHASE", 0, None, 2, None)


def test_alone_without_a_call(rules: RulesClient, one: Json) -> None:
    deal_of(one)[1].update(calls=["Pass"] * 4, isAlone=True)
    assert where(fault_of(rules, one))[:2] == ("ALONE_UNFOUNDED", 0)


def test_an_untold_card_is_played(rules: RulesClient, one: Json) -> None:
    without_hands(one)
    deal_of(one)[2]["tricks"][2][1] = "Xx"
    assert where(fault_of(rules, one)) == ("CARD_UNKNOWN", 0, 2, 0, None)


def test_the_partner_of_a_lone_player_plays(rules: RulesClient, alone: Json) -> None:
    trick = deal_of(alone)[2]["tricks"][1]
    assert len(trick) == 3
    trick.append("Kc")
    fault = fault_of(rules, alone)
    assert (fault.reason, fault.deal, fault.trick, fault.seat) == ("PARTNER_PLAYS", 0, 1, 0)


def test_a_lead_that_is_not_due(rules: RulesClient, one: Json) -> None:
    without_hands(one)
    deal_of(one)[2]["initialLead"] = 2
    assert where(fault_of(rules, one)) == ("NOT_YOUR_TURN", 0, 0, 2, "9h")


def test_a_deal_out_of_turn(rules: RulesClient) -> None:
    game = load("recorded-01.egn")
    deal_of(game, 3)[0]["dealer"] = 0
    assert where(fault_of(rules, game)) == ("NOT_YOUR_TURN", 3, None, 0, None)


def test_a_deal_after_an_unfinished_one(rules: RulesClient) -> None:
    game = load("recorded-01.egn")
    deal_of(game, 2)[2]["tricks"].pop()
    assert where(fault_of(rules, game))[:3] == ("WRONG_PHASE", 3, None)


def test_a_deal_after_the_game_was_won(rules: RulesClient) -> None:
    game = load("recorded-01.egn")
    extra = copy.deepcopy(game["deals"][0])
    extra["initialState"]["dealer"] = 1
    game["deals"].append(extra)
    fault = fault_of(rules, game)
    assert (fault.reason, fault.deal, fault.trick) == ("GAME_OVER", 9, None)


def test_a_game_that_starts_as_won(rules: RulesClient, one: Json) -> None:
    one["metadata"]["initialScore"] = [10, 3]
    fault = fault_of(rules, one)
    assert (fault.reason, fault.deal) == ("MALFORMED_REQUEST", None)
    assert "won already" in fault.message


def test_options_that_the_service_refuses(rules: RulesClient, one: Json) -> None:
    one["metadata"]["ruleset"]["min_rank"] = 5
    assert fault_of(rules, one).reason == "OPTION_INVALID"
    one["metadata"]["ruleset"] = {"num_players": 3}
    assert fault_of(rules, one).reason == "NOT_SUPPORTED"


def test_the_first_of_two_faults_counts(rules: RulesClient) -> None:
    game = load("recorded-01.egn")
    deal_of(game, 5)[2]["tricks"][1].pop()
    deal_of(game, 2)[1]["calls"] = ["Pass"] * 8
    assert where(fault_of(rules, game)) == ("DEALER_MUST_CALL", 2, None, 2, None)


def test_a_renege_is_found_before_a_later_fault_of_its_deal(rules: RulesClient) -> None:
    game = load("invalid-renege.egn")
    deal_of(game)[2]["tricks"][4].append("Ac")
    assert where(fault_of(rules, game)) == ("MUST_FOLLOW_SUIT", 0, 0, 2, "Qd")


def test_no_deals_no_change(rules: RulesClient) -> None:
    assert replayed(rules, egn([], [3, 4], {})).final_score == (3, 4)
