from __future__ import annotations

import json

import pytest
from google.protobuf.json_format import MessageToJson

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


def test_a_record_survives_both_forms() -> None:
    bare = GameRecord(ruleset=Ruleset(base="buck"))
    for record in (RECORD, bare):
        assert GameRecord.from_json(record.to_json()) == record
        assert GameRecord.from_json(record.to_json(indent=2).encode()) == record
        assert GameRecord.from_bytes(record.to_bytes()) == record
        assert GameRecord.from_proto(record.to_proto()) == record


def test_the_json_is_that_of_the_proto() -> None:
    data = json.loads(RECORD.to_json())
    assert data["format_version"] == 1
    assert data["ruleset"] == {"base": "classic", "teams": "TEAMS_PAIRS", "target": 0, "joker": False}
    hand = data["hands"][0]
    assert hand["deck"] == ["CARD_NINE_OF_CLUBS", "CARD_JACK_OF_DIAMONDS", "CARD_JOKER"]
    assert hand["acts"] == [
        {"seat": 1, "action": {"order_up": {}}},
        {"seat": 0, "action": {"discard": {"card": "CARD_NINE_OF_CLUBS"}}},
    ]
    assert hand["result"] == {"outcome": "HAND_OUTCOME_MADE", "tricks": [3, 2], "changes": [1, 0]}
    camel = MessageToJson(RECORD.to_proto())
    assert "formatVersion" in camel
    assert GameRecord.from_json(camel) == RECORD


@pytest.mark.parametrize("text", ["{}", "[]", '{"format": "euchre-game-record/1"}', "not json"])
def test_what_is_no_record_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"no record of a game|Expecting"):
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
