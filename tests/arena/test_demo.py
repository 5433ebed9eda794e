from __future__ import annotations

import pytest

from euchre_arena.commands import demo
from euchre_client.egn import read
from tests.arena.conftest import Run
from tests.arena.process import euchre


def test_it_shows_everything_without_a_server_or_a_terminal() -> None:
    done = euchre("demo", "--fast")
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    assert "\x1b" not in done.stdout
    for text in ("Classic", "Ghost Hand", "Buck", "Cards dealt", "Trump: ", "Won by", "Result ("):
        assert text in done.stdout
    assert "discard" not in done.stdout
    assert "Final score 11 to 9, known to be 11 to 9: they agree." in done.stdout
    assert "10 games, " in done.stdout
    assert "transitions per second" in done.stdout


def all_but_speed(text: str) -> list[str]:
    return [line for line in text.splitlines() if "per second" not in line]


def test_the_same_seed_tells_the_same(run: Run) -> None:
    first, second, other = (run("demo", "--fast", "--seed", seed).stdout for seed in (5, 5, 6))
    assert all_but_speed(first) == all_but_speed(second) != all_but_speed(other)


def test_it_fails_when_the_recorded_game_ends_otherwise(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(demo, "_GAMES", ("classic",))
    monkeypatch.setattr(demo, "_KNOWN_SCORE", (9, 11))
    done = run("demo", "--fast")
    assert done.exit_code == 1
    assert "they differ" in done.stdout
    assert "did not end 9 to 11" in done.stderr


def test_it_fails_when_the_recorded_game_is_refused(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(demo, "_GAMES", ("classic",))
    monkeypatch.setattr(demo, "read", lambda text: read(text.replace('"Qc"', '"Qd"', 1)))
    done = run("demo", "--fast")
    assert done.exit_code == 1
    assert "refused" in done.stdout
