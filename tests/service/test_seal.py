from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from euchre_service.keyring import Keyring, MasterKey
from euchre_service.refusal import ServiceError
from euchre_service.seal import (
    MAX_PAYLOAD_BYTES,
    MAX_TOKEN_BYTES,
    PLAIN_KEY_ID,
    PlainStates,
    SealedStates,
    Sealer,
    state_id,
)

OLD = MasterKey(bytes.fromhex("00000001"), bytes(range(32)))
NEW = MasterKey(bytes.fromhex("5f1c02aa"), bytes(range(32, 64)))
PAYLOAD = bytes(range(200))
SEALED = SealedStates(Keyring([OLD]))
PLAIN = PlainStates()

payloads = st.binary(min_size=1, max_size=MAX_PAYLOAD_BYTES)


def reason(sealer: Sealer, token: bytes) -> str:
    with pytest.raises(ServiceError) as caught:
        sealer.open(token)
    return caught.value.reason


@given(payloads)
def test_sealed_round_trip(payload: bytes) -> None:
    token = SEALED.seal(payload)
    assert len(token) == len(payload) + 33 <= MAX_TOKEN_BYTES
    assert SEALED.open(token) == payload


@given(payloads)
def test_plain_round_trip(payload: bytes) -> None:
    token = PLAIN.seal(payload)
    assert payload in token
    assert PLAIN.open(token) == payload


@given(payloads)
def test_sealing_is_deterministic_across_servers(payload: bytes) -> None:
    assert SealedStates(Keyring([NEW, OLD])).seal(payload) == SEALED.seal(payload)


def test_sealed_bytes_are_those_of_every_other_process() -> None:
    # A fixed value: another form needs another version byte.
    assert (
        SEALED.seal(b"a state").hex()
        == "0100000001612073746174650000000000b3ee9d40f496981f88d7d6f637692f9452d949e8032b81"
    )
    assert PLAIN.seal(b"a state").hex() == "8161207374617465b56f3dac"


def test_payload_cannot_be_read() -> None:
    token = SEALED.seal(PAYLOAD)
    nonce_end = 5 + 12
    # The payload's beginning, the version and game id, is the nonce; nothing more shows.
    assert not any(PAYLOAD[start : start + 4] in token[nonce_end:] for start in range(len(PAYLOAD) - 4))
    other = SEALED.seal(PAYLOAD[:-1] + b"\0")
    # Not even that two payloads begin alike.
    assert not any(token[start : start + 4] in other for start in range(nonce_end, len(token) - 4))


@given(st.integers(0, 7))
def test_every_changed_byte_is_noticed_in_a_sealed_state(bit: int) -> None:
    token = SEALED.seal(PAYLOAD)
    for place in range(len(token)):
        changed = bytearray(token)
        changed[place] ^= 1 << bit
        got = reason(SEALED, bytes(changed))
        if place == 0:
            version = changed[0]
            expected = (
                "STATE_NOT_OURS"
                if version & 0x80
                else "STATE_VERSION_NEWER"
                if version > 1
                else "STATE_CORRUPT"
            )
        else:
            expected = "STATE_KEY_UNKNOWN" if place < 5 else "STATE_NOT_OURS"
        assert got == expected, f"byte {place}"


@given(st.integers(0, 7))
def test_every_changed_byte_is_noticed_in_a_plain_state(bit: int) -> None:
    token = PLAIN.seal(PAYLOAD)
    for place in range(1, len(token)):
        changed = bytearray(token)
        changed[place] ^= 1 << bit
        assert reason(PLAIN, bytes(changed)) == "STATE_NOT_OURS", f"byte {place}"


@pytest.mark.parametrize("sealer", [SEALED, PLAIN], ids=["sealed", "plain"])
def test_lengths_no_state_has(sealer: Sealer) -> None:
    first = sealer.seal(PAYLOAD)[:1]
    assert reason(sealer, b"") == "STATE_CORRUPT"
    assert reason(sealer, first) == "STATE_CORRUPT"
    assert reason(sealer, first + bytes(4)) == "STATE_CORRUPT"
    assert reason(sealer, first + bytes(MAX_TOKEN_BYTES)) == "STATE_CORRUPT"
    assert reason(sealer, first + bytes(64 * 1024)) == "STATE_CORRUPT"


@pytest.mark.parametrize(
    "sealer",
    [SealedStates(Keyring([OLD]), payload_bytes=len(PAYLOAD)), PlainStates(len(PAYLOAD))],
    ids=["sealed", "plain"],
)
def test_a_cut_state_is_corrupt_where_the_length_is_known(sealer: Sealer) -> None:
    token = sealer.seal(PAYLOAD)
    assert sealer.open(token) == PAYLOAD
    for length in range(len(token)):
        assert reason(sealer, token[:length]) == "STATE_CORRUPT"
    assert reason(sealer, token + b"\0") == "STATE_CORRUPT"
    with pytest.raises(ValueError, match="cannot be sealed"):
        sealer.seal(PAYLOAD[1:])


@pytest.mark.parametrize("sealer", [SEALED, PLAIN], ids=["sealed", "plain"])
@pytest.mark.parametrize("length", [0, MAX_PAYLOAD_BYTES + 1])
def test_payloads_that_cannot_be_sealed(sealer: Sealer, length: int) -> None:
    with pytest.raises(ValueError, match="cannot be sealed"):
        sealer.seal(bytes(length))


def test_a_newer_version_is_named_whatever_its_length() -> None:
    for length in (34, 40, MAX_TOKEN_BYTES):
        with pytest.raises(ServiceError) as caught:
            SEALED.open(b"\x09" + bytes(length - 1))
        assert (caught.value.reason, caught.value.metadata) == ("STATE_VERSION_NEWER", {"version": "9"})
    assert reason(PLAIN, b"\x89" + bytes(40)) == "STATE_VERSION_NEWER"


@pytest.mark.parametrize("text", [b"x", b"hello", b"\x09" + bytes(32)])
def test_what_is_too_short_for_any_version_is_no_state(text: bytes) -> None:
    assert reason(SEALED, text) == "STATE_CORRUPT"
    assert reason(PLAIN, b"\x89" + text[:4]) == "STATE_CORRUPT"


def test_sealed_and_plain_servers_do_not_take_each_others_states() -> None:
    assert reason(SEALED, PLAIN.seal(PAYLOAD)) == "STATE_NOT_OURS"
    assert reason(PLAIN, SEALED.seal(PAYLOAD)) == "STATE_NOT_OURS"


def test_rotation() -> None:
    before = SealedStates(Keyring([OLD]))
    accepting = SealedStates(Keyring([NEW, OLD]))
    sealing = SealedStates(Keyring([OLD, NEW]))
    retired = SealedStates(Keyring([NEW]))

    old = before.seal(PAYLOAD)
    assert accepting.seal(PAYLOAD) == old
    new = sealing.seal(PAYLOAD)
    assert new[1:5] == NEW.key_id == sealing.key_id
    # At each step, whatever one replica seals the replicas of the step before and after open.
    for sealer in (before, accepting, sealing):
        assert sealer.open(old) == PAYLOAD
    for sealer in (accepting, sealing, retired):
        assert sealer.open(new) == PAYLOAD
    with pytest.raises(ServiceError) as caught:
        retired.open(old)
    assert (caught.value.reason, caught.value.metadata) == ("STATE_KEY_UNKNOWN", {"key_id": "00000001"})


def test_a_state_of_another_environment_is_not_ours() -> None:
    staging = SealedStates(Keyring([OLD]), "staging")
    production = SealedStates(Keyring([OLD]), "production")
    assert reason(production, staging.seal(PAYLOAD)) == "STATE_NOT_OURS"
    assert reason(SEALED, staging.seal(PAYLOAD)) == "STATE_NOT_OURS"


def test_a_key_id_cannot_be_swapped_for_another() -> None:
    both = SealedStates(Keyring([OLD, NEW]))
    token = SEALED.seal(PAYLOAD)
    assert reason(both, token[:1] + NEW.key_id + token[5:]) == "STATE_NOT_OURS"


def test_state_id_tells_states_apart() -> None:
    one, other = SEALED.seal(b"one"), SEALED.seal(b"two")
    assert len(state_id(one)) == 16
    assert state_id(one) == state_id(bytes(one)) != state_id(other)


def test_plain_key_id() -> None:
    assert PLAIN.key_id == PLAIN_KEY_ID == bytes(4)
