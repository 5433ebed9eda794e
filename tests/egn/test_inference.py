"""What is taken to have been dealt, and what is not proved by it."""

from __future__ import annotations

import pytest

from euchre_client import RulesClient
from euchre_client.egn import Shown, deal_out
from euchre_client.egn.notation import pack
from tests.egn.files import Json, egn, fault_of, replayed, where

PACK = pack(9, joker=False)


def shown(*plays: tuple[int, str]) -> Shown:
    return Shown(PACK, dealer=3, upcard="9h", plays=list(plays))


def deal(calls: list[str], *tricks: list[str], **more: object) -> Json:
    """A deal of seat 3 with the nine of hearts turned up."""
    return egn(
        [
            {
                "dealNumber": 0,
                "initialState": {"dealer": 3, "upCard": "9h"},
                "phases": [
                    {"type": "EUCHRE_BIDDING", "calls": calls, **more},
                    {"type": "TRICK_PLAY", "tricks": list(tricks)},
                ],
            }
        ],
        [0, 0],
        {},
    )


def test_a_whole_pack_is_dealt_and_only_what_was_seen_is_known() -> None:
    dealt = deal_out(shown((0, "Ac"), (1, "Kc")))
    assert dealt is not None
    assert sorted(dealt.deck) == sorted(PACK)
    assert dealt.deck[20] == "9h"
    assert dealt.known(0) == {"Ac"}
    assert dealt.known(1) == {"Kc"}
    assert not dealt.known(2)
    assert [len(hand) for hand in dealt.hands] == [5] * 4


def test_the_same_is_dealt_every_time() -> None:
    assert deal_out(shown((0, "Ac"))) == deal_out(shown((0, "Ac")))


def test_the_deck_is_dealt_one_by_one_from_the_dealers_left() -> None:
    dealt = deal_out(shown())
    assert dealt is not None
    for seat in range(4):
        assert [card.text for card in dealt.hands[seat]] == list(dealt.deck[seat:20:4])


def test_the_dealer_laid_down_what_he_never_showed() -> None:
    table = shown((3, "9h"), (3, "Ah"), (3, "Kh"), (3, "Qh"), (3, "Th"))
    table.took = True
    dealt = deal_out(table)
    assert dealt is not None
    assert dealt.known(3) == {"Ah", "Kh", "Qh", "Th"}
    assert dealt.discard in {card.text for card in dealt.hands[3] if not card.known}


def test_the_dealer_who_plays_all_he_was_dealt_laid_the_upcard_down() -> None:
    table = shown((3, "Ah"), (3, "Kh"), (3, "Qh"), (3, "Th"), (3, "9c"))
    table.took = True
    dealt = deal_out(table)
    assert dealt is not None
    assert dealt.discard == "9h"


def test_the_only_listed_card_he_did_not_play_is_the_discard() -> None:
    table = shown((3, "9h"), (3, "Ah"), (3, "Kh"), (3, "Qh"), (3, "Th"))
    table.took = True
    table.listed = ((), (), (), ("Th", "9c", "Ah", "Kh", "Qh"))
    dealt = deal_out(table)
    assert dealt is not None
    assert dealt.discard == "9c"


def test_unknown_places_are_no_excluded_cards() -> None:
    table = shown()
    table.excluded = {0: set(PACK[:19])}
    dealt = deal_out(table)
    assert dealt is not None
    assert {card.text for card in dealt.hands[0]} <= set(PACK[19:])
    table.excluded = {0: set(PACK[:20])}
    assert deal_out(table) is None


def test_a_deal_that_breaks_off_proves_no_renege(rules: RulesClient) -> None:
    # Nobody follows in clubs: each may have none, and the clubs left are the kitty's.
    game = deal(["Pass"] * 4 + ["s"], ["Ac", "Ad", "Kd", "Qd"])
    assert replayed(rules, game).final_score == (0, 0)


def test_it_proves_one_when_no_other_place_is_left_for_the_cards(rules: RulesClient) -> None:
    # Five clubs are out, besides the ace that is led; the kitty has three places.
    game = deal(["Pass"] * 4 + ["s"], ["Ac", "Ad", "Kd", "Qd"])
    game["deals"][0]["initialState"]["kitty"] = ["Ah", "Kh", "Qh"]
    game["deals"][0]["initialState"]["playerCards"] = [["Ac", "As", "Ks", "Qs", "Ts"]]
    assert fault_of(rules, game).reason == "MUST_FOLLOW_SUIT"


def test_a_card_shown_later_proves_it(rules: RulesClient) -> None:
    game = deal(["Pass"] * 4 + ["s"], ["Ac", "Ad", "Kd", "Qd"], ["As", "Kc"])
    assert where(fault_of(rules, game)) == ("MUST_FOLLOW_SUIT", 0, 0, 1, "Ad")


def test_a_dealer_who_does_not_follow_trump_laid_the_upcard_down(rules: RulesClient) -> None:
    game = deal(["Order"], ["Ah", "Kh", "Qh", "Ac"])
    assert replayed(rules, game).final_score == (0, 0)


def test_unless_the_file_says_that_he_laid_down_another(rules: RulesClient) -> None:
    game = deal(["Order"], ["Ah", "Kh", "Qh", "Ac"], discard="9c")
    assert where(fault_of(rules, game)) == ("MUST_FOLLOW_SUIT", 0, 0, 3, "Ac")


def test_the_dealer_cannot_play_six_cards(rules: RulesClient) -> None:
    game = deal(
        ["Order"],
        ["Ah", "Th", "Jd", "Qh"],
        ["As", "Ks", "Qs", "9s"],
        discard="9c",
    )
    game["deals"][0]["initialState"]["playerCards"] = [[], [], [], ["9c", "Qh", "Ac", "Kc", "Qc"]]
    assert where(fault_of(rules, game))[0] == "CARD_NOT_HELD"


@pytest.mark.parametrize("calls", [["Order"], ["Pass", "Pass", "Pass", "Pass", "c"], []])
def test_a_game_may_break_off_anywhere(rules: RulesClient, calls: list[str]) -> None:
    assert replayed(rules, deal(calls)).final_score == (0, 0)
