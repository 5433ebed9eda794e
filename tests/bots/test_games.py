"""Bots at real tables."""

from __future__ import annotations

import hashlib

import pytest

from euchre.v1.action_pb2 import Action
from euchre.v1.state_pb2 import Phase
from euchre.v1.view_pb2 import View
from euchre_bots import Bot, make
from euchre_client import RulesClient, Table
from tests.bots.house_rules import HOUSE_RULES

PACK = [rank + suit for suit in "cdhs" for rank in "9TJQKA"]
JOKER_UP = [*PACK[:20], "B", *PACK[20:]]


def seed_of(game: int) -> bytes:
    return hashlib.sha256(f"game {game}".encode()).digest()


class Watched:
    """A bot that is caught when it chooses what it may not, or another action for the same view."""

    def __init__(self, bot: Bot, phases: set[int]) -> None:
        self.name = bot.name
        self._bot = bot
        self._phases = phases

    def decide(self, view: View) -> Action:
        self._phases.add(view.next.phase)
        action = self._bot.decide(view)
        honest = [legal.action for legal in view.legal_actions if not legal.renege]
        assert action in honest
        if self.name == "heuristic":
            assert self._bot.decide(view) == action
        return action


@pytest.mark.slow
@pytest.mark.parametrize("name", ["heuristic", "random"])
def test_bots_choose_legal_actions_everywhere(rules: RulesClient, name: str) -> None:
    phases: set[int] = set()
    for ruleset in (*rules.list_rulesets(), *HOUSE_RULES.values()):
        for game in range(2):
            table = Table.create(rules, ruleset, seed=seed_of(game))
            if table.ruleset.joker:
                table.deal(deck=JOKER_UP)
            bots = [Watched(make(name, seed), phases) for seed in range(table.seats)]
            assert table.play_with(bots, max_hands=12).hands > 0
    assert phases == set(Phase.values()) - {
        Phase.PHASE_UNSPECIFIED,
        Phase.PHASE_DEAL,
        Phase.PHASE_GAME_OVER,
    }


@pytest.mark.slow
def test_the_heuristic_bots_finish_every_game(rules: RulesClient) -> None:
    for ruleset in (*rules.list_rulesets(), *HOUSE_RULES.values()):
        table = Table.create(rules, ruleset, seed=seed_of(1))
        assert table.play_with([make("heuristic") for _ in range(table.seats)], max_hands=300).finished


@pytest.mark.slow
def test_the_heuristic_bot_beats_the_random_one(rules: RulesClient) -> None:
    wins = 0
    for game in range(60):
        table = Table.create(rules, "classic", seed=seed_of(game // 2))
        side = game % 2
        bots = [make("heuristic" if seat % 2 == side else "random", 4 * game + seat) for seat in range(4)]
        wins += table.play_with(bots).winners == (side,)
    assert wins >= 0.65 * 60


@pytest.mark.slow
@pytest.mark.parametrize(("ruleset", "seats", "least"), [("ghost_hand", 3, 0.65), ("buck", 4, 0.45)])
def test_it_beats_several_random_ones(rules: RulesClient, ruleset: str, seats: int, least: float) -> None:
    games, wins = 6 * seats, 0
    for game in range(games):
        table = Table.create(rules, ruleset, seed=seed_of(game // seats))
        chair = game % seats
        bots = [make("heuristic" if seat == chair else "random", 4 * game + seat) for seat in range(seats)]
        wins += table.play_with(bots, max_hands=200).winners == (chair,)
    assert wins >= least * games
