"""In which order and packets the cards are dealt (`rules.md` 0.4)."""

from typing import Final

from euchre_rules.options import DealPattern

_FIRST_PACKETS: Final = {
    DealPattern.THREE_TWO_THREE_TWO: (3, 2),
    DealPattern.TWO_THREE: (2, 2),
    DealPattern.THREE_TWO: (3, 3),
}


def serving_order(players: int, pattern: DealPattern, dealer: int, ghost: bool, dummy: bool) -> list[int]:
    """Return the places served in a round of dealing: seats, and `players` for the ghost or dummy.

    The ghost is served after the dealer, the dummy at his right.
    """
    seats = [(dealer + step) % players for step in range(1, players + 1)]
    if pattern is DealPattern.ONE_FROM_DEALER:
        seats = [dealer, *seats[:-1]]
    if dummy:
        seats.insert(len(seats) - 1, players)
    if ghost:
        seats.append(players)
    return seats


def packets(order: list[int], pattern: DealPattern, hand_size: int) -> list[tuple[int, int]]:
    """Return the deal as (place, number of cards): two rounds of packets, or one card at a time."""
    sizes = _FIRST_PACKETS.get(pattern)
    if sizes is None:
        return [(place, 1) for _ in range(hand_size) for place in order]
    first = [(place, sizes[turn % 2]) for turn, place in enumerate(order)]
    return first + [(place, hand_size - size) for place, size in first]
