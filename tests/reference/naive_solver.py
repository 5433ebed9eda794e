"""Open-hand card play solved by trying everything: slow, plain, with its own reading of the rules.

Cards are text (`Jd`, `9h`, `B` for the joker), hands are lists of them, trump is `c`, `d`, `h`, `s`, `nt` or
`low`. Nothing here knows masks, tables, bounds or equal cards. `most_tricks` looks at every line of play;
`most_tricks_cut` is the same with alpha-beta cuts, which makes whole deals possible, and nothing more.
"""

from __future__ import annotations

from collections.abc import Sequence

Hands = dict[int, list[str]]
"""By seat that plays, in the order of the turn, the cards it holds."""
Trick = list[tuple[int, str]]

_RANKS = "789TJQKA"
_PARTNER = {"c": "s", "s": "c", "d": "h", "h": "d"}
"""By trump the suit of its left bower."""


def suit(card: str, trump: str) -> str:
    """Return the suit a card counts as; `B` for a joker that is no trump."""
    if card == "B":
        return trump if trump in _PARTNER else "B"
    if trump in _PARTNER and card == "J" + _PARTNER[trump]:
        return trump
    return card[1]


def power(card: str, led: str, trump: str) -> int:
    """Return how high a card stands in a trick led with `led`; nothing below 0 takes it."""
    if card == "B":
        return 1000
    rank = _RANKS.index(card[0])
    if suit(card, trump) == trump:
        if card == "J" + trump:
            return 900
        return 800 if card[0] == "J" else 100 + rank
    if suit(card, trump) != suit(led, trump):
        return -1
    return 7 - rank if trump == "low" else rank


def legal(hand: list[str], trick: Trick, trump: str) -> list[str]:
    """Return the cards of a hand that may be played."""
    if not trick:
        return list(hand)
    led = suit(trick[0][1], trump)
    return [card for card in hand if suit(card, trump) == led] or list(hand)


def taker(trick: Trick, trump: str) -> int:
    """Return the seat that takes a finished trick."""
    led = trick[0][1]
    return max(trick, key=lambda played: power(played[1], led, trump))[0]


def after(hands: Hands, seat: int) -> int:
    """Return the seat whose turn follows."""
    seats = list(hands)
    return seats[(seats.index(seat) + 1) % len(seats)]


def most_tricks(hands: Hands, sides: Sequence[int], trump: str, seat: int, trick: Trick) -> int:
    """Return the tricks side 0 takes from this trick on when everybody plays his best."""
    return most_tricks_cut(hands, sides, trump, seat, trick, -1, 99, cut=False)


def most_tricks_cut(
    hands: Hands,
    sides: Sequence[int],
    trump: str,
    seat: int,
    trick: Trick,
    low: int = -1,
    high: int = 99,
    *,
    cut: bool = True,
) -> int:
    """Return the same number, without looking at cards that cannot change it any more.

    Args:
        hands: what each seat still holds.
        sides: by seat 0 or 1.
        trump: what is trump.
        seat: who is to play.
        trick: what has been played to the trick.
        low: as much is certain to side 0 elsewhere.
        high: more than that side 1 avoids elsewhere.
        cut: whether to use `low` and `high`.
    """
    if len(trick) == len(hands):
        winner = taker(trick, trump)
        won = 1 if sides[winner] == 0 else 0
        return won + most_tricks_cut(hands, sides, trump, winner, [], low - won, high - won, cut=cut)
    if not hands[seat]:
        return 0
    values = []
    for card in legal(hands[seat], trick, trump):
        rest = {**hands, seat: [other for other in hands[seat] if other != card]}
        value = most_tricks_cut(
            rest, sides, trump, after(hands, seat), [*trick, (seat, card)], low, high, cut=cut
        )
        values.append(value)
        if sides[seat] == 0:
            low = max(low, value)
        else:
            high = min(high, value)
        if cut and low >= high:
            break
    return max(values) if sides[seat] == 0 else min(values)
