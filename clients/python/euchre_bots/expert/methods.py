"""Which way of valuing fits a phase and a ruleset."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, Protocol

from euchre.v1 import ruleset_pb2
from euchre.v1.action_pb2 import Action
from euchre.v1.ruleset_pb2 import Ruleset
from euchre.v1.state_pb2 import Phase
from euchre.v1.view_pb2 import View
from euchre_bots.expert import contests
from euchre_bots.expert.beliefs import believed, likelihoods
from euchre_bots.expert.calls import alone_changes, call_changes, exchange_changes
from euchre_bots.expert.cards import FloatArray, bit_of
from euchre_bots.expert.contest_beliefs import contest_likelihoods
from euchre_bots.expert.payoff import MOON, SHOOTER
from euchre_bots.expert.playing import card_changes
from euchre_bots.expert.sight import Sight, Worlds

_CANDIDATES: Final = 6
"""Worlds dealt for each world played: those played are drawn from them by likelihood."""


class _Changes(Protocol):
    def __call__(self, sight: Sight, worlds: Worlds, actions: Sequence[Action]) -> list[list[FloatArray]]:
        """Returns by action, and by way to go on after it, the changes of the scores."""


@dataclass(frozen=True)
class Method:
    """A way of valuing.

    Attributes:
        changes: plays worlds.
        samples: how many worlds a decision is worth.
        batch: how many of them are played at a time.
        likelihoods: how likely the others' words are, by world.
    """

    changes: _Changes
    samples: int
    batch: int
    likelihoods: Callable[[Sight, Worlds], FloatArray] = likelihoods

    def worlds(self, sight: Sight, number: int, seed: int) -> Worlds:
        """Draws worlds by how likely they are."""
        dealt = sight.worlds(number * _CANDIDATES, seed)
        return believed(self.likelihoods(sight, dealt), dealt, number, seed + 1)


def bid_of(view: View) -> int:
    """Returns the highest bid as a number; 0 without one."""
    amount = view.bid.WhichOneof("amount")
    return {"moon": MOON, "shooter": SHOOTER}.get(amount or "", int(view.bid.tricks))


def _calls(sight: Sight, worlds: Worlds, actions: Sequence[Action]) -> list[list[FloatArray]]:
    return [call_changes(sight, worlds, action) for action in actions]


def _alone(sight: Sight, worlds: Worlds, actions: Sequence[Action]) -> list[list[FloatArray]]:
    return [alone_changes(sight, worlds, action) for action in actions]


def _exchange(sight: Sight, worlds: Worlds, actions: Sequence[Action]) -> list[list[FloatArray]]:
    return [exchange_changes(sight, worlds, action) for action in actions]


def _cards(sight: Sight, worlds: Worlds, actions: Sequence[Action]) -> list[list[FloatArray]]:
    by_card = card_changes(sight, worlds, bid_of(sight.view))
    return [[by_card[bit_of(action.play_card.card)]] for action in actions]


_OVER_AN_UPCARD: Final = {
    Phase.PHASE_CALL_ROUND_1: Method(_calls, 120, 60),
    Phase.PHASE_CALL_ROUND_2: Method(_calls, 120, 60),
    Phase.PHASE_ALONE: Method(_alone, 150, 150),
    Phase.PHASE_EXCHANGE: Method(_exchange, 120, 60),
}
_PLAY: Final = Method(_cards, 150, 150)
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
    two_sides = rules.teams != ruleset_pb2.TEAMS_SOLO or rules.players == 2
    if not two_sides and rules.trick_points:
        return _CONTESTS.get(phase) if _is_plain_contest(view, rules) else None
    if not two_sides:
        return None
    if phase == Phase.PHASE_PLAY and view.trump:
        return _PLAY
    if rules.trick_points or not _is_plain_calling(view):
        return None
    return _OVER_AN_UPCARD.get(phase)


def _is_plain_calling(view: View) -> bool:
    """Whether the calls are about suits: no joker whose suit is open, no trump to name but suits."""
    trumps = [legal.action.name_trump.trump for legal in view.legal_actions]
    return max(trumps) <= 4 and (bool(view.proposed) or not view.HasField("upcard"))


def _is_plain_contest(view: View, rules: Ruleset) -> bool:
    """Whether bids name no trump, one round decides, and every answer is open."""
    return (
        not rules.joker
        and rules.bid_form == ruleset_pb2.BID_FORM_NUMBER
        and rules.auction_rounds == ruleset_pb2.AUCTION_ROUNDS_SINGLE
        and rules.fold_answers == ruleset_pb2.FOLD_ANSWERS_OPEN
        and (view.next.phase != Phase.PHASE_NAME_TRUMP or rules.no_trump == ruleset_pb2.NO_TRUMP_NONE)
    )
