"""A game is the same game, and its record the same record, however many of its acts come in one call."""

from __future__ import annotations

import zlib

import pytest

from euchre.v1 import record_pb2
from euchre.v1.action_pb2 import Action
from euchre.v1.rules_service_pb2 import CreateGameResponse, PlayOn
from euchre.v1.view_pb2 import View
from euchre_arena import entrants
from euchre_arena.tournament import asking
from euchre_arena.tournament.live import Fixture, LiveGame
from euchre_arena.tournament.packs import Packs
from euchre_arena.tournament.plan import Plan
from euchre_arena.tournament.results import GameResult
from euchre_arena.tournament.transport import Step, Transport
from euchre_bots import Bot, HeuristicBot
from euchre_client import RulesClient, table_view
from euchre_client.dealing import pack_of
from euchre_client.rulesets import sides_of
from tests.arena.tournaments import played

PRESETS = ("classic", "ghost_hand", "buck", "bid_partners", "three_handed_dummy", "british", "egn")
SEED = bytes(range(32))


class Slow(LiveGame):
    """A game of which every act is a step of its own."""

    def act(self, action: Action) -> Step:
        return super().act(action)._replace(play_on=PlayOn.PLAY_ON_UNSPECIFIED)


def whole_game(
    rules: RulesClient, preset: str, kind: type[LiveGame], plan: Plan
) -> tuple[GameResult, list[View], int]:
    """Plays a game; returns what came of it, the views that somebody was asked about, and how many calls."""
    ruleset = rules.resolve_ruleset(preset)
    transport = Transport(rules, ruleset)
    bots: list[Bot] = [HeuristicBot() for _ in range(ruleset.players)]
    fixture = Fixture(SEED, "pace", 0, tuple(range(ruleset.players)), bots)
    created: CreateGameResponse = transport.create(SEED, "pace")
    game = kind(fixture, created, sides_of(ruleset), plan)
    asked: list[View] = []
    calls = 0
    while not game.ended:
        if game.is_to_deal:
            step = game.deal()
        else:
            view = game.view()
            if len(view.legal_actions) > 1:
                asked.append(without_path(view))
            step = game.act(game.bot.decide(view))
        (answer,) = transport.send([step]).answers()
        assert not isinstance(answer, Exception)
        game.take(step, answer)
        calls += 1
    return game.result(), asked, calls


def without_path(view: View) -> View:
    """What a view says of the game, without the acts and the states that led to it."""
    said = View()
    said.CopyFrom(view)
    del said.events[:]
    said.ClearField("info")
    return said


@pytest.mark.parametrize("preset", PRESETS)
def test_game_and_record_are_those_of_single_steps(rules: RulesClient, preset: str) -> None:
    plan = Plan(preset, ("heuristic",) * 2)
    quick, asked, calls = whole_game(rules, preset, LiveGame, plan)
    slow, asked_slowly, steps = whole_game(rules, preset, Slow, plan)
    assert quick == slow
    assert asked == asked_slowly
    assert quick.transitions == steps
    assert calls < 0.9 * steps


@pytest.mark.parametrize("hands", [1, 2])
def test_no_hand_is_dealt_beyond_the_last(rules: RulesClient, hands: int) -> None:
    result, _, _ = whole_game(rules, "classic", LiveGame, Plan("classic", ("heuristic",) * 2, hands=hands))
    assert (result.ended, len(result.hands)) == ("hands", hands)
    void, _, _ = whole_game(rules, "classic", LiveGame, Plan("classic", ("heuristic",) * 2, max_hands=hands))
    assert (void.ended, len(void.hands)) == ("void", hands)


@pytest.mark.parametrize("preset", [preset for preset in PRESETS if preset != "british"])
def test_packs_are_what_the_service_deals(rules: RulesClient, preset: str) -> None:
    ruleset = rules.resolve_ruleset(preset)
    packs = Packs(ruleset, SEED)
    created = rules.create_game(ruleset, seed=SEED, deal=True, views=[table_view()])
    told = pack_of(created.transition.views[0], ruleset)
    assert told is not None
    assert packs.of_hand(1) == told


def test_record_says_every_card(rules: RulesClient) -> None:
    result, _, _ = whole_game(rules, "classic", LiveGame, Plan("classic", ("heuristic",) * 2))
    record = record_pb2.GameRecord.FromString(zlib.decompress(result.record))
    assert len(record.hands) == len(result.hands)
    for hand in record.hands:
        cards = [act for act in hand.acts if act.action.HasField("play_card")]
        assert len(hand.deck) == 24
        assert len(cards) % 5 == 0


@pytest.mark.parametrize(("seconds", "fewest", "most"), [(1e-6, 40, 64), (0.1, 1, 8)])
def test_slow_bots_play_few_games_side_by_side(
    rules: RulesClient, monkeypatch: pytest.MonkeyPatch, seconds: float, fewest: int, most: int
) -> None:
    clock = 0
    sizes = []

    class Thinker:
        name = "thinker"

        def decide(self, view: View) -> Action:
            return view.legal_actions[0].action

        def decide_many(self, views: list[View]) -> list[Action]:
            nonlocal clock
            clock += int(len(views) * seconds * 1e9)
            sizes.append(len(views))
            return [*map(self.decide, views)]

    monkeypatch.setattr(asking, "_TIMER", lambda: clock)
    thinker = Thinker()
    monkeypatch.setattr(entrants, "make", lambda *_arguments: thinker)
    with played(rules, Plan("classic", ("random", "random"), blocks=60, hands=1), at_once=128):
        assert fewest <= max(sizes) <= most
