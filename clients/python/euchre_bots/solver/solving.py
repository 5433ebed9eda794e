"""The solver's calls: arrays in, arrays out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from euchre_bots.solver import batch
from euchre_bots.solver.compiled import announce, ready
from euchre_bots.solver.contract import Contract
from euchre_bots.solver.order import CARDS, following
from euchre_bots.solver.state import WORK, Ints

Tricks = np.ndarray[Any, np.dtype[np.int8]]


def card_values(
    contract: Contract, hands: npt.ArrayLike, to_move: int, trick: Sequence[tuple[int, int]]
) -> tuple[list[int], Tricks]:
    """Finds what every card that may be played leads to.

    Args:
        contract: what is played.
        hands: masks of the cards each seat still holds, by world and seat.
        to_move: the seat that plays; its hand is the same in all worlds.
        trick: the seats and cards played to the trick so far, the lead first.

    Returns:
        The cards that may be played, sorted, and by world and card how many tricks side 0 takes from this
        trick on, this one included, if that card is played and everybody plays his best afterwards.

    Raises:
        ValueError: a world is no position: a card is in two places, hands are not of one length, the hand of
            the seat to move differs between worlds or is empty, or a seat that does not play has played.
    """
    worlds = _hands(hands, len(contract.sides))
    seats, played = [seat for seat, _ in trick], [card for _, card in trick]
    turn = _turn(contract, to_move, len(seats))
    if turn[:-1] != seats:
        raise ValueError(f"seats {turn[:-1]} play before seat {to_move}, not {seats}")
    _check(worlds, np.array([contract.playing]), seats, played)
    if not len(worlds) or np.any(worlds[:, to_move] != worlds[0, to_move]):
        raise ValueError(f"seat {to_move} holds the same cards in all worlds, and there is at least one")
    hand = int(worlds[0, to_move])
    if hand == 0:
        raise ValueError(f"seat {to_move} has no card to play")
    legal = (hand & following(contract.trump, played[0]) if trick else 0) or hand
    cards = [card for card in range(CARDS) if legal >> card & 1]
    values: Tricks = ready(batch.value_many)(
        np.zeros(1, WORK),
        contract.trump,
        worlds,
        np.array(contract.sides, np.int64),
        np.array(contract.playing, np.int64),
        np.array(seats, np.int64),
        np.array(played, np.int64),
        np.array(cards, np.int64),
        to_move,
    )
    return cards, values


def tricks(contract: Contract, hands: npt.ArrayLike, leader: int) -> Tricks:
    """Finds how many tricks side 0 takes from the lead to a new trick on.

    Args:
        contract: what is played.
        hands: masks by world and seat; all playing seats hold the same number of cards.
        leader: the seat that leads.

    Returns:
        The tricks by world.

    Raises:
        ValueError: a world is no position, or the leader does not play.
    """
    worlds = _hands(hands, len(contract.sides))
    number = len(worlds)
    return tricks_many(
        np.full(number, contract.trump), worlds, np.full(number, leader), contract.sides, contract.playing
    )


def tricks_many(
    trumps: npt.ArrayLike,
    hands: npt.ArrayLike,
    leaders: npt.ArrayLike,
    sides: npt.ArrayLike,
    playing: npt.ArrayLike,
) -> Tricks:
    """Does what `tricks` does where worlds differ in more than the cards.

    Args:
        trumps: by world the contract's number for what is trump.
        hands: masks by world and seat.
        leaders: by world the seat that leads.
        sides: by seat, or by world and seat, 0 or 1.
        playing: by seat, or by world and seat, whether it plays.

    Returns:
        The tricks of side 0 by world.

    Raises:
        ValueError: a world is no position, its trump is none, or its leader does not play.
    """
    worlds = _hands(hands, np.shape(sides)[-1])
    shape = worlds.shape
    all_playing = np.broadcast_to(np.asarray(playing, np.int64), shape)
    all_trumps = np.broadcast_to(np.asarray(trumps, np.int64), shape[:1])
    all_leaders = np.broadcast_to(np.asarray(leaders, np.int64), shape[:1])
    all_sides = np.broadcast_to(np.asarray(sides, np.int64), shape)
    if not len(worlds):
        return np.zeros(0, np.int8)
    if all_trumps.min() < 1 or all_trumps.max() > 6:
        raise ValueError("trump is 1 to 6")
    if all_sides.min() < 0 or all_sides.max() > 1:
        raise ValueError("sides are 0 and 1")
    if all_leaders.min() < 0 or all_leaders.max() >= shape[1]:
        raise ValueError(f"leaders are seats from 0 to {shape[1] - 1}")
    if not all_playing[np.arange(len(worlds)), all_leaders].all():
        raise ValueError("a leader does not play")
    if all_playing.min() < 0 or all_playing.sum(axis=1).min() < 2:
        raise ValueError("fewer than two seats play")
    _check(worlds, all_playing, [], [])
    found: Tricks
    found = ready(batch.solve_many)(
        np.zeros(1, WORK),
        *(np.ascontiguousarray(array) for array in (all_trumps, worlds, all_leaders, all_sides, all_playing)),
    )
    return found


def prepare(say: Callable[[str], None]) -> None:
    """Makes the solver ready: compiles it on a machine's first use, reads it from the cache later.

    Args:
        say: called with one line if there is something to wait for.
    """
    announce(say)
    pair = Contract(1, (0, 1), (True, True))
    hands = [[1, 2]]
    card_values(pair, hands, 0, [])
    tricks(pair, hands, 0)


def _turn(contract: Contract, to_move: int, before: int) -> list[int]:
    """Returns the seats that play to a trick up to the one to move, which so many others precede."""
    seats = len(contract.sides)
    if not 0 <= to_move < seats or not contract.playing[to_move]:
        raise ValueError(f"seat {to_move} does not play")
    around = [(to_move - step) % seats for step in range(seats)]
    active = [seat for seat in around if contract.playing[seat]]
    return active[before::-1]


def _hands(hands: npt.ArrayLike, seats: int) -> Ints:
    worlds = np.ascontiguousarray(np.asarray(hands).astype(np.int64))
    if worlds.ndim != 2 or worlds.shape[1] != seats or not 2 <= seats <= 4:
        raise ValueError(f"hands are by world and seat, for {seats} seats, not of shape {worlds.shape}")
    return worlds


def _check(worlds: Ints, playing: Ints, seats: list[int], played: list[int]) -> None:
    whole = worlds.copy() if seats else worlds
    for seat, card in zip(seats, played, strict=True):
        if not 0 <= card < CARDS or np.any(whole >> card & 1):
            raise ValueError(f"card {card}, played by seat {seat}, is none or in a hand as well")
        whole[:, seat] |= 1 << card
    by_world = np.ascontiguousarray(np.broadcast_to(playing.astype(np.int64), whole.shape))
    world = ready(batch.misfit)(whole, by_world)
    if world >= 0:
        raise ValueError(f"world {world} is no position: {[hex(hand) for hand in worlds[world]]}")
