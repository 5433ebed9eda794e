"""Cards, the order of trump and what follows what, against the order spelled out (`rules.md` 0.3, 1.7)."""

from __future__ import annotations

import pytest

from euchre_rules import cards
from tests.rules.tables import SUITS

TRUMP_ORDER = {
    "c": "B Jc Js Ac Kc Qc Tc 9c 8c 7c",
    "d": "B Jd Jh Ad Kd Qd Td 9d 8d 7d",
    "h": "B Jh Jd Ah Kh Qh Th 9h 8h 7h",
    "s": "B Js Jc As Ks Qs Ts 9s 8s 7s",
}
"""Every trump, highest first."""
PLAIN_ORDER = {
    ("c", "d"): "Ac Kc Qc Jc Tc 9c 8c 7c",
    ("c", "h"): "Ac Kc Qc Jc Tc 9c 8c 7c",
    ("c", "s"): "Ac Kc Qc Tc 9c 8c 7c",
    ("d", "c"): "Ad Kd Qd Jd Td 9d 8d 7d",
    ("d", "h"): "Ad Kd Qd Td 9d 8d 7d",
    ("d", "s"): "Ad Kd Qd Jd Td 9d 8d 7d",
    ("h", "c"): "Ah Kh Qh Jh Th 9h 8h 7h",
    ("h", "d"): "Ah Kh Qh Th 9h 8h 7h",
    ("h", "s"): "Ah Kh Qh Jh Th 9h 8h 7h",
    ("s", "c"): "As Ks Qs Ts 9s 8s 7s",
    ("s", "d"): "As Ks Qs Js Ts 9s 8s 7s",
    ("s", "h"): "As Ks Qs Js Ts 9s 8s 7s",
}
"""Every plain suit under every trump, highest first."""
HIGH = {suit: f"A{suit} K{suit} Q{suit} J{suit} T{suit} 9{suit} 8{suit} 7{suit}" for suit in SUITS}
LOW = {suit: f"7{suit} 8{suit} 9{suit} T{suit} J{suit} Q{suit} K{suit} A{suit}" for suit in SUITS}


def groups(trump: str) -> list[list[str]]:
    """The cards that follow each other under a trump (or `nt`, `low`): trumps first, each highest first."""
    if trump in SUITS:
        plain = [order for (suit, under), order in PLAIN_ORDER.items() if under == trump]
        return [order.split() for order in (TRUMP_ORDER[trump], *plain)]
    return [["B"], *((HIGH if trump == "nt" else LOW)[suit].split() for suit in SUITS)]


@pytest.mark.parametrize("trump", cards.TRUMP_WORDS)
def test_followers(trump: str) -> None:
    number = cards.TRUMP_WORDS.index(trump)
    for group in groups(trump):
        for led in group:
            followers = cards.texts(cards.FOLLOWERS[number][cards.card(led)])
            assert sorted(followers.split()) == sorted(group)


@pytest.mark.parametrize("trump", cards.TRUMP_WORDS)
def test_strengths(trump: str) -> None:
    number = cards.TRUMP_WORDS.index(trump)
    trumps, *_ = all_groups = groups(trump)
    for group in all_groups:
        for led in group:
            # Trumps over the suit led (the joker alone without trump), the rest wins nothing.
            winning = trumps + [card for card in group if card not in trumps]
            strengths = cards.STRENGTHS[number][cards.card(led)]
            order = [strengths[cards.card(card)] for card in winning]
            assert order == sorted(set(order), reverse=True)
            assert min(order) > 0
            others = [card for other in all_groups for card in other if card not in winning]
            assert {strengths[cards.card(card)] for card in others} == {0}


@pytest.mark.parametrize("suit", SUITS)
def test_natural_trumps_are_printed_in_the_suit(suit: str) -> None:
    assert sorted(cards.texts(cards.NATURAL_TRUMPS[SUITS.index(suit)]).split()) == sorted(HIGH[suit].split())


def test_text_round_trip() -> None:
    texts = [rank + suit for suit in SUITS for rank in "789TJQKA"] + ["B"]
    assert [cards.text(cards.card(word)) for word in texts] == texts
    assert sorted(cards.card(word) for word in texts) == list(range(cards.CARD_COUNT))
    assert cards.texts(cards.hand("Jd 9h B 7c")) == "7c Jd 9h B"
    assert cards.hand("") == cards.mask() == 0


@pytest.mark.parametrize("word", ["", "J", "10h", "1h", "Jx", "jd", "JD", "b", "Jd ", "hJ", "BB", "6c"])
def test_other_texts_name_no_card(word: str) -> None:
    with pytest.raises(ValueError, match="names no card"):
        cards.card(word)


@pytest.mark.parametrize(
    ("min_rank", "joker", "count"),
    [(9, False, 24), (9, True, 25), (8, False, 28), (7, False, 32), (7, True, 33)],
)
def test_packs(min_rank: int, joker: bool, count: int) -> None:
    pack = cards.pack(min_rank, joker)
    ranks = "789TJQKA"[min_rank - 7 :]
    in_order = [rank + suit for suit in SUITS for rank in ranks] + ["B"] * joker
    assert [cards.text(card) for card in pack] == in_order
    assert len(pack) == count


def test_members_are_sorted_and_complete() -> None:
    for words in ("", "B", "7c As", "9c Td Jh Qs B", "Ac 7d Ad 7h"):
        held = cards.hand(words)
        assert cards.members(held) == tuple(sorted(cards.card(word) for word in words.split()))
        assert cards.mask(*cards.members(held)) == held


def test_low_cards_of_a_farmers_hand() -> None:
    low = [card for card in cards.pack(7, joker=True) if cards.is_low(card)]
    assert [cards.text(card)[0] for card in low] == list("789T" * 4)


def test_a_sentence_names_the_joker_in_full() -> None:
    assert cards.in_a_sentence(cards.card("Jd")) == "Jd"
    assert cards.in_a_sentence(cards.JOKER) == "the joker"
