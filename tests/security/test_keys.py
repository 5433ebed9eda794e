"""`euchre keys`: key files made, rotated and retired."""

from __future__ import annotations

import json
import os
import stat
from datetime import date
from pathlib import Path

import pytest
from typer.testing import CliRunner

from euchre_arena.cli import app
from euchre_service import keyfile
from euchre_service.callers import CallersFile
from euchre_service.keyring import Keyring, KeyringError


class Keys:
    """The commands on one file."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __call__(self, command: str, *rest: str) -> None:
        result = CliRunner().invoke(app, ["keys", command, str(self.path), *rest])
        assert result.exit_code == 0, result.output

    def refused(self, command: str, *rest: str) -> str:
        before = self.path.read_bytes() if self.path.exists() else None
        result = CliRunner().invoke(app, ["keys", command, str(self.path), *rest])
        assert result.exit_code == 1
        assert (self.path.read_bytes() if self.path.exists() else None) == before
        return result.output

    def does(self) -> list[str]:
        result = CliRunner().invoke(app, ["keys", "list", str(self.path), "--json"])
        return [key["does"] for key in json.loads(result.stdout)]

    @property
    def ring(self) -> Keyring:
        return Keyring.from_file(self.path)


@pytest.fixture
def keys(tmp_path: Path) -> Keys:
    made = Keys(tmp_path / "keys.txt")
    made("new")
    return made


def test_new(keys: Keys) -> None:
    assert len(keys.ring.key_ids) == 1
    assert stat.S_IMODE(keys.path.stat().st_mode) == 0o600
    assert "the file exists" in keys.refused("new")
    assert not list(keys.path.parent.glob(".*"))


def test_a_rotation_has_two_steps(keys: Keys) -> None:
    first = keys.ring.primary_id
    keys("rotate")
    assert (keys.does(), keys.ring.primary_id, len(keys.ring.key_ids)) == (["seals", "next"], first, 2)
    keys("rotate")
    assert keys.does() == ["opens", "seals"]
    assert keys.ring.key_ids[0] == first != keys.ring.primary_id
    keys("rotate")
    keys("rotate")
    assert keys.does() == ["opens", "opens", "seals"]
    assert stat.S_IMODE(keys.path.stat().st_mode) == 0o600


def test_both_steps_at_once(keys: Keys) -> None:
    keys("rotate", "--at-once")
    assert keys.does() == ["opens", "seals"]


def test_a_key_is_retired(keys: Keys) -> None:
    first = keys.ring.primary_id
    secret = keys.path.read_text().partition(":")[2].split()[0]
    assert "seals; let another one seal first" in keys.refused("retire", first.hex(), "--yes")
    keys("rotate", "--at-once")
    keys("retire", first.hex(), "--yes")
    assert keys.does() == ["retired", "seals"]
    assert keys.ring.retired_ids == {first}
    assert secret not in keys.path.read_text()
    assert "was retired before" in keys.refused("retire", first.hex(), "--yes")
    assert "there is no key 00000000" in keys.refused("retire", "00000000", "--yes")


def test_nothing_is_retired_without_a_yes(keys: Keys) -> None:
    first = keys.ring.primary_id
    keys("rotate", "--at-once")
    before = keys.path.read_text()
    result = CliRunner().invoke(app, ["keys", "retire", str(keys.path), first.hex()], input="n\n")
    assert result.exit_code == 1
    assert keys.path.read_text() == before


def test_lists_show_no_secret(keys: Keys) -> None:
    keys("rotate")
    secrets = [line.partition(":")[2].split()[0] for line in keys.path.read_text().splitlines()]
    for form in ([], ["--json"]):
        shown = CliRunner().invoke(app, ["keys", "list", str(keys.path), *form]).output
        assert all(key_id.hex() in shown for key_id in keys.ring.key_ids)
        assert not any(secret in shown for secret in secrets)


def test_comments_stay(keys: Keys) -> None:
    keys.path.write_text(f"# of the lobby\n\n{keys.path.read_text().rstrip()}")
    keys("rotate")
    keys("rotate")
    assert keys.path.read_text().startswith("# of the lobby\n\n")
    assert keys.does() == ["opens", "seals"]


def test_files_that_are_none(tmp_path: Path) -> None:
    keys = Keys(tmp_path / "keys.txt")
    assert "cannot be read" in keys.refused("list")
    for text in (b"nonsense", b"\xff", b""):
        keys.path.write_bytes(text)
        for command in ("list", "rotate"):
            assert keys.refused(command)


def test_two_commands_do_not_undo_each_other(keys: Keys) -> None:
    text = keys.path.read_text()
    changed, _ = keyfile.with_next(text, date(2026, 1, 1))
    keys("rotate")
    with pytest.raises(KeyringError, match="somebody else changed it"):
        keyfile.write(keys.path, changed, replacing=text)
    draft = keys.path.with_name(f".{keys.path.name}.new")
    draft.touch()
    assert "another command is changing it" in " ".join(keys.refused("rotate").split())
    assert draft.exists()


def test_a_write_that_fails_leaves_the_old_file(keys: Keys, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    assert "No space left" in keys.refused("rotate")
    assert not list(keys.path.parent.glob(".*"))


def test_a_link_is_followed(keys: Keys) -> None:
    link = Keys(keys.path.with_name("link"))
    link.path.symlink_to(keys.path)
    link("rotate")
    assert link.path.is_symlink()
    assert keys.does() == ["seals", "next"]


def test_only_the_owner_may_read_even_while_it_is_written(
    keys: Keys, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[int] = []
    real = os.fsync

    def look(handle: int) -> None:
        seen.append(stat.S_IMODE(os.fstat(handle).st_mode))
        real(handle)

    monkeypatch.setattr(os, "fsync", look)
    keys("rotate")
    assert seen[0] == 0o600


def test_tokens() -> None:
    result = CliRunner().invoke(app, ["keys", "token", "table-7", "host", "player"])
    token, line = result.stdout.strip(), result.stderr.strip()
    assert result.exit_code == 0
    assert token not in line
    caller = CallersFile(line).by_token(token)
    assert caller is not None and caller.name == "table-7"
    assert CliRunner().invoke(app, ["keys", "token", "alice", "king"]).exit_code == 2


@pytest.mark.parametrize("name", ["b ob", "", "#bob", "bob#", "-", "b" * 65])
def test_a_name_that_no_caller_has(name: str) -> None:
    result = CliRunner().invoke(app, ["keys", "token", "--", name, "host"])
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr.startswith(f"euchre: {name!r}: a name has up to 64 letters,")
    assert "no spaces" in result.stderr
    assert result.stderr.count("\n") == 1
