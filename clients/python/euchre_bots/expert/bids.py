"""Valuing bids, and the trump named for them, where there are two sides to a hand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from euchre.v1 import ruleset_pb2
from euchre.v1.action_pb2 import Action
from euchre.v1.ruleset_pb2 import Ruleset
from euchre_bots.expert.bid_model import ROWS, TRUMPS, BidModel, partners_model, row_of_bid, worths
from euchre_bots.expert.bidding import Form, Standing, bid_on, form_of, next_speaker
from euchre_bots.expert.cards import FloatArray, IntArray
from euchre_bots.expert.judgement import FEATURES
from euchre_bots.expert.payoff import MOON, SHOOTER, bid_number
from euchre_bots.expert.settling import Contracts, makers_tricks, scored
from euchre_bots.expert.sight import NOBODY, Sight, Worlds

_TRUMPS_TRIED: Final = 3
"""The most trumps a bid is valued with; the model says which."""
_HOPELESS: Final = 2.5
"""Points by which the model must find a trump worse than the best for it not to be tried."""
_GOLDEN: Final = 0.6180339887498949
LOSES_ONE: Final = 0.34
"""Share of hands in which makers with a partner take a trick less than with open cards."""
GAINS_ONE: Final = 0.06
"""Share of hands in which they take one more."""


@dataclass(frozen=True)
class _Called:
    """How an auction ends, by world."""

    trumps: IntArray
    makers: IntArray
    bids: IntArray


def standing_of(sight: Sight) -> Standing:
    """Returns how far the auction has come, with the seat itself to speak."""
    view = sight.view
    passed = 0
    for call in view.calls:
        if call.action.HasField("pass"):
            passed |= 1 << call.seat
    return Standing(
        sight.seat,
        bid_number(view.bid.WhichOneof("amount"), view.bid.tricks),
        view.bidder if view.HasField("bidder") else NOBODY,
        int(view.bid.trump),
        passed,
        sight.rules.ghost_swap == ruleset_pb2.GHOST_SWAP_ON_TURN_ONCE and not view.HasField("swapped_by"),
    )


def after(sight: Sight, form: Form, before: Standing, action: Action) -> Standing:
    """Returns how the auction stands after the seat's own word."""
    if action.HasField("swap"):
        return before._replace(may_swap=False)
    if action.HasField("tricks_bid"):
        bid = action.tricks_bid
        before = before._replace(
            high=bid_number(bid.WhichOneof("amount"), bid.tricks), bidder=sight.seat, trump=int(bid.trump)
        )
    else:
        before = before._replace(passed=before.passed | 1 << sight.seat)
    return before._replace(speaker=next_speaker(form, sight.seat, before.bidder, before.passed))


def auction_changes(sight: Sight, worlds: Worlds, actions: Sequence[Action]) -> list[list[FloatArray]]:
    """Values bids and a pass: by action, and by trump the seat may name for its bid."""
    form, before = form_of(sight.rules, sight.side_of, sight.dealer), standing_of(sight)
    ways: list[_Called] = []
    count_of: list[int] = []
    for action in actions:
        standing = after(sight, form, before, action)
        called = _Called(*bid_on(partners_model(), form, standing, worlds.hands.copy(), worlds.dead.copy()))
        tried = [called]
        if standing.bidder == sight.seat and not standing.trump:
            trumps = likely_trumps(partners_model(), form, sight.hand, standing.high, _TRUMPS_TRIED)
            tried = [_named(called, sight.seat, trump) for trump in trumps]
        ways += tried
        count_of.append(len(tried))
    values = iter(_settled(sight, worlds, ways))
    return [[next(values) for _ in range(number)] for number in count_of]


def name_changes(sight: Sight, worlds: Worlds, actions: Sequence[Action]) -> list[list[FloatArray]]:
    """Values the trumps a bidder may name."""
    count = len(worlds)
    bid = np.full(count, bid_number(sight.view.bid.WhichOneof("amount"), sight.view.bid.tricks))
    maker = np.full(count, sight.seat)
    ways = [_Called(np.full(count, action.name_trump.trump), maker, bid) for action in actions]
    return [[values] for values in _settled(sight, worlds, ways)]


def as_played(tricks: IntArray, world: IntArray, hand_size: int) -> IntArray:
    """Returns what makers with a partner take with hidden cards, from what they take with open ones.

    Which worlds go worse or better depends on their numbers alone: the same for every choice.
    """
    luck = world * _GOLDEN % 1.0
    return np.clip(tricks - (luck < LOSES_ONE) + (luck > 1.0 - GAINS_ONE), 0, hand_size)


def held_back(rules: Ruleset, scores: Sequence[int], makers: IntArray, changes: FloatArray) -> FloatArray:
    """Returns changes that stop short of the target where the out rule does not let a side win.

    Args:
        rules: the whole ruleset.
        scores: before the hand, by side.
        makers: the makers' side by world, -1 without one.
        changes: of the scores, by world and side.
    """
    if rules.out_rule != ruleset_pb2.OUT_RULE_CONTRACT_ONLY:
        return changes
    down = rules.target < rules.start_score
    left = np.array([score - rules.target if down else rules.target - score for score in scores], float)
    rows = np.arange(len(changes))
    is_made = changes[rows, makers] > 0
    may_win = (np.arange(changes.shape[1])[None, :] == makers[:, None]) == is_made[:, None]
    may_win &= (makers >= 0)[:, None]
    stopped: FloatArray = np.where(may_win, changes, np.minimum(changes, left - 1))
    return stopped


def _named(called: _Called, seat: int, trump: int) -> _Called:
    return _Called(np.where(called.makers == seat, trump, called.trumps), called.makers, called.bids)


def likely_trumps(model: BidModel, form: Form, hand: int, bid: int, most: int) -> list[int]:
    """Returns the trumps worth trying for a bid, as a model has it; `most` at the most."""
    table = np.zeros((ROWS, TRUMPS))
    worths(model.weights, form.trumps, form.base, hand, np.zeros(FEATURES), table)
    expected = table[row_of_bid(bid, form.hand_size)]
    order = np.argsort(-expected, kind="stable")[:most]
    return [int(trump) for trump in order if expected[trump] > expected.max() - _HOPELESS]


def _settled(sight: Sight, worlds: Worlds, ways: Sequence[_Called]) -> list[FloatArray]:
    """Returns the changes of every way; what several ways lead to is solved once."""
    count, players = len(worlds), sight.players
    trumps = np.concatenate([way.trumps for way in ways])
    makers = np.concatenate([way.makers for way in ways])
    bids = np.concatenate([way.bids for way in ways])
    slams = np.where(bids >= SHOOTER, bids, 0)
    world = np.tile(np.arange(count), len(ways))
    key = ((world * (TRUMPS + 1) + trumps) * (players + 1) + makers + 1) * (MOON + 1) + slams
    _, first, back = np.unique(key, return_index=True, return_inverse=True)
    is_alone = (slams > 0) & (sight.rules.teams == ruleset_pb2.TEAMS_PAIRS)
    none = np.full(len(key), NOBODY)

    def contracts(rows: IntArray) -> Contracts:
        lone = np.where(is_alone, makers, NOBODY)[rows]
        return Contracts(worlds.hands[world[rows]], trumps[rows], makers[rows], lone, none[rows], bids[rows])

    every = contracts(np.arange(len(key)))
    tricks = makers_tricks(sight, contracts(first))[back]
    tricks = np.where(is_alone, tricks, as_played(tricks, world, sight.rules.hand_size))
    changes = scored(sight, every, tricks)
    maker_side = np.where(makers >= 0, np.array(sight.side_of)[makers], NOBODY)
    changes = held_back(sight.rules, sight.scores, maker_side, changes)
    return np.split(changes, len(ways))
