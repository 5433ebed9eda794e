from __future__ import annotations

import json
from pathlib import Path

import pytest

from euchre.v1.cards_pb2 import Card
from euchre_arena.games import game_seed
from euchre_bots import make
from euchre_client import GameRecord, Match, RulesClient, Table, card_text, save_record
from tests.arena.conftest import Run
from tests.arena.process import euchre
from tests.egn.files import DIRECTORY, EXPECTED


def played(rules: RulesClient, name: str) -> GameRecord:
    table = Table.create(rules, name, seed=game_seed("test", name))
    table.play_with([make("heuristic") for _ in range(table.seats)])
    return table.record


@pytest.mark.parametrize("name", sorted(EXPECTED))
def test_json_of_a_recorded_game(run: Run, name: str) -> None:
    done = run("replay", DIRECTORY / name, "--json")
    expected = EXPECTED[name]
    answer = json.loads(done.stdout)
    if "final_score" in expected:
        assert done.exit_code == 0
        assert answer == {"final_score": expected["final_score"]}
    else:
        assert done.exit_code == 1
        assert set(answer) == {"error"}
        assert set(answer["error"]) == {"reason", "deal", "trick", "seat", "card", "message"}
        for key in ("deal", "trick", "seat", "card"):
            assert answer["error"][key] == expected[key]
        assert answer["error"]["reason"] == "MUST_FOLLOW_SUIT"


def test_it_starts_its_own_server() -> None:
    done = euchre("replay", DIRECTORY / "recorded-01.egn", "--json")
    assert (done.returncode, done.stdout, done.stderr) == (0, '{"final_score": [11, 9]}\n', "")


def test_the_account_of_a_recorded_game(run: Run) -> None:
    done = run("replay", DIRECTORY / "recorded-07-one-hand.egn")
    assert done.exit_code == 0
    for text in (
        "Hand 1, dealt by seat 0 (North)",
        "Up-card Jc: it is turned down.",
        "seat 1 makes it spades",
        "1:9h  2:Jh  3:9s  0:Ah",
        "Result (made): seats 0 and 2 +0, seats 1 and 3 +1. Score 0 to 1.",
        "Final score: 0 to 1",
    ):
        assert text in done.stdout


def test_a_fault_is_one_readable_line(run: Run) -> None:
    done = run("replay", DIRECTORY / "invalid-renege.egn")
    assert done.exit_code == 1
    assert done.stdout == ""
    assert done.stderr == (
        "euchre: deal 1, trick 1, seat 2, Qd: You hold a club and clubs were led. [MUST_FOLLOW_SUIT]\n"
    )


@pytest.mark.parametrize("name", ["classic", "ghost_hand", "buck"])
def test_our_own_records(run: Run, rules: RulesClient, tmp_path: Path, name: str) -> None:
    record = played(rules, name)
    path = tmp_path / "game.json"
    path.write_text(record.to_json())
    assert json.loads(run("replay", path, "--json").stdout) == {"final_score": list(record.scores)}
    told = run("replay", path)
    assert told.exit_code == 0
    assert f"Hand {len(record.hands)}, dealt by" in told.stdout


def test_binary_records_and_matches(run: Run, rules: RulesClient, tmp_path: Path) -> None:
    record = played(rules, "ghost_hand")
    save_record(record, tmp_path / "game.pb")
    assert json.loads(run("replay", tmp_path / "game.pb", "--json").stdout) == {
        "final_score": list(record.scores)
    }
    match = Match(rules, games_to_win=2, seed=b"match").play_with([make("heuristic") for _ in range(4)])
    for name in ("match.pb", "match.json"):
        save_record(match, tmp_path / name)
        assert json.loads(run("replay", tmp_path / name, "--json").stdout) == {
            "games": [{"final_score": list(game.scores)} for game in match.games],
            "games_won": list(match.games_won),
            "winners": list(match.winners),
        }
    told = run("replay", tmp_path / "match.pb").stdout
    assert f"Game {len(match.games)} of the match" in told
    assert f"Games won: {match.games_won[0]} to {match.games_won[1]}" in told


def test_the_fault_of_a_match_names_its_game(run: Run, rules: RulesClient, tmp_path: Path) -> None:
    match = Match(rules, games_to_win=2, seed=b"match").play_with([make("heuristic") for _ in range(4)])
    match.games[1].hands[0].acts.insert(0, match.games[1].hands[0].acts[-1])
    save_record(match, tmp_path / "match.pb")
    error = json.loads(run("replay", tmp_path / "match.pb", "--json").stdout)["error"]
    assert (error["reason"], error["deal"]) == ("WRONG_PHASE", 0)
    assert error["message"].startswith("Game 2 of the match: ")


def test_a_changed_record_is_refused(run: Run, rules: RulesClient, tmp_path: Path) -> None:
    data = played(rules, "classic").to_dict()
    plays = [act for act in data["hands"][0]["acts"] if "play_card" in act["action"]]
    plays[0]["action"] = plays[1]["action"]
    card = card_text(Card.Value(plays[1]["action"]["play_card"]["card"]))
    path = tmp_path / "game.json"
    path.write_text(json.dumps(data))
    error = json.loads(run("replay", path, "--json").stdout)["error"]
    assert (error["reason"], error["deal"], error["trick"], error["seat"], error["card"]) == (
        "CARD_NOT_HELD",
        0,
        0,
        plays[0]["seat"],
        card,
    )


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"hands": 3}, "MALFORMED_FILE"),
        ({"ruleset": {"base": "whist"}}, "UNKNOWN_RULESET"),
        ({"ruleset": {"bases": 3}}, "MALFORMED_FILE"),
        ({"initial_scores": [10, 0]}, "MALFORMED_REQUEST"),
        ({"hands": [{"dealer": 0}]}, "MALFORMED_FILE"),
        ({"hands": [{}]}, "MALFORMED_FILE"),
        ({"format_version": 99}, "VERSION_UNKNOWN"),
        ({"format_version": "1"}, "MALFORMED_FILE"),
    ],
)
def test_a_broken_record_is_refused(
    run: Run, rules: RulesClient, tmp_path: Path, change: dict[str, object], reason: str
) -> None:
    path = tmp_path / "game.json"
    path.write_text(json.dumps({**played(rules, "classic").to_dict(), **change}))
    done = run("replay", path, "--json")
    assert done.exit_code == 1
    assert json.loads(done.stdout)["error"]["reason"] == reason


NEITHER = "This is JSON, but neither a record of a game nor EGN: they are JSON objects."
TOO_DEEP = "The JSON is nested too deeply to be a record or EGN."


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[]", NEITHER),
        (" [{}]", NEITHER),
        ("7", NEITHER),
        ('"fileType"', NEITHER),
        ("null", NEITHER),
        ("[" * 100_000, TOO_DEEP),
        ('{"a":' * 100_000, TOO_DEEP),
        ("nonsense", "This is no record of a game: the bytes are no such message."),
    ],
)
def test_a_file_of_neither_form_is_told_what_it_is(run: Run, tmp_path: Path, text: str, message: str) -> None:
    (tmp_path / "game").write_text(text)
    done = run("replay", tmp_path / "game")
    assert (done.exit_code, done.stdout) == (1, "")
    assert done.stderr == f"euchre: {message} [MALFORMED_FILE]\n"


def test_a_fault_is_not_as_long_as_the_file(run: Run, tmp_path: Path) -> None:
    (tmp_path / "game").write_text(json.dumps({"format_version": 1, "hands": ["x" * 10_000]}))
    told = run("replay", tmp_path / "game").stderr
    assert told.startswith("euchre: The record cannot be read: ")
    assert len(told) < 400
    (tmp_path / "game").write_text('{"format_version": 1, "games": 3}')
    assert ".. [" not in run("replay", tmp_path / "game").stderr


@pytest.mark.parametrize(("text", "reason"), [("{", "MALFORMED_FILE"), ('{"fileType": 3}', "MALFORMED_FILE")])
def test_a_file_that_is_no_game(run: Run, tmp_path: Path, text: str, reason: str) -> None:
    path = tmp_path / "game.egn"
    path.write_text(text)
    done = run("replay", path, "--json")
    assert done.exit_code == 1
    assert json.loads(done.stdout)["error"]["reason"] == reason
    assert "Traceback" not in run("replay", path).stderr


def test_a_file_that_is_not_there(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "none.egn"
    error = json.loads(run("replay", path, "--json").stdout)["error"]
    assert error["reason"] == "FILE_UNREADABLE"
    assert error["deal"] is None
    plain = run("replay", path)
    assert plain.exit_code == 1
    assert str(path) in plain.stderr


def test_a_hand_that_breaks_off_is_told(run: Run, tmp_path: Path) -> None:
    game = json.loads((DIRECTORY / "recorded-07-one-hand.egn").read_text())
    game["deals"][0]["phases"][1]["tricks"] = game["deals"][0]["phases"][1]["tricks"][:2]
    path = tmp_path / "part.egn"
    path.write_text(json.dumps(game))
    assert "The hand breaks off here." in run("replay", path).stdout
