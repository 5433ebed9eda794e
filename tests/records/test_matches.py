"""Matches: what is carried over, how games count, and when it is over."""

from __future__ import annotations

import pytest

from euchre.v1.ruleset_pb2 import Ruleset
from euchre_bots import make
from euchre_client import (
    AsyncRulesClient,
    AsyncTable,
    GameRecord,
    Match,
    MatchRecord,
    RulesClient,
    public_view,
    recreate,
)
from tests.client.real_service import real_service

LAPS = Ruleset(base="classic", laps=True, slam=True, target=3, start_score=0)


def won(side: int, scores: tuple[int, int], *, games: int = 1, carry: tuple[int, int] = (0, 0)) -> GameRecord:
    return GameRecord(
        ruleset=LAPS, initial_scores=(0, 0), winners=(side,), scores=scores, games=games, carry=carry
    )


def test_points_over_the_target_are_carried_over(rules: RulesClient) -> None:
    match = Match(rules, LAPS, games_to_win=6, seed=b"laps", label="lap ")
    record = match.play_with([make("heuristic") for _ in range(4)])
    assert record is match.record
    assert max(record.games_won) >= 6
    assert record.winners == match.winners != ()
    for game, after in zip(record.games, record.games[1:], strict=False):
        assert game.carry == tuple(
            max(0, score - 3) if side in game.winners else 0 for side, score in enumerate(game.scores)
        )
        assert after.initial_scores == tuple(min(points, 2) for points in game.carry)
    assert any(any(game.carry) for game in record.games[:-1])
    assert [game.label for game in record.games[:2]] == ["lap 1", "lap 2"]
    assert record.games[0].hands[0].deck != record.games[1].hands[0].deck


def test_a_slam_counts_for_two(rules: RulesClient) -> None:
    record = Match(rules, LAPS, games_to_win=30, seed=b"slam").play_with(
        [make("heuristic") for _ in range(4)], max_games=12
    )
    slams = [game for game in record.games if game.games == 2]
    assert slams
    for game in record.games:
        (winner,) = game.winners
        assert game.games == (2 if game.scores[1 - winner] == 0 else 1)
    assert sum(record.games_won) == len(record.games) + len(slams)


def test_a_match_comes_back_and_every_game_of_it_replays(rules: RulesClient) -> None:
    record = Match(rules, "railroad", games_to_win=2, seed=bytes(32)).play_with(
        [make("heuristic") for _ in range(4)]
    )
    for again in (MatchRecord.from_json(record.to_json()), MatchRecord.from_bytes(record.to_bytes())):
        assert again == record
        assert (again.games_won, again.winners) == (record.games_won, record.winners)
    assert "format_version" in record.to_json(indent=2)
    for game in record.games:
        request = game.replay_request(views=[public_view()])
        response = rules.replay(
            request.ruleset, request.hands, initial_scores=request.initial_scores, views=request.views
        )
        assert not response.HasField("fault")
        assert tuple(response.transition.views[0].game.carry) == game.carry
        assert recreate(rules, game).record == game


def test_a_match_without_a_seed(rules: RulesClient) -> None:
    match = Match(rules, "classic", games_to_win=1)
    assert match.games_won == ()
    assert match.record.next_scores() == ()
    match.next_table().play_with([make("heuristic") for _ in range(4)])
    assert match.record.games[0].seed is None
    assert sum(match.games_won) == 1
    with pytest.raises(ValueError, match="won already"):
        match.next_table()


def test_a_game_must_be_finished_first(rules: RulesClient) -> None:
    match = Match(rules, "classic", seed=b"unfinished")
    match.next_table()
    with pytest.raises(ValueError, match="not finished"):
        match.next_table()
    with pytest.raises(ValueError, match="not finished"):
        match.record.add(won(0, (10, 3)))
    again = MatchRecord.from_bytes(match.record.to_bytes())
    assert again == match.record
    assert again.winners == ()
    with pytest.raises(ValueError, match="needs a number of games"):
        Match(rules, games_to_win=0).play_with([make("heuristic") for _ in range(4)])


async def test_a_match_on_asyncio_tables() -> None:
    match = MatchRecord(games_to_win=2)
    with real_service() as address:
        async with AsyncRulesClient(address) as client:
            while not match.winners:
                table = await AsyncTable.create(client, LAPS, initial_scores=match.next_scores())
                await table.play_with([make("heuristic") for _ in range(4)])
                match.add(table.record)
    assert MatchRecord.from_json(match.to_json()) == match


def test_no_side_starts_with_a_game_that_is_won() -> None:
    match = MatchRecord([won(1, (2, 9), carry=(0, 6))])
    assert match.next_scores() == (0, 2)


def test_an_open_match_has_no_winner() -> None:
    match = MatchRecord()
    for _ in range(3):
        match.add(won(1, (0, 3), games=2))
    assert match.games_won == (0, 6)
    assert match.winners == ()


def test_the_sides_of_a_match_stay_the_same() -> None:
    match = MatchRecord([won(1, (0, 3))])
    with pytest.raises(ValueError, match="same sides"):
        match.add(GameRecord(ruleset=LAPS, initial_scores=(0, 0, 0)))
    with pytest.raises(ValueError, match="same sides"):
        match.add(won(2, (0, 3)))
