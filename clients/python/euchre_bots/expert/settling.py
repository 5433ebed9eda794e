"""What a contract leads to in every world: tricks, then points."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from euchre.v1 import ruleset_pb2
from euchre.v1.state_pb2 import Phase
from euchre_bots.expert.card_model import card_model
from euchre_bots.expert.cards import FloatArray, IntArray
from euchre_bots.expert.gifts import after_gift
from euchre_bots.expert.hands import play_hands
from euchre_bots.expert.payoff import SHOOTER, Results, changes
from euchre_bots.expert.sight import NOBODY, Sight
from euchre_bots.solver import tricks_many

_SUITS = 4
"""The last trump that is a suit."""


@dataclass(frozen=True)
class Contracts:
    """What will be played, one row a world.

    Attributes:
        hands: masks by world and seat, as the first trick finds them.
        trumps: by world; 0 where all passed and nothing is played.
        makers: by world; NOBODY where nobody called.
        lone_maker: by world, the maker's side's seat that is alone, or NOBODY.
        lone_defender: by world, the defender that is alone, or NOBODY.
        bid: by world, as in `payoff.Results`.
    """

    hands: IntArray
    trumps: IntArray
    makers: IntArray
    lone_maker: IntArray
    lone_defender: IntArray
    bid: IntArray

    @classmethod
    def same(
        cls,
        hands: IntArray,
        trump: int,
        maker: int,
        *,
        lone_maker: int = NOBODY,
        lone_defender: int = NOBODY,
        bid: int = 0,
    ) -> Contracts:
        """Returns the same contract in every world."""

        def all_of(value: int) -> IntArray:
            return np.full(len(hands), value, np.int64)

        return cls(
            hands, all_of(trump), all_of(maker), all_of(lone_maker), all_of(lone_defender), all_of(bid)
        )


def settle(sight: Sight, contracts: Contracts) -> FloatArray:
    """Plays contracts out: partners as they are used to play, others with open cards.

    Open cards would flatter makers, who see where the trumps are, and whoever defends against a lone hand.

    Args:
        sight: who asks; its rules and seats.
        contracts: what is played.

    Returns:
        What each side's score changes by, one row a world and way to play and one column a side.
    """
    if sight.rules.teams == ruleset_pb2.TEAMS_PAIRS and contracts.trumps.max() <= _SUITS:
        ways = [_habitual_tricks(sight, contracts, by_thumb) for by_thumb in (False, True)]
    else:
        ways = [makers_tricks(sight, contracts)]
    return np.concatenate([scored(sight, contracts, tricks) for tricks in ways])


def _habitual_tricks(sight: Sight, contracts: Contracts, by_thumb: bool) -> IntArray:
    """Returns by world how many tricks the makers take if everybody plays as he is used to."""
    side_of, playing = np.array(sight.side_of), _playing(sight, contracts)
    hands = _after_gifts(sight, contracts)
    unseen = np.full(len(hands), sight.pack, np.int64)
    if sight.upcard >= 0:
        is_turned_down = ~(hands >> sight.upcard & 1).any(axis=1)
        unseen[is_turned_down] &= ~(1 << sight.upcard)
    return play_hands(
        card_model(),
        by_thumb,
        np.where(contracts.makers >= 0, contracts.trumps, 0),
        hands,
        (side_of[None, :] != side_of[contracts.makers][:, None]).astype(np.int64),
        playing,
        contracts.makers,
        leaders(sight, contracts, playing),
        unseen,
    )


def makers_tricks(sight: Sight, contracts: Contracts) -> IntArray:
    """Returns by world how many tricks the makers take with open cards; 0 where nothing is played."""
    worlds = len(contracts.hands)
    side_of = np.array(sight.side_of)
    maker_side = side_of[contracts.makers]
    playing = _playing(sight, contracts)
    played = np.flatnonzero((contracts.trumps > 0) & (contracts.makers >= 0))
    # The solver knows two sides: the makers, and whoever is against them.
    against = (side_of[None, :] != maker_side[:, None]).astype(np.int64)
    by_makers = np.zeros(worlds, np.int64)
    if len(played):
        by_makers[played] = tricks_many(
            contracts.trumps[played],
            _after_gifts(sight, contracts)[played].astype(np.uint64),
            leaders(sight, contracts, playing)[played],
            against[played],
            playing[played],
        )
    return by_makers


def scored(sight: Sight, contracts: Contracts, by_makers: IntArray) -> FloatArray:
    """Returns what each side's score changes by when the makers take so many tricks."""
    worlds = len(contracts.hands)
    maker_side = np.array(sight.side_of)[contracts.makers]
    tricks = np.zeros((worlds, len(sight.scores)), np.int64)
    rows = np.arange(worlds)
    tricks[rows, maker_side] = by_makers
    others = sight.rules.hand_size - by_makers
    if len(sight.scores) == 2:
        tricks[rows, 1 - maker_side] = others
    results = Results(
        tricks,
        maker_side,
        contracts.bid,
        contracts.lone_maker >= 0,
        contracts.lone_defender >= 0,
        np.zeros(tricks.shape, bool),
        contracts.trumps == 0,
    )
    return changes(sight.rules, results)


def _playing(sight: Sight, contracts: Contracts) -> IntArray:
    """Returns by world and seat whether it plays: partners of lone seats do not."""
    playing = np.ones(contracts.hands.shape, np.int64)
    if sight.rules.teams != ruleset_pb2.TEAMS_PAIRS:
        return playing
    rows = np.arange(len(playing))
    for lone in (contracts.lone_maker, contracts.lone_defender):
        is_alone = lone >= 0
        playing[rows[is_alone], (lone[is_alone] + 2) % 4] = 0
    return playing


def _after_gifts(sight: Sight, contracts: Contracts) -> IntArray:
    """Returns the hands after lone players got their partners' best cards, if that is still to come."""
    best, hands = sight.rules.partners_best, contracts.hands
    if sight.view.next.phase == Phase.PHASE_BEST_CARD:
        return hands
    receives_first = sight.rules.best_order == ruleset_pb2.BEST_ORDER_RECEIVE_FIRST
    if best != ruleset_pb2.PARTNERS_BEST_OFF:
        makers = contracts.lone_maker
    else:
        makers = np.where(contracts.bid == SHOOTER, contracts.lone_maker, NOBODY)
    if (makers >= 0).any():
        hands = after_gift(hands, contracts.trumps, makers, receives_first)
    if best == ruleset_pb2.PARTNERS_BEST_MAKER_AND_DEFENDER and (contracts.lone_defender >= 0).any():
        hands = after_gift(hands, contracts.trumps, contracts.lone_defender, receives_first)
    return hands


def leaders(sight: Sight, contracts: Contracts, playing: IntArray) -> IntArray:
    """Returns who leads to the first trick, by world."""
    rules, players = sight.rules, sight.players
    lead = np.full(len(playing), (sight.dealer + 1) % players)
    if rules.first_lead == ruleset_pb2.FIRST_LEAD_MAKER:
        lead = np.where(contracts.makers >= 0, contracts.makers, lead)
    if rules.allow_alone and rules.loner_lead == ruleset_pb2.LONER_LEAD_LEFT_OF_LONER:
        alone = np.where(contracts.lone_maker >= 0, contracts.lone_maker, contracts.lone_defender)
        lead = np.where(alone >= 0, (alone + 1) % players, lead)
        both = (contracts.lone_maker >= 0) & (contracts.lone_defender >= 0)
        lead = np.where(both, contracts.lone_defender, lead)
    for _ in range(players):
        out = playing[np.arange(len(playing)), lead] == 0
        lead = np.where(out, (lead + 1) % players, lead)
    return lead
