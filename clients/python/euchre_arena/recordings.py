"""Recorded games of either form: Euchre Game Notation, or the records of our own tables."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from google.protobuf.json_format import ParseError

from euchre.v1.rules_service_pb2 import RecordedHand, ReplayResponse
from euchre.v1.ruleset_pb2 import Ruleset
from euchre.v1.view_pb2 import Audience
from euchre_arena.account import Hand
from euchre_client import EuchreError, GameRecord, RulesClient, parse_card
from euchre_client.egn import EgnError, Fault, faults, read
from euchre_client.egn import replay as replay_egn

_RECORD_FORMAT: Final = "euchre-game-record/"


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


def load(client: RulesClient, text: str | bytes) -> Recording:
    """Reads a recorded game and has the service judge it.

    Args:
        client: the service.
        text: the contents of an EGN file or of a `GameRecord`.

    Returns:
        The game.

    Raises:
        EgnError: it cannot be read, or the rules do not allow it; also for a game of our own.
        EuchreError: the service does not answer.
    """
    if _is_record(text):
        return _load_record(client, text)
    game = read(text)
    replayed = replay_egn(client, game)
    return Recording(
        replayed.ruleset,
        game.players,
        replayed.initial_scores,
        replayed.hands,
        _scores(replayed.response),
    )


def _is_record(text: str | bytes) -> bool:
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        return False
    return isinstance(data, dict) and str(data.get("format", "")).startswith(_RECORD_FORMAT)


def _load_record(client: RulesClient, text: str | bytes) -> Recording:
    try:
        record = GameRecord.from_json(text)
        hands = record.recorded_hands()
    except (ValueError, KeyError, TypeError, AttributeError, ParseError) as error:
        message = f"The record cannot be read: {error}."
        raise EgnError(Fault(faults.MALFORMED_FILE, message)) from None
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


def hands_of(client: RulesClient, recording: Recording) -> Iterator[Hand]:
    """Yields the account of each hand: each is played by itself, from the scores before it."""
    before: Sequence[int] = recording.initial_scores
    for number, recorded in enumerate(recording.hands):
        response = client.replay(recording.ruleset, [recorded], initial_scores=before)
        view = client.get_view(
            state=response.transition.state, key=response.host_key, audience=Audience.AUDIENCE_TABLE
        ).view
        before = recording.scores[number]
        yield Hand(number + 1, recorded.dealer, view)
