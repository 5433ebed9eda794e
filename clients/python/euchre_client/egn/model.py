"""A recorded game as EGN tells it, in types. Cards are in our text form; `None` is a card not told."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

Card: TypeAlias = str | None
"""A card such as `Jd`, or `None` if the file does not tell it."""
Annotations: TypeAlias = Mapping[int, tuple[str, ...]]
"""Remarks by the number of the call or play, from 0."""
Extras: TypeAlias = Mapping[str, Any]
"""What a file says beside all that is read here: kept to be written back, and never understood."""


@dataclass(frozen=True)
class CardExchange:
    """Cards that went from one hand to another.

    Attributes:
        receiver: the seat that got them.
        sender: the seat that gave them; `None` for the kitty.
        cards: the cards.
    """

    receiver: int
    sender: int | None
    cards: tuple[Card, ...]


@dataclass(frozen=True)
class Line:
    """A course of a deal: its calls and tricks.

    Attributes:
        calls: `Pass`, `Order`, a suit's letter, `n` for no trump or `x` for a call not told, in order
            from the dealer's left.
        is_alone: whether the caller plays alone.
        alone_defender: the seat that defends alone.
        discard: what the dealer laid down.
        exchanges: cards exchanged under a house rule.
        initial_lead: who leads first, if the file says so.
        tricks: the cards of each trick in the order played.
        call_annotations: remarks on calls.
        play_annotations: remarks on plays.
        bidding_extras: what else the file says of the bidding.
        play_extras: what else it says of the play.
    """

    calls: tuple[str, ...] = ()
    is_alone: bool = False
    alone_defender: int | None = None
    discard: Card = None
    exchanges: tuple[CardExchange, ...] = ()
    initial_lead: int | None = None
    tricks: tuple[tuple[Card, ...], ...] = ()
    call_annotations: Annotations = field(default_factory=dict)
    play_annotations: Annotations = field(default_factory=dict)
    bidding_extras: Extras = field(default_factory=dict)
    play_extras: Extras = field(default_factory=dict)


@dataclass(frozen=True)
class AlternativeLine:
    """What might have been: kept, never replayed.

    Attributes:
        branch_index: the act at which it leaves the deal.
        line: what follows.
    """

    branch_index: int
    line: Line


@dataclass(frozen=True)
class Deal:
    """One deal.

    Attributes:
        dealer: the dealer's seat.
        upcard: the card turned up.
        line: what happened.
        number: the file's own number for it.
        kitty: the cards under the up-card that are told.
        player_cards: by seat, the cards dealt that are told.
        alternatives: what might have been.
        extras: what else the file says of the deal.
    """

    dealer: int
    upcard: Card
    line: Line
    number: int = 0
    kitty: tuple[str, ...] = ()
    player_cards: tuple[tuple[str, ...], ...] = ((), (), (), ())
    alternatives: tuple[AlternativeLine, ...] = ()
    extras: Extras = field(default_factory=dict)


@dataclass(frozen=True)
class Game:
    """A recorded game.

    Attributes:
        version: EGN's version.
        players: names by seat.
        initial_score: scores of both sides at the start.
        rules: the file's options by EGN's names.
        deals: the deals, in order.
        title: its title.
        description: more about it.
        date: when it was played, as the file has it.
        extras: what else its metadata say.
        untold: the file's words for cards that it does not tell, such as `Xc`, by their place in it.
    """

    version: str
    players: tuple[str, ...] = ()
    initial_score: tuple[int, int] = (0, 0)
    rules: Mapping[str, Any] = field(default_factory=dict)
    deals: tuple[Deal, ...] = ()
    title: str = ""
    description: str = ""
    date: str = ""
    extras: Extras = field(default_factory=dict)
    untold: Mapping[str, str] = field(default_factory=dict)
