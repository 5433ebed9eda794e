"""Deals a pack, and puts a dealt one together again from what the host sees, so that it can be recorded.

Inside one packet the order of the cards makes no difference to anybody, so any order that deals the same
cards to the same seats is the pack.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import cycle, islice
from typing import Final, NamedTuple

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


class Layout(NamedTuple):
    """Where the cards of a pack lie once they are dealt.

    Attributes:
        hands: by seat.
        beside: the ghost or the dummy hand, if there is one.
        upcard: the card turned up, if one is.
        kitty: the rest.
    """

    hands: tuple[tuple[CardValue, ...], ...]
    beside: tuple[CardValue, ...]
    upcard: CardValue | None
    kitty: tuple[CardValue, ...]


def laid_out(deck: Sequence[CardValue], ruleset: Ruleset, dealer: int) -> Layout:
    """Deals a pack.

    Args:
        deck: the pack in dealing order.
        ruleset: the table's rules, whole.
        dealer: the dealer.
    """
    seats = ruleset.players
    from_dealer = ruleset.deal_pattern == DealPattern.DEAL_PATTERN_ONE_FROM_DEALER
    first = dealer if from_dealer else dealer + 1
    order = [(first + place) % seats for place in range(seats)]
    if ruleset.dummy_hand:
        order.insert(seats - 1, seats)
    if ruleset.ghost_hand:
        order.append(seats)
    hands: list[list[CardValue]] = [[] for _ in range(seats + 1)]
    dealt = 0
    for place, size in _packets(ruleset, len(order)):
        hands[order[place]] += deck[dealt : dealt + size]
        dealt += size
    *players, beside = map(tuple, hands)
    upcard = deck[dealt] if ruleset.upcard else None
    return Layout(tuple(players), beside, upcard, tuple(deck[dealt + ruleset.upcard :]))


def places_of(ruleset: Ruleset) -> list[list[int]]:
    """Returns which places of a pack lie together once they are dealt: those of each hand, and of the kitty.

    Args:
        ruleset: the table's rules, whole.
    """
    hands: list[list[int]] = [[] for _ in range(ruleset.players + ruleset.dummy_hand + ruleset.ghost_hand)]
    dealt = 0
    for hand, size in _packets(ruleset, len(hands)):
        hands[hand] += range(dealt, dealt + size)
        dealt += size
    size = 4 * (15 - ruleset.min_rank) + ruleset.joker
    return [*hands, list(range(dealt + ruleset.upcard, size))]


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
