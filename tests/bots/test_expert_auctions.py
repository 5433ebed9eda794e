"""What the expert bids, exchanges and takes up before the first card."""

from __future__ import annotations

import random

import numpy as np
import pytest

from euchre.v1.action_pb2 import Action
from euchre.v1.state_pb2 import Phase
from euchre.v1.view_pb2 import View
from euchre_bots.expert import ExpertBot
from euchre_bots.expert.bid_model import partners_model, solo_bid_model
from euchre_bots.expert.bidding import Standing, bid_chances, bid_on, form_of, next_speaker, offered
from euchre_bots.expert.bids import as_played, held_back
from euchre_bots.expert.cards import mask_of
from euchre_bots.expert.dummy import after_dummy, best_of
from euchre_bots.expert.gifts import after_gift, after_gifts
from euchre_bots.expert.payoff import MOON, SHOOTER
from euchre_bots.expert.sight import Sight
from euchre_client import action_text, parse_cards
from euchre_rules import phases, presets
from euchre_service.wire_rulesets import to_wire
from tests.bots.positions import position
from tests.service.games import plies
from tests.strength.random_games import value_all
from tests.strength.table import seen

PARTNERS = to_wire(presets.BID_PARTNERS)
HEARTS, NO_TRUMP = 3, 5


def mask(cards: str) -> int:
    return mask_of(parse_cards(cards))


def auction(cards: str, legal: str = "pass, bid 3, bid 4, bid 5, shooter, moon", *, dealer: int = 3) -> View:
    view = position(Phase.PHASE_AUCTION, cards, legal, dealer=dealer)
    for seat in view.seats:
        seat.card_count = 6
    return view


def said(view: View) -> str:
    return action_text(ExpertBot(1, ruleset=PARTNERS).decide(view))


@pytest.mark.parametrize("name", presets.PRESETS)
def test_every_choice_but_a_blind_one_is_valued_by_simulation(name: str) -> None:
    valued = value_all(presets.PRESETS[name], games=1, hands=3, samples=2, seed=4)
    thumbed = {phase for phase, counts in valued.items() if counts[False]}
    assert thumbed <= {"name_joker_suit"}
    assert sum(counts[True] for counts in valued.values()) > 20


def test_six_sure_tricks_are_a_moon_and_nothing_at_all_is_a_pass() -> None:
    assert said(auction("Jh Jd Ah Kh Qh Th")) == "moon"
    assert said(auction("Qh Td Qd Jc Qc Ks", dealer=0)) == "pass"


def test_no_trump_is_named_with_aces_and_low_with_nines() -> None:
    names = ", ".join(f"name {trump}" for trump in ("c", "d", "h", "s", "nt", "low"))
    for cards, chosen in (("Ac Kc Ad Kd Ah As", "name nt"), ("9c Tc 9d Td 9h 9s", "name low")):
        view = auction(cards, names)
        view.next.phase = Phase.PHASE_NAME_TRUMP
        view.bid.tricks, view.bidder, view.maker = 4, 0, 0
        assert said(view) == chosen


def test_a_partner_is_not_outbid_with_a_weak_hand() -> None:
    view = auction("Qh Td Qd Jc Qc Ks", "pass, bid 5, shooter, moon", dealer=0)
    view.bid.tricks, view.bidder = 4, 2
    view.calls.add(seat=2, action=Action(tricks_bid=view.bid))
    assert said(view) == "pass"


def test_a_bid_is_found_though_time_is_up() -> None:
    view = auction("Jh Jd Ah Kh Qh Th")
    assert action_text(ExpertBot(1, ruleset=PARTNERS, budget_seconds=0.0).decide(view)) == "moon"


def test_auctions_go_round_once_or_until_all_but_one_have_passed() -> None:
    once = form_of(PARTNERS, (0, 1, 0, 1), 3)
    assert [next_speaker(once, seat, -1, 0) for seat in range(4)] == [1, 2, 3, -1]
    rounds = once._replace(rounds=True)
    assert next_speaker(rounds, 3, 0, 0b0010) == -1
    assert next_speaker(rounds, 3, 1, 0b0010) == 0
    assert next_speaker(rounds, 2, 1, 0b1000) == 0


def test_the_lowest_number_and_the_slams_are_thought_of() -> None:
    form = form_of(PARTNERS, (0, 1, 0, 1), 3)
    assert offered(form, 0, 0).tolist() == [3, SHOOTER, MOON]
    assert offered(form, 4, 0).tolist() == [5, SHOOTER, MOON]
    assert offered(form._replace(equals=True), 4, 3).tolist() == [4, SHOOTER, MOON]
    assert offered(form, MOON, 0).tolist() == []


def test_an_auction_goes_to_the_hand_that_is_worth_it() -> None:
    form = form_of(PARTNERS, (0, 1, 0, 1), 3)
    strong, weak = mask("Jh Jd Ah Kh Qh Ac"), mask("9c Tc Qc 9s Ts Qs")
    hands = np.array([[weak, mask("Td Qd 9d 9h Th Kc"), strong, mask("Jc Kd Qs Ks Td Ad")]])
    trumps, makers, bids = bid_on(partners_model(), form, Standing(0, 0, -1, 0, 0, False), hands, hands[:, 0])
    assert (trumps[0], makers[0]) == (HEARTS, 2)
    assert bids[0] >= 3


def test_a_forced_dealer_bids_the_least() -> None:
    form = form_of(PARTNERS, (0, 1, 0, 1), 3)._replace(forced=True)
    hands = np.array([[0, 0, 0, mask("9c Td Qh 9s Ts Qc")]])
    standing = Standing(3, 0, -1, 0, 0b0111, False)
    _, makers, bids = bid_on(partners_model(), form, standing, hands, hands[:, 0])
    assert (makers[0], bids[0]) == (3, 3)


def test_a_weak_hand_is_swapped_for_the_ghost() -> None:
    form = form_of(to_wire(presets.GHOST_HAND), (0, 1, 2), 2)
    ghost = mask("Jh Jd Ah Kh Qh Ac")
    hands, dead = np.array([[0, 0, mask("9c Tc 9d Td 9s Ts")]]), np.array([ghost])
    _, makers, bids = bid_on(solo_bid_model(), form, Standing(2, 0, -1, 0, 0b011, True), hands, dead)
    assert hands[0, 2] == ghost
    assert (makers[0], bids[0] > 0) == (2, True)


def test_strong_hands_bid_and_weak_ones_pass() -> None:
    form = form_of(PARTNERS, (0, 1, 0, 1), 3)
    hands = np.array([mask("Jh Jd Ah Kh Qh Ac"), mask("Qh Td Qd Jc Qc Ks")])
    bids = offered(form, 0, 0)
    passes = bid_chances(partners_model(), form, hands, bids, 0, 0.0, 0.8)
    moons = bid_chances(partners_model(), form, hands, bids, MOON, 0.0, 0.8)
    assert passes[0] < 0.05 < passes[1]
    assert moons[0] > moons[1]


def test_the_out_rule_holds_a_side_back_that_did_not_earn_the_game() -> None:
    changes = np.array([[4.0, 2.0], [-4.0, 3.0], [0.0, 0.0]])
    held = held_back(PARTNERS, [29, 30], np.array([0, 0, -1]), changes)
    assert held.tolist() == [[4.0, 1.0], [-4.0, 3.0], [0.0, 0.0]]
    free = to_wire(presets.GHOST_HAND)
    assert held_back(free, [29, 30], np.array([0, 0, -1]), changes) is changes


def test_partners_take_less_than_with_open_cards_and_never_more_than_all() -> None:
    played = as_played(np.full(1000, 4), np.arange(1000), 6)
    assert set(played.tolist()) == {3, 4, 5}
    assert 3.6 < played.mean() < 3.85
    assert as_played(np.array([0, 6] * 50), np.arange(100), 6).max() == 6
    assert as_played(np.array([0, 6] * 50), np.arange(100), 6).min() == 0


def test_a_lone_player_lays_his_worst_down_and_gets_the_best() -> None:
    hands = np.array([[mask("Jh Ah 9c"), 0, mask("Jd As Ts"), 0]])
    after = after_gift(hands, np.array([HEARTS]), np.array([0]), receives_first=False)
    assert after[0].tolist() == [mask("Jh Ah Jd"), 0, mask("As Ts"), 0]
    after = after_gift(hands, np.array([NO_TRUMP]), np.array([0]), receives_first=True)
    assert after[0, 0] == mask("Jh Ah As")


def test_the_best_of_a_dummy_is_kept() -> None:
    assert best_of(mask("Jh 9h Ac Kd 9s Jd Ah 9c Tc 9d"), 5, HEARTS) == mask("Jh Jd Ah 9h Ac")


@pytest.mark.parametrize("name", ["railroad", "three_handed_dummy"])
def test_worlds_stay_whole_when_they_are_made_true_to_an_exchange(name: str) -> None:
    rules, rng, changed = presets.PRESETS[name], random.Random(name), 0
    for ply in [ply for _ in range(6) for ply in plies(rules, rng, hands=4)]:
        if ply.after.phase != phases.PLAY:
            continue
        sight = Sight.of(seen(ply.after, ply.after.actor), to_wire(rules))
        before = sight.worlds(20, 1)
        after = (after_gifts if name == "railroad" else after_dummy)(sight, before)
        changed += int((before.hands != after.hands).sum())
        for world in range(20):
            held = [*after.hands[world].tolist(), int(after.dead[world]), int(after.discard[world])]
            assert sum(each.bit_count() for each in held) == (sight.unseen | sight.hand).bit_count()
            assert [each.bit_count() for each in held[: sight.players]] == list(sight.counts)
            assert not any(own & barred for own, barred in zip(held, sight.voids, strict=False))
        assert np.all(after.hands[:, sight.seat] == sight.hand)
    assert changed
