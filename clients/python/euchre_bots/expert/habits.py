"""How partners are used to play, asked by a seat: what its cards then bring, and what others' cards tell."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from euchre.v1 import ruleset_pb2
from euchre_bots.expert import partners
from euchre_bots.expert.card_model import card_model
from euchre_bots.expert.cards import FloatArray, IntArray, bit_of
from euchre_bots.expert.position import POSITION, lay, start
from euchre_bots.expert.sight import Sight, Worlds


def has_habits(sight: Sight) -> bool:
    """Whether the card model speaks of this hand: two pairs, and a suit as trump."""
    return sight.rules.teams == ruleset_pb2.TEAMS_PAIRS and 1 <= sight.trump <= 4 and sight.maker >= 0


def tricks_by_card(sight: Sight, worlds: Worlds, cards: Sequence[int]) -> IntArray:
    """Plays cards and lets everybody go on as he is used to: by the card model, then by rules of thumb.

    Args:
        sight: what the seat knows; see `has_habits`.
        worlds: how the cards may lie.
        cards: the bits of the cards the seat may play.

    Returns:
        The tricks of the makers' side in the whole hand, by world and card: first all worlds by the model.
    """
    sides, playing = _seats(sight)
    now, hands = _before_the_lead(sight), np.zeros(sight.players, np.int64)
    for card in _line(sight):
        lay(sight.trump, hands, sides, playing, now, card)
    choices = np.array(cards, np.int64)
    ways = [
        partners.play_cards(
            card_model(), by_thumb, sight.trump, worlds.hands, sides, playing, sight.maker, now, choices
        )
        for by_thumb in (False, True)
    ]
    return np.concatenate(ways)


def line_likelihoods(sight: Sight, worlds: Worlds) -> FloatArray:
    """Returns by world how likely the others' cards so far are; see `has_habits`."""
    sides, playing = _seats(sight)
    hands = worlds.hands | np.array(sight.played, np.int64)
    return partners.line_chances(
        card_model(),
        sight.trump,
        hands,
        sides,
        playing,
        sight.maker,
        _before_the_lead(sight),
        sight.seat,
        _line(sight),
    )


def _seats(sight: Sight) -> tuple[IntArray, IntArray]:
    """Returns by seat its side, 0 for the makers', and whether it plays."""
    makers = sight.side_of[sight.maker]
    sides = [int(side != makers) for side in sight.side_of]
    return np.array(sides, np.int64), np.array(sight.playing, np.int64)


def _line(sight: Sight) -> IntArray:
    """Returns the cards played in this hand, in order."""
    tricks = (*sight.view.tricks, sight.view.trick)
    return np.array([bit_of(each.card) for trick in tricks for each in trick.cards], np.int64)


def _before_the_lead(sight: Sight) -> IntArray:
    """Returns the position before the first trick."""
    shown = [trick for trick in sight.view.tricks if trick.cards] or [sight.view.trick]
    leader = shown[0].cards[0].seat if shown[0].cards else sight.seat
    unseen = sight.pack
    if sight.upcard >= 0 and not sight.dealer_took:
        unseen &= ~(1 << sight.upcard)
    position = np.zeros(POSITION, np.int64)
    start(position, leader, unseen)
    return position
