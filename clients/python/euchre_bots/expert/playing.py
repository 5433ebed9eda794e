"""Valuing the cards that may be played, where there are two sides to a hand."""

from __future__ import annotations

import numpy as np

from euchre_bots.expert.cards import FloatArray
from euchre_bots.expert.habits import has_habits, tricks_by_card
from euchre_bots.expert.payoff import SHOOTER, Results, changes
from euchre_bots.expert.sight import Sight, Worlds
from euchre_bots.solver import Contract, card_values


def card_changes(sight: Sight, worlds: Worlds, bid: int) -> dict[int, FloatArray]:
    """Plays every card that may be played in every world.

    What follows it is played with open cards, and between partners also as everybody is used to play, who
    sees his own cards only: each is right where the other is wrong.

    Args:
        sight: what the seat knows.
        worlds: how the cards may lie.
        bid: the contract's bid, as in `payoff.Results`.

    Returns:
        By the card's bit the changes of the scores, one row a world and way to play and one column a side.
    """
    first = sight.side_of[sight.maker if sight.maker >= 0 else sight.seat]
    contract = Contract(
        trump=sight.trump,
        sides=tuple(0 if side == first else 1 for side in sight.side_of),
        playing=sight.playing,
    )
    cards, further = card_values(contract, worlds.hands.astype(np.uint64), sight.seat, list(sight.trick))
    taken = sum(won for won, side in zip(sight.tricks, sight.side_of, strict=True) if side == first)
    whole = taken + further.astype(np.int64)
    if has_habits(sight):
        whole = np.concatenate((whole, tricks_by_card(sight, worlds, cards)))
    return {int(card): _changes(sight, first, whole[:, column], bid) for column, card in enumerate(cards)}


def _changes(sight: Sight, first: int, by_first: np.typing.NDArray[np.int64], bid: int) -> FloatArray:
    worlds = len(by_first)
    tricks = np.zeros((worlds, len(sight.scores)), np.int64)
    tricks[:, first] = by_first
    if len(sight.scores) == 2:
        tricks[:, 1 - first] = sight.rules.hand_size - by_first
    alone = [each.side for each in sight.view.seats if each.alone]
    has_maker = sight.maker >= 0
    results = Results(
        tricks,
        np.full(worlds, first if has_maker else -1, np.int64),
        np.full(worlds, bid, np.int64),
        np.full(worlds, first in alone and bid < SHOOTER),
        np.full(worlds, any(side != first for side in alone)),
        np.zeros(tricks.shape, bool),
        np.zeros(worlds, bool),
    )
    return changes(sight.rules, results)
