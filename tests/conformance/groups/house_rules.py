"""Hands at random, in every preset and under house rules that between them reach every phase."""

from __future__ import annotations

import random
from typing import Any

from euchre_rules.options import FirstDealer
from euchre_rules.presets import PRESETS
from euchre_rules.ruleset import OPTION_NAMES
from tests.conformance.deals import random_line, rules_of
from tests.conformance.script import Book
from tests.service.games import RULESETS


def tell(book: Book) -> None:
    """Tell the cases."""
    for name, rules in RULESETS.items():
        preset = PRESETS[rules.base]
        options = {
            option: getattr(rules, option)
            for option in OPTION_NAMES
            if getattr(rules, option) != getattr(preset, option)
        }
        _hand(book, f"{name}: a random hand", rules.base, options, name)


def _hand(book: Book, name: str, base: str, options: dict[str, Any], seed: str) -> None:
    rng = random.Random(seed)
    rules = rules_of(base, **options)
    dealer = rng.randrange(rules.players)
    options = {**options, "first_dealer": FirstDealer[f"SEAT_{dealer}"]}
    line = random_line(rules_of(base, **options), dealer, rng)
    asked = rng.sample(range(len(line.moves)), k=min(3, len(line.moves)))
    with book.case(name, "rules.md 6a") as table:
        table.create(base, **options).deal_deck(line.deck)
        for place, move in enumerate(line.moves):
            if place in asked:
                table.legal()
            table.act(move)
