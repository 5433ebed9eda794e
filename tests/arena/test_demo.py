from __future__ import annotations

import pytest

from euchre.v1.events_pb2 import Event, HandVoided, VoidReason
from euchre.v1.view_pb2 import View
from euchre_arena.account import unplayed_words
from euchre_arena.commands import demo
from euchre_arena.words import seat_names
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
    assert "20 games, " in done.stdout
    assert "transitions per second" in done.stdout


def all_but_speed(text: str) -> list[str]:
    return [line for line in text.splitlines() if "per second" not in line]


def test_hands_without_a_card_and_sweeps_are_told(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(demo, "_GAMES", ("buck",))
    told = run("demo", "--fast", "--seed", 1).stdout
    assert (
        "No card was played in hand 1 (everybody else folded, seat 2 -5, score 25, 25, 20, 25).\nHand 2, "
    ) in told
    assert "hands; seat 0 (heuristic) took every trick and so wins at once." in told


def test_hands_that_were_thrown_in_are_told() -> None:
    view = View(hand_number=3)
    passed = Event(hand_voided=HandVoided(reason=VoidReason.VOID_REASON_ALL_PASSED))
    assert unplayed_words(view, [passed], seat_names()) == "hand 3 (everybody passed, no score)"


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
