"""How the expert takes partners to play: by the rules, for their side, and telling of their cards."""

from __future__ import annotations

import os
import random
from pathlib import Path

import numpy as np

from euchre_bots import expert
from euchre_bots.compiled import remove_outdated
from euchre_bots.expert import ExpertBot, partners, position
from euchre_bots.expert.card_model import card_model
from euchre_bots.expert.cards import bit_of
from euchre_bots.expert.habits import has_habits, tricks_by_card
from euchre_bots.expert.sight import Sight, Worlds
from euchre_rules import game, phases, presets
from euchre_rules.state import State
from euchre_rules.view import TABLE
from euchre_service.wire_rulesets import to_wire
from tests.service.games import plies
from tests.strength.fit_cards import contracts, play_all
from tests.strength.table import seen

CLASSIC = to_wire(presets.CLASSIC)


def turns(games: int) -> list[State]:
    """Turns to play of random games."""
    return [
        ply.after
        for number in range(games)
        for ply in plies(presets.CLASSIC, random.Random(number), hands=6)
        if ply.after.phase == phases.PLAY
    ]


def true_world(state: State) -> tuple[Sight, Worlds]:
    """What the acting seat knows, and how the cards lie."""
    view = seen(state, state.actor)
    sight = Sight.of(view, CLASSIC)
    whole = seen(state, TABLE)
    hands = [sum(1 << bit_of(card) for card in seat.cards) for seat in whole.seats]
    return sight, Worlds(np.array([hands], np.int64), np.zeros(1, np.int64), np.zeros(1, np.int64))


def test_tricks_are_taken_as_the_rules_have_it() -> None:
    ends = 0
    for state in turns(8):
        sight, worlds = true_world(state)
        if sum(sight.tricks) != 4 or not has_habits(sight):
            continue
        # The last trick: every card is forced, so the hand ends as the rules will have it.
        while state.phase == phases.PLAY:
            game.perform(state, game.legal_actions(state)[0])
        assert state.result is not None
        taken = tricks_by_card(sight, worlds, [int(worlds.hands[0, sight.seat]).bit_length() - 1])
        assert taken[0, 0] == state.result.tricks[sight.side_of[sight.maker]]
        ends += 1
    assert ends > 50


def test_every_hand_has_five_tricks() -> None:
    for state in random.Random(1).sample(turns(4), 60):
        sight, worlds = true_world(state)
        cards = [bit_of(legal.action.play_card.card) for legal in sight.view.legal_actions]
        makers = tricks_by_card(sight, worlds, cards)
        assert np.all(makers >= sight.tricks[sight.maker]) and np.all(makers <= 5)


def test_a_card_tells_of_those_not_played() -> None:
    # Seat 0, a defender, led the queen of diamonds (8 + 5): with the ace beside it, it would have led that.
    hands = np.array([[1 << 13 | 1 << 18, 0b111 << 2, 0b111 << 5, 0b11 << 26]] * 2)
    hands[1, 0] = 1 << 13 | 1 << 15
    now = np.zeros(position.POSITION, np.int64)
    position.start(now, 0, (1 << 32) - 1)
    sides, playing = np.array([0, 1, 0, 1]), np.ones(4, np.int64)
    line = np.array([13])
    chances = partners.line_chances(card_model(), 4, hands, sides, playing, 3, now, 2, line)
    assert chances[1] < chances[0]
    assert np.all(partners.line_chances(card_model(), 4, hands, sides, playing, 3, now, 0, line) == 1.0)


def test_the_card_model_beats_one_that_knows_nothing() -> None:
    deals = contracts(2000, 5)
    nothing = np.zeros_like(card_model())
    won = play_all(card_model(), nothing, *deals) - play_all(nothing, card_model(), *deals)
    assert won.mean() / 2 > 0.15


def test_who_needs_one_point_does_not_go_alone() -> None:
    decided = 0
    for number in range(40):
        for ply in plies(presets.CLASSIC, random.Random(number), hands=2):
            state = ply.after
            if state.phase != phases.ALONE or state.actor != state.maker or decided == 5:
                continue
            state.scores = [9, 9]
            assert ExpertBot(samples=60).decide(seen(state, state.actor)).HasField("play_with_partner")
            decided += 1
    assert decided == 5


def test_it_is_made_ready_once() -> None:
    lines: list[str] = []
    expert.prepare(lines.append)
    lines.clear()
    expert.prepare(lines.append)
    assert lines == []


def test_code_older_than_its_sources_is_removed(tmp_path: Path) -> None:
    source, cache = tmp_path / "cards.py", tmp_path / "cache"
    cache.mkdir()
    old, new, foreign = (cache / name for name in ("cards.a-1.nbi", "cards.b-1.nbi", "other.a-1.nbi"))
    for file in (source, old, new, foreign):
        file.touch()
    os.utime(old, (1, 1))
    os.utime(foreign, (1, 1))
    remove_outdated([source], cache)
    assert not old.exists()
    assert new.exists() and foreign.exists()
