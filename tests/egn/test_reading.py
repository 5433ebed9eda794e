from __future__ import annotations

import contextlib
import json
from typing import Any

import pytest

from euchre_client.egn import EgnError, read
from euchre_client.egn.notation import pack, parse
from tests.egn.files import EXPECTED, deal_of, load


def fault_reason(text: str | bytes) -> tuple[str, str]:
    with pytest.raises(EgnError) as caught:
        read(text)
    return caught.value.fault.reason, caught.value.fault.message


@pytest.mark.parametrize("name", sorted(EXPECTED))
def test_every_file_can_be_read(name: str) -> None:
    game = read(json.dumps(load(name)))
    assert len(game.players) == 4
    assert game.deals


def test_it_keeps_what_is_not_replayed() -> None:
    game = read(json.dumps(load("recorded-08-annotated.egn")))
    assert game.deals[1].line.call_annotations == {4: ("note",)}
    assert game.deals[1].line.play_annotations == {10: ("note",)}
    first = game.deals[0].alternatives[0]
    assert first.branch_index == 8
    assert first.line.tricks[0] == ("Qh", "Ah", "Tc", "9h")
    assert first.line.play_annotations == {0: ("note",)}


def test_it_reads_both_spellings_of_the_dealt_cards() -> None:
    new = read(json.dumps(load("recorded-07-one-hand.egn"))).deals[0]
    assert new.player_cards[1] == ("9c", "9h", "Qc", "Qd", "Kc")
    old = read(json.dumps(load("recorded-04-v1.0.egn"))).deals[8]
    assert old.player_cards == ((), (), ("Kh", "As", "Js", "Ts", "9c"), ())
    assert old.kitty == ()
    assert old.line.initial_lead == 1


def test_it_reads_cards_of_every_form() -> None:
    cards = [parse(text, "h") for text in ("Nc", "9C", "R", "L", "B", "Td", "Xc", "Jx", "Xx", "", "At")]
    assert cards == ["9c", "9c", "Jh", "Jd", "B", "Td", None, None, None, None, None]
    assert parse("L", "c") == "Js"
    assert parse("R", None) is None


@pytest.mark.parametrize("text", ["1c", "10h", "Jd ", "C", "Zz", "cJ"])
def test_it_refuses_what_is_no_card(text: str) -> None:
    with pytest.raises(ValueError, match="is no card"):
        parse(text, "h")


def test_packs() -> None:
    assert len(pack(9, joker=False)) == 24
    assert len(pack(7, joker=True)) == 33
    assert pack(9, joker=False)[0] == "9c"


@pytest.mark.parametrize("text", ["", "{", "nonsense", b"\xff\xfe\x00", '{"a": ' * 5000])
def test_broken_json(text: str | bytes) -> None:
    reason, message = fault_reason(text)
    assert reason == "MALFORMED_FILE"
    assert message


@pytest.mark.parametrize("text", ["[]", "3", "null", '"x"', "{}"])
def test_json_that_is_no_egn(text: str) -> None:
    assert fault_reason(text)[0] == "MALFORMED_FILE"


@pytest.mark.parametrize("version", ["2.0", "0.9", "1", "", "1.x"])
def test_an_unknown_version(version: str) -> None:
    game = load("recorded-07-one-hand.egn")
    game["version"] = version
    assert fault_reason(json.dumps(game))[0] == "VERSION_UNKNOWN"


@pytest.mark.parametrize("version", ["1.0", "1.0.0", "1.4", "1.6", "1.12.3"])
def test_a_known_version(version: str) -> None:
    game = load("recorded-07-one-hand.egn")
    game["version"] = version
    assert read(json.dumps(game)).version == version


def test_a_condensed_deal_is_not_supported() -> None:
    game = load("recorded-07-one-hand.egn")
    game["deals"] = ["Zm9v"]
    assert fault_reason(json.dumps(game))[0] == "NOT_SUPPORTED"


WRONG: list[tuple[str, Any, str]] = [
    ("dealer", None, "initialState.dealer"),
    ("dealer", 4, "initialState.dealer"),
    ("dealer", True, "initialState.dealer"),
    ("upCard", 7, "initialState.upCard"),
    ("upCard", "Zz", "initialState.upCard"),
    ("playerCards", [[], [], [], [], []], "playerCards"),
    ("playerCards", "x", "playerCards"),
    ("kitty", ["Zz"], "kitty[0]"),
    ("calls", ["Hmm"], "phases[0].calls[0]"),
    ("calls", 3, "phases[0].calls"),
    ("isAlone", "yes", "phases[0].isAlone"),
    ("aloneDefender", 9, "phases[0].aloneDefender"),
    ("cardExchanges", [{"cards": ["Ah"]}], "phases[0].cardExchanges[0].receiver"),
    ("callAnnotations", {"one": []}, "phases[0].callAnnotations.one"),
    ("tricks", [["Ah", 3]], "phases[1].tricks[0][1]"),
    ("tricks", ["Ah"], "phases[1].tricks[0]"),
    ("initialLead", 7, "phases[1].initialLead"),
]


@pytest.mark.parametrize(("name", "value", "path"), WRONG)
def test_it_points_at_what_is_malformed(name: str, value: Any, path: str) -> None:
    game = load("recorded-07-one-hand.egn")
    state, bidding, play = deal_of(game)
    part = play if name in ("tricks", "initialLead") else bidding if path.startswith("phases") else state
    part[name] = value
    reason, message = fault_reason(json.dumps(game))
    assert reason == "MALFORMED_FILE"
    assert path in message
    assert "deals[0]" in message


@pytest.mark.parametrize(
    ("part", "value"),
    [
        ("initialScore", [1]),
        ("initialScore", ["a", "b"]),
        ("ruleset", {"loner_lead": "LEFT"}),
        ("ruleset", {"std": 1}),
        ("ruleset", {"min_rank": "9"}),
        ("players", [3]),
        ("title", []),
    ],
)
def test_it_points_at_wrong_metadata(part: str, value: Any) -> None:
    game = load("recorded-07-one-hand.egn")
    game["metadata"][part] = value
    reason, message = fault_reason(json.dumps(game))
    assert reason == "MALFORMED_FILE"
    assert f"metadata.{part}" in message


def test_metadata_may_be_poor_and_players_rich() -> None:
    game = load("recorded-07-one-hand.egn")
    game["metadata"] = {"players": [{"name": "Ann", "id": "7"}, "Bob"]}
    told = read(json.dumps(game))
    assert told.players == ("Ann", "Bob")
    assert told.initial_score == (0, 0)
    assert told.rules == {}


@pytest.mark.parametrize("depth", [100, 900, 5000])
def test_a_file_may_be_nested_deeply(depth: int) -> None:
    text = json.dumps(load("recorded-07-one-hand.egn"))
    nested = f'"x": {"[" * depth}{"]" * depth}, "dealNumber"'
    # The parser of JSON has a limit of its own.
    with contextlib.suppress(EgnError):
        assert read(text.replace('"dealNumber"', nested, 1)).players
