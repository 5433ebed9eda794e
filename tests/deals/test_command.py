"""`euchre verify-deal`: what it prints, its exit codes, and that it asks nobody."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from euchre.v1.ruleset_pb2 import FirstDealer
from euchre_arena.cli import app
from euchre_client import GameRecord, MatchRecord, RulesClient, save_record
from tests.deals.tables import copied, everybody, played

EGN = Path(__file__).parents[1] / "data" / "games" / "egn" / "recorded-01.egn"


@pytest.fixture(scope="module")
def honest(rules: RulesClient) -> GameRecord:
    table = played(rules, "classic", hands=3, adding=everybody)
    table.reveal_deals()
    record = copied(table.record)
    record.hands = [hand for hand in record.hands if hand.proof and hand.proof.secret]
    assert len(record.hands) == 3
    return record


def run(*arguments: object, code: int = 0) -> str:
    done = CliRunner().invoke(app, ["verify-deal", *map(str, arguments)])
    assert done.exit_code == code, done.output
    return done.stdout if code != 2 else done.output


def told(*arguments: object, code: int = 0) -> Any:
    return json.loads(run("--json", *arguments, code=code))


def false(record: GameRecord) -> GameRecord:
    spoiled = copied(record)
    proof = spoiled.hands[1].proof
    assert proof is not None
    proof.secret = os.urandom(96)
    return spoiled


@pytest.mark.parametrize("name", ["record.json", "record.pb"])
def test_an_honest_game(honest: GameRecord, tmp_path: Path, name: str) -> None:
    save_record(honest, tmp_path / name)
    printed = run(tmp_path / name)
    assert "3 proved, 0 not proved, 0 false" in printed
    result = told(tmp_path / name, "--every")
    assert (result["proved"], result["unproved"], result["false"]) == (3, 0, 0)
    assert [hand["verdict"] for hand in result["hands"]] == ["PROVED"] * 3
    first = result["hands"][0]
    assert first["hand"] == 1
    assert [len(cards) for cards in first["cards"]] == [5, 5, 5, 5]
    assert (len(first["kitty"]), first["beside"], len(first["upcard"])) == (3, [], 2)
    assert first["added"] == [0, 1, 2, 3]


def test_a_hand_that_is_false(honest: GameRecord, tmp_path: Path) -> None:
    save_record(false(honest), tmp_path / "false.json")
    printed = run(tmp_path / "false.json", code=1)
    assert "SECRET_FALSE" in printed
    assert "2 proved, 0 not proved, 1 false" in printed
    assert [hand["verdict"] for hand in told(tmp_path / "false.json", code=1)["hands"]] == [
        "PROVED",
        "SECRET_FALSE",
        "PROVED",
    ]


def test_a_false_deck_is_shown_as_it_should_have_been(honest: GameRecord, tmp_path: Path) -> None:
    spoiled = copied(honest)
    deck = spoiled.hands[0].deck
    assert deck is not None
    spoiled.hands[0].deck = (*deck[1:], deck[0])
    save_record(spoiled, tmp_path / "deck.json")
    assert "Hand 1 should have been, by seats: " in run(tmp_path / "deck.json", code=1)


def test_what_is_not_proved(honest: GameRecord, tmp_path: Path) -> None:
    file = tmp_path / "some.json"
    some = copied(honest)
    some.hands[0].proof = None
    save_record(some, file)
    assert "2 proved, 1 not proved, 0 false" in run(file)
    run(file, "--every", code=1)
    for hand in some.hands:
        hand.proof = None
    save_record(some, file)
    run(file, code=1)


def test_a_record_that_begins_later(honest: GameRecord, tmp_path: Path) -> None:
    file, later = tmp_path / "later.json", copied(honest)
    del later.hands[0]
    save_record(later, file)
    for more in ((), ("--every",)):
        assert "2 proved, 0 not proved, 1 false" in run(file, *more, code=1)
    assert told(file, code=1)["hands"][0]["message"] == "It is not in the record, which begins with hand 2."
    assert "2 proved, 0 not proved, 0 false" in run(file, "--from", 2, "--every")
    run(file, "--from", 0, code=2)


def test_it_says_what_it_does_not_check(honest: GameRecord, tmp_path: Path) -> None:
    file, named = tmp_path / "record.json", copied(honest)
    save_record(named, file)
    acts, first = "euchre replay does that.", "Nothing proves who had to deal first"
    assert acts in run(file)
    assert first in run(file)
    named.ruleset.first_dealer = FirstDealer.FIRST_DEALER_SEAT_0 + named.hands[0].dealer  # type: ignore[assignment]
    save_record(named, file)
    assert acts in run(file)
    assert first not in run(file)


def test_notes(honest: GameRecord, tmp_path: Path) -> None:
    file = tmp_path / "record.json"
    save_record(honest, file)
    proof = honest.hands[1].proof
    assert proof is not None
    right = ["--noted", f"2:{proof.commitment.hex()}", "--gave", f"2:3:{proof.entropy[3].hex()}"]
    assert told(file, *right)["proved"] == 3
    for option, verdict in (
        (["--noted", f"2:{bytes(32).hex()}"], "COMMITMENT_FALSE"),
        (["--gave", f"2:3:{bytes(32).hex()}"], "ENTROPY_FALSE"),
    ):
        assert told(file, *option, code=1)["hands"][1]["verdict"] == verdict
    assert told(file, "--noted", f"9:{bytes(32).hex()}", code=1)["hands"][-1]["verdict"] == "NUMBER_FALSE"
    for wrong in (["--noted", "x:00"], ["--noted", "00"], ["--gave", "1:00"], ["--noted", "1:0"]):
        assert "is not numbers and hexadecimal" in " ".join(run(file, *wrong, code=2).split())


def test_a_match(honest: GameRecord, tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    first = copied(honest)
    first.winners, first.games, first.carry = (0,), 1, (0, 0)
    match = MatchRecord(games=[first, false(honest)], games_to_win=3)
    save_record(match, file)
    assert [game["false"] for game in told(file, code=1)["games"]] == [0, 1]
    assert "Game 2" in run(file, code=1)
    assert told(file, "--game", 1)["proved"] == 3
    for wrong in (["--game", 3], ["--noted", "1:00"], ["--from", 2]):
        run(file, *wrong, code=1)


@pytest.mark.parametrize("text", ["", "{}", '{"format_version": 1, "ruleset": {}}'])
def test_what_is_no_record(tmp_path: Path, text: str) -> None:
    (tmp_path / "file").write_text(text)
    run(tmp_path / "file", code=1)


def test_what_cannot_be_checked(tmp_path: Path) -> None:
    for file in (EGN, tmp_path / "missing.json"):
        done = CliRunner().invoke(app, ["verify-deal", str(file)])
        assert done.exit_code == 1
        assert done.stderr.startswith("euchre: ")


def test_it_needs_neither_the_service_nor_a_network(honest: GameRecord, tmp_path: Path) -> None:
    """The check as a library: nothing of the service is loaded, and no socket is opened."""
    save_record(honest, tmp_path / "record.pb")
    program = (
        "import socket, sys\n"
        "from pathlib import Path\n"
        "from euchre_client import load_record, verify_deals\n"
        "socket.socket = None\n"
        "print([check.verdict.value for check in verify_deals(load_record(Path(sys.argv[1])))])\n"
        "print([name for name in sys.modules if name.startswith(('euchre_rules', 'euchre_service'))])\n"
    )
    command = [sys.executable, "-c", program, str(tmp_path / "record.pb")]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == [str(["PROVED"] * 3), "[]"]
