"""Calling a renege, where cards that do not follow suit are accepted (`rules.md` 2, 5)."""

from __future__ import annotations

import random
from typing import Any

import pytest

from euchre_rules import actions, cards, game, phases, renege
from euchre_rules.errors import Reason
from euchre_rules.events import RenegeProved
from euchre_rules.options import Renege
from euchre_rules.state import State
from tests.reference import naive_euchre as naive
from tests.rules.tables import (
    CLASSIC,
    act,
    buck,
    classic,
    ghost,
    legal,
    play,
    random_deck,
    refused,
    shuffled,
    table,
    told,
)

CLAIMS = {"renege": Renege.ALLOW_CLAIM}
HANDS = ["9s Ts Qs Ks As", "Kh Ac Kc Qc 9c", "Jd 9d As Th Td", "Qh Ah Ad Kd Qd"]
TOGETHER = ["0 decline", "1 partner", "3 partner", "2 partner", "0 partner"]
ALONE = ["0 decline", "1 alone", "2 partner", "0 partner"]


def reneged(calls: list[str], **changes: Any) -> State:
    """Hearts are trump; seat 2 plays a diamond to a heart and then its left bower."""
    rules = classic(**CLAIMS, **changes)
    state = table(rules, 0, [HANDS[0], HANDS[1], "Jd 9d 9h Th Td", HANDS[3]], upcard="Jh")
    return act(state, "1 order", *calls)


def test_every_card_is_accepted() -> None:
    state = reneged(TOGETHER)
    play(state, "1:Kh")
    assert len(legal(state)) == 5
    assert [card for card in game.legal_actions(state) if renege.would_renege(state, 2, card)] == [
        cards.card("9d"),
        cards.card("Td"),
    ]
    assert refused(state, "2 play Ah") is Reason.CARD_NOT_HELD
    assert not renege.would_renege(state, 2, actions.PASS)


def test_a_lead_is_never_a_renege() -> None:
    state = reneged(TOGETHER)
    assert not any(renege.would_renege(state, 1, card) for card in game.legal_actions(state))


def test_a_renege_is_proved_by_a_card_shown_later() -> None:
    state = reneged(TOGETHER)
    play(state, "1:Kh 2:9d 3:Ah 0:9s")
    assert refused(state, "1 claim 2") is Reason.RENEGE_NOT_PROVED
    assert renege.proofs(state, 2) == []
    play(state, "3:Ad 0:Ts 1:Ac 2:Jd")
    assert renege.proofs(state, 2) == [renege.Proof(1, cards.card("Jd"))]
    assert refused(state, "0 claim 2") is Reason.RENEGE_OWN_SIDE
    assert refused(state, "2 claim 2") is Reason.RENEGE_OWN_SIDE
    before = (state.actor, state.tricks[:], state.trick[:])
    act(state, "3 claim 2")
    assert told(state, RenegeProved) == [RenegeProved(3, 2, 1, cards.card("Jd"), (0, 2), (0, 2))]
    assert (state.scores, (state.actor, state.tricks, state.trick)) == ([0, 2], before)
    # Once called it is not called again, by nobody.
    assert refused(state, "1 claim 2") is Reason.RENEGE_NOT_PROVED


def test_two_reneges_are_two_claims() -> None:
    state = reneged(TOGETHER)
    play(state, "1:Kh 2:9d 3:Ah 0:9s 3:Qh 0:Ts 1:Ac 2:Td 3:Ad 0:Qs 1:Kc 2:Jd")
    assert renege.proofs(state, 2) == [renege.Proof(1, cards.card("Jd")), renege.Proof(2, cards.card("Jd"))]
    act(state, "1 claim 2", "3 claim 2")
    assert state.scores == [0, 4]
    assert told(state, RenegeProved) == [RenegeProved(3, 2, 2, cards.card("Jd"), (0, 2), (0, 4))]
    assert refused(state, "1 claim 2") is Reason.RENEGE_NOT_PROVED


def test_a_lone_hand_doubles_the_points() -> None:
    state = reneged(ALONE)
    play(state, "2:9h 0:Qs 1:Kh 1:Ac 2:Td 0:Ks")
    assert state.scores == [0, 0]
    state = reneged(ALONE, renege_points=3)
    play(state, "2:Td 0:Qs 1:9c 2:9h 0:Ks 1:Ac")
    assert renege.proofs(state, 1) == []
    play(state, "2:Th 0:As 1:Kh")
    assert renege.proofs(state, 1) == [renege.Proof(2, cards.card("Kh"))]
    act(state, "0 claim 1")
    assert state.scores == [6, 0]


@pytest.mark.parametrize("base", ["classic", "ghost", "buck"])
def test_claims_are_refused_where_reneges_are_not_accepted(base: str) -> None:
    rules = {"classic": CLASSIC, "ghost": ghost(), "buck": buck()}[base]
    assert refused(shuffled(rules, 0, 1), "1 claim 0") is Reason.WRONG_PHASE


def test_claims_before_the_first_deal_and_against_nobody() -> None:
    rules = ghost(**CLAIMS)
    assert refused(game.new_game(rules, 0), "1 claim 0") is Reason.WRONG_PHASE
    state = shuffled(rules, 0, 1)
    assert refused(state, "1 claim 3") is Reason.RENEGE_OWN_SIDE
    assert refused(state, "1 claim 0") is Reason.RENEGE_NOT_PROVED


def test_everybody_folded_and_nobody_reneged() -> None:
    state = act(table(buck(**CLAIMS), 3, upcard="9h"), *(f"{seat} pass" for seat in [0, 1, 2, 3] * 2))
    act(state, *(f"{seat} fold" for seat in range(4)))
    for seat in range(1, 4):
        assert refused(state, f"0 claim {seat}") is Reason.RENEGE_NOT_PROVED


@pytest.mark.parametrize(
    ("rules", "change"),
    [
        (ghost(**CLAIMS), -2),
        (ghost(**CLAIMS, renege_points=5), -5),
        (buck(**CLAIMS, renege_points=2), 2),
        (buck(**CLAIMS), 0),
    ],
)
def test_who_plays_for_himself_loses_the_points(rules: Any, change: int) -> None:
    state = first_proved(rules)
    offender = next(seat for seat in range(rules.players) if renege.proofs(state, seat))
    scores = state.scores[:]
    caller = (offender + 1) % rules.players
    act(state, f"{caller} claim {offender}")
    scores[offender] += change
    assert state.scores == scores


def first_proved(rules: Any) -> State:
    """A hand played at random until a renege is proved."""
    for seed in range(100):
        rng = random.Random(seed)
        state = game.new_game(rules, 0)
        game.deal(state, 0, random_deck(rules, rng))
        while state.phase not in (phases.DEAL, phases.GAME_OVER):
            if any(renege.proofs(state, seat) for seat in range(rules.players)):
                return state
            game.apply(state, state.actor, rng.choice(game.legal_actions(state)))
    raise AssertionError("nobody reneged")


def test_a_claim_after_the_hand_counts_and_may_decide_the_game() -> None:
    rules = classic(**CLAIMS)
    state = reneged(TOGETHER)
    state.scores = [0, 7]
    play(state, "1:Kh 2:9d 3:Ah 0:9s 3:Ad 0:Ts 1:Ac 2:Jd")
    while state.phase == phases.PLAY:
        game.apply(state, state.actor, game.legal_actions(state)[0])
    scores = state.scores[:]
    act(state, "1 claim 2")
    assert state.scores == [scores[0], scores[1] + 2]
    game.deal(state, state.actor, rules.deck)
    assert (state.phase == phases.GAME_OVER) is (max(state.scores) >= 10)
    # The next hand has a history of its own.
    if state.phase != phases.GAME_OVER:
        assert refused(state, "1 claim 2") is Reason.RENEGE_NOT_PROVED


@pytest.mark.parametrize(
    "rules", [classic(**CLAIMS), ghost(**CLAIMS), buck(**CLAIMS)], ids=lambda rules: str(rules.base)
)
def test_proofs_are_what_a_spelled_out_search_finds(rules: Any) -> None:
    found = 0
    for seed in range(40):
        rng = random.Random(seed)
        state = game.new_game(rules, seed % rules.players)
        game.deal(state, state.actor, random_deck(rules, rng))
        while state.phase not in (phases.DEAL, phases.GAME_OVER):
            game.apply(state, state.actor, rng.choice(game.legal_actions(state)))
        for seat in range(rules.players):
            proofs = [tuple(proof) for proof in renege.proofs(state, seat)]
            assert proofs == spelled_out(state, seat)
            found += len(proofs)
    assert found > 20


def spelled_out(state: State, offender: int) -> list[tuple[int, int]]:
    """Reneges found from the cards in words, with the naive rules' suits."""
    trump = cards.TRUMP_WORDS[state.trump]
    plays = [(entry >> 8, cards.text(entry & 0xFF)) for entry in state.log if entry & 0xFF < cards.CARD_COUNT]
    tricks = [plays[start : start + state.in_play] for start in range(0, len(plays), max(1, state.in_play))]
    own = [
        (naive.effective_suit(trick[0][1], trump), card)
        for trick in tricks
        for seat, card in trick
        if seat == offender
    ]
    found = []
    for number, (led, card) in enumerate(own, 1):
        later = [shown for _, shown in own[number:] if naive.effective_suit(shown, trump) == led]
        if naive.effective_suit(card, trump) != led and later:
            found.append((number, cards.card(later[0])))
    return found
