from __future__ import annotations

import pytest

from euchre.v1.cards_pb2 import Card, Trump
from euchre.v1.state_pb2 import Phase
from euchre_bots.calling import expected_tricks
from euchre_bots.knowledge import ORDER, Situation
from euchre_client import parse_card, parse_cards, parse_trump
from tests.bots.positions import position


@pytest.mark.parametrize(
    ("trump", "best_first"),
    [
        ("h", "B Jh Jd Ah Kh Qh Th 9h 8h 7h"),
        ("c", "B Jc Js Ac Kc Qc Tc 9c 8c 7c"),
        ("nt", "Ah Kh Qh Jh Th 9h"),
        ("low", "9h Th Jh Qh Kh Ah"),
    ],
)
def test_the_order_of_a_suit(trump: str, best_first: str) -> None:
    order, cards = ORDER[parse_trump(trump)], parse_cards(best_first)
    for place, best in enumerate(cards):
        assert not any(order.beats(card, best) for card in cards[place:])
        assert all(order.beats(card, best) for card in cards[:place])


def test_the_left_bower_follows_trump() -> None:
    order = ORDER[Trump.TRUMP_SPADES]
    left = parse_card("Jc")
    assert order.suit[left] == Trump.TRUMP_SPADES
    assert order.is_trump(left)
    assert not ORDER[Trump.TRUMP_HEARTS].is_trump(left)
    assert order.suit[Card.CARD_JOKER] == Trump.TRUMP_SPADES
    assert ORDER[Trump.TRUMP_NO_TRUMP].suit[Card.CARD_JOKER] == 0


def test_a_trump_beats_other_suits_and_they_do_not_beat_each_other() -> None:
    order = ORDER[Trump.TRUMP_HEARTS]
    assert order.beats(parse_card("9h"), parse_card("Ac"))
    assert not order.beats(parse_card("As"), parse_card("9c"))


def test_more_and_better_cards_are_worth_more() -> None:
    hands = ["9c Td 9d Qs Ts", "9h Td 9d Qs Ts", "Ah 9h 9d Qs Ts", "Jh Ah 9h As Ts", "Jh Jd Ah Kh As"]
    worths = [expected_tricks(tuple(parse_cards(hand)), Trump.TRUMP_HEARTS) for hand in hands]
    assert worths == sorted(worths)
    assert worths[0] < 0.5
    assert worths[-1] > 4


def test_what_was_played_is_known() -> None:
    view = position(
        Phase.PHASE_PLAY,
        "Kc 9s",
        "play Kc, play 9s",
        upcard="Ad",
        trump="h",
        maker=0,
        tricks=("Ac 9c Tc Jh",),
    )
    situation = Situation(view)
    assert situation.is_boss(parse_card("Kc"))
    assert not situation.is_boss(parse_card("9s"))
    assert situation.unseen_trumps == 6
    assert situation.partner == 2
    assert situation.is_maker_side
