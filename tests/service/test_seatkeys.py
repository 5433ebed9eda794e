from __future__ import annotations

import pytest

from euchre_service.keyring import Keyring, MasterKey
from euchre_service.refusal import ServiceError
from euchre_service.seal import PLAIN_KEY_ID
from euchre_service.seatkeys import HOST, NOBODY, SeatKeys

OLD = MasterKey(bytes.fromhex("00000001"), bytes(range(32)))
NEW = MasterKey(bytes.fromhex("5f1c02aa"), bytes(range(32, 64)))
KEYS = SeatKeys(Keyring([OLD, NEW]))
GAME = bytes(range(16))
OTHER_GAME = bytes(16)


@pytest.mark.parametrize("players", [2, 3, 4, 6])
def test_each_key_opens_its_seat_alone(players: int) -> None:
    for seat in range(players):
        authority = KEYS.authority(KEYS.seat_key(OLD.key_id, GAME, seat), OLD.key_id, GAME, players)
        assert (authority.host, authority.seat) == (False, seat)
        assert [authority.acts_for(other) for other in range(players)] == [
            other == seat for other in range(players)
        ]


def test_host_key_opens_every_seat() -> None:
    authority = KEYS.authority(KEYS.host_key(OLD.key_id, GAME), OLD.key_id, GAME, 4)
    assert authority == HOST
    assert all(authority.acts_for(seat) for seat in range(4))


def test_keys_differ_by_role_game_and_master_key() -> None:
    keys = {
        make
        for key_id in (OLD.key_id, NEW.key_id)
        for game in (GAME, OTHER_GAME)
        for make in (
            KEYS.host_key(key_id, game),
            *(KEYS.seat_key(key_id, game, seat) for seat in range(6)),
        )
    }
    assert len(keys) == 2 * 2 * 7
    assert all(len(key) == 16 for key in keys)


def test_wrong_keys_open_nothing() -> None:
    right = KEYS.seat_key(OLD.key_id, GAME, 1)
    wrong = [
        b"",
        bytes(16),
        right[:-1],
        right + b"\0",
        bytes([right[0] ^ 1]) + right[1:],
        KEYS.seat_key(OLD.key_id, OTHER_GAME, 1),
        KEYS.seat_key(NEW.key_id, GAME, 1),
        KEYS.seat_key(OLD.key_id, GAME, 4),  # a seat this game does not have
        right * 1000,
    ]
    for key in wrong:
        authority = KEYS.authority(key, OLD.key_id, GAME, 4)
        assert authority == NOBODY
        assert not any(authority.acts_for(seat) for seat in range(6))


def test_retired_master_key() -> None:
    retired = SeatKeys(Keyring([NEW]))
    for call in (
        lambda: retired.authority(bytes(16), OLD.key_id, GAME, 4),
        lambda: retired.host_key(OLD.key_id, GAME),
        lambda: retired.seat_key(OLD.key_id, GAME, 0),
        lambda: retired.replay_seed(OLD.key_id, b""),
    ):
        with pytest.raises(ServiceError) as caught:
            call()
        assert (caught.value.reason, caught.value.metadata) == ("STATE_KEY_UNKNOWN", {"key_id": "00000001"})


def test_keys_are_those_of_every_other_process() -> None:
    assert KEYS.host_key(OLD.key_id, GAME).hex() == "4edc5a49a6262e858023fe7506dd8d4b"
    assert KEYS.seat_key(OLD.key_id, GAME, 0).hex() == "b58069aabcef6635f5da00137792e797"


def test_empty_key_is_the_hosts_only_where_callers_are_trusted() -> None:
    trusting = SeatKeys.trusting()
    assert trusting.authority(b"", PLAIN_KEY_ID, GAME, 4) == HOST
    assert trusting.authority(b"x", PLAIN_KEY_ID, GAME, 4) == NOBODY
    seat_key = trusting.seat_key(PLAIN_KEY_ID, GAME, 2)
    assert trusting.authority(seat_key, PLAIN_KEY_ID, GAME, 4).seat == 2
    assert KEYS.authority(b"", OLD.key_id, GAME, 4) == NOBODY


def test_replay_seeds() -> None:
    seed = KEYS.replay_seed(OLD.key_id, b"record")
    assert len(seed) == 32
    assert seed == KEYS.replay_seed(OLD.key_id, b"record")
    assert len({seed, KEYS.replay_seed(OLD.key_id, b"other"), KEYS.replay_seed(NEW.key_id, b"record")}) == 3
