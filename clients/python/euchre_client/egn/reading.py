"""Reads an EGN file, of any version 1.x, into the types of `model`.

Newer names win over older ones where a file has both. What this module does not know, it passes over: a
minor version of EGN may say more, but not something else.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any, Final

from euchre_client.egn import notation
from euchre_client.egn.faults import MALFORMED_FILE, NOT_SUPPORTED, VERSION_UNKNOWN, EgnError, Fault
from euchre_client.egn.model import AlternativeLine, Annotations, Card, CardExchange, Deal, Game, Line
from euchre_client.egn.nodes import Node, list_at, malformed

_FILE_TYPE: Final = "Euchre Game Notation"
_VERSION: Final = re.compile(r"1(\.\d+){1,2}")
_CALLS: Final = ("Pass", "Order", "c", "d", "h", "s", "n", "x")
_SEATS: Final = 4
_PHASE: Final = ("type", "phaseNumber")

# The file's options, each with its type.
_OPTIONS: Final[Mapping[str, type]] = {
    "std": bool,
    "canadian": bool,
    "defend_alone": bool,
    "farmers": bool,
    "partners_best": bool,
    "go_under": bool,
    "joker": bool,
    "allow_no_trump": bool,
    "fast_break": bool,
    "four_trick_tokens": bool,
    "min_rank": int,
    "winning_score": int,
    "num_deals": int,
    "loner_march_score": int,
    "loner_euchred_score": int,
    "num_players": int,
    "loner_lead": str,
}


def read(text: str | bytes) -> Game:
    """Reads an EGN file.

    Args:
        text: the file's contents.

    Returns:
        The game, as recorded: nothing of it is judged yet.

    Raises:
        EgnError: it is no EGN, or of a version that is not known.
    """
    try:
        data = json.loads(text)
    except RecursionError:
        raise EgnError(
            Fault(MALFORMED_FILE, "The JSON is nested too deeply to be a record or EGN.")
        ) from None
    except UnicodeDecodeError:
        raise EgnError(Fault(MALFORMED_FILE, "This is no JSON: it is no text in UTF-8.")) from None
    except ValueError as error:
        raise EgnError(Fault(MALFORMED_FILE, f"This is no JSON: {error}.")) from None
    root = Node(data)
    if root.text("fileType") != _FILE_TYPE:
        raise malformed("fileType", f"must be {_FILE_TYPE!r}")
    version = root.text("version")
    if not _VERSION.fullmatch(version):
        raise EgnError(Fault(VERSION_UNKNOWN, f"This is version {version!r} of EGN; only 1.x is known."))
    metadata, deals = root.child("metadata"), root.items("deals")
    return Game(
        version=version,
        players=_players(metadata),
        initial_score=_initial_score(metadata),
        rules=_rules(metadata.child("ruleset")),
        deals=tuple(_deal(number, path, deal) for number, (path, deal) in enumerate(deals)),
        title=metadata.text("title"),
        description=metadata.text("description"),
        date=metadata.text("date"),
        extras=_metadata_extras(metadata),
        untold=dict(notation.untold([deal for _, deal in deals], "deals")),
    )


def _players(metadata: Node) -> tuple[str, ...]:
    names = []
    for path, player in metadata.items("players"):
        names.append(player if isinstance(player, str) else Node(player, path).text("name"))
    return tuple(names)


def _metadata_extras(metadata: Node) -> dict[str, Any]:
    extras = metadata.rest("title", "description", "date", "players", "initialScore", "ruleset")
    players, ruleset = metadata.value.get("players"), metadata.child("ruleset").value
    options = {name: value for name, value in ruleset.items() if name not in _OPTIONS}
    if players and not all(isinstance(player, str) for player in players):
        extras["players"] = players
    return {**extras, "ruleset": options} if options else extras


def _initial_score(metadata: Node) -> tuple[int, int]:
    path, value = metadata.find("initialScore", "initial_score")
    if not value:
        return 0, 0
    if (
        isinstance(value, list)
        and len(value) == 2
        and all(isinstance(score, int) and not isinstance(score, bool) for score in value)
    ):
        return value[0], value[1]
    raise malformed(path, "must be two whole numbers")


def _rules(told: Node) -> Mapping[str, Any]:
    rules: dict[str, Any] = {}
    for name, kind in _OPTIONS.items():
        if kind is bool:
            value: Any = told.flag(name) if told.find(name)[1] is not None else None
        elif kind is int:
            value = told.number(name)
        else:
            value = told.text(name) or None
        if value is not None:
            rules[name] = value
    if rules.get("loner_lead", "LEFT_OF_DEALER") not in ("LEFT_OF_DEALER", "LEFT_OF_LONER"):
        raise malformed(told.at("loner_lead"), "must be LEFT_OF_DEALER or LEFT_OF_LONER")
    return {name: rules[name] for name in told.value if name in rules}


def _deal(number: int, path: str, value: Any) -> Deal:
    if isinstance(value, str):
        raise EgnError(Fault(NOT_SUPPORTED, "This deal is in EGN's condensed form, not in words.", number))
    node = Node(value, path)
    state = node.child("initialState", "initial_state")
    dealer = state.seat("dealer")
    if dealer is None:
        raise malformed(state.at("dealer"), "must be a seat, 0 to 3")
    upcard = _card(*state.find("upCard", "up_card"), None)
    phases = node.items("phases")
    trump = notation.trump_of(_calls(phases), upcard)
    return Deal(
        dealer=dealer,
        upcard=upcard,
        line=_line(phases, trump),
        number=number if (told := node.number("dealNumber", "deal_number", most=10_000)) is None else told,
        kitty=_told(state.items("kitty"), trump),
        player_cards=_player_cards(state, trump),
        alternatives=tuple(
            _alternative(Node(line, place), trump, upcard)
            for place, line in node.items("alternativeLines", "alternative_lines")
        ),
        extras=node.rest("dealNumber", "initialState", "phases", "alternativeLines"),
    )


def _alternative(node: Node, trump: str | None, upcard: Card) -> AlternativeLine:
    phases = node.items("phases")
    own = notation.trump_of(_calls(phases), upcard)
    return AlternativeLine(
        branch_index=node.number("branchIndex", "branch_index") or 0, line=_line(phases, own or trump)
    )


def _player_cards(state: Node, trump: str | None) -> tuple[tuple[str, ...], ...]:
    listed = state.items("playerCards", "player_cards")
    if len(listed) > _SEATS:
        raise malformed(state.at("playerCards"), f"must be {_SEATS} lists of cards")
    hands = [_told(list_at(cards, path), trump) for path, cards in listed]
    return (*hands, *([()] * (_SEATS - len(hands))))


def _line(phases: list[tuple[str, Any]], trump: str | None) -> Line:
    bidding, play = _phase(phases, "EUCHRE_BIDDING"), _phase(phases, "TRICK_PLAY")
    tricks = [
        tuple(_card(place, card, trump) for place, card in list_at(trick, path))
        for path, trick in play.items("tricks")
    ]
    while tricks and not tricks[-1]:
        tricks.pop()
    return Line(
        calls=_calls(phases),
        is_alone=bidding.flag("isAlone", "is_alone") or play.flag("isAlone", "is_alone"),
        alone_defender=bidding.seat("aloneDefender", "alone_defender"),
        discard=_card(*bidding.find("discard"), trump),
        exchanges=tuple(
            _exchange(Node(value, path), trump)
            for path, value in bidding.items("cardExchanges", "card_exchanges")
        ),
        initial_lead=play.seat("initialLead", "initial_lead"),
        tricks=tuple(tricks),
        call_annotations=_annotations(bidding.child("callAnnotations", "call_annotations")),
        play_annotations=_annotations(play.child("playAnnotations", "play_annotations")),
        bidding_extras=bidding.rest(
            *_PHASE, "calls", "isAlone", "aloneDefender", "discard", "cardExchanges", "callAnnotations"
        ),
        play_extras=play.rest(*_PHASE, "isAlone", "tricks", "initialLead", "playAnnotations"),
    )


def _phase(phases: list[tuple[str, Any]], kind: str) -> Node:
    found = [node for node in (Node(value, path) for path, value in phases) if node.text("type") == kind]
    if len(found) > 1:
        raise malformed(found[1].path, f"is a second {kind} of this deal")
    return found[0] if found else Node({})


def _calls(phases: list[tuple[str, Any]]) -> tuple[str, ...]:
    calls = []
    for path, call in _phase(phases, "EUCHRE_BIDDING").items("calls"):
        if call not in _CALLS:
            raise malformed(path, f"must be one of {', '.join(_CALLS)}")
        calls.append(str(call))
    return tuple(calls)


def _exchange(node: Node, trump: str | None) -> CardExchange:
    receiver = node.seat("receiver")
    if receiver is None:
        raise malformed(node.at("receiver"), "must be a seat, 0 to 3")
    cards = tuple(_card(path, card, trump) for path, card in node.items("cards"))
    return CardExchange(receiver=receiver, sender=node.seat("sender"), cards=cards)


def _annotations(node: Node) -> Annotations:
    remarks = {}
    for key in node.value:
        if not key.isdecimal():
            raise malformed(node.at(key), "must be the number of an act")
        texts = [str(text) for _, text in node.items(key)]
        remarks[int(key)] = tuple(texts)
    return remarks


def _told(items: list[tuple[str, Any]], trump: str | None) -> tuple[str, ...]:
    cards = (_card(path, value, trump) for path, value in items)
    return tuple(card for card in cards if card is not None)


def _card(path: str, value: Any, trump: str | None) -> Card:
    if value is None:
        return None
    if not isinstance(value, str):
        raise malformed(path, "must be a card")
    try:
        return notation.parse(value, trump)
    except ValueError as error:
        raise malformed(path, str(error)) from None
