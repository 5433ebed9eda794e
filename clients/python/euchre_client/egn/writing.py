"""Writes EGN: a file that was read, with all it says, or a recorded game of our own.

What EGN has no words for is refused, and the error names it (`NotInEgn`). Nothing is bent to fit.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any, Final

from euchre_client.egn.limits import Unsayable, options_of, refuse
from euchre_client.egn.model import Annotations, Card, Deal, Game, Line
from euchre_client.egn.telling import Teller
from euchre_client.record import GameRecord

VERSION: Final = "1.4"
"""The version of EGN that is written."""

_FILE_TYPE: Final = "Euchre Game Notation"
_SEATS: Final = 4
_UNTOLD: Final = "Xx"


def game_of(record: GameRecord, *, title: str = "", description: str = "", date: str = "") -> Game:
    """Tells a recorded game as EGN does.

    Every hand is told with the cards that were dealt. An up-card that the dealer left where it was is told by
    leaving the discard out; who reads that takes it that he laid it down again, which comes to the same.

    Args:
        record: the game.
        title: its title.
        description: more about it.
        date: when it was played, such as `2026-05-29T16:30`.

    Returns:
        The game.

    Raises:
        NotInEgn: EGN has no words for the rules, or for something that was done.
    """
    options = options_of(record)
    if len(record.initial_scores) != 2:
        refuse(Unsayable.SIDES, "EGN has the scores of two sides.")
    for number, (hand, after) in enumerate(zip(record.hands, record.hands[1:], strict=False), 1):
        if after.dealer != (hand.dealer + 1) % _SEATS:
            refuse(Unsayable.REDEAL, "In EGN the deal passes to the left.", number, after.dealer)
    return Game(
        version=VERSION,
        players=(*record.players, *[""] * (_SEATS - len(record.players))),
        initial_score=(record.initial_scores[0], record.initial_scores[1]),
        rules=options,
        deals=tuple(Teller(record.ruleset, hand, number).tell() for number, hand in enumerate(record.hands)),
        title=title,
        description=description,
        date=date,
        extras={"finalScore": list(record.scores)} if record.winners else {},
    )


def upgrade(game: Game) -> Game:
    """Returns a game of an older version as one of 1.4, which tells no kitty and no first lead."""
    minor = game.version.split(".")[1]
    if int(minor) >= int(VERSION.split(".")[1]):
        return game
    deals = tuple(_upgraded(deal) for deal in game.deals)
    untold = {place: word for place, word in game.untold.items() if ".kitty[" not in place}
    return replace(game, version=VERSION, deals=deals, untold=untold)


def _upgraded(deal: Deal) -> Deal:
    others = tuple(replace(other, line=replace(other.line, initial_lead=None)) for other in deal.alternatives)
    return replace(deal, kitty=(), line=replace(deal.line, initial_lead=None), alternatives=others)


def write(game: Game | GameRecord, *, indent: int | None = 1) -> str:
    """Writes a game as EGN.

    Args:
        game: a game that was read, which is written with its remarks, its alternative lines and its version;
            or a recorded game.
        indent: columns by which each level of the JSON is moved in; `None` for one line.

    Returns:
        The contents of the file.

    Raises:
        NotInEgn: EGN cannot tell the recorded game.
    """
    told = game_of(game) if isinstance(game, GameRecord) else game
    return json.dumps(to_dict(told), indent=indent, ensure_ascii=False)


def to_dict(game: Game) -> dict[str, Any]:
    """Returns a game in EGN's form, as plain JSON values."""
    writer = _Writer(game)
    extras = dict(game.extras)
    options = {**game.rules, **extras.pop("ruleset", {})}
    return {
        "fileType": _FILE_TYPE,
        "version": game.version,
        "metadata": {
            "title": game.title,
            "description": game.description,
            "date": game.date,
            "players": list(game.players),
            "initialScore": list(game.initial_score),
            "ruleset": options,
            **extras,
        },
        "deals": [writer.deal(deal, f"deals[{place}]") for place, deal in enumerate(game.deals)],
    }


class _Writer:
    """Writes deals; knows the words of the file for the cards that it does not tell."""

    def __init__(self, game: Game) -> None:
        self._untold = game.untold

    def deal(self, deal: Deal, path: str) -> dict[str, Any]:
        state: dict[str, Any] = {
            "dealer": deal.dealer,
            "upCard": self._card(deal.upcard, f"{path}.initialState.upCard"),
        }
        kitty = self._listed(deal.kitty, f"{path}.initialState.kitty")
        if kitty:
            state["kitty"] = kitty
        place = f"{path}.initialState.playerCards"
        hands = [self._listed(cards, f"{place}[{seat}]") for seat, cards in enumerate(deal.player_cards)]
        if any(hands):
            state["playerCards"] = hands
        told = {
            "dealNumber": deal.number,
            "initialState": state,
            "phases": self._phases(deal.line, path),
            **deal.extras,
        }
        if deal.alternatives:
            told["alternativeLines"] = [
                {
                    "branchIndex": other.branch_index,
                    "phases": self._phases(other.line, f"{path}.alternativeLines[{number}]"),
                }
                for number, other in enumerate(deal.alternatives)
            ]
        return told

    def _phases(self, line: Line, path: str) -> list[dict[str, Any]]:
        phases = []
        place = f"{path}.phases"
        if line.calls or line.call_annotations or line.bidding_extras:
            phases.append(self._bidding(line, f"{place}[0]"))
        if line.tricks or line.play_annotations or line.play_extras:
            phases.append(self._play(line, f"{place}[{len(phases)}]"))
        return phases

    def _bidding(self, line: Line, path: str) -> dict[str, Any]:
        bidding: dict[str, Any] = {
            "phaseNumber": 0,
            "type": "EUCHRE_BIDDING",
            "calls": list(line.calls),
            "isAlone": line.is_alone,
        }
        if line.alone_defender is not None:
            bidding["aloneDefender"] = line.alone_defender
        discard = f"{path}.discard"
        if line.discard is not None or discard in self._untold:
            bidding["discard"] = self._card(line.discard, discard)
        exchanges = []
        for place, exchange in enumerate(line.exchanges):
            cards = self._cards(exchange.cards, f"{path}.cardExchanges[{place}].cards")
            sender = {} if exchange.sender is None else {"sender": exchange.sender}
            exchanges.append({**sender, "receiver": exchange.receiver, "cards": cards})
        if exchanges:
            bidding["cardExchanges"] = exchanges
        if line.call_annotations:
            bidding["callAnnotations"] = _remarks(line.call_annotations)
        return {**bidding, **line.bidding_extras}

    def _play(self, line: Line, path: str) -> dict[str, Any]:
        play: dict[str, Any] = {"phaseNumber": 1, "type": "TRICK_PLAY"}
        if line.initial_lead is not None:
            play["initialLead"] = line.initial_lead
        tricks = enumerate(line.tricks)
        play["tricks"] = [self._cards(trick, f"{path}.tricks[{number}]") for number, trick in tricks]
        if line.play_annotations:
            play["playAnnotations"] = _remarks(line.play_annotations)
        return {**play, **line.play_extras}

    def _card(self, card: Card, path: str) -> str:
        return self._untold.get(path, _UNTOLD) if card is None else card

    def _cards(self, cards: Iterable[Card], path: str) -> list[str]:
        return [self._card(card, f"{path}[{place}]") for place, card in enumerate(cards)]

    def _listed(self, told: Sequence[str], path: str) -> list[str]:
        """Writes cards of which only the told ones were kept, with the untold ones in their places."""
        cards: list[str] = []
        left = list(told)
        while left or f"{path}[{len(cards)}]" in self._untold:
            word = self._untold.get(f"{path}[{len(cards)}]")
            cards.append(left.pop(0) if word is None else word)
        return cards


def _remarks(annotations: Annotations) -> dict[str, list[str]]:
    return {str(number): list(texts) for number, texts in annotations.items()}
