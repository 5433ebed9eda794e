"""Files with games, read for the page: Euchre Game Notation, and records of our own."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from euchre.v1.analysis_service_pb2 import ActPlace
from euchre.v1.practice_service_pb2 import ReadGame, ReadRecordResponse, ReadRemark
from euchre_client import EuchreError, GameRecord, MatchRecord, RulesClient
from euchre_client.egn import EgnError, Game, guessed_acts
from euchre_client.egn import replay as replay_egn
from euchre_client.egn.faults import Fault
from euchre_client.record import HandRecord
from euchre_client.recordings import judge, parse
from euchre_service.refusal import ServiceError, malformed
from euchre_web.relaying import relayed

MAX_CONTENT_BYTES: Final = 1024 * 1024
_SEATS: Final = ("South", "West", "North", "East")
"""What the page calls seats without names."""
_SUITS: Final = {"c": "clubs", "d": "diamonds", "h": "hearts", "s": "spades"}
_RANKS: Final = {"9": "nine", "T": "ten", "10": "ten", "J": "jack", "Q": "queen", "K": "king", "A": "ace"}
_CALLS: Final = ("pass", "order", "name")


def read_record(content: bytes, rules: RulesClient) -> ReadRecordResponse:
    """Does what `PracticeService.ReadRecord` says. It waits for many answers: not for an event loop.

    Args:
        content: what is in the file.
        rules: the rules service.

    Raises:
        ServiceError: it cannot be read, or the rules do not allow what it tells.
    """
    if len(content) > MAX_CONTENT_BYTES:
        raise malformed("content", "The file has more than 1 MiB.")
    told: Game | GameRecord | MatchRecord | None = None
    try:
        told = parse(content)
        if isinstance(told, Game):
            return ReadRecordResponse(games=[_of_egn(told, rules)])
        judge(rules, told)
    except EgnError as error:
        players = told.players if isinstance(told, Game) else ()
        raise _unreadable(error, players) from None
    except EuchreError as error:
        raise relayed(error) from error
    return ReadRecordResponse(games=[ReadGame(record=game.to_proto()) for game in _games(told)])


def _unreadable(error: EgnError, players: Sequence[str]) -> ServiceError:
    place = ", ".join(_place(error.fault, players))
    start = f"{place[:1].upper()}{place[1:]}: " if place else ""
    return malformed("content", f"{start}{error.fault.message}")


def _place(fault: Fault, players: Sequence[str]) -> Iterator[str]:
    """Yields where a fault is, as the page says it: names, and numbers from 1."""
    if fault.deal is not None:
        yield f"deal {fault.deal + 1}"
    if fault.trick is not None:
        yield f"trick {fault.trick + 1}"
    if fault.seat is not None:
        named = players[fault.seat].strip() if fault.seat < len(players) else ""
        yield named or _SEATS[fault.seat]
    if fault.card is not None:
        yield _card_name(fault.card)


def _card_name(card: str) -> str:
    rank, suit = card[:-1], card[-1:].lower()
    if suit not in _SUITS:
        return card
    return f"the {_RANKS.get(rank.upper(), rank)} of {_SUITS[suit]}"


def _games(told: GameRecord | MatchRecord) -> list[GameRecord]:
    return list(told.games) if isinstance(told, MatchRecord) else [told]


def _of_egn(game: Game, rules: RulesClient) -> ReadGame:
    replayed = replay_egn(rules, game)
    record = replayed.to_record(game.players)
    return ReadGame(
        record=record.to_proto(),
        title=game.title,
        description=game.description,
        date=game.date,
        guessed=[ActPlace(hand=hand, act=act) for hand, act in guessed_acts(record.hands, replayed.dealt)],
        remarks=[
            ReadRemark(place=ActPlace(hand=number, act=act), text=text)
            for number, hand in enumerate(record.hands)
            for act, text in _remarks(game, number, hand)
        ],
    )


def _remarks(game: Game, number: int, hand: HandRecord) -> Iterator[tuple[int, str]]:
    """Yields the remarks on a hand in the order of its acts: the act each is beside, from 0, and its text."""
    line = game.deals[number].line
    words = [act.text.partition(" ")[0] for act in hand.acts]
    calls = [place for place, word in enumerate(words) if word in _CALLS]
    # Who is asked for a farmer's hand before the calls passes too, and EGN does not tell that.
    calls = calls[max(len(calls) - len(line.calls), 0) :]
    plays = [place for place, word in enumerate(words) if word == "play"]
    beside = [(calls, line.call_annotations), (plays, line.play_annotations)]
    found = [
        (places[place], text)
        for places, annotations in beside
        for place, texts in annotations.items()
        if place < len(places)
        for text in texts
    ]
    yield from sorted(found, key=lambda each: each[0])
