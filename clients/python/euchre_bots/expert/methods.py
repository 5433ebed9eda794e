"""Which way of valuing fits a phase and a ruleset.

Every choice that carries weight is valued by worlds played to their ends. What is left to rules of thumb:

* the suit of a joker that the dealer names before he sees his cards: all suits are alike to him;
* showing a farmer's hand, or exchanging three low cards for the kitty: house rules that only mend the worst
  of hands, and doing so is nearly always right;
* calls over a joker whose suit is open until it is ordered (`DEALER_MUST_TAKE`), a house rule of no preset;
* folds in games that are not scored by tricks, which no preset has.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final, Protocol

import numpy as np

from euchre.v1 import ruleset_pb2
from euchre.v1.action_pb2 import Action
from euchre.v1.ruleset_pb2 import Ruleset
from euchre.v1.state_pb2 import Phase
from euchre.v1.view_pb2 import View
from euchre_bots.expert import bids, contests, dummy
from euchre_bots.expert.beliefs import believed, likelihoods
from euchre_bots.expert.best_card import best_card_changes
from euchre_bots.expert.bid_beliefs import bid_likelihoods
from euchre_bots.expert.calls import alone_changes, call_changes, exchange_changes
from euchre_bots.expert.cards import FloatArray, bit_of
from euchre_bots.expert.contest_beliefs import contest_likelihoods
from euchre_bots.expert.gifts import after_gifts
from euchre_bots.expert.payoff import bid_number
from euchre_bots.expert.playing import card_changes
from euchre_bots.expert.sight import Sight, Worlds


class _Changes(Protocol):
    def __call__(self, sight: Sight, worlds: Worlds, actions: Sequence[Action]) -> list[list[FloatArray]]:
        """Returns by action, and by way to go on after it, the changes of the scores."""


@dataclass(frozen=True)
class Method:
    """A way of valuing.

    Attributes:
        changes: plays worlds.
        samples: how many worlds a decision is worth at most.
        batch: how many of them are played at a time.
        likelihoods: how likely the others' words are, by world.
        amended: makes worlds true to what another seat must have done, if that is more than words.
        candidates: worlds dealt for each world played: those played are drawn from them by likelihood.
    """

    changes: _Changes
    samples: int
    batch: int
    likelihoods: Callable[[Sight, Worlds], FloatArray] = likelihoods
    amended: Callable[[Sight, Worlds], Worlds] | None = None
    candidates: int = 6

    def worlds(self, sight: Sight, number: int, seed: int) -> Worlds:
        """Draws worlds by how likely they are."""
        dealt = sight.worlds(number * self.candidates, seed)
        if self.amended is not None:
            dealt = self.amended(sight, dealt)
        return believed(self.likelihoods(sight, dealt), dealt, number, seed + 1)


def _calls(sight: Sight, worlds: Worlds, actions: Sequence[Action]) -> list[list[FloatArray]]:
    return [call_changes(sight, worlds, action) for action in actions]


def _alone(sight: Sight, worlds: Worlds, actions: Sequence[Action]) -> list[list[FloatArray]]:
    return [alone_changes(sight, worlds, action) for action in actions]


def _exchange(sight: Sight, worlds: Worlds, actions: Sequence[Action]) -> list[list[FloatArray]]:
    return [exchange_changes(sight, worlds, action) for action in actions]


def _cards(sight: Sight, worlds: Worlds, actions: Sequence[Action]) -> list[list[FloatArray]]:
    by_card = card_changes(
        sight, worlds, bid_number(sight.view.bid.WhichOneof("amount"), sight.view.bid.tricks)
    )
    return [[by_card[bit_of(action.play_card.card)]] for action in actions]


def _auctioned_cards(sight: Sight, worlds: Worlds, actions: Sequence[Action]) -> list[list[FloatArray]]:
    side = sight.side_of[sight.maker]

    def held(changes: FloatArray) -> FloatArray:
        return bids.held_back(sight.rules, sight.scores, np.full(len(changes), side), changes)

    return [[held(changes) for changes in ways] for ways in _cards(sight, worlds, actions)]


_OVER_AN_UPCARD: Final = {
    Phase.PHASE_CALL_ROUND_1: Method(_calls, 1200, 300, candidates=3),
    Phase.PHASE_CALL_ROUND_2: Method(_calls, 800, 200, candidates=3),
    Phase.PHASE_ALONE: Method(_alone, 1200, 300, candidates=3),
    Phase.PHASE_EXCHANGE: Method(_exchange, 800, 200, candidates=3),
    Phase.PHASE_BEST_CARD: Method(best_card_changes, 200, 200),
}
_PLAY: Final = Method(_cards, 480, 160, candidates=8)
_PLAY_AFTER_GIFTS: Final = replace(_PLAY, amended=after_gifts)
_BETWEEN_PARTNERS: Final = {
    Phase.PHASE_AUCTION: Method(bids.auction_changes, 150, 75, bid_likelihoods),
    Phase.PHASE_NAME_TRUMP: Method(bids.name_changes, 80, 80, bid_likelihoods),
    Phase.PHASE_BEST_CARD: Method(best_card_changes, 200, 200, bid_likelihoods),
    Phase.PHASE_PLAY: Method(_auctioned_cards, 150, 150, bid_likelihoods, after_gifts),
}
_WITH_DUMMY: Final = {
    Phase.PHASE_CALL_ROUND_1: Method(dummy.call_changes, 200, 100),
    Phase.PHASE_CALL_ROUND_2: Method(dummy.call_changes, 200, 100),
    Phase.PHASE_EXCHANGE: Method(dummy.exchange_changes, 200, 100),
    Phase.PHASE_DUMMY: Method(dummy.dummy_changes, 200, 100),
    Phase.PHASE_PLAY: Method(_cards, 150, 150, amended=dummy.after_dummy),
}
_CONTESTS: Final = {
    Phase.PHASE_AUCTION: Method(contests.auction_changes, 1000, 500, contest_likelihoods),
    Phase.PHASE_NAME_TRUMP: Method(contests.name_changes, 600, 300, contest_likelihoods),
    Phase.PHASE_CALL_ROUND_1: Method(contests.call_changes, 1000, 500, contest_likelihoods),
    Phase.PHASE_CALL_ROUND_2: Method(contests.call_changes, 1000, 500, contest_likelihoods),
    Phase.PHASE_EXCHANGE: Method(contests.exchange_changes, 500, 500, contest_likelihoods),
    Phase.PHASE_FOLD: Method(contests.fold_changes, 1000, 500, contest_likelihoods),
    Phase.PHASE_PLAY: Method(contests.card_changes, 600, 300, contest_likelihoods),
}


def method_for(view: View, rules: Ruleset) -> Method | None:
    """Returns how to value the choices of a view; None if only by rule of thumb."""
    phase = view.next.phase
    if view.HasField("upcard") and not view.proposed:
        return None
    everybody_for_himself = rules.trick_points and rules.teams != ruleset_pb2.TEAMS_PAIRS
    if everybody_for_himself:
        return _CONTESTS.get(phase)
    if rules.calling == ruleset_pb2.CALLING_AUCTION:
        return _BETWEEN_PARTNERS.get(phase)
    if rules.dummy_hand:
        return _WITH_DUMMY.get(phase)
    if phase == Phase.PHASE_PLAY:
        return _PLAY if rules.partners_best == ruleset_pb2.PARTNERS_BEST_OFF else _PLAY_AFTER_GIFTS
    return _OVER_AN_UPCARD.get(phase)
