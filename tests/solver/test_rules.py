from itertools import pairwise

import numpy as np
import pytest

from euchre_bots.solver import Contract, card_values, tricks
from euchre_bots.solver.order import CARDS, ROW, following
from euchre_rules import cards as rules

CONTRACT_TRUMPS = range(1, 7)
"""One more than the rules' own numbers."""


@pytest.mark.parametrize("trump", CONTRACT_TRUMPS)
def test_what_follows_what_is_as_the_rules_say(trump: int) -> None:
    for led in range(CARDS):
        assert following(trump, led) == rules.FOLLOWERS[trump - 1][led]


@pytest.mark.parametrize("trump", CONTRACT_TRUMPS)
def test_what_may_take_a_trick_stands_in_the_order_of_the_rules(trump: int) -> None:
    row = ROW[trump].tolist()
    assert sorted(row) == list(range(CARDS))
    for led in range(CARDS):
        strengths = rules.STRENGTHS[trump - 1][led]
        taking = [strengths[card] for card in row if strengths[card]]
        assert all(lower < higher for lower, higher in pairwise(taking))


@pytest.mark.parametrize("trump", CONTRACT_TRUMPS)
def test_one_trick_goes_to_whom_the_rules_give_it(trump: int) -> None:
    chance = np.random.default_rng(trump)
    contract = Contract(trump, (0, 1, 1), (True, True, True))
    for _ in range(300):
        dealt = [int(card) for card in chance.permutation(CARDS)[:3]]
        strengths = rules.STRENGTHS[trump - 1][dealt[0]]
        first_takes = max(dealt, key=lambda card: strengths[card]) == dealt[0]
        assert tricks(contract, [[1 << card for card in dealt]], 0).tolist() == [int(first_takes)]


def hand(words: str) -> int:
    return rules.hand(words)


@pytest.mark.parametrize(
    ("trump", "led", "held", "legal"),
    [
        (3, "9h", "Jd Ad Ks", "Jd"),
        (5, "Kh", "Jd 9h", "9h"),
        (1, "B", "Js Ah", "Js"),
        (1, "9h", "B Ah", "Ah"),
        (1, "9c", "B Ah", "B"),
        (5, "9h", "B Ah", "Ah"),
        (5, "9h", "B As", "As B"),
        (6, "B", "9h As", "9h As"),
    ],
)
def test_cards_that_may_be_played(trump: int, led: str, held: str, legal: str) -> None:
    card = rules.card(led)
    other = hand("7d 8d" if len(held.split()) == 3 else "7d")
    found, _ = card_values(Contract(trump, (0, 1), (True, True)), [[other, hand(held)]], 1, [(0, card)])
    assert found == sorted(map(rules.card, legal.split()))
