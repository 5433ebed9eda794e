"""Which worlds are likely after an auction, given every bid, pass, swap and trump."""

from __future__ import annotations

from typing import Final

import numpy as np

from euchre.v1.action_pb2 import Action
from euchre_bots.expert.beliefs import FLOOR, dealt_hands, played_likelihoods
from euchre_bots.expert.bid_model import BidModel, partners_model, passing_of
from euchre_bots.expert.bidding import Form, bid_chances, form_of, offered, trump_chances
from euchre_bots.expert.cards import FloatArray
from euchre_bots.expert.payoff import SHOOTER, bid_number
from euchre_bots.expert.sight import NOBODY, Sight, Worlds

DOUBT: Final = 0.8
"""Points within which the model is unsure what a seat does."""


def bid_likelihoods(sight: Sight, worlds: Worlds) -> FloatArray:
    """Returns by world how likely the other seats' words and cards were between partners."""
    return auction_likelihoods(partners_model(), sight, worlds) * played_likelihoods(sight, worlds)


def auction_likelihoods(model: BidModel, sight: Sight, worlds: Worlds) -> FloatArray:
    """Returns by world how likely the other seats' words were, by a model of bids."""
    form = form_of(sight.rules, sight.side_of, sight.dealer)
    weights = np.ones(len(worlds))
    high, bidder = 0, NOBODY
    for call in sight.view.calls:
        if call.seat != sight.seat:
            chances = _said(model, form, sight, worlds, call.seat, call.action, high, bidder)
            weights *= FLOOR + (1.0 - FLOOR) * chances
        if call.action.HasField("tricks_bid"):
            bid = call.action.tricks_bid
            high, bidder = bid_number(bid.WhichOneof("amount"), bid.tricks), call.seat
    return weights


def _said(
    model: BidModel,
    form: Form,
    sight: Sight,
    worlds: Worlds,
    seat: int,
    action: Action,
    high: int,
    bidder: int,
) -> FloatArray:
    """Returns by world how likely one word of another seat is."""
    kind, hands = action.WhichOneof("kind"), dealt_hands(sight, worlds, seat)
    if kind == "name_trump":
        return trump_chances(model, form, hands, high, int(action.name_trump.trump), DOUBT)
    if kind not in ("tricks_bid", "pass"):
        return np.ones(len(worlds))
    bids, passing = offered(form, high, seat), float(passing_of(model, form.sides, bidder, seat))
    if kind == "pass":
        return bid_chances(model, form, hands, bids, 0, passing, DOUBT)
    bid = action.tricks_bid
    said = bid_number(bid.WhichOneof("amount"), bid.tricks)
    if said < SHOOTER:
        # A number is as good as the hand, whichever number had to be bid.
        bids = np.array([said, *(each for each in bids if each >= SHOOTER)])
    chances = bid_chances(model, form, hands, bids, said, passing, DOUBT)
    if bid.trump:
        chances *= trump_chances(model, form, hands, said, int(bid.trump), DOUBT)
    return chances
