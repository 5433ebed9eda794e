"""Which card to play to a trick."""

from __future__ import annotations

from collections.abc import Sequence

from euchre_bots.knowledge import SUITS, TRUMP_POWER, Situation


def choose_card(situation: Situation, choices: Sequence[int]) -> int:
    """Chooses a card.

    Args:
        situation: what the seat knows.
        choices: the cards it may play.

    Returns:
        One of them.
    """
    if len(choices) == 1:
        return choices[0]
    return _follow(situation, choices) if situation.trick else _lead(situation, choices)


def _lead(situation: Situation, choices: Sequence[int]) -> int:
    order, power = situation.order, situation.order.power
    trumps = [card for card in choices if power[card] >= TRUMP_POWER]
    others = [card for card in choices if power[card] < TRUMP_POWER]
    if situation.is_maker_side and trumps and situation.unseen_trumps:
        best = max(trumps, key=power.__getitem__)
        is_maker = situation.view.maker == situation.seat
        if situation.is_boss(best) or (is_maker and len(trumps) >= 3) or not (is_maker or others):
            return best
    bosses = [card for card in others if situation.is_boss(card)]
    if bosses:
        suits = [order.suit[card] for card in others]
        return min(bosses, key=lambda card: (suits.count(order.suit[card]), card))
    if trumps and not situation.unseen_trumps and not others:
        return max(trumps, key=power.__getitem__)
    return _throw(situation, others) if others else max(trumps, key=power.__getitem__)


def _follow(situation: Situation, choices: Sequence[int]) -> int:
    order, power = situation.order, situation.order.power
    led = order.suit[situation.trick[0][1]]
    winner, best = situation.trick[0]
    for seat, card in situation.trick[1:]:
        if order.beats(card, best):
            winner, best = seat, card

    winning = [card for card in choices if order.beats(card, best)]
    if not winning:
        return _throw(situation, choices)
    cheapest = min(winning, key=power.__getitem__)
    highest = max(winning, key=power.__getitem__)
    to_play = situation.still_to_play
    is_last = not to_play
    follows = order.suit[cheapest] == led

    partner = situation.partner
    if winner == partner:
        safe = is_last or situation.is_boss(best) or not follows
        return highest if not safe and situation.is_boss(highest) else _throw(situation, choices)
    if is_last or not follows:
        return cheapest
    if situation.is_boss(highest):
        return highest
    # Second hand low: the partner may do better. Third hand high: nobody of this side comes after.
    return _throw(situation, choices) if partner in to_play else highest


def _throw(situation: Situation, choices: Sequence[int]) -> int:
    """Chooses the card to part with: no trump, no winner, low, and rather the last of its suit."""
    order, power = situation.order, situation.order.power
    if len(choices) == 1:
        return choices[0]
    suits = [order.suit[card] for card in situation.cards]
    can_ruff = order.trump in SUITS and order.trump in suits

    def keep(card: int) -> tuple[bool, bool, int, int]:
        is_last_of_suit = can_ruff and suits.count(order.suit[card]) == 1
        worth = power[card] - (3 if is_last_of_suit else 0)
        return power[card] >= TRUMP_POWER, situation.is_boss(card), worth, card

    return min(choices, key=keep)
