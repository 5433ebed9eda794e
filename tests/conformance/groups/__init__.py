"""The groups of the suite, a module each, in the order of the table that the runner prints."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from tests.conformance.groups import (
    alone,
    auction,
    batch,
    calling,
    cards,
    deals,
    errors,
    exchange,
    fold,
    game_end,
    games,
    house_rules,
    refusal_order,
    replay,
    rulesets,
    scoring,
    views,
)
from tests.conformance.script import Book


class Told(NamedTuple):
    """A group: the name of its file, what it is about, and what tells its cases."""

    name: str
    about: str
    tell: Callable[[Book], None]


GROUPS: Final = (
    Told("alone", "Who is asked to play alone, who sits out and who leads.", alone.tell),
    Told("auction", "Bids, the swap with the ghost hand, naming trump after an auction.", auction.tell),
    Told("batch", "BatchApply: each item has its own answer.", batch.tell),
    Told("calling", "Two rounds of calling over an up-card.", calling.tell),
    Told(
        "cards", "Following suit and winning tricks, with bowers, without trump, with the joker.", cards.tell
    ),
    Told(
        "deals",
        "The commitment before a deal, what seats add, and what proves it afterwards.",
        deals.tell,
    ),
    Told("errors", "Every reason for which a call is refused, and every malformed field.", errors.tell),
    Told("exchange", "The dealer's exchange, and the exchanges of house rules.", exchange.tell),
    Told("fold", "Buck: folding, the forced club, a hand that nobody contests.", fold.tell),
    Told("game_end", "Who wins the game, and when it goes on.", game_end.tell),
    Told("games", "Whole games of every preset, call by call.", games.tell),
    Told("house_rules", "Hands at random in every preset and under house rules.", house_rules.tell),
    Told("refusal_order", "Which of two reasons is told when both apply.", refusal_order.tell),
    Told("replay", "Replay: recorded hands, to their end or to the first fault.", replay.tell),
    Told("rulesets", "The presets, and what a ruleset may not be.", rulesets.tell),
    Told("scoring", "What a hand scores.", scoring.tell),
    Told("views", "What each reader may know, in every phase.", views.tell),
)
