"""The rules of thumb, one position each."""

from __future__ import annotations

import pytest

from euchre.v1.state_pb2 import Phase
from tests.bots.positions import answer, position

ROUND_1, ROUND_2, AUCTION = Phase.PHASE_CALL_ROUND_1, Phase.PHASE_CALL_ROUND_2, Phase.PHASE_AUCTION
STRONG = "Jh Jd Ah Ac 9s"
WEAK = "9c Tc 9d Qs Ts"
NAMES = "pass, name c, name d, name s"
BIDS = "swap, pass, bid 3, bid 4, bid 5, moon"


@pytest.mark.parametrize(("cards", "expected"), [(STRONG, "order"), (WEAK, "pass")])
@pytest.mark.parametrize("seat", range(4))
def test_a_strong_hand_orders_and_a_weak_one_passes(cards: str, expected: str, seat: int) -> None:
    assert answer(position(ROUND_1, cards, "pass, order", seat=seat, upcard="Kh")) == expected


def test_the_same_hand_orders_its_partner_but_not_an_opponent() -> None:
    hand = "Jh Qh Ac Kd 9s"
    assert answer(position(ROUND_1, hand, "pass, order", dealer=2, upcard="Ah")) == "order"
    assert answer(position(ROUND_1, hand, "pass, order", dealer=3, upcard="Ah")) == "pass"


def test_a_call_says_alone_only_with_a_hand_for_it() -> None:
    alone = "pass, order, order alone"
    assert answer(position(ROUND_1, "Jh Jd Ah Kh Ac", alone, dealer=2, upcard="9h")) == "order alone"
    assert answer(position(ROUND_1, "Jh Ah 9h Kc 9s", alone, dealer=2, upcard="Qh")) == "order"


def test_the_best_suit_is_named() -> None:
    assert answer(position(ROUND_2, "Jc Js As Ks Ad", NAMES, upcard="9h")) == "name s"
    assert answer(position(ROUND_2, WEAK, NAMES, upcard="9h")) == "pass"


def test_a_dealer_who_must_call_names_his_best_suit() -> None:
    view = position(ROUND_2, WEAK, "name c, name d, name s", seat=3, upcard="9h")
    assert answer(view) in {"name c", "name s"}


def test_next_is_better_for_the_side_that_did_not_deal() -> None:
    # Hearts were turned down: diamonds are next, and seat 0 is on the dealer's left.
    hand = "Jd Ad 9d Kc Qs"
    assert answer(position(ROUND_2, hand, NAMES, upcard="9h")) == "name d"


def test_the_dealer_makes_a_void() -> None:
    legal = "decline, discard Ah, discard Kh, discard 9c, discard Ts, discard As"
    assert answer(
        position(Phase.PHASE_EXCHANGE, "Ah Kh 9c Ts As", legal, seat=3, upcard="Jh", trump="h")
    ) in {
        "discard 9c",
        "discard Ts",
    }


@pytest.mark.parametrize(
    ("cards", "maker", "expected"),
    [("Jh Jd Ah Kh Ac", 0, "alone"), ("Jh Ah 9h Kc 9s", 0, "partner"), ("Ah Kh Qh Ac 9s", 1, "partner")],
)
def test_alone_is_for_hands_that_take_everything(cards: str, maker: int, expected: str) -> None:
    view = position(Phase.PHASE_ALONE, cards, "alone, partner", trump="h", maker=maker)
    assert answer(view) == expected


def ghost(cards: str, legal: str, phase: Phase.ValueType = AUCTION) -> str:
    return answer(position(phase, cards, legal, pairs=False, players=3))


def test_a_ghost_hand_bids_no_higher_than_it_must() -> None:
    assert ghost("Jh Jd Ah Kh Ac 9s", BIDS) == "bid 3"
    assert ghost("Jh Jd Ah Kh Ac 9s", "swap, pass, bid 4, bid 5, moon") == "bid 4"
    assert ghost("Jh Ah Kh Ac 9s 9d", "pass, bid 5, moon") == "pass"


def test_a_ghost_hand_swaps_when_weak_and_shoots_the_moon_when_it_has_it() -> None:
    assert ghost("9c Tc 9d Qs Ts 9h", BIDS) == "swap"
    assert ghost("9c Tc 9d Qs Ts 9h", "pass, bid 3, bid 4, bid 5, moon") == "pass"
    assert ghost("Jh Jd Ah Kh Qh Ac", BIDS) == "moon"


def test_the_bidder_names_his_best_suit() -> None:
    legal = "name c, name d, name h, name s"
    assert ghost("Jh Jd Ah Kh Ac 9s", legal, Phase.PHASE_NAME_TRUMP) == "name h"


def test_a_bid_that_names_its_trump_names_the_best() -> None:
    assert ghost("Jh Jd Ah Kh Ac 9s", "pass, bid 3 c, bid 3 d, bid 3 h, bid 3 s") == "bid 3 h"


def test_a_dealer_who_must_bid_bids_least() -> None:
    assert ghost("9c Tc 9d Qs Ts 9h", "bid 3, bid 4, moon") == "bid 3"


def buck(phase: Phase.ValueType, cards: str, legal: str, trump: str = "", upcard: str = "Qh") -> str:
    return answer(position(phase, cards, legal, pairs=False, trump=trump, maker=1, upcard=upcard))


def test_in_buck_a_caller_relies_on_nobody() -> None:
    assert buck(ROUND_1, "Jh Jd Ah Ac 9s", "pass, order") == "order"
    assert buck(ROUND_1, "Jh Kh Ac Kd 9s", "pass, order") == "pass"


def test_in_buck_a_hand_without_a_trick_folds() -> None:
    assert buck(Phase.PHASE_FOLD, WEAK, "fold, stay", trump="h") == "fold"
    assert buck(Phase.PHASE_FOLD, "Jh Ah Qc Ts 9s", "fold, stay", trump="h") == "stay"
    assert buck(Phase.PHASE_FOLD, "Ah Ac Kc Ts 9s", "fold, stay", trump="nt") == "stay"


def play(cards: str, legal: str, trick: str, *, leader: int, **more: object) -> str:
    texts = ", ".join(f"play {card}" for card in legal.split())
    known = {"trump": "h", "maker": 1, **more}
    view = position(Phase.PHASE_PLAY, cards, texts, trick=trick, leader=leader, **known)  # type: ignore[arg-type]
    return answer(view).removeprefix("play ")


def lead(cards: str, **more: object) -> str:
    return play(cards, cards, "", leader=0, **more)


def test_a_maker_draws_trumps_with_the_right_bower() -> None:
    assert lead("Jh Ah Ac 9s 9d", maker=0) == "Jh"


def test_a_defender_leads_an_ace() -> None:
    assert lead("Jh Ac 9s Td Qs") == "Ac"


def test_a_defender_does_not_lead_trump() -> None:
    assert lead("Ah Kh 9s Td Qs") in {"9s", "Td"}


def test_a_card_is_led_that_became_the_highest() -> None:
    assert lead("Kc 9s Qs", tricks=("Ac Tc Qc 9c", "9h Jh Ah Kh")) == "Kc"


def test_the_last_player_wins_as_cheaply_as_possible() -> None:
    assert play("Ac Kc 9s 9d Td", "Ac Kc", "9c Qc Tc", leader=1) == "Kc"


def test_a_trick_that_cannot_be_won_gets_the_lowest_card() -> None:
    assert play("Qc Tc 9s 9d Td", "Qc Tc", "9c Kc Ac", leader=1) == "Tc"


def test_the_winning_partner_is_not_trumped() -> None:
    assert play("Ah 9h Ks 9d", "Ah 9h Ks 9d", "9c Ac Tc", leader=1) == "9d"


def test_an_opponent_who_wins_is_trumped_low() -> None:
    assert play("Ah 9h Ks 9d", "Ah 9h Ks 9d", "Ac Tc Kc", leader=1) == "9h"


def test_second_hand_plays_low_and_third_hand_high() -> None:
    assert play("Kc 9c 9s 9d Td", "Kc 9c", "Qc", leader=3) == "9c"
    assert play("Kc 9c 9s 9d Td", "Kc 9c", "Tc Qc", leader=2) == "Kc"


def test_third_hand_betters_a_partner_who_may_still_lose() -> None:
    assert play("Ac 9c 9s 9d Td", "Ac 9c", "Qc Tc", leader=2) == "Ac"
    assert play("Kc 9c 9s 9d Td", "Kc 9c", "Qc Tc", leader=2) == "9c"


def test_a_partner_who_sits_out_is_no_partner() -> None:
    assert play("Kc 9c 9s 9d Td", "Kc 9c", "Qc", leader=3, out=(2,)) == "Kc"


def test_without_trump_only_the_suit_led_wins() -> None:
    assert play("Jh 9c As", "Jh 9c As", "Kd 9d Td", leader=1, trump="nt", maker=None) == "9c"
    assert play("9c Ac", "9c Ac", "Tc Kc Qc", leader=1, trump="low") == "9c"


@pytest.mark.parametrize(
    ("phase", "legal", "expected"),
    [
        (Phase.PHASE_NAME_JOKER_SUIT, "name c, name d, name h, name s", "name h"),
        (Phase.PHASE_FARMERS, "pass, redeal", "redeal"),
        (Phase.PHASE_FARMERS, "pass, lay 9s", "lay 9s"),
        (Phase.PHASE_BEST_CARD, "give Jh, give Jd, give Ah, give Ac, give 9s", "give Jh"),
        (Phase.PHASE_BEST_CARD, "lay Jh, lay Jd, lay Ah, lay Ac, lay 9s", "lay 9s"),
        (Phase.PHASE_DUMMY, "take dummy, pass", "pass"),
    ],
)
def test_the_exchanges_of_house_rules(phase: Phase.ValueType, legal: str, expected: str) -> None:
    assert answer(position(phase, STRONG, legal, trump="h", maker=0)) == expected


def test_a_weak_maker_takes_the_dummy() -> None:
    view = position(Phase.PHASE_DUMMY, WEAK, "take dummy, pass", trump="h", maker=0)
    assert answer(view) == "take dummy"


def test_a_joker_turned_up_is_named_without_cards() -> None:
    view = position(Phase.PHASE_NAME_JOKER_SUIT, "", "name c, name d, name h, name s", upcard="B")
    assert answer(view).startswith("name ")


def test_a_renege_is_never_chosen() -> None:
    view = position(Phase.PHASE_PLAY, "Jh 9c", "play Jh, play 9c", trick="Ac", leader=3, trump="h", maker=0)
    view.legal_actions[0].renege = True
    assert answer(view) == "play 9c"
