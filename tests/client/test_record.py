from __future__ import annotations

import json

import pytest

from euchre.v1.ruleset_pb2 import Ruleset, Teams
from euchre_client import GameRecord, HandRecord, SeatAct, parse_action, parse_cards

RECORD = GameRecord(
    ruleset=Ruleset(base="classic", teams=Teams.TEAMS_PAIRS, target=0, joker=False),
    seed=bytes(range(32)),
    label="first",
    initial_scores=(0, -2),
    players=("ann", "", "bob", ""),
    hands=[
        HandRecord(
            dealer=0,
            deck=tuple(parse_cards("9c Jd B")),
            acts=[SeatAct(1, "order"), SeatAct(0, "discard 9c")],
            outcome="made",
            tricks=(3, 2),
            changes=(1, 0),
            scores=(1, -2),
        ),
        HandRecord(dealer=1),
    ],
    winners=(0,),
    scores=(1, -2),
    games=1,
)


def test_a_record_survives_json() -> None:
    assert GameRecord.from_json(RECORD.to_json()) == RECORD
    assert GameRecord.from_json(RECORD.to_json(indent=2).encode()) == RECORD
    bare = GameRecord(ruleset=Ruleset(base="buck"))
    assert GameRecord.from_json(bare.to_json()) == bare


def test_the_json_can_be_read_by_a_person() -> None:
    data = json.loads(RECORD.to_json())
    assert data["format"] == "euchre-game-record/1"
    assert data["ruleset"] == {"base": "classic", "teams": "TEAMS_PAIRS", "target": 0, "joker": False}
    assert data["hands"][0]["deck"] == ["9c", "Jd", "B"]
    assert data["hands"][0]["acts"] == [[1, "order"], [0, "discard 9c"]]


@pytest.mark.parametrize("text", ["{}", "[]", '{"format": "euchre-game-record/2"}', "not json"])
def test_what_is_no_record_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"euchre-game-record/1|Expecting"):
        GameRecord.from_json(text)


def test_a_record_becomes_a_replay() -> None:
    record = GameRecord(ruleset=RECORD.ruleset, initial_scores=(0, -2), hands=RECORD.hands[:1])
    request = record.replay_request()
    assert request.ruleset == RECORD.ruleset
    assert list(request.initial_scores) == [0, -2]
    (hand,) = request.hands
    assert hand.dealer == 0
    assert list(hand.deck) == parse_cards("9c Jd B")
    assert [(act.seat, act.action) for act in hand.actions] == [
        (1, parse_action("order")),
        (0, parse_action("discard 9c")),
    ]
    assert RECORD.hands[0].acts[1].action == parse_action("discard 9c")
