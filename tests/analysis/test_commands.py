"""`euchre annotate` and `euchre suggest`."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Final

import pytest
from typer.testing import CliRunner

from euchre.v1.state_pb2 import Phase
from euchre_arena.cli import app
from euchre_client import Table, save_record
from euchre_client.egn import read
from euchre_service.config import ServerConfig
from euchre_service.embedded import EmbeddedServer
from tests.analysis.serving import Served
from tests.analysis.test_annotate import GAMES, played
from tests.arena.conftest import Done, Run
from tests.client.fake_service import FakeRules, serving

ONE_HAND: Final = GAMES / "recorded-07-one-hand.egn"


@pytest.fixture
def run(served: Served) -> Run:
    """Runs a command in this process, on the server with analysis."""
    return on(served.address)


def on(address: str) -> Callable[..., Done]:
    def call(*arguments: object, stdin: str | None = None) -> Done:
        done = CliRunner().invoke(app, [*map(str, arguments), "--target", address], input=stdin)
        if done.exception is not None and not isinstance(done.exception, SystemExit):
            raise done.exception
        return Done(done.exit_code, done.stdout, done.stderr)

    return call


def test_a_game_is_told_decision_by_decision(run: Run) -> None:
    done = run("annotate", GAMES / "recorded-06-initial-score.egn", "--samples", 60, "--all")
    assert done.exit_code == 0
    assert "Loss each" in done.stdout
    assert "seat 3 (West)" in done.stdout
    assert "play " in done.stdout
    assert not done.stderr.strip()


def test_json_has_every_decision_and_every_seat(run: Run) -> None:
    done = run("annotate", ONE_HAND, "--samples", 60, "--json")
    told = json.loads(done.stdout)
    assert [seat["seat"] for seat in told["seats"]] == [0, 1, 2, 3]
    assert len(told["decisions"]) == sum(seat["decisions"] for seat in told["seats"])
    assert {"hand", "act", "seat", "text", "best_text", "win_probability_loss", "tag"} < set(
        told["decisions"][0]
    )


def test_one_seat_only(run: Run) -> None:
    told = json.loads(run("annotate", ONE_HAND, "--samples", 60, "--seat", 1, "--json").stdout)
    assert {decision["seat"] for decision in told["decisions"]} == {1}


def test_the_annotated_game_is_the_same_game_with_marks(run: Run, tmp_path: Path) -> None:
    file, out = GAMES / "recorded-08-annotated.egn", tmp_path / "marked.egn"
    told = json.loads(run("annotate", file, "--samples", 60, "--out", out, "--json").stdout)
    marks = [decision["remark"] for decision in told["decisions"] if decision["remark"]]
    before, after = read(file.read_text()), read(out.read_text())
    assert [deal.line.tricks for deal in after.deals] == [deal.line.tricks for deal in before.deals]

    def remarks(game: object) -> list[str]:
        return [
            text
            for deal in game.deals  # type: ignore[attr-defined]
            for told in (deal.line.call_annotations, deal.line.play_annotations)
            for texts in told.values()
            for text in texts
        ]

    assert marks
    assert len(remarks(after)) == len(remarks(before)) + len(marks)
    assert set(remarks(before)) < set(remarks(after))
    assert run("replay", out, "--json").stdout == run("replay", file, "--json").stdout


def test_a_record_of_our_own_is_judged_and_written_as_egn(run: Run, served: Served, tmp_path: Path) -> None:
    record, out = tmp_path / "game.json", tmp_path / "game.egn"
    save_record(played(served.rules, "classic"), record)
    assert run("annotate", record, "--samples", 20, "-o", out).exit_code == 0
    assert "Annotations" in out.read_text()


def test_what_egn_cannot_say_is_said(run: Run, served: Served, tmp_path: Path) -> None:
    record = tmp_path / "game.json"
    save_record(played(served.rules, "buck", hands=1), record)
    done = run("annotate", record, "--samples", 20, "-o", tmp_path / "game.egn")
    assert (done.exit_code, done.stdout) == (1, "")
    assert done.stderr.startswith("euchre: This game cannot be written as EGN: ")


def test_advice_at_the_end_of_a_record(run: Run, served: Served, tmp_path: Path) -> None:
    table = Table.create(served.rules, "classic", seed=bytes(32))
    table.deal()
    record = tmp_path / "game.json"
    save_record(table.record, record)
    done = run("suggest", record, "--open")
    assert done.exit_code == 0
    assert f"seat {table.actor}" not in done.stdout.splitlines()[1]  # it is "you"
    assert "Your cards:" in done.stdout
    assert "Best is `" in done.stdout
    assert "With all cards open" in done.stdout


def test_advice_at_an_act_is_what_annotate_calls_best(run: Run) -> None:
    judged = json.loads(run("annotate", ONE_HAND, "--json").stdout)["decisions"]
    for decision in judged[:3]:
        place = ("--hand", decision["hand"] + 1, "--act", decision["act"] + 1)
        told = json.loads(run("suggest", ONE_HAND, *place, "--samples", 600, "--json").stdout)
        assert told["seat"] == decision["seat"]
        values = {value["text"]: value["win_probability"] for value in told["suggest"]["values"]}
        loss = values[told["suggest"]["best_text"]] - values[decision["text"]]
        assert max(loss, 0) == pytest.approx(decision["win_probability_loss"], abs=2e-6)


def test_advice_for_a_state_with_a_seats_key(run: Run, served: Served, tmp_path: Path) -> None:
    table = Table.create(served.rules, "ghost_hand", seed=bytes(32))
    while table.phase == Phase.PHASE_DEAL:
        table.deal()
    assert table.actor is not None
    state = tmp_path / "state"
    state.write_bytes(table.state)
    key = table.seat_keys[table.actor].hex()
    done = run("suggest", "--state", state, "--seat", table.actor, "--key", key)
    assert (done.exit_code, "Best is `" in done.stdout) == (0, True)
    other = table.seat_keys[(table.actor + 1) % 3].hex()
    done = run("suggest", "--state", state, "--seat", table.actor, "--key", other)
    assert (done.exit_code, done.stderr) == (1, "euchre: This key does not open this seat.\n")


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        ((ONE_HAND, "--hand", 2), "There is no hand 2: the game has 1."),
        ((ONE_HAND, "--hand", 1, "--act", 99), "There is no act 99: hand 1 has"),
        (("nothing.egn",), "nothing.egn cannot be read: No such file or directory."),
        (("--state", "nothing", "--seat", 1, "--key", "00"), "nothing cannot be read: No such file"),
        (("--state", ONE_HAND, "--seat", 1, "--key", "no"), "The key must be written in hexadecimal digits."),
    ],
)
def test_what_cannot_be_is_one_line(run: Run, arguments: tuple[object, ...], line: str) -> None:
    done = run("suggest", *arguments)
    assert done.exit_code == 1
    assert done.stderr.startswith(f"euchre: {line}")
    assert done.stderr.count("\n") == 1


def test_a_command_line_without_a_position_is_not_understood(run: Run) -> None:
    assert run("suggest").exit_code == 2
    assert run("suggest", "--seat", 1).exit_code == 2


@pytest.mark.parametrize(
    "arguments",
    [
        (ONE_HAND, "--hand", 1, "--act", 1, "--state", ONE_HAND, "--seat", 1, "--key", "zz"),
        (ONE_HAND, "--state", ONE_HAND),
        (ONE_HAND, "--seat", 0),
        (ONE_HAND, "--key", ""),
        ("--state", ONE_HAND, "--seat", 0, "--key", "00", "--hand", 1),
        ("--state", ONE_HAND, "--seat", 0, "--key", "00", "--act", 1),
        ("--state", ONE_HAND, "--seat", 0, "--key", "00", "--game", 1),
    ],
)
def test_a_position_is_of_a_record_or_of_a_state(run: Run, arguments: tuple[object, ...]) -> None:
    done = run("suggest", *arguments)
    assert (done.exit_code, done.stdout) == (2, "")
    assert "exclude each other" in " ".join(done.stderr.replace("│", " ").split())


def test_a_hint_at_the_table(run: Run) -> None:
    done = run("play", "classic", "--seed", 1, stdin="hint\nq\n")
    assert done.exit_code == 0
    assert "Best is `" in done.stdout


def test_no_hint_where_nobody_analyses() -> None:
    with EmbeddedServer(ServerConfig(analysis=False)) as address:
        done = on(address)("play", "classic", "--seed", 1, stdin="hint\nq\n")
    assert done.exit_code == 0
    assert "This server offers no analysis." in done.stdout


def test_a_server_without_analysis_is_told_apart() -> None:
    fake = FakeRules()
    with serving(fake) as address:
        done = on(address)("suggest", "--state", ONE_HAND, "--seat", 0, "--key", "00")
    assert done.exit_code == 1
    assert done.stderr.startswith("euchre: This server offers no analysis.")
