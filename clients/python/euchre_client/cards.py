"""Cards, suits and trump as text and as protobuf values.

A card is one number on the wire, `16 * suit + rank`, and two letters for a person: rank, then suit
(`Jd`, `Th`, `9c`), with `B` for the joker. Trump is the suit's letter, `nt` for no trump or `low` for
no trump with the nine high.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, TypeAlias

from euchre.v1 import cards_pb2
from euchre.v1.cards_pb2 import Card, Suit, Trump

CardValue: TypeAlias = cards_pb2.Card.ValueType
SuitValue: TypeAlias = cards_pb2.Suit.ValueType
TrumpValue: TypeAlias = cards_pb2.Trump.ValueType
RankValue: TypeAlias = cards_pb2.Rank.ValueType

CardLike: TypeAlias = CardValue | str
"""A card, or its text form."""

_SUIT_LETTERS: Final = {1: "c", 2: "d", 3: "h", 4: "s"}
_RANK_LETTERS: Final = {7: "7", 8: "8", 9: "9", 10: "T", 11: "J", 12: "Q", 13: "K", 14: "A"}


def _card_letters(card: CardValue) -> str:
    if card == Card.CARD_JOKER:
        return "B"
    return _RANK_LETTERS[card % 16] + _SUIT_LETTERS[card // 16]


_CARD_TEXTS: Final = {card: _card_letters(card) for card in Card.values() if card != Card.CARD_UNSPECIFIED}
_CARDS: Final = {text: card for card, text in _CARD_TEXTS.items()}
_TRUMP_TEXTS: Final[dict[TrumpValue, str]] = {
    Trump.TRUMP_CLUBS: "c",
    Trump.TRUMP_DIAMONDS: "d",
    Trump.TRUMP_HEARTS: "h",
    Trump.TRUMP_SPADES: "s",
    Trump.TRUMP_NO_TRUMP: "nt",
    Trump.TRUMP_NO_TRUMP_LOW: "low",
}
_TRUMPS: Final = {text: trump for trump, text in _TRUMP_TEXTS.items()}


def card_text(card: CardValue) -> str:
    """Writes a card in two letters.

    Args:
        card: the card.

    Returns:
        Rank and suit, such as `Jd`; `B` for the joker.

    Raises:
        ValueError: it is no card.
    """
    try:
        return _CARD_TEXTS[card]
    except KeyError:
        raise ValueError(f"{card!r} is no card") from None


def parse_card(text: str) -> CardValue:
    """Reads a card.

    Args:
        text: its text form, such as `Jd` or `B`.

    Returns:
        The card.

    Raises:
        ValueError: no card is written like that.
    """
    try:
        return _CARDS[text]
    except KeyError:
        raise ValueError(
            f"{text!r} is no card: write rank and suit, such as Jd, or B for the joker"
        ) from None


def to_card(card: CardLike) -> CardValue:
    """Takes a card in either form and returns its value."""
    return parse_card(card) if isinstance(card, str) else card


def parse_cards(text: str) -> list[CardValue]:
    """Reads cards separated by white space, such as `9c Jd B`."""
    return [parse_card(word) for word in text.split()]


def cards_text(cards: Iterable[CardValue]) -> str:
    """Writes cards separated by a blank."""
    return " ".join(card_text(card) for card in cards)


def trump_text(trump: TrumpValue) -> str:
    """Writes trump: `c`, `d`, `h`, `s`, `nt` or `low`.

    Raises:
        ValueError: trump is not fixed.
    """
    try:
        return _TRUMP_TEXTS[trump]
    except KeyError:
        raise ValueError(f"{trump!r} is no trump") from None


def parse_trump(text: str) -> TrumpValue:
    """Reads trump: `c`, `d`, `h`, `s`, `nt` or `low`.

    Raises:
        ValueError: it is none of them.
    """
    try:
        return _TRUMPS[text]
    except KeyError:
        raise ValueError(f"{text!r} is no trump: write c, d, h, s, nt or low") from None


def suit_of(card: CardValue) -> SuitValue:
    """Returns the printed suit of a card, `SUIT_UNSPECIFIED` for the joker.

    The left bower's printed suit is not the suit it follows: that depends on trump.
    """
    return Suit.ValueType(card // 16)


def rank_of(card: CardValue) -> RankValue:
    """Returns the printed rank of a card."""
    return cards_pb2.Rank.ValueType(card % 16)
