"""The rules of thumb by which the expert has others play, and what their cards then tell it."""

from __future__ import annotations

import random

import numpy as np

from euchre_bots.expert import position
from euchre_bots.expert.cards import bit_of
from euchre_bots.expert.contest_beliefs import card_likelihoods
from euchre_bots.expert.sight import Sight
from euchre_bots.expert.thumb import choose
from euchre_rules import phases, presets
from euchre_rules.cards import card, hand
from euchre_service.wire_rulesets import to_wire
from tests.service.games import plies
from tests.strength.table import seen

SIDES = np.array([0, 1, 0, 1])
EVERYBODY = np.ones(4, np.int64)
SPADES = 4
UNSEEN = (1 << 32) - 1


def chosen(cards: str, table: str = "", maker: int = 3) -> int:
    """The card seat 0 of a table of spades plays after those on the table."""
    now = np.zeros(position.POSITION, np.int64)
    laid = [card(word) for word in table.split()]
    position.start(now, -len(laid) % 4, UNSEEN)
    for each in laid:
        position.lay(SPADES, np.zeros(4, np.int64), SIDES, EVERYBODY, now, each)
    assert now[position.SEAT] == 0
    return choose(SPADES, hand(cards), SIDES, EVERYBODY, maker, now)


def test_a_maker_draws_trumps_and_a_defender_cashes_an_ace() -> None:
    assert chosen("Js As Ah", maker=0) == card("Js")
    assert chosen("Js As Ah", maker=3) == card("Ah")


def test_second_hand_low_third_hand_high_last_hand_as_cheap_as_can_be() -> None:
    assert chosen("9h Kh", "Th") == card("9h")
    assert chosen("9h Kh", "Th 9d") == card("9h"), "the partner's ten is winning"
    assert chosen("9h Kh", "Th Qh") == card("Kh")
    assert chosen("Qh Kh Ah", "9h Jh Th") == card("Qh")


def test_it_ruffs_low_and_never_its_partner_who_wins() -> None:
    assert chosen("9s As 9d", "Kh") == card("9s")
    assert chosen("9s As 9d", "Ah Kh") == card("9d")


def test_it_plays_what_the_rules_allow() -> None:
    turns = 0
    for number in range(25):
        for ply in plies(presets.CLASSIC, random.Random(number), hands=4):
            state = ply.after
            if state.phase != phases.PLAY or state.maker < 0:
                continue
            view = seen(state, state.actor)
            sight = Sight.of(view, to_wire(presets.CLASSIC))
            now = np.zeros(position.POSITION, np.int64)
            position.start(now, (sight.seat - len(sight.trick)) % 4, UNSEEN)
            playing = np.array(sight.playing, np.int64)
            if not playing.all():
                continue
            for _, bit in sight.trick:
                position.lay(sight.trump, np.zeros(4, np.int64), SIDES, playing, now, bit)
            card_played = choose(sight.trump, sight.hand, SIDES, playing, sight.maker, now)
            allowed = [legal.action.play_card.card for legal in view.legal_actions if not legal.renege]
            assert card_played in {bit_of(each) for each in allowed}
            turns += 1
    assert turns > 50


def test_where_everybody_plays_for_himself_cards_tell_of_those_not_played() -> None:
    told = 0
    for ply in plies(presets.GHOST_HAND, random.Random(3), hands=20):
        state = ply.after
        if state.phase != phases.PLAY or len(state.plays) != 1 or state.actor == state.maker:
            continue
        view = seen(state, state.actor)
        sight = Sight.of(view, to_wire(presets.GHOST_HAND))
        worlds = sight.worlds(400, 1)
        likely = card_likelihoods(sight, worlds)
        leader, led = sight.trick[0]
        if sight.trump > 4 or leader != sight.maker or led >> 3 == sight.trump - 1:
            continue
        # A maker who led no trump is less likely to hold the right bower.
        right = worlds.hands[:, leader] >> bit_of(16 * sight.trump + 11) & 1 == 1
        if right.any() and not right.all():
            assert likely[right].mean() < likely[~right].mean()
            told += 1
    assert told
