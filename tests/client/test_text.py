from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import euchre.v1.action_pb2 as pb
from euchre.v1.action_pb2 import Action
from euchre.v1.cards_pb2 import Card, Trump
from euchre_client import (
    action_text,
    card_text,
    parse_action,
    parse_card,
    parse_cards,
    parse_trump,
    trump_text,
)
from euchre_client.cards import cards_text, rank_of, suit_of
from euchre_client.text import to_action

PROTO = Path(__file__).parents[2] / "protos/euchre/v1/action.proto"
CARDS = [card for card in Card.values() if card != Card.CARD_UNSPECIFIED]
TRUMPS = [trump for trump in Trump.values() if trump != Trump.TRUMP_UNSPECIFIED]

cards = st.sampled_from(CARDS)
trumps = st.sampled_from(TRUMPS)
bids = st.builds(
    lambda amount, trump: pb.TricksBid(trump=trump, **amount),
    st.one_of(
        st.integers(0, 2**32 - 1).map(lambda tricks: {"tricks": tricks}),
        st.sampled_from([{"moon": pb.Moon()}, {"shooter": pb.Shooter()}]),
    ),
    st.sampled_from(Trump.values()),
)
actions = st.one_of(
    st.sampled_from(
        [
            parse_action("pass"),
            Action(swap=pb.Swap()),
            Action(decline_upcard=pb.DeclineUpcard()),
            Action(go_alone=pb.GoAlone()),
            Action(play_with_partner=pb.PlayWithPartner()),
            Action(fold=pb.Fold()),
            Action(stay=pb.Stay()),
            Action(deal_hand=pb.DealHand()),
            Action(redeal=pb.Redeal()),
            Action(take_dummy=pb.TakeDummy()),
        ]
    ),
    st.booleans().map(lambda alone: Action(order_up=pb.OrderUp(alone=alone))),
    st.builds(
        lambda trump, alone: Action(name_trump=pb.NameTrump(trump=trump, alone=alone)), trumps, st.booleans()
    ),
    bids.map(lambda bid: Action(tricks_bid=bid)),
    cards.map(lambda card: Action(discard=pb.Discard(card=card))),
    cards.map(lambda card: Action(play_card=pb.PlayCard(card=card))),
    cards.map(lambda card: Action(lay_down=pb.LayDown(card=card))),
    cards.map(lambda card: Action(give_card=pb.GiveCard(card=card))),
    st.integers(0, 3).map(lambda seat: Action(claim_renege=pb.ClaimRenege(offender=seat))),
)


@given(actions)
def test_an_action_survives_its_text(action: Action) -> None:
    assert parse_action(action_text(action)) == action


def test_the_generated_actions_are_of_every_kind() -> None:
    kinds = {field.name for field in Action.DESCRIPTOR.oneofs_by_name["kind"].fields}
    written = {parse_action(text).WhichOneof("kind") for text in documented_texts()}
    assert written == kinds


def documented_texts() -> list[str]:
    """The texts in brackets in the proto's comments."""
    message = PROTO.read_text().split("message Action {")[1].split("\n}\n")[0]
    comments = re.findall(r"\[([^\]]*)\]", message)
    return [text for comment in comments for text in re.findall(r"`([^`]*)`", comment)]


@pytest.mark.parametrize("text", documented_texts())
def test_the_text_of_the_contract_survives_reading(text: str) -> None:
    assert action_text(parse_action(text)) == text


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("play Jd", Action(play_card=pb.PlayCard(card=Card.CARD_JACK_OF_DIAMONDS))),
        ("name low", Action(name_trump=pb.NameTrump(trump=Trump.TRUMP_NO_TRUMP_LOW))),
        ("name h alone", Action(name_trump=pb.NameTrump(trump=Trump.TRUMP_HEARTS, alone=True))),
        ("bid 4 nt", Action(tricks_bid=pb.TricksBid(tricks=4, trump=Trump.TRUMP_NO_TRUMP))),
        ("moon s", Action(tricks_bid=pb.TricksBid(moon=pb.Moon(), trump=Trump.TRUMP_SPADES))),
        ("claim 0", Action(claim_renege=pb.ClaimRenege(offender=0))),
        ("  take   dummy ", Action(take_dummy=pb.TakeDummy())),
    ],
)
def test_an_action_is_read(text: str, action: Action) -> None:
    assert parse_action(text) == action


@pytest.mark.parametrize(
    "text",
    [
        *("", "play", "play 1h", "play jd", "play Jd now", "discard B9", "PASS", "order up"),
        *("name", "name x", "name h h", "name alone", "claim", "claim x"),
        *("bid", "bid x", "bid -1", "bid 4 5", "bid 4 h alone", "moon h s"),
    ],
)
def test_what_is_no_action_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="is no action"):
        parse_action(text)


@pytest.mark.parametrize(
    "action",
    [
        Action(),
        Action(play_card=pb.PlayCard()),
        Action(name_trump=pb.NameTrump()),
        Action(tricks_bid=pb.TricksBid()),
    ],
)
def test_an_action_that_lacks_something_has_no_text(action: Action) -> None:
    with pytest.raises(ValueError, match=r"no (kind|card|trump|amount)"):
        action_text(action)


@given(cards)
def test_a_card_survives_its_text(card: Card.ValueType) -> None:
    assert parse_card(card_text(card)) == card


def test_every_card_is_read() -> None:
    texts = [rank + suit for suit in "cdhs" for rank in "789TJQKA"]
    assert [16 * suit_of(parse_card(text)) + rank_of(parse_card(text)) for text in texts] == sorted(CARDS)[1:]
    assert parse_cards("9c Jd\nB") == [25, 43, 15]
    assert cards_text([25, 43, 15]) == "9c Jd B"  # type: ignore[list-item] # numbers of the contract


@pytest.mark.parametrize("trump", TRUMPS)
def test_trump_survives_its_text(trump: Trump.ValueType) -> None:
    assert parse_trump(trump_text(trump)) == trump


def test_what_is_no_card_or_trump_is_refused() -> None:
    with pytest.raises(ValueError, match="is no card"):
        card_text(Card.CARD_UNSPECIFIED)
    with pytest.raises(ValueError, match="is no trump"):
        trump_text(Trump.TRUMP_UNSPECIFIED)
    with pytest.raises(ValueError, match="is no trump"):
        parse_trump("hearts")


def test_no_action_is_said_to_be_none() -> None:
    with pytest.raises(TypeError, match="an action is an Action or its text"):
        to_action(None)  # type: ignore[arg-type]
