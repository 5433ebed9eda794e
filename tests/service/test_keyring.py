from __future__ import annotations

import base64
import os
import pickle
from pathlib import Path

import pytest

from euchre_service.keyring import (
    Keyring,
    KeyringError,
    MasterKey,
    Purpose,
    UnknownKeyError,
    is_world_readable,
)

OLD = MasterKey(bytes.fromhex("00000001"), bytes(range(32)))
NEW = MasterKey(bytes.fromhex("5f1c02aa"), bytes(range(32, 64)))


def test_last_key_is_primary() -> None:
    ring = Keyring([OLD, NEW])
    assert ring.key_ids == (OLD.key_id, NEW.key_id)
    assert ring.primary_id == NEW.key_id


def test_file_round_trip(tmp_path: Path) -> None:
    path = tmp_path / "keys"
    path.write_text(f"# the keys\n\n{OLD.to_line()}\n  {NEW.to_line()}  # since June\n")
    ring = Keyring.from_file(path)
    assert ring.key_ids == (OLD.key_id, NEW.key_id)
    assert ring.subkey(OLD.key_id, Purpose.STATE) == Keyring([OLD]).subkey(OLD.key_id, Purpose.STATE)


@pytest.mark.parametrize("separator", [",", "\n", ",\n"])
def test_variable(separator: str) -> None:
    ring = Keyring.from_variable(separator.join([OLD.to_line(), NEW.to_line()]))
    assert ring.key_ids == (OLD.key_id, NEW.key_id)


SECRET_TEXT = base64.b64encode(OLD.secret).decode()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "there is no key that seals"),
        ("# nothing but a comment", "there is no key that seals"),
        (SECRET_TEXT, "line 1: expected 8"),
        (f"\n0000001:{SECRET_TEXT}", "line 2: expected 8"),
        (f"0000000G:{SECRET_TEXT}", "line 1: expected 8"),
        (f"00000001:{SECRET_TEXT[:-4]}", "line 1: a key has 32 bytes, not"),
        (f"00000001:{SECRET_TEXT[:-1]}!", "line 1: the key is not base64"),
        ("00000001:", "line 1: a key has 32 bytes, not 0"),
        (
            f"{OLD.to_line()}\n00000001:{base64.b64encode(NEW.secret).decode()}",
            "two keys have the id 00000001",
        ),
    ],
)
def test_bad_keys_are_refused_without_showing_them(text: str, message: str, tmp_path: Path) -> None:
    path = tmp_path / "keys"
    path.write_text(text)
    with pytest.raises(KeyringError, match=message) as caught:
        Keyring.from_file(path)
    assert str(path) in str(caught.value)
    assert SECRET_TEXT[:12] not in str(caught.value)


def test_unreadable_file(tmp_path: Path) -> None:
    with pytest.raises(KeyringError, match="No such file"):
        Keyring.from_file(tmp_path / "absent")
    (tmp_path / "binary").write_bytes(b"\xff\xfe")
    with pytest.raises(KeyringError, match="not plain text"):
        Keyring.from_file(tmp_path / "binary")


def test_world_readable_is_noticed(tmp_path: Path) -> None:
    path = tmp_path / "keys"
    path.write_text(OLD.to_line())
    os.chmod(path, 0o640)
    assert not is_world_readable(path)
    os.chmod(path, 0o644)
    assert is_world_readable(path)


def test_subkeys_differ_by_purpose_and_by_key() -> None:
    ring = Keyring([OLD, NEW])
    subkeys = {ring.subkey(key.key_id, purpose) for key in (OLD, NEW) for purpose in Purpose}
    assert len(subkeys) == 2 * len(Purpose)
    assert not subkeys & {OLD.secret, NEW.secret}
    assert all(len(subkey) == 32 for subkey in subkeys)


def test_subkeys_are_those_of_every_other_process() -> None:
    # Fixed values: another derivation would make every state out there unreadable.
    ring = Keyring([OLD])
    assert {purpose.name: ring.subkey(OLD.key_id, purpose).hex()[:16] for purpose in Purpose} == {
        "STATE": "80747d367225e5b9",
        "SEAT": "75262527c10c2cb2",
        "REPLAY": "ddf98bb1a950b2a3",
        "PRACTICE": "a303e06a5c4f6238",
    }


def test_unknown_key() -> None:
    with pytest.raises(UnknownKeyError) as caught:
        Keyring([OLD]).subkey(NEW.key_id, Purpose.STATE)
    assert caught.value.key_id == NEW.key_id


def test_ephemeral_keys_are_new_each_time() -> None:
    one, other = Keyring.ephemeral(), Keyring.ephemeral()
    assert one.primary_id != other.primary_id
    assert one.subkey(one.primary_id, Purpose.STATE) != other.subkey(other.primary_id, Purpose.STATE)


def test_nothing_prints_a_secret() -> None:
    ring = Keyring([OLD, NEW])
    ring.subkey(OLD.key_id, Purpose.STATE)
    for text in (repr(ring), str(ring), repr(OLD)):
        assert "5f1c02aa" in text or "\\x01" in text
        assert OLD.secret.hex() not in text
        assert SECRET_TEXT not in text
        assert repr(OLD.secret)[2:-1] not in text


def test_worker_processes_get_the_same_ring() -> None:
    ring = Keyring([OLD, NEW])
    copy = pickle.loads(pickle.dumps(ring))
    assert copy.key_ids == ring.key_ids
    assert copy.subkey(OLD.key_id, Purpose.SEAT) == ring.subkey(OLD.key_id, Purpose.SEAT)
