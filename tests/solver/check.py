"""The solver against the naive one.

    python -m tests.solver.check                    # 2,000 endings, 200 whole deals: some minutes
    python -m tests.solver.check 100 10 --seed 7    # fewer, others

Endings are of two to four cards a seat, and the naive solver looks at every line of play. Whole deals are of
five or six cards a seat; there it uses alpha-beta cuts, and nothing else.
"""

from __future__ import annotations

import argparse
import random
import time

from euchre_bots.solver import card_values, tricks
from tests.reference.naive_solver import most_tricks_cut
from tests.solver.positions import Position, random_position


def check_ending(chance: random.Random) -> None:
    """Compare every card's value in a random ending, within a trick or before one."""
    position = random_position(chance, [2, 3, 3, 3, 3, 3, 3, 3, 3, 4])
    whole = position.masks
    leader = position.seat
    for _ in range(chance.randrange(sum(position.contract.playing))):
        position.play(chance.choice(position.legal()))
    values = _compare(position, cut=False)
    if not position.trick:
        best = max if position.contract.sides[leader] == 0 else min
        assert int(tricks(position.contract, [whole], leader)[0]) == best(values), position


def check_deal(chance: random.Random) -> None:
    """Compare the tricks of a random deal, and the value of a card played to its first trick."""
    position = random_position(chance, [5, 5, 5, 6], lowest=chance.choice([0, 2, 2]))
    hands, sides, trump = position.naive_hands, position.contract.sides, position.trump
    expected = most_tricks_cut(hands, sides, trump, position.seat, [], 0, len(hands[position.seat]))
    assert int(tricks(position.contract, [position.masks], position.seat)[0]) == expected, position
    for _ in range(chance.randrange(1, sum(position.contract.playing))):
        position.play(chance.choice(position.legal()))
    _compare(position, cut=True, only=chance.choice(position.legal()))


def _compare(position: Position, *, cut: bool, only: int | None = None) -> list[int]:
    cards, found = card_values(position.contract, [position.masks], position.seat, position.trick)
    assert cards == position.legal(), position
    values = [int(value) for value in found[0]]
    for card, value in zip(cards, values, strict=True):
        if only in (None, card):
            assert position.naive_value(card, cut=cut) == value, (position, card)
    return values


def main() -> None:
    """Compare as many as asked for."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("endings", type=int, nargs="?", default=2000)
    parser.add_argument("deals", type=int, nargs="?", default=200)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    for name, number, check in (
        ("endings", arguments.endings, check_ending),
        ("whole deals", arguments.deals, check_deal),
    ):
        chance = random.Random(arguments.seed)
        start = time.monotonic()
        for _ in range(number):
            check(chance)
        print(f"{number} {name}: no difference, {time.monotonic() - start:.0f} s", flush=True)


if __name__ == "__main__":
    main()
