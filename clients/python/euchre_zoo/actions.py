"""The action space: every act of every ruleset as one number, the same at every table.

An act's number is its place in `ACTIONS`, which holds the documented text forms (`play Jd`). The blocks
and their order are a contract: a new act goes to the end, so that a trained policy keeps its meaning.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import accumulate
from typing import Final

from euchre.v1.cards_pb2 import Card, Trump
from euchre_client import card_text, trump_text
from euchre_client.cards import CardValue, TrumpValue

CARDS: Final[tuple[CardValue, ...]] = tuple(sorted(card for card in Card.values() if card))
"""Every card there is: the joker, then clubs, diamonds, hearts, spades, each from the seven up."""
TRUMPS: Final[tuple[TrumpValue, ...]] = tuple(sorted(trump for trump in Trump.values() if trump))
"""Every trump there is: the suits, no trump, no trump low."""
AMOUNTS: Final = ("bid 1", "bid 2", "bid 3", "bid 4", "bid 5", "bid 6", "shooter", "moon")
"""What can be bid, from the lowest."""
MAX_SEATS: Final = 4

_CARD_TEXTS: Final = tuple(map(card_text, CARDS))
_TRUMP_TEXTS: Final = tuple(map(trump_text, TRUMPS))


@dataclass(frozen=True)
class Block:
    """Acts of one kind, numbered in a row.

    Attributes:
        start: number of the first.
        texts: text form of each, in order.
        meaning: what they do.
    """

    start: int
    texts: tuple[str, ...]
    meaning: str

    @property
    def numbers(self) -> range:
        """The numbers of its acts."""
        return range(self.start, self.start + len(self.texts))


def _with_cards(word: str) -> tuple[str, ...]:
    return tuple(f"{word} {card}" for card in _CARD_TEXTS)


_KINDS: Final[tuple[tuple[tuple[str, ...], str], ...]] = (
    (_with_cards("play"), "play a card to the trick"),
    (_with_cards("discard"), "dealer: take the up-card and lay a card down"),
    (_with_cards("lay"), "lay a card down in an exchange of a house rule"),
    (_with_cards("give"), "give a card to the lone partner"),
    (tuple(f"name {trump}" for trump in _TRUMP_TEXTS), "name trump"),
    (tuple(f"name {trump} alone" for trump in _TRUMP_TEXTS), "name trump and play alone"),
    (AMOUNTS, "bid, trump to be named later"),
    (
        tuple(f"{amount} {trump}" for amount in AMOUNTS for trump in _TRUMP_TEXTS),
        "bid and name trump; the trumps of the lowest bid first",
    ),
    (tuple(f"claim {seat}" for seat in range(MAX_SEATS)), "call the renege of a seat"),
    (("pass",), "no call, no bid, no exchange"),
    (("order",), "accept the up-card's suit"),
    (("order alone",), "accept the up-card's suit and play alone"),
    (("swap",), "exchange the hand for the ghost hand"),
    (("decline",), "dealer: leave the up-card"),
    (("alone",), "alone prompt: play without the partner"),
    (("partner",), "alone prompt: play with the partner"),
    (("fold",), "fold prompt: leave the hand"),
    (("stay",), "fold prompt: stay in the hand"),
    (("redeal",), "show a farmer's hand"),
    (("take dummy",), "take up the dummy hand"),
)
_STARTS: Final = accumulate((len(texts) for texts, _ in _KINDS), initial=0)

BLOCKS: Final = tuple(
    Block(start, texts, meaning) for start, (texts, meaning) in zip(_STARTS, _KINDS, strict=False)
)
"""The blocks of the action space, in order."""
ACTIONS: Final = tuple(text for block in BLOCKS for text in block.texts)
"""Text form of each action, by number."""
NUMBERS: Final = {text: number for number, text in enumerate(ACTIONS)}
"""Number of each action, by text form."""
