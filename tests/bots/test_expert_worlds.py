"""The worlds the expert deals: what it knows holds in each, and the truth is one of them."""

from __future__ import annotations

import random
from collections import Counter

import numpy as np
import pytest

from euchre.v1.view_pb2 import View
from euchre_bots.expert.cards import bit_of, bits
from euchre_bots.expert.sampling import deal
from euchre_bots.expert.sight import Sight
from euchre_rules import phases, presets
from euchre_rules.state import State
from euchre_service.wire_rulesets import to_wire
from tests.service.games import plies
from tests.strength.table import seen


def positions(name: str, games: int) -> list[tuple[State, Sight]]:
    """Positions of random games in which somebody may hold what another seat wonders about."""
    rules, rng = presets.PRESETS[name], random.Random(name)
    wire = to_wire(rules)
    found = []
    for _ in range(games):
        for ply in plies(rules, rng, hands=4):
            state = ply.after
            if state.phase in (phases.DEAL, phases.GAME_OVER, phases.NAME_JOKER_SUIT):
                continue
            found.append((state, Sight.of(seen(state, state.actor), wire)))
    return found


@pytest.mark.parametrize("name", presets.PRESETS)
def test_the_true_deal_is_among_the_worlds(name: str) -> None:
    for state, sight in positions(name, 4):
        for bit in bits(sight.unseen):
            places = sight._places(bit)
            holder = [seat for seat in range(sight.players) if state.hands[seat] >> bit & 1]
            if holder:
                assert places >> holder[0] & 1
            elif sight.is_other_dealers_pickup and state.laid[sight.dealer] >> bit & 1:
                assert places >> sight.players & 0b11
            else:
                assert places >> sight.players & 1
        assert sight.hand == state.hands[sight.seat]
        assert list(sight.counts) == [held.bit_count() for held in state.hands]


@pytest.mark.parametrize("name", presets.PRESETS)
def test_worlds_contradict_nothing_that_is_known(name: str) -> None:
    for state, sight in random.Random(1).sample(positions(name, 2), 40):
        worlds = sight.worlds(20, 5)
        together = worlds.dead | worlds.discard
        for seat in range(sight.players):
            held = worlds.hands[:, seat]
            assert all(int(hand).bit_count() == sight.counts[seat] for hand in held)
            assert not np.any(held & sight.voids[seat])
            assert not np.any(held & together)
            together = together | held
        assert np.all(together == sight.unseen | sight.hand)
        if not sight.is_other_dealers_pickup or sight._places(sight.upcard) != 1 << sight.dealer:
            continue
        if state.hands[sight.dealer] >> sight.upcard & 1:
            assert np.all(worlds.hands[:, sight.dealer] >> sight.upcard & 1)


def test_every_deal_that_fits_is_as_likely_as_the_other() -> None:
    # Cards 0 to 3, two places of two; card 0 is not at place 1, card 3 not at place 0: so 0 and one of
    # 1 and 2 lie at place 0. Both deals come up about as often.
    dealt = deal(np.arange(4), np.array([1, 3, 3, 2]), np.array([2, 2]), 4000, 7)
    counts = Counter(map(tuple, dealt.tolist()))
    assert set(counts) == {(0b0011, 0b1100), (0b0101, 0b1010)}
    assert abs(counts[0b0011, 0b1100] - 2000) < 160


def test_no_deal_fits_where_there_is_no_room() -> None:
    assert len(deal(np.arange(2), np.array([1, 1]), np.array([1, 1]), 10, 7)) == 0


def test_what_a_seat_knows_comes_from_its_view_alone() -> None:
    for state, sight in positions("classic", 2):
        other = state.copy()
        hidden = [seat for seat in range(4) if seat != state.actor and not _is_pinned(sight, seat)]
        if len(hidden) < 2 or sight.view.tricks or sight.view.trick.cards:
            continue
        first, second = hidden[:2]
        other.hands[first], other.hands[second] = other.hands[second], other.hands[first]
        assert seen(other, state.actor) == sight.view


def _is_pinned(sight: Sight, seat: int) -> bool:
    return sight.dealer_took and seat == sight.dealer


def test_cards_have_the_bits_of_the_contract() -> None:
    view = View(seat=0)
    view.seats.add(seat=0, cards=[25, 78, 15])
    assert [bit_of(card) for card in view.seats[0].cards] == [2, 31, 32]
