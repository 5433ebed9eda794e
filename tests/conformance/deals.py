"""Rulesets by the names of their options, and packs that deal a hand to be won in a given way."""

from __future__ import annotations

import base64 as encoding
import random
from collections.abc import Sequence
from enum import Enum
from typing import Any, Final, NamedTuple

from google.protobuf.json_format import MessageToDict, ParseDict

from euchre.v1 import ruleset_pb2
from euchre_arena.conformance_cases import Json
from euchre_rules import actions, cards, game, phases, presets
from euchre_rules.ruleset import OPTION_FIELDS, Ruleset
from euchre_service.wire_actions import CARD_TO_WIRE
from tests.rules.tables import act, played, random_deck

_DEFAULTS: Final[dict[str, Any]] = {option.name: option.default for option in OPTION_FIELDS}
_REQUEST: Final = {"scores": "initialScores", "deal": "deal", "label": "label", "views": "views"}


def base64(raw: bytes) -> str:
    return encoding.b64encode(raw).decode()


def on_the_wire(deck: Sequence[int]) -> list[Any]:
    return [CARD_TO_WIRE[card] for card in deck]


def rules_of(base: str, **options: Any) -> Ruleset:
    """The rules of a preset with options; a word stands for a value of an enum."""
    changes = {
        name: type(_DEFAULTS[name])[value] if isinstance(value, str) else value
        for name, value in options.items()
    }
    return presets.resolve(base, changes)


def ruleset_json(base: str, options: dict[str, Any]) -> Json:
    """The same as a `Ruleset` in JSON."""
    written = {"base": base}
    for name, value in options.items():
        plain = value.name if isinstance(value, Enum) else value
        written[name] = _prefix(name) + plain if isinstance(plain, str) else plain
    return MessageToDict(ParseDict(written, ruleset_pb2.Ruleset()))


def _prefix(option: str) -> str:
    enum_type = ruleset_pb2.Ruleset.DESCRIPTOR.fields_by_name[option].enum_type
    assert enum_type is not None
    return enum_type.values[0].name.removesuffix("UNSPECIFIED")


def creation(more: dict[str, Any]) -> tuple[Json, dict[str, Any]]:
    """Parts what is said of a new game into fields of the request and options of the rules."""
    request = {_REQUEST[name]: value for name, value in more.items() if name in _REQUEST}
    return request, {name: value for name, value in more.items() if name not in (*_REQUEST, "keys")}


class Line(NamedTuple):
    """A pack, and the moves of a hand that is dealt from it."""

    deck: list[int]
    moves: list[str]


def won_by(
    rules: Ruleset, dealer: int, calls: Sequence[str], winners: str, *, upcard: str = "", seed: int = 0
) -> Line:
    """A hand in which these seats (as digits) win the tricks in turn.

    A call may be cut short (`0 discard`): the first legal action that begins so is meant.
    """
    wanted = [int(seat) for seat in winners]
    for attempt in range(seed, seed + 5000):
        deck = random_deck(rules, random.Random(attempt))
        if upcard:
            top, place = rules.hands_dealt * rules.hand_size, deck.index(cards.card(upcard))
            deck[top], deck[place] = deck[place], deck[top]
        state = game.new_game(rules, dealer)
        game.deal(state, dealer, deck)
        act(state, *calls)
        assert state.phase == phases.PLAY, phases.NAMES[state.phase]
        found = played(state, wanted, [400])
        if found is not None:
            return Line(deck, [_move(entry) for entry in found.log])
    raise AssertionError(f"no deal goes {winners}")


def _move(entry: int) -> str:
    return f"{entry >> 8} {actions.text(entry & 0xFF)}"


def random_line(rules: Ruleset, dealer: int, rng: random.Random, scores: Sequence[int] = ()) -> Line:
    """A hand of legal moves drawn at random."""
    deck = random_deck(rules, rng)
    state = game.new_game(rules, dealer, list(scores) or None)
    game.deal(state, dealer, deck)
    eager = rng.random()
    while state.phase not in (phases.DEAL, phases.GAME_OVER):
        legal = game.legal_actions(state)
        words = legal[1:] if len(legal) > 1 and legal[0] == actions.PASS and rng.random() < eager else legal
        game.apply(state, state.actor, rng.choice(words))
    return Line(deck, [_move(entry) for entry in state.log])
