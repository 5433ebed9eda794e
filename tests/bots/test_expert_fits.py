"""The models of bids: fitted from few deals they have the packaged form, and say what they should."""

from __future__ import annotations

import json

import numpy as np
import pytest

from euchre_bots.expert.bid_model import OTHERS_BID, PARTNER_BID, BidModel, partners_model, solo_bid_model
from tests.strength.fit_bids import DATA, HAND, bid_model, partner_auctions, worth_of
from tests.strength.fit_solo import solo_model


def test_what_a_bid_is_worth_is_what_the_rules_score() -> None:
    tricks = np.array([[4, 2], [3, 3], [6, 0]])
    assert worth_of(tricks, 0, 1, (0, 1, 0, 1))[:, 0].tolist() == [2.0, -7.0, 6.0]
    assert worth_of(tricks, 0, 4, (0, 1, 0, 1))[:, 1].tolist() == [8.0, 9.0, -24.0]
    three = np.array([[4, 1, 1]])
    assert worth_of(three, 0, 0, (0, 1, 2))[0].tolist() == [3.0, -1.5, -1.5]


def test_the_fits_have_the_packaged_form() -> None:
    for name, model in (
        ("bid_model.json", bid_model(partner_auctions(150, 1))),
        ("solo_model.json", solo_model(150, 1)),
    ):
        packaged = json.loads((DATA / name).read_text())
        assert packaged.keys() == model.keys()
        for key, value in model.items():
            assert np.shape(packaged[key]) == np.shape(value)


def test_every_deal_of_a_fit_is_a_whole_pack() -> None:
    hands = partner_auctions(5, 2).hands
    assert all(int(hand).bit_count() == HAND for hand in hands.ravel())
    assert (np.bitwise_or.reduce(hands, axis=1) == hands.sum(axis=1)).all()


@pytest.mark.parametrize("model", [partners_model(), solo_bid_model()])
def test_an_ace_more_makes_every_number_better(model: BidModel) -> None:
    assert (model.weights[0, :3, 11] > 0).all()
    assert (model.weights[1, :3, 1] > 0).all()


def test_passing_is_better_when_the_partner_has_bid() -> None:
    passing = partners_model().passing
    assert passing[PARTNER_BID] > 0 > passing[OTHERS_BID]
