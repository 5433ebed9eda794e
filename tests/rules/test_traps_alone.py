"""Faults other programs had in lone hands: traps B15 to B25."""

from __future__ import annotations

import pytest

from euchre_rules import cards, game, phases
from euchre_rules.errors import Reason
from euchre_rules.options import AloneTiming, DealerPickup, LoneDefenderScore, LonerLead
from euchre_rules.state import State
from tests.rules.tables import CLASSIC, SUITS, act, classic, legal, refused, shuffled, table, won_by

every_dealer = pytest.mark.parametrize("dealer", range(4))


def seats(dealer: int) -> tuple[int, int, int, int]:
    """The dealer's left, partner, right and the dealer: the order of calling."""
    left, partner, right = ((dealer + step) % 4 for step in (1, 2, 3))
    return left, partner, right, dealer


def play_out(state: State) -> list[int]:
    """Play first legal cards until the hand is over; return who played, in order."""
    players = []
    while state.phase == phases.PLAY:
        players.append(state.actor)
        game.apply(state, state.actor, game.legal_actions(state)[0])
    return players


def cards_at_table(state: State) -> int:
    """How many cards the hands, the kitty, the cards laid down and an up-card not taken are together."""
    loose = state.upcard_status != phases.TAKEN
    held = sum(hand.bit_count() for hand in [*state.hands, *state.laid])
    return held + state.kitty.bit_count() + loose


@every_dealer
@pytest.mark.parametrize("maker_place", range(4))
def test_trap_B15_a_trick_of_a_lone_hand_has_three_cards(dealer: int, maker_place: int) -> None:
    order = seats(dealer)
    maker, out = order[maker_place], order[(maker_place + 2) % 4]
    state = shuffled(CLASSIC, dealer, 15)
    act(state, *(f"{seat} pass" for seat in order[:maker_place]), f"{maker} order", f"{dealer} discard")
    act(state, f"{maker} alone", *(f"{seat} partner" for seat in order if seat not in (maker, out)))
    for count in (1, 2):
        game.apply(state, state.actor, game.legal_actions(state)[0])
        assert (len(state.trick), state.winners) == (count, [])
        assert state.actor not in (out, dealer if out == dealer else out)
    game.apply(state, state.actor, game.legal_actions(state)[0])
    assert (state.trick, len(state.winners)) == ([], 1)
    players = play_out(state)
    assert len(players) == 12
    assert out not in players


@every_dealer
def test_trap_B15_with_both_sides_alone_a_hand_is_ten_cards(dealer: int) -> None:
    left, partner, right, _ = seats(dealer)
    state = act(shuffled(CLASSIC, dealer, 15), f"{left} order", f"{dealer} discard", f"{left} alone")
    act(state, f"{partner} alone")
    assert state.phase == phases.PLAY
    players = play_out(state)
    assert len(players) == 10
    assert set(players) == {left, partner}
    assert right not in players


@every_dealer
@pytest.mark.parametrize("timing", list(AloneTiming))
@pytest.mark.parametrize("loner_lead", list(LonerLead))
@pytest.mark.parametrize("pickup", list(DealerPickup))
def test_trap_B17_dealers_partner_alone_never_stalls(
    dealer: int, timing: AloneTiming, loner_lead: LonerLead, pickup: DealerPickup
) -> None:
    left, partner, right, _ = seats(dealer)
    rules = classic(alone_timing=timing, loner_lead=loner_lead, dealer_pickup=pickup)
    state = act(shuffled(rules, dealer, 17), f"{left} pass")
    if timing is AloneTiming.WITH_CALL:
        act(state, f"{partner} order alone")
    elif timing is AloneTiming.BEFORE_EXCHANGE:
        act(state, f"{partner} order", f"{partner} alone")
    else:
        # The order of the stages: exchange, alone, lead.
        act(state, f"{partner} order")
        assert (state.phase, state.actor) == (phases.EXCHANGE, dealer)
        act(state, f"{dealer} discard", f"{partner} alone")
    act(state, f"{left} partner", f"{right} partner")
    assert state.phase == phases.PLAY
    assert (state.upcard_status == phases.TAKEN) is (timing is AloneTiming.AFTER_EXCHANGE)
    assert cards_at_table(state) == 24
    leads = right if loner_lead is LonerLead.LEFT_OF_LONER else left
    assert state.actor == leads
    assert dealer not in play_out(state)


@every_dealer
@pytest.mark.parametrize("suit", SUITS)
def test_trap_B19_both_rounds_carry_alone_alike(dealer: int, suit: str) -> None:
    rules = classic(alone_timing=AloneTiming.WITH_CALL)
    left, partner, *_ = order = seats(dealer)
    upcard = "9" + suit
    named = next(other for other in SUITS if other != suit)
    for with_alone in (False, True):
        suffix = " alone" if with_alone else ""
        first = act(table(rules, dealer, upcard=upcard), f"{left} order{suffix}")
        second = act(table(rules, dealer, upcard=upcard), *(f"{seat} pass" for seat in order))
        act(second, f"{left} name {named}{suffix}")
        act(first, f"{dealer} discard")
        for state in (first, second):
            assert state.is_alone(left) is with_alone
            assert state.is_out((left + 2) % 4) is with_alone
            # The maker has spoken; his partner is asked only if he did not go alone.
            assert (state.phase, state.actor) == (phases.ALONE, partner if with_alone else (left + 2) % 4)


@every_dealer
def test_trap_B19_alone_is_refused_where_the_call_does_not_carry_it(dealer: int) -> None:
    left, *_ = order = seats(dealer)
    for rules in (CLASSIC, classic(allow_alone=False)):
        state = table(rules, dealer, upcard="9c")
        assert refused(state, f"{left} order alone") is Reason.ALONE_NOT_OFFERED
        assert legal(state) == ["order", "pass"]
        act(state, *(f"{seat} pass" for seat in order))
        assert refused(state, f"{left} name d alone") is Reason.ALONE_NOT_OFFERED
        assert "name d" in legal(state)


def test_trap_B19_without_lone_hands_nobody_is_asked() -> None:
    state = act(table(classic(allow_alone=False), 0), "1 order", "0 discard")
    assert state.phase == phases.PLAY
    assert refused(state, "1 alone") is Reason.WRONG_PHASE


@every_dealer
@pytest.mark.parametrize("timing", list(AloneTiming))
def test_trap_B21_canadian_binds_the_dealers_partner_only(dealer: int, timing: AloneTiming) -> None:
    left, partner, right, _ = seats(dealer)
    rules = classic(canadian=True, alone_timing=timing)
    for place, seat in enumerate(seats(dealer)):
        state = table(rules, dealer, upcard="Ah")
        act(state, *(f"{other} pass" for other in seats(dealer)[:place]))
        if seat == partner:
            assert refused(state, f"{seat} order") is Reason.MUST_GO_ALONE
            assert legal(state) == ["order alone", "pass"]
            act(state, f"{seat} order alone")
            # The dealer sits out already, so he is not asked about the up-card.
            assert (state.phase, state.actor, state.out) == (phases.ALONE, left, 1 << dealer)
        else:
            with_call = timing is AloneTiming.WITH_CALL
            assert legal(state) == (["order", "order alone", "pass"] if with_call else ["order", "pass"])
            act(state, f"{seat} order")
            assert state.alone == 0
    assert right != partner


@every_dealer
def test_trap_B21_without_canadian_an_assist_is_an_order(dealer: int) -> None:
    left, partner, *_ = seats(dealer)
    state = act(table(CLASSIC, dealer, upcard="Ah"), f"{left} pass", f"{partner} order")
    assert (state.maker, state.alone) == (partner, 0)


@every_dealer
@pytest.mark.parametrize(("loner_set_score", "points"), [(2, 2), (4, 4)])
def test_trap_B21_what_a_set_loner_costs(dealer: int, loner_set_score: int, points: int) -> None:
    left, partner, *_ = seats(dealer)
    calls = [f"{left} order", f"{dealer} discard", f"{left} alone", f"{partner} partner", f"{dealer} partner"]
    winners = f"{left}{left}" + f"{partner}" * 3
    state = won_by(classic(loner_set_score=loner_set_score), dealer, calls, winners)
    changes = [0, 0]
    changes[partner % 2] = points
    assert state.changes == changes


@every_dealer
@pytest.mark.parametrize("loner_lead", list(LonerLead))
@pytest.mark.parametrize("taken", [5, 4, 3, 2, 1, 0])
def test_trap_B23_a_lone_maker_against_a_lone_defender(
    dealer: int, loner_lead: LonerLead, taken: int
) -> None:
    # As in the trap, turned to every dealer: he is maker and alone, his right defends alone.
    left, partner, right, _ = seats(dealer)
    calls = [f"{left} pass", f"{partner} pass", f"{right} pass", f"{dealer} order", f"{dealer} discard"]
    calls += [f"{dealer} alone", f"{left} partner", f"{right} alone"]
    winners = f"{right}" * (5 - taken) + f"{dealer}" * taken
    for score, of_a_set in ((LoneDefenderScore.SPLIT, 2), (LoneDefenderScore.FLAT4, 4)):
        state = won_by(classic(loner_lead=loner_lead, lone_defender_score=score), dealer, calls, winners)
        plays = [entry >> 8 for entry in state.log if entry & 0xFF < cards.CARD_COUNT]
        assert plays[0] == right
        assert len(plays) == 10
        points = {5: 4, 4: 1, 3: 1, 2: of_a_set, 1: of_a_set, 0: 4}[taken]
        changes = [0, 0]
        changes[dealer % 2 if taken >= 3 else right % 2] = points
        assert state.changes == changes


@every_dealer
def test_trap_B25_defenders_are_asked_after_the_exchange_and_stop_at_the_first_yes(dealer: int) -> None:
    left, partner, right, _ = seats(dealer)
    state = act(shuffled(CLASSIC, dealer, 25), f"{left} pass", f"{partner} order")
    assert refused(state, f"{left} alone") is Reason.WRONG_PHASE
    act(state, f"{dealer} discard")
    assert refused(state, f"{left} alone") is Reason.NOT_YOUR_TURN
    act(state, f"{partner} alone", f"{left} partner", f"{right} alone")
    assert (state.phase, state.actor) == (phases.PLAY, right)
    assert state.out == 1 << dealer | 1 << left
    assert refused(state, f"{left} alone") is Reason.WRONG_PHASE
    first = act(shuffled(CLASSIC, dealer, 25), f"{left} pass", f"{partner} order", f"{dealer} discard")
    act(first, f"{partner} alone", f"{left} alone")
    assert first.phase == phases.PLAY
    assert refused(first, f"{right} alone") is Reason.WRONG_PHASE
    assert first.out == 1 << dealer | 1 << right


@every_dealer
def test_trap_B25_a_played_card_leaves_the_hand(dealer: int) -> None:
    left, partner, right, _ = seats(dealer)
    state = act(shuffled(CLASSIC, dealer, 25), f"{left} pass", f"{partner} order", f"{dealer} discard")
    act(state, f"{partner} alone", f"{left} partner", f"{right} alone")
    while state.phase == phases.PLAY:
        seat, card = state.actor, game.legal_actions(state)[0]
        game.apply(state, seat, card)
        assert not state.hands[seat] >> card & 1
    assert [state.hands[seat] for seat in (partner, right)] == [0, 0]
