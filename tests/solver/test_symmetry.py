import random

import numpy as np
import pytest

from euchre_bots.solver import Contract, card_values, tricks, tricks_many
from tests.solver.positions import Position, random_position

DEALS = 300
SUIT_ORDERS = [(3, 1, 2, 0), (0, 2, 1, 3), (1, 0, 3, 2), (2, 3, 0, 1)]
"""By suit another, those of one colour staying together."""


def deals(seed: int) -> list[Position]:
    chance = random.Random(f"symmetry {seed}")
    return [random_position(chance, [3, 4, 5, 6], lowest=chance.choice([0, 2])) for _ in range(DEALS)]


def solved(position: Position) -> int:
    return int(tricks(position.contract, [position.masks], position.seat)[0])


def test_what_side_0_does_not_take_side_1_does() -> None:
    for position in deals(1):
        before, contract = solved(position), position.contract
        position.contract = Contract(
            contract.trump, tuple(1 - side for side in contract.sides), contract.playing
        )
        assert before + solved(position) == len(position.dealt[position.seat])


def test_it_does_not_matter_at_which_place_of_the_table_a_seat_is() -> None:
    for position in deals(2):
        before, contract = solved(position), position.contract
        sides, playing = contract.sides, contract.playing
        position.contract = Contract(contract.trump, (sides[-1], *sides[:-1]), (playing[-1], *playing[:-1]))
        position.dealt = [position.dealt[-1], *position.dealt[:-1]]
        position.seat = (position.seat + 1) % len(sides)
        assert solved(position) == before


@pytest.mark.parametrize("order", SUIT_ORDERS)
def test_it_does_not_matter_what_suits_are_called(order: tuple[int, ...]) -> None:
    for position in deals(3):
        before, contract = solved(position), position.contract
        trump = order[contract.trump - 1] + 1 if contract.trump <= 4 else contract.trump
        position.contract = Contract(trump, contract.sides, contract.playing)
        position.dealt = [
            [8 * order[card // 8] + card % 8 if card < 32 else card for card in cards]
            for cards in position.dealt
        ]
        assert solved(position) == before


def test_many_worlds_at_once_come_out_as_each_by_itself() -> None:
    four = [each for each in deals(4) if len(each.dealt) == 4]
    found = tricks_many(
        np.array([each.contract.trump for each in four], np.uint8),
        np.array([each.masks for each in four], np.uint64),
        np.array([each.seat for each in four]),
        np.array([each.contract.sides for each in four]),
        np.array([each.contract.playing for each in four]),
    )
    assert found.tolist() == [solved(each) for each in four]
    assert len(set(found.tolist())) > 4


def test_cards_are_worth_the_same_in_many_worlds_as_in_each() -> None:
    chance = np.random.default_rng(1)
    contract = Contract(2, (0, 1, 0, 1), (True,) * 4)
    pack = [8 * suit + rank for suit in range(4) for rank in range(2, 8)]
    own, rest = pack[::5], [card for card in pack if card not in pack[::5]]
    worlds = []
    for _ in range(50):
        dealt = chance.permutation(rest)
        worlds.append([sum(1 << int(card) for card in dealt[start : start + 5]) for start in (0, 5, 10)])
    hands = [[world[0], sum(1 << card for card in own), *world[1:]] for world in worlds]
    cards, values = card_values(contract, hands, 1, [])
    assert cards == own and values.shape == (50, 5) and values.dtype == np.int8
    for world, row in zip(hands, values, strict=True):
        assert card_values(contract, [world], 1, [])[1].tolist() == [row.tolist()]
        assert int(tricks(contract, [world], 1)[0]) == row.min()
