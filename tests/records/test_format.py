"""The form of records: versions, both spellings of names, bytes, files."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from euchre.v1 import record_pb2 as wire
from euchre.v1.ruleset_pb2 import Ruleset
from euchre_client import (
    GameRecord,
    HandRecord,
    MatchRecord,
    RecordVersionError,
    RulesClient,
    SeatAct,
    Table,
    load_record,
    parse_cards,
    parse_record,
    recreate,
    save_record,
)
from euchre_client.egn import EgnError, read

GAME = GameRecord(
    ruleset=Ruleset(base="classic", target=10, start_score=0),
    initial_scores=(0, 0),
    hands=[
        HandRecord(dealer=0, acts=[SeatAct(1, "order alone")], outcome="void", scores=(0, 0), stacked=True)
    ],
    winners=(1,),
    scores=(0, 12),
    games=2,
    carry=(0, 2),
)
MATCH = MatchRecord(games=[GAME], games_to_win=3)


@pytest.mark.parametrize("record", [GAME, MATCH], ids=["game", "match"])
def test_a_newer_version_is_refused_and_named(record: GameRecord | MatchRecord) -> None:
    data = record.to_dict()
    data |= {"format_version": 2, "something new": True}
    message = record.to_proto()
    message.format_version = 2
    for told in (json.dumps(data).encode(), message.SerializeToString()):
        with pytest.raises(RecordVersionError, match="format version 2, and this program reads") as refused:
            parse_record(told)
        assert refused.value.version == 2


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"{}",
        b"[]",
        b"3",
        b"\x00\x01\x02",
        b"\x08\x01",
        b"\xff" * 40,
        b'{"format_version": 1}',
        b'{"format_version": true, "ruleset": {}}',
        b'{"format_version": 1, "ruleset": {"bases": 3}}',
        b'{"format_version": 1, "ruleset": {}, "hands": [{"acts": []}]}',
        b'{"format_version": 1, "ruleset": {}, "hands": [{"dealer": 0, "acts": [{"action": {"swap": {}}}]}]}',
        b'{"format_version": 1, "ruleset": {}, "hands": [{"dealer": 0, "acts": [{"seat": 0}]}]}',
        b'{"format_version": 1, "ruleset": {}, "hands": [{"dealer": 0, "deck": ["CARD_ONE"]}]}',
        b'{"format_version": 1, "ruleset": {}, "seed": "x"}',
        b'{"format_version": 1, "games": 3}',
        b'{"format_version": 1, "games": [{}]}',
        b'{"a": ' * 100_000,
    ],
)
def test_what_is_no_record_is_refused(data: bytes) -> None:
    with pytest.raises(ValueError):  # noqa: PT011
        parse_record(data)


def test_a_match_must_add_up() -> None:
    data = MATCH.to_dict()
    data["games_won"] = [2, 0]
    with pytest.raises(ValueError, match="do not add up"):
        MatchRecord.from_dict(data)


def test_bytes_of_version_1_stay_readable() -> None:
    """Bytes that a program of version 1 wrote: they mean the same for ever, and are written the same."""
    told = bytes.fromhex(
        "080112090a07636c61737369631a01732201782a02000332016e3a2208001202190f180122080801120412020801"
        "2a0a0802120205001a020800320206164201014a02061650015a020001"
    )
    record = GameRecord.from_bytes(told)
    assert record == GameRecord(
        ruleset=Ruleset(base="classic"),
        seed=b"s",
        label="x",
        initial_scores=(0, -2),
        players=("n",),
        hands=[
            HandRecord(
                dealer=0,
                deck=tuple(parse_cards("9c B")),
                acts=[SeatAct(1, "order alone")],
                outcome="march",
                tricks=(5, 0),
                changes=(4, 0),
                scores=(3, 11),
                stacked=True,
            )
        ],
        winners=(1,),
        scores=(3, 11),
        games=1,
        carry=(0, 1),
    )
    assert record.to_bytes() == told


def test_files_of_both_forms(tmp_path: Path) -> None:
    for record in (GAME, MATCH):
        for name in ("record.json", "record.pb"):
            save_record(record, tmp_path / name)
            assert load_record(tmp_path / name) == record
    assert (tmp_path / "record.pb").read_bytes() == MATCH.to_bytes()
    assert parse_record(MATCH.to_json()) == MATCH
    assert parse_record(b"\xef\xbb\xbf \n" + GAME.to_json().encode()) == GAME


def test_the_bytes_of_a_match_are_no_game() -> None:
    for data in (MATCH.to_bytes(), MatchRecord().to_bytes()):
        with pytest.raises(ValueError, match="no record of a game"):
            GameRecord.from_bytes(data)
    shared = set(wire.GameRecord.DESCRIPTOR.fields_by_number) & set(
        wire.MatchRecord.DESCRIPTOR.fields_by_number
    )
    assert shared == {wire.GameRecord.DESCRIPTOR.fields_by_name["format_version"].number}


def test_a_record_is_no_egn() -> None:
    with pytest.raises(EgnError):
        read(GAME.to_json())


def test_an_outcome_must_be_one() -> None:
    with pytest.raises(ValueError, match="FINE"):
        HandRecord(dealer=0, outcome="fine").to_proto()


def test_stacked_hands_keep_the_pack_as_given(rules: RulesClient) -> None:
    # In a packet the order means nothing, but who goes under gets the first three cards of the kitty.
    ruleset = Ruleset(base="classic", min_rank=8, go_under=True)
    table = Table.create(rules, ruleset, seed=bytes(32))
    table.deal()
    assert table.record.hands[0].deck is None
    assert not table.record.hands[0].stacked
    with pytest.raises(ValueError, match="pack of hand 1 is not known"):
        table.record.replay_request()
    assert recreate(rules, table.record).state == table.state

    pack = [card for suit in "cdhs" for card in (f"{rank}{suit}" for rank in "A89TJQK")]
    table = Table.create(rules, ruleset, seed=bytes(32))
    table.deal(deck=pack)
    assert table.record.hands[0].stacked
    assert recreate(rules, table.record).state == table.state
    assert recreate(rules, table.record).record.hands[0].deck == table.record.hands[0].deck


def test_what_cannot_be_recreated(rules: RulesClient) -> None:
    table = Table.create(rules, seed=bytes(32))
    table.deal()
    record = GameRecord.from_bytes(table.record.to_bytes())
    record.hands[0].dealer = (record.hands[0].dealer + 1) % 4
    with pytest.raises(ValueError, match="hand 1 is not what the seed deals"):
        recreate(rules, record)
    record.hands[0].stacked, record.hands[0].deck = True, None
    with pytest.raises(ValueError, match="pack of hand 1"):
        recreate(rules, record)
    record.seed = None
    with pytest.raises(ValueError, match="seed of the game is not known"):
        recreate(rules, record)
