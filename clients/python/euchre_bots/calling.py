"""What a hand is worth before the first card: calling, bidding, going alone, folding, discarding.

Everything rests on one number, the tricks a hand may expect to take by itself under a trump.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final

from euchre_bots.knowledge import (
    ACE,
    NO_TRUMP_LOW,
    ORDER,
    RIGHT_BOWER,
    SUITS,
    TRUMP_POWER,
    CardOrder,
    Situation,
    same_colour,
)

# Tricks a trump is worth, by its power; the bowers by being above every rank.
_TRUMP_WORTH: Final = {14: 0.8, 13: 0.7, 12: 0.6, 10: 0.5, 9: 0.45, 8: 0.4, 7: 0.4}
_BOWER_WORTH: Final = {RIGHT_BOWER + 10: 1.0, RIGHT_BOWER: 1.0, RIGHT_BOWER - 1: 0.9}
# Tricks a side ace or king is worth, by the number of cards held in its suit: the more of them here, the
# sooner somebody else is out of the suit.
_ACE_WORTH: Final = {1: 0.6, 2: 0.5, 3: 0.35}
_KING_WORTH: Final = {1: 0.1, 2: 0.2, 3: 0.15}
_VOID_WORTH: Final = 0.15
_LONG_TRUMPS: Final = {0: -0.3, 1: -0.15, 2: 0.0, 3: 0.15, 4: 0.3, 5: 0.4, 6: 0.5}


# Kept for a while: several calls differ only in being alone, and in a tournament the same cards come again.
@lru_cache(maxsize=1 << 13)
def expected_tricks(cards: tuple[int, ...], trump: int) -> float:
    """Estimates the tricks a hand takes by itself.

    Args:
        cards: the hand.
        trump: what is trump.

    Returns:
        The estimate; a rough one, and comparable between hands and trumps.
    """
    order = ORDER[trump]
    suits = order.by_suit(cards)
    if trump not in SUITS:
        return sum(_without_trump(order, suit) for suit in suits.values())
    trumps = suits.pop(trump, [])
    total = _LONG_TRUMPS[min(len(trumps), 6)]
    for card in trumps:
        power = order.power[card]
        total += _BOWER_WORTH.get(power) or _TRUMP_WORTH[power - TRUMP_POWER]
    for suit in suits.values():
        ranks = {card % 16 for card in suit}
        length = min(len(suit), 3)
        if ACE in ranks:
            total += _ACE_WORTH[length]
        if ACE - 1 in ranks:
            total += _KING_WORTH[length]
    return total + _VOID_WORTH * min(3 - len(suits), len(trumps))


def _without_trump(order: CardOrder, suit: Sequence[int]) -> float:
    """Estimates the tricks of one suit without trump: its top cards, and small ones behind a run."""
    top = 14 if order.trump != NO_TRUMP_LOW else 12
    total, missing = 0.0, 0
    powers = {order.power[card] for card in suit}
    for place in range(len(suit)):
        if top - place in powers:
            total += (0.9, 0.45, 0.1)[min(missing, 2)]
        else:
            missing += 1
    return total


def best_discard(cards: Sequence[int], trump: int, choices: Iterable[int]) -> int:
    """Chooses the card to lay down: what remains is to be worth most, and the card itself least."""
    power = ORDER[trump].power

    def worth(card: int) -> tuple[float, int]:
        return expected_tricks(tuple([kept for kept in cards if kept != card]), trump), -power[card]

    return max(choices, key=worth)


def after_pickup(cards: Sequence[int], upcard: int, trump: int) -> tuple[int, ...]:
    """Returns the dealer's hand with the up-card taken and the worst card laid down."""
    away = best_discard((*cards, upcard), trump, cards)
    return (*(card for card in cards if card != away), upcard)


def order_up_tricks(situation: Situation, trump: int) -> float:
    """Estimates the tricks with the up-card's suit as trump, as this seat stands to the dealer."""
    view, cards = situation.view, situation.cards
    upcard = view.upcard
    if view.dealer == situation.seat:
        return expected_tricks(after_pickup(cards, upcard, trump), trump)
    power = ORDER[trump].power[upcard]
    worth = 0.9 if power >= RIGHT_BOWER - 1 else 0.5
    helps = view.dealer == situation.partner
    return expected_tricks(cards, trump) + (worth * 0.8 if helps else -worth * 0.8)


def second_round_tricks(situation: Situation, trump: int) -> float:
    """Estimates the tricks with another trump after the up-card was turned down.

    The dealer's side turned it down for want of that colour's bowers, so the other suit of the colour
    ("next") is better for the other side and worse for them.
    """
    view = situation.view
    tricks = expected_tricks(situation.cards, trump)
    partner = situation.partner
    if partner is None or view.proposed not in SUITS or trump not in SUITS:
        return tricks
    dealers = view.dealer in (situation.seat, partner)
    next_suit = trump == same_colour(view.proposed)
    return tricks + (0.2 if next_suit != dealers else -0.2)
