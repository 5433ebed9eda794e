"""Tables as bytes, and sealed."""

from __future__ import annotations

from dataclasses import replace

import pytest

from euchre.v1.action_pb2 import Action
from euchre.v1.cards_pb2 import Card
from euchre.v1.practice_service_pb2 import Strength
from euchre_client import parse_action
from euchre_service.keyring import Keyring, MasterKey
from euchre_service.refusal import ServiceError
from euchre_web.sealing import TableSealer
from euchre_web.table import Act, PracticeTable, strengths_by_seat
from tests.practice.hosts import KEY

HEURISTIC, EXPERT, NOBODY = (
    Strength.STRENGTH_HEURISTIC,
    Strength.STRENGTH_EXPERT,
    Strength.STRENGTH_UNSPECIFIED,
)
OTHER_KEY = MasterKey(b"othr", bytes(32))


def action(text: str) -> Action:
    return parse_action(text)


TABLE = PracticeTable(
    game_id=bytes(range(16)),
    state_id=bytes(range(16, 32)),
    host_key=bytes(range(32, 48)),
    seed=bytes(range(48, 80)),
    seat=2,
    strengths=(HEURISTIC, EXPERT, NOBODY, HEURISTIC),
    players=("Ann", "", "Zoë", "Bo"),
    acts=(
        Act(3, action("deal"), bytes([Card.CARD_NINE_OF_CLUBS, Card.CARD_ACE_OF_SPADES])),
        Act(0, action("pass")),
        Act(1, action("name h alone")),
        Act(2, action("play Jd")),
    ),
)


def test_bytes_bring_back_the_table() -> None:
    assert PracticeTable.from_bytes(TABLE.to_bytes()) == TABLE
    bare = replace(TABLE, players=(), acts=())
    assert PracticeTable.from_bytes(bare.to_bytes()) == bare


def test_an_act_is_a_few_bytes_more() -> None:
    after = TABLE.after(Act(3, action("play 9c")), bytes(16))
    assert after.acts[-1].seat == 3 and after.state_id == bytes(16)
    assert len(after.to_bytes()) - len(TABLE.to_bytes()) < 10


def test_sealing_hides_and_repeats() -> None:
    sealer = TableSealer(Keyring([KEY]))
    token = sealer.seal(TABLE)
    assert sealer.open(token) == TABLE and sealer.seal(TABLE) == token
    for secret in (TABLE.host_key, TABLE.seed, b"Ann", TABLE.state_id):
        assert secret not in token


def test_an_older_key_opens_and_the_newest_seals() -> None:
    old = TableSealer(Keyring([KEY])).seal(TABLE)
    rotated = TableSealer(Keyring([KEY, OTHER_KEY]))
    assert rotated.open(old) == TABLE
    assert rotated.seal(TABLE)[1:5] == OTHER_KEY.key_id


def refusal(sealer: TableSealer, token: bytes) -> ServiceError:
    with pytest.raises(ServiceError) as error:
        sealer.open(token)
    return error.value


def refused(sealer: TableSealer, token: bytes) -> bool:
    error = refusal(sealer, token)
    return error.reason == "MALFORMED_REQUEST" and error.metadata == {"field": "table"}


def test_what_was_changed_does_not_open() -> None:
    sealer = TableSealer(Keyring([KEY]))
    token = sealer.seal(TABLE)
    assert refused(sealer, b"") and refused(sealer, bytes(10)) and refused(sealer, bytes(1 << 19))
    for place in (0, 5, 17, len(token) // 2, len(token) - 1):
        changed = bytearray(token)
        changed[place] ^= 1
        assert refused(sealer, bytes(changed)), place
    assert refused(sealer, token[:-1]) and refused(sealer, token + b"\0")
    # A server that was started anew, with keys of its own.
    assert refusal(TableSealer(Keyring([OTHER_KEY])), token).reason == "STATE_KEY_UNKNOWN"
    token = token[:1] + bytes([token[1] ^ 1]) + token[2:]
    assert refusal(sealer, token).reason == "STATE_KEY_UNKNOWN"


def test_strengths_are_for_all_or_for_each() -> None:
    assert strengths_by_seat([EXPERT], 3, 1) == (EXPERT, NOBODY, EXPERT)
    assert strengths_by_seat([NOBODY, EXPERT, HEURISTIC], 3, 0) == (NOBODY, EXPERT, HEURISTIC)
    for wrong in ([], [EXPERT, EXPERT], [NOBODY], [EXPERT, NOBODY, EXPERT], [Strength.ValueType(9)]):
        assert strengths_by_seat(wrong, 3, 0) is None
