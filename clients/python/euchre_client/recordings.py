"""Recorded games of either form: Euchre Game Notation, or the records of our own tables and matches."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from euchre.v1.rules_service_pb2 import RecordedHand, ReplayResponse
from euchre.v1.ruleset_pb2 import Ruleset
from euchre_client.cards import parse_card
from euchre_client.client import RulesClient
from euchre_client.egn import EgnError, Fault, Game, faults, read
from euchre_client.egn import replay as replay_egn
from euchre_client.errors import EuchreError
from euchre_client.matches import MatchRecord
from euchre_client.record import GameRecord
from euchre_client.record_files import is_json, parse_record
from euchre_client.record_format import RecordVersionError

_MOST_BYTES: Final = 64 << 20
_MOST_LETTERS: Final = 300
"""Of a fault: some repeat what they are about, which may be as long as the file."""


@dataclass(frozen=True)
class Recording:
    """A recorded game that the rules allow.

    Attributes:
        ruleset: the rules it was played by.
        players: names by seat, where they are known.
        initial_scores: scores by side at the start.
        hands: the hands, as the service takes them.
        scores: scores by side after each hand.
    """

    ruleset: Ruleset
    players: tuple[str, ...]
    initial_scores: tuple[int, ...]
    hands: tuple[RecordedHand, ...]
    scores: tuple[tuple[int, ...], ...]

    @property
    def final_score(self) -> tuple[int, ...]:
        """Scores by side at the end."""
        return self.scores[-1] if self.scores else self.initial_scores


def contents_of(file: Path) -> bytes:
    """Reads a file whole, up to a size that no recorded match has.

    Raises:
        OSError: it cannot be read.
        EgnError: it is too long.
    """
    with file.open("rb") as opened:
        data = opened.read(_MOST_BYTES + 1)
    if len(data) > _MOST_BYTES:
        raise EgnError(Fault(faults.MALFORMED_FILE, f"The file has more than {_MOST_BYTES >> 20} MiB."))
    return data


def parse(data: bytes) -> Game | GameRecord | MatchRecord:
    """Reads a file of any form, without judging it.

    Args:
        data: its contents.

    Returns:
        A game in EGN, or a record of our own.

    Raises:
        EgnError: it cannot be read.
    """
    if is_json(data) and not _is_record(data):
        return read(data)
    try:
        return parse_record(data)
    except RecordVersionError as error:
        raise EgnError(Fault(faults.VERSION_UNKNOWN, _sentence(error))) from None
    except ValueError as error:
        raise EgnError(Fault(faults.MALFORMED_FILE, _sentence(error))) from None


def _is_record(data: bytes) -> bool:
    try:
        told = json.loads(data)
    except (ValueError, RecursionError):
        return False
    return isinstance(told, dict) and "fileType" not in told


def _sentence(error: ValueError) -> str:
    text = str(error).rstrip(".")
    if len(text) > _MOST_LETTERS:
        text = f"{text[:_MOST_LETTERS]} ..."
    return f"{text[:1].upper()}{text[1:]}."


def judge(client: RulesClient, told: Game | GameRecord | MatchRecord) -> list[Recording]:
    """Has the service judge what `parse` read.

    Args:
        client: the service.
        told: the game or the match.

    Returns:
        The game, or the games of the match in order.

    Raises:
        EgnError: the rules do not allow it; also for a game of our own.
        EuchreError: the service does not answer.
    """
    if isinstance(told, GameRecord):
        return [_judge_record(client, told)]
    if isinstance(told, MatchRecord):
        return list(_judge_match(client, told))
    replayed = replay_egn(client, told)
    scores = _scores(replayed.response)
    return [Recording(replayed.ruleset, told.players, replayed.initial_scores, replayed.hands, scores)]


def _judge_match(client: RulesClient, match: MatchRecord) -> Iterator[Recording]:
    for number, record in enumerate(match.games, 1):
        try:
            yield _judge_record(client, record)
        except EgnError as error:
            message = f"Game {number} of the match: {error.fault.message}"
            raise EgnError(replace(error.fault, message=message)) from error


def _judge_record(client: RulesClient, record: GameRecord) -> Recording:
    try:
        hands = record.recorded_hands()
    except ValueError as error:
        raise EgnError(Fault(faults.MALFORMED_FILE, _sentence(error))) from None
    try:
        response = client.replay(record.ruleset, hands, initial_scores=record.initial_scores)
    except EuchreError as error:
        if not error.reason_name:
            raise
        raise EgnError(faults.of_error(error)) from error
    if response.HasField("fault"):
        raise EgnError(_fault(record, response))
    return Recording(record.ruleset, record.players, record.initial_scores, tuple(hands), _scores(response))


def _fault(record: GameRecord, response: ReplayResponse) -> Fault:
    refused, card = response.fault, None
    if refused.HasField("action"):
        word = record.hands[refused.hand].acts[refused.action].text.split()[-1]
        try:
            parse_card(word)
            card = word
        except ValueError:
            pass
    return faults.of_service(refused, refused.hand, card=card)


def _scores(response: ReplayResponse) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(hand.scores) for hand in response.hands)
