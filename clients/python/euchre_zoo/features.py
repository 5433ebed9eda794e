"""What the example's policy looks at: a few numbers for each action, read from the observation alone."""

from __future__ import annotations

from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from euchre_zoo.actions import ACTIONS, AMOUNTS, CARDS
from euchre_zoo.observation import Vector, part

Features: TypeAlias = NDArray[np.float64]

NAMES: Final = (
    "lead: power",
    "lead: a trump",
    "follow: wins so far",
    "follow: power of a winning card",
    "follow: power of a losing card",
    "follow: takes the trick from the partner",
    "follow: wins as the last to play",
    "discard: power",
    "order",
    "order: strength",
    "order: own side deals",
    "name trump",
    "name trump: strength",
    "bid: amount",
    "bid: amount times strength",
    "alone",
    "alone: strength",
    "fold",
    "fold: strength",
)
"""What each feature says."""
_PLACES: Final = {name: place for place, name in enumerate(NAMES)}
_CARD_PLACES: Final = {text.split()[1]: place for place, text in enumerate(ACTIONS[: len(CARDS)])}
_SUITS: Final = "cdhs"
_JACK: Final = 4
_RANKS: Final = 8
_SHORT_SUIT_TOP: Final = 0.45
# So that the weight of a strength and that of its act can be learned apart.
_USUAL: Final = 1.0
_SPREAD: Final = 0.6


def _suit(card: int, trump: int | None) -> int | None:
    """Returns the suit a card follows, by its place in `CARDS`; a joker without trump follows none."""
    if card == 0:
        return trump
    suit, rank = divmod(card - 1, _RANKS)
    # Clubs and spades, diamonds and hearts are a colour.
    return trump if rank == _JACK and trump == 3 - suit else suit


def power(card: int, trump: int | None) -> float:
    """Returns how high a card is: above 0.5 the trumps, up to 1; below it the others."""
    if card == 0:
        return 1.0
    suit, rank = divmod(card - 1, _RANKS)
    if _suit(card, trump) != trump or trump is None:
        return _SHORT_SUIT_TOP * (rank + 1) / _RANKS
    if rank == _JACK:
        return 0.95 if suit == trump else 0.9
    return 0.5 + 0.35 * (rank + 1) / _RANKS


def _trump(vector: Vector) -> int | None:
    fixed = np.flatnonzero(part(vector, "trump")[: len(_SUITS)])
    return int(fixed[0]) if fixed.size else None


class Sight:
    """One observation, with what its actions have in common worked out.

    Args:
        vector: the observation.
    """

    def __init__(self, vector: Vector) -> None:
        self._vector = vector
        self._trump = _trump(vector)
        self._hand = [int(card) for card in np.flatnonzero(part(vector, "hand"))]
        table = part(vector, "table")
        self._trick = [(int(seat), int(card)) for seat, card in np.argwhere(table > 0)]
        self._led: int | None = None
        if self._trick:
            leader = int(part(vector, "leader").argmax())
            self._led = _suit(next(card for seat, card in self._trick if seat == leader), self._trump)

    def features(self, number: int) -> Features:
        """Returns the features of an action by its number."""
        values = np.zeros(len(NAMES))
        for name, value in self._told(ACTIONS[number]).items():
            values[_PLACES[name]] = value
        return values

    def _told(self, text: str) -> dict[str, float]:
        words = text.split()
        match words[0]:
            case "play":
                return self._play(_CARD_PLACES[words[1]])
            case "discard":
                return {"discard: power": power(_CARD_PLACES[words[1]], self._trump)}
            case "order":
                proposed = int(part(self._vector, "proposed").argmax())
                deals = float(part(self._vector, "dealer") @ part(self._vector, "same_side"))
                strength = self._strength(proposed)
                return {"order": 1, "order: strength": strength, "order: own side deals": deals}
            case "name":
                suit = _SUITS.index(words[1]) if words[1] in _SUITS else None
                return {"name trump": 1, "name trump: strength": self._strength(suit)}
            case "bid" | "moon" | "shooter":
                return self._bid(text)
            case "alone" | "fold":
                strength = self._strength(self._trump)
                return {words[0]: 1, f"{words[0]}: strength": strength}
        return {}

    def _strength(self, trump: int | None) -> float:
        """Returns how good the hand is: 0 for a usual one, about 2 for a very good one."""
        return (sum(power(card, trump) ** 2 for card in self._hand) - _USUAL) / _SPREAD

    def _bid(self, text: str) -> dict[str, float]:
        amount = next(place for place, word in enumerate(AMOUNTS, start=1) if text.startswith(word))
        strength = max(self._strength(suit) for suit in (None, *range(len(_SUITS))))
        share = amount / len(AMOUNTS)
        return {"bid: amount": share, "bid: amount times strength": share * strength}

    def _height(self, card: int) -> float:
        suit = _suit(card, self._trump)
        follows = suit is None or suit in (self._led, self._trump)
        return power(card, self._trump) if follows else 0.0

    def _play(self, card: int) -> dict[str, float]:
        height = power(card, self._trump)
        if not self._trick:
            is_trump = self._trump is not None and _suit(card, self._trump) == self._trump
            return {"lead: power": height, "lead: a trump": is_trump}
        winner, best = max(self._trick, key=lambda played: self._height(played[1]))
        if self._height(card) <= self._height(best):
            return {"follow: power of a losing card": height}
        playing = part(self._vector, "status")[:, 0].sum()
        return {
            "follow: wins so far": 1,
            "follow: power of a winning card": height,
            "follow: takes the trick from the partner": float(part(self._vector, "same_side")[winner]),
            "follow: wins as the last to play": len(self._trick) + 1 == playing,
        }
