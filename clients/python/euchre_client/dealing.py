"""Deals a pack, and puts a dealt one together again from what the host sees, so that it can be recorded.

Inside one packet the order of the cards makes no difference to anybody, so any order that deals the same
cards to the same seats is the pack.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import cycle, islice
from typing import Final

from euchre.v1.ruleset_pb2 import DealPattern, Farmers, Ruleset
from euchre.v1.view_pb2 import View
from euchre_client.cards import CardValue

_EXCHANGED: Final = 3


def _packets(ruleset: Ruleset, hands: int) -> Iterator[tuple[int, int]]:
    """Yields the place of each packet in the order of dealing, and its size."""
    size = ruleset.hand_size
    match ruleset.deal_pattern:
        case DealPattern.DEAL_PATTERN_ONE | DealPattern.DEAL_PATTERN_ONE_FROM_DEALER:
            yield from ((place, 1) for _ in range(size) for place in range(hands))
            return
        case DealPattern.DEAL_PATTERN_THREE_TWO_THREE_TWO:
            first = list(islice(cycle((3, 2)), hands))
        case DealPattern.DEAL_PATTERN_TWO_THREE:
            first = [2] * hands
        case _:
            first = [3] * hands
    yield from enumerate(first)
    yield from ((place, size - packet) for place, packet in enumerate(first))


def hands_of(
    deck: Sequence[CardValue], ruleset: Ruleset, dealer: int
) -> tuple[tuple[tuple[CardValue, ...], ...], CardValue | None]:
    """Deals a pack to a table where no hand lies beside the players'.

    Args:
        deck: the pack in dealing order.
        ruleset: the table's rules, whole; without a ghost and a dummy hand.
        dealer: the dealer.

    Returns:
        The cards by seat, and the up-card if one is turned.
    """
    seats = ruleset.players
    from_dealer = ruleset.deal_pattern == DealPattern.DEAL_PATTERN_ONE_FROM_DEALER
    first = dealer if from_dealer else dealer + 1
    hands: list[list[CardValue]] = [[] for _ in range(seats)]
    dealt = 0
    for place, size in _packets(ruleset, seats):
        hands[(first + place) % seats] += deck[dealt : dealt + size]
        dealt += size
    return tuple(map(tuple, hands)), deck[dealt] if ruleset.upcard else None


def pack_of(view: View, ruleset: Ruleset) -> tuple[CardValue, ...] | None:
    """Works out the pack of the hand that was just dealt.

    Args:
        view: the table's view right after the deal, before any other act.
        ruleset: the table's rules, whole.

    Returns:
        The pack in dealing order; `None` if the view does not tell enough, as when the deal was void at
        once.
    """
    seats = len(view.seats)
    from_dealer = ruleset.deal_pattern == DealPattern.DEAL_PATTERN_ONE_FROM_DEALER
    first = view.dealer if from_dealer else view.dealer + 1
    order = [(first + place) % seats for place in range(seats)]
    hands = [list(view.seats[seat].cards) for seat in order]
    if ruleset.dummy_hand:
        hands.insert(len(hands) - 1, list(view.ghost))
    if ruleset.ghost_hand:
        hands.append(list(view.ghost))
    # The three cards for which a hand of nines and tens is exchanged are not told from the rest.
    exchanges = ruleset.go_under or ruleset.farmers == Farmers.FARMERS_EXCHANGE3
    if exchanges and len(view.kitty) > _EXCHANGED:
        return None
    if any(len(cards) != ruleset.hand_size for cards in hands):
        return None

    pack: list[CardValue] = []
    for place, size in _packets(ruleset, len(hands)):
        pack += hands[place][:size]
        del hands[place][:size]
    if view.HasField("upcard"):
        pack.append(view.upcard)
    pack += view.kitty
    whole = 4 * (15 - ruleset.min_rank) + ruleset.joker
    return tuple(pack) if len(set(pack)) == len(pack) == whole else None
