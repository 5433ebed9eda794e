from __future__ import annotations

import json

import pytest

from euchre_arena.standings import labels, schedule, seating, wilson
from tests.arena.conftest import Run


@pytest.mark.parametrize(("ruleset", "games"), [("classic", 12), ("ghost", 8), ("buck", 8)])
def test_the_sensible_bot_wins(run: Run, ruleset: str, games: int) -> None:
    done = run("tournament", "--games", games, "--ruleset", ruleset, "heuristic", "random", "--json")
    assert done.exit_code == 0, done.stderr
    answer = json.loads(done.stdout)
    assert answer["games"] == games
    first, second = answer["bots"]
    assert (first["name"], second["name"]) == ("heuristic", "random")
    assert first["won"] + second["won"] + answer["broken_off"] == games
    assert first["win_rate"] > second["win_rate"]
    assert first["interval"][0] < first["win_rate"] <= first["interval"][1]
    better = first["points_per_hand"] > second["points_per_hand"]
    assert better == (ruleset != "buck")


def test_the_same_seed_gives_the_same(run: Run) -> None:
    first, again, other = (
        run("tournament", "--games", 4, "--seed", seed, "random", "random", "--json").stdout
        for seed in (3, 3, 4)
    )
    assert first == again
    assert first != other
    assert [bot["name"] for bot in json.loads(first)["bots"]] == ["random", "random #2"]


def test_a_result_does_not_depend_on_what_is_played_beside_it(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    arguments = ("tournament", "--games", 4, "heuristic", "random", "--json")
    together = run(*arguments).stdout
    monkeypatch.setattr("euchre_arena.matches._AT_ONCE", 1)
    assert run(*arguments).stdout == together


def test_equals_break_even_in_duplicate(run: Run) -> None:
    answer = json.loads(run("tournament", "--games", 6, "heuristic", "heuristic", "--json").stdout)
    assert [bot["won"] for bot in answer["bots"]] == [3, 3]
    assert sum(bot["points"] for bot in answer["bots"]) > 0


def test_the_table(run: Run) -> None:
    done = run("tournament", "--games", 3, "heuristic", "random")
    assert done.exit_code == 0
    assert "95 % interval" in done.stdout
    assert "4 games of classic in 2 blocks, seed 1; 0 broken off." in done.stdout
    assert "\x1b" not in done.stdout + done.stderr


def test_games_can_be_broken_off(run: Run) -> None:
    answer = json.loads(
        run("tournament", "--games", 2, "--max-hands", 1, "heuristic", "random", "--json").stdout
    )
    assert answer["broken_off"] == 2
    assert [bot["hands"] for bot in answer["bots"]] == [2, 2]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("heuristic", "deep"), "No bot is called 'deep'"),
        (("heuristic",), "needs two bots"),
        (("heuristic", "random", "--ruleset", "whist"), "whist"),
    ],
)
def test_what_cannot_be_played(run: Run, arguments: tuple[str, ...], message: str) -> None:
    done = run("tournament", *arguments)
    assert done.exit_code == 1
    assert message in done.stderr
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize(("entrants", "seats"), [(2, 4), (2, 3), (3, 4), (4, 4), (5, 3)])
def test_everybody_sits_everywhere(entrants: int, seats: int) -> None:
    block = [seating(entrants, seats, rotation) for rotation in range(entrants)]
    for seat in range(seats):
        assert sorted(places[seat] for places in block) == list(range(entrants))


def test_a_block_has_the_same_cards() -> None:
    games = schedule(["heuristic", "random"], 4, 2, seed=1)
    seeds = [fixture.seed for fixture, _ in games]
    assert seeds[0] == seeds[1] != seeds[2] == seeds[3]
    assert len({fixture.label for fixture, _ in games}) == 4


@pytest.mark.parametrize(
    ("won", "played", "low", "high"),
    [(0, 0, 0.0, 1.0), (8, 10, 0.4902, 0.9433), (0, 10, 0.0, 0.2775), (10, 10, 0.7225, 1.0)],
)
def test_wilson(won: int, played: int, low: float, high: float) -> None:
    assert wilson(won, played) == pytest.approx((low, high), abs=5e-5)


def test_labels() -> None:
    assert labels(["a", "b", "a", "a"]) == ["a", "b", "a #2", "a #3"]
