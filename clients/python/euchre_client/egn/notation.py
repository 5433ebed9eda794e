"""EGN's ways to write a card."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any, Final

from euchre_client.egn.model import Card
from euchre_client.egn.nodes import camel

_SAME_COLOUR: Final = {"c": "s", "s": "c", "d": "h", "h": "d"}
_RANKS: Final = "789TJQKA"
_SUITS: Final = "cdhs"
# An unknown rank or suit, and suits by their relation to trump: next and the green ones. EGN's second green
# suit is written `h`, as hearts are, so that one cannot be told from hearts.
_UNTOLD_RANK: Final = "X"
_UNTOLD_SUITS: Final = "xtng"
_CARD_PLACE: Final = re.compile(
    r"\.(upCard|discard|kitty\[\d+\]|(playerCards|tricks)\[\d+\]\[\d+\]|cards\[\d+\])$"
)


def trump_of(calls: Iterable[str], upcard: Card) -> str | None:
    """Returns the letter of the suit that calls make trump; `None` if they do not, or if it is none."""
    for call in calls:
        if call == "Order":
            return upcard[-1] if upcard and upcard != "B" else None
        if call != "Pass":
            return call if call in _SUITS else None
    return None


def suit_under(card: str, trump: str) -> str:
    """Returns the suit that a card counts as: the left bower and the joker are trumps.

    Args:
        card: the card.
        trump: a suit's letter, or `nt`, under which the joker is a suit of its own.
    """
    left = card[0] == "J" and card[-1] == _SAME_COLOUR.get(trump)
    return trump if card == "B" or left else card[-1]


def parse(text: str, trump: str | None) -> Card:
    """Reads a card.

    Args:
        text: EGN's form: rank and suit, with `N` for a nine; `R` and `L` for the bowers of trump; `B` for
            the joker; `X`, `x` or nothing for what is not told.
        trump: the suit that is trump, for `R` and `L`.

    Returns:
        The card; `None` if it is not told.

    Raises:
        ValueError: no card is written like that.
    """
    if text == "":
        return None
    if text == "B":
        return text
    if text in ("R", "L"):
        if trump is None:
            return None
        return f"J{trump if text == 'R' else _SAME_COLOUR[trump]}"
    if len(text) != 2:
        raise ValueError(f"{text!r} is no card")
    rank, suit = text[0], text[1].lower()
    rank = "9" if rank == "N" else rank
    if rank not in _RANKS + _UNTOLD_RANK or suit not in _SUITS + _UNTOLD_SUITS:
        raise ValueError(f"{text!r} is no card")
    return None if rank == _UNTOLD_RANK or suit in _UNTOLD_SUITS else rank + suit


def untold(data: Any, path: str) -> Iterator[tuple[str, str]]:
    """Yields the place and the wording of every card that JSON values name but do not tell.

    Args:
        data: the deals of a file.
        path: their place in it.
    """
    # Not by recursion: a file may be nested as deeply as it likes.
    waiting = [(path, data)]
    while waiting:
        path, data = waiting.pop()
        if isinstance(data, dict):
            waiting += [(f"{path}.{camel(name)}", value) for name, value in data.items()]
        elif isinstance(data, list):
            waiting += [(f"{path}[{place}]", value) for place, value in enumerate(data)]
        elif isinstance(data, str) and _is_untold(data, path):
            yield path, data


def _is_untold(text: str, path: str) -> bool:
    place = _CARD_PLACE.search(path)
    # Of the cards dealt only those are kept that are told, as bowers are by trump.
    if place is None or (text in ("R", "L") and place[1].startswith(("kitty", "playerCards"))):
        return False
    try:
        return parse(text, None) is None
    except ValueError:
        return False


def pack(min_rank: int, *, joker: bool) -> tuple[str, ...]:
    """Returns every card of the pack, in a fixed order."""
    ranks = [rank for rank in _RANKS if _RANKS.index(rank) >= min_rank - 7]
    return (*(rank + suit for suit in _SUITS for rank in ranks), *(["B"] if joker else []))
