"""The action space: every action has one number and one text."""

from __future__ import annotations

import pytest

from euchre_rules import actions, cards, phases, sentences
from euchre_rules.actions import Kind


def test_text_round_trip() -> None:
    assert len(set(actions.TEXTS.values())) == len(actions.TEXTS)
    for action in actions.ALL_ACTIONS:
        assert actions.parse(actions.text(action)) == action
        assert 0 <= action < 256


def test_a_bid_of_too_much_is_no_action_of_any_game() -> None:
    assert set(actions.TEXTS) - set(actions.ALL_ACTIONS) == {actions.BID_TOO_MUCH}
    with pytest.raises(ValueError, match="names no action"):
        actions.parse(actions.text(actions.BID_TOO_MUCH))


def test_the_space() -> None:
    by_kind = {
        kind: [actions.text(action) for action in actions.ALL_ACTIONS if actions.KINDS[action] is kind]
        for kind in Kind
    }
    for kind, verb in (
        (Kind.PLAY, "play"),
        (Kind.DISCARD, "discard"),
        (Kind.LAY, "lay"),
        (Kind.GIVE, "give"),
    ):
        assert by_kind[kind] == [f"{verb} {card}" for card in cards.CARD_TEXTS]
    trumps = ["c", "d", "h", "s", "nt", "low"]
    assert by_kind[Kind.NAME] == [f"name {trump}{alone}" for alone in ("", " alone") for trump in trumps]
    amounts = [*(f"bid {number}" for number in range(1, 7)), "shooter", "moon"]
    assert by_kind[Kind.BID] == [
        amount + trump for amount in amounts for trump in ("", *(f" {t}" for t in trumps))
    ]
    assert by_kind[Kind.CLAIM] == ["claim 0", "claim 1", "claim 2", "claim 3"]
    assert by_kind[Kind.ORDER] == ["order", "order alone"]
    single = (
        Kind.PASS,
        Kind.SWAP,
        Kind.DECLINE,
        Kind.ALONE,
        Kind.PARTNER,
        Kind.FOLD,
        Kind.STAY,
        Kind.REDEAL,
        Kind.TAKE_DUMMY,
    )
    assert [by_kind[kind] for kind in single] == [[kind.name.lower().replace("_", " ")] for kind in single]


@pytest.mark.parametrize(
    "words",
    ["", "play", "play 6c", "Play 9c", "name x", "bid 7", "bid 0", "moon alone", "claim 4", "order  alone"],
)
def test_other_texts_name_no_action(words: str) -> None:
    with pytest.raises(ValueError, match="names no action"):
        actions.parse(words)


@pytest.mark.parametrize("trump", range(6))
def test_named_trump_and_alone(trump: int) -> None:
    for alone in (False, True):
        action = actions.name_trump(trump, alone)
        assert actions.text(action) == f"name {cards.TRUMP_WORDS[trump]}{' alone' if alone else ''}"
        assert (actions.named_trump(action), actions.is_alone(action)) == (trump, alone)


@pytest.mark.parametrize("amount", range(1, 9))
def test_bids(amount: int) -> None:
    for trump in (cards.UNFIXED, *cards.TRUMPS):
        action = actions.bid(amount, trump)
        assert actions.KINDS[action] is Kind.BID
        assert (actions.bid_amount(action), actions.bid_trump(action)) == (amount, trump)
        assert not actions.is_alone(action)


def test_only_calls_that_say_so_are_alone() -> None:
    said = [actions.text(action) for action in actions.ALL_ACTIONS if actions.is_alone(action)]
    assert said == [*(f"name {trump} alone" for trump in cards.TRUMP_WORDS), "order alone"]


def test_every_sort_of_action_and_every_phase_has_its_words() -> None:
    assert set(sentences.DOING) == set(Kind)
    assert set(sentences.GOING_ON) == set(phases.PHASES) - {phases.DEAL, phases.GAME_OVER}
