from __future__ import annotations

import json
import re
from contextlib import ExitStack
from pathlib import Path

import pytest
from typer.testing import CliRunner

from euchre.v1.action_pb2 import Action
from euchre.v1.view_pb2 import LegalAction, View
from euchre_arena.cli import app
from euchre_arena.commands import play
from euchre_arena.tabletop import as_card, find_choice
from euchre_bots import Bot, make
from euchre_client import GameRecord, RulesClient, load_record, parse_action
from euchre_service.embedded import EmbeddedServer
from tests.arena.conftest import Run
from tests.arena.process import euchre

FIRST_CHOICE = "1\n" * 5000


@pytest.mark.parametrize("game", ["classic", "ghost hand", "buck", "egn"])
def test_a_person_plays_to_the_end(run: Run, tmp_path: Path, game: str) -> None:
    path = tmp_path / "game.json"
    done = run("play", game, "--seed", 2, "--seat", 1, "--save", path, stdin=FIRST_CHOICE)
    assert done.exit_code == 0, done.stderr
    assert "the game, " in done.stdout
    assert f"Saved as {path}" in done.stdout
    assert "\x1b" not in done.stdout
    record = json.loads(path.read_text())
    assert record["winners"]
    assert record["players"][:2] == ["heuristic", "person"]
    again = run("replay", path, "--json")
    assert json.loads(again.stdout) == {"final_score": record["scores"]}
    assert CliRunner().invoke(app, ["verify-deal", str(path)]).exit_code == 0


def test_every_preset_can_be_sat_down_to(run: Run, rules: RulesClient) -> None:
    for preset in rules.list_rulesets():
        done = run("play", preset.base, "--seed", 1, stdin="q\n\n")
        assert done.exit_code == 0, done.stderr
        assert "You leave the game" in done.stdout


def test_a_turn_shows_the_table(run: Run) -> None:
    done = run("play", "--seed", 3, "--seat", 1, stdin="1\n1\nq\n\n")
    for text in (
        "Dealer: seat 2 (heuristic)",
        "Up-card: Jh, taken by the dealer",
        "Trump: hearts, made by seat 0 (heuristic)",
        "seat 2 (heuristic): plays alone",
        "Seat 0 (heuristic): sits out",
        "Your cards: Kh Qc 9d Ks Qs",
        "1 alone             2 partner",
        "Trick 1: you lead",
        "You leave the game at 0 to 0.",
    ):
        assert text in done.stdout


def test_an_action_a_card_or_a_number_will_do(run: Run) -> None:
    done = run("play", "--seed", 3, "--seat", 1, stdin="alone\nqC\nplay Kh\n3\nq\n\n")
    for text in ("You: plays alone.", "You: plays Qc.", "You: plays Kh.", "You: plays Ks."):
        assert text in done.stdout


def test_what_is_not_allowed_is_said_by_the_service(run: Run) -> None:
    done = run("play", "--seed", 3, "--seat", 1, stdin="1\n1\nKs\nJd\npass\nhuh\n99\n\nq\n\n")
    assert "Not allowed: You hold a heart and hearts were led" in done.stdout
    assert "Not allowed: You do not hold Jd." in done.stdout
    assert "Not allowed: You cannot pass now: cards are played." in done.stdout
    assert "'huh' is none of your choices." in done.stdout
    assert "'99' is none of your choices." in done.stdout


def test_a_question_mark_explains(run: Run) -> None:
    done = run("play", "--seed", 3, "--seat", 1, stdin="1\n1\n?\nKh\nq\n\n")
    assert "You may:\n   1 play Kh\n" in done.stdout
    assert "  Not play Ks: You hold a heart and hearts were led" in done.stdout
    assert "You: plays Kh." in done.stdout


def test_a_question_mark_explains_only_what_the_phase_is_about(run: Run) -> None:
    done = run("play", "ghost", "--seed", 3, stdin="1\n1\n1\n?\nq\n\n")
    assert "   1 play 9s" in done.stdout.rpartition("You may:")[2]
    assert "Not swap" not in done.stdout


def test_what_was_said_has_the_swap(run: Run) -> None:
    done = run("play", "ghost", "--seed", 1, stdin="swap\n1\n1\nq\n\n")
    assert "you: swaps with the ghost hand; you: passes" in done.stdout


def test_a_sweep_is_said(run: Run) -> None:
    sweep = "took every trick and so "
    for seed in range(20):
        done = run("play", "buck", "--seed", seed, stdin=FIRST_CHOICE)
        if sweep in done.stdout:
            last = done.stdout.splitlines()[-1]
            assert re.fullmatch(
                r"(You took every trick and so win at once\. You win|"
                r"(Seat \d \(heuristic\)) took every trick and so wins at once\. \2 wins) the game, .*",
                last,
            )
            return
    raise AssertionError("never a sweep")


def test_a_question_mark_explains_calls(run: Run) -> None:
    for seed in range(12):
        done = run("play", "--seed", seed, "--seat", 2, stdin="?\nq\n\n")
        if "1 pass" in done.stdout and "order" in done.stdout:
            assert "Not order alone: Playing alone is not declared with this call." in done.stdout
            return
    raise AssertionError("never asked to order up")


def test_no_other_hand_is_shown(run: Run) -> None:
    done = run("play", "--seed", 3, "--seat", 1, stdin="q\n\n")
    cards = done.stdout.partition("Your cards: ")[0]
    assert "discard" not in cards
    assert "lays a card face down" in cards


def test_quitting_offers_to_save(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "part.json"
    done = run("play", "--seed", 3, "--seat", 1, stdin=f"q\n{path}\n")
    assert done.exit_code == 0
    assert "Save the record as" in done.stdout
    assert GameRecord.from_json(path.read_text()).winners == ()
    assert run("replay", path).exit_code == 0


def test_input_may_end(run: Run) -> None:
    done = run("play", "--seed", 3, stdin="")
    assert done.exit_code == 0
    assert "You leave the game" in done.stdout
    assert "Save the record as" not in done.stdout


def test_input_that_ends_saves_where_it_was_said(run: Run, tmp_path: Path) -> None:
    done = run("play", "--seed", 3, "--save", tmp_path / "part.json", stdin="1\n")
    assert done.exit_code == 0
    assert load_record(tmp_path / "part.json")


def test_a_record_in_binary_form(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "game.pb"
    assert run("play", "--seed", 1, "--save", path, stdin=FIRST_CHOICE).exit_code == 0
    record = GameRecord.from_bytes(path.read_bytes())
    assert record.winners
    told = run("replay", path)
    assert told.exit_code == 0
    assert f"Final score: {record.scores[0]} to {record.scores[1]}" in told.stdout


def test_a_record_that_cannot_be_written(run: Run, tmp_path: Path) -> None:
    done = run("play", "--seed", 3, stdin=f"q\n{tmp_path / 'no' / 'where'}\n")
    assert done.exit_code == 1
    assert "cannot be written" in done.stderr


@pytest.mark.parametrize("name", ["no/where.json", "."])
def test_it_does_not_begin_where_it_cannot_save(run: Run, tmp_path: Path, name: str) -> None:
    done = run("play", "--save", tmp_path / name, "--force", stdin="q\n")
    assert done.exit_code == 1
    assert "cannot be written" in done.stderr
    assert done.stderr.count("\n") == 1
    assert done.stdout == ""


def test_a_bot_that_lacks_its_extra_is_one_line(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def without(name: str, seed: int) -> Bot:
        raise ValueError("the expert needs numba: pip install it")

    monkeypatch.setattr(play, "make", without)
    done = run("play", "--bots", "expert")
    assert (done.exit_code, done.stderr) == (1, "euchre: The expert needs numba: pip install it.\n")


def test_a_file_is_not_overwritten_unless_forced(run: Run, tmp_path: Path) -> None:
    path, other = tmp_path / "game.json", tmp_path / "other.json"
    path.write_text("precious")
    done = run("play", "--seed", 3, "--save", path, stdin="q\n")
    assert (done.exit_code, done.stdout) == (1, "")
    assert done.stderr == f"euchre: {path} exists already; only --force overwrites it.\n"
    asked = run("play", "--seed", 3, stdin=f"q\n{path}\n{other}\n")
    assert asked.exit_code == 0
    assert path.read_text() == "precious"
    assert load_record(other)
    assert run("play", "--seed", 3, "--save", path, "--force", stdin="q\n").exit_code == 0
    assert load_record(path)


@pytest.fixture
def leaving_server(monkeypatch: pytest.MonkeyPatch) -> str:
    """The address of a server that goes away when the bots have acted ten times."""
    stack, acts = ExitStack(), iter(range(10))

    class Leaving:
        def __init__(self, bot: Bot) -> None:
            self._bot = bot

        def decide(self, view: View) -> Action:
            if next(acts, None) is None:
                stack.close()
            return self._bot.decide(view)

    monkeypatch.setattr(play, "make", lambda *arguments: Leaving(make(*arguments)))
    return stack.enter_context(EmbeddedServer())


def test_a_server_that_goes_away_does_not_take_the_record_along(
    run: Run, leaving_server: str, tmp_path: Path
) -> None:
    path = tmp_path / "part.json"
    arguments = ["play", "--seed", "1", "--save", str(path), "--target", leaving_server]
    done = CliRunner().invoke(app, arguments, input=FIRST_CHOICE)
    assert done.exit_code == 1
    assert done.stderr.startswith(f"euchre: No Euchre server answers at {leaving_server}")
    assert done.stderr.count("\n") == 1
    assert f"Saved as {path}" in done.stdout
    assert sum(len(hand.acts) for hand in GameRecord.from_json(path.read_text()).hands) >= 10
    assert run("replay", path).exit_code == 0


def test_a_person_is_asked_where_to_save_when_the_server_goes_away(
    leaving_server: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    path = tmp_path / "part.json"
    monkeypatch.setattr(play, "is_interactive", lambda: True)
    monkeypatch.setattr(play._Session, "_take_turn", first_choice)
    arguments = ["play", "--seed", "1", "--target", leaving_server]
    done = CliRunner().invoke(app, arguments, input=f"{path}\n")
    assert done.exit_code == 1
    assert path.exists()


def first_choice(session: play._Session) -> None:
    view = session._table.view(session._seat)
    session._table.act(session._seat, view.legal_actions[0].action, seen=view.info)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("whist",), "whist"),
        (("ghost", "--seat", 3), "There is no seat 3 here: seats go from 0 to 2."),
        (("--bots", "deep"), "No bot is called 'deep'"),
    ],
)
def test_what_cannot_be_played(run: Run, arguments: tuple[object, ...], message: str) -> None:
    done = run("play", *arguments, stdin="q\n")
    assert done.exit_code == 1
    assert message in done.stderr
    assert done.stderr.count("\n") == 1


def test_it_starts_its_own_server() -> None:
    done = euchre("play", "buck", "--bots", "random", stdin="q\n\n", NO_COLOR="1")
    assert done.returncode == 0, done.stderr
    assert "Buck. You sit in seat 0." in done.stdout


def choices(*texts: str) -> list[LegalAction]:
    return [LegalAction(action=parse_action(text), text=text) for text in texts]


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("2", "name h"),
        ("h", "name h"),
        ("NT", "name nt"),
        ("h alone", "name h alone"),
        ("name  H", "name h"),
        ("pass", "pass"),
        ("0", None),
        ("9", None),
        ("c", None),
        ("", None),
    ],
)
def test_choosing_a_call(line: str, found: str | None) -> None:
    choice = find_choice(line, choices("pass", "name h", "name nt", "name h alone"))
    assert (choice.text if choice else None) == found


@pytest.mark.parametrize(
    ("line", "card"),
    [
        ("jd", "Jd"),
        ("JD", "Jd"),
        ("10h", "Th"),
        ("th", "Th"),
        ("b", "B"),
        ("x", None),
        ("1h", None),
        ("jdd", None),
    ],
)
def test_typing_a_card(line: str, card: str | None) -> None:
    assert as_card(line) == card


def test_choosing_a_card() -> None:
    choice = find_choice("10H", choices("discard Jd", "discard Th", "decline"))
    assert choice is not None
    assert choice.text == "discard Th"
