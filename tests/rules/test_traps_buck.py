"""Faults other programs had in Buck Euchre: traps B49 to B61."""

from __future__ import annotations

import pytest

from euchre_rules import cards, game, phases
from euchre_rules.errors import IllegalAction, Reason
from euchre_rules.events import Called, HandVoided, Outcome, SeatOut, VoidReason
from euchre_rules.options import AllPass, FoldAnswers, Uncontested
from euchre_rules.state import State
from tests.rules.tables import (
    BUCK,
    act,
    buck,
    cards_to,
    in_turn,
    legal,
    may_play,
    refused,
    rotated,
    table,
    told,
    won_by,
)

every_dealer = pytest.mark.parametrize("dealer", range(4))
every_place = pytest.mark.parametrize("place", range(4))


def order_from(dealer: int) -> list[int]:
    return [(dealer + step) % 4 for step in range(1, 5)]


def ordered_by(maker: int, dealer: int) -> list[str]:
    """Passes up to the maker's order, and the dealer's discard."""
    order = order_from(dealer)
    return [f"{seat} pass" for seat in order[: order.index(maker)]] + [f"{maker} order", f"{dealer} discard"]


def uncontested(
    dealer: int, place: int, rule: Uncontested, scores: list[int], needs_opponent: bool = True
) -> State:
    rules = buck(uncontested=rule, sweep_needs_opponent=needs_opponent)
    maker = order_from(dealer)[place]
    state = table(rules, dealer, upcard="9h", scores=scores)
    act(state, *ordered_by(maker, dealer))
    return act(state, *(f"{seat} fold" for seat in order_from(dealer) if seat != maker))


@every_dealer
@every_place
@pytest.mark.parametrize(("rule", "credit"), [(Uncontested.CREDIT_ALL, 5), (Uncontested.CREDIT_REQUIRED, 3)])
def test_trap_B49_everybody_else_folds(dealer: int, place: int, rule: Uncontested, credit: int) -> None:
    state = uncontested(dealer, place, rule, [15] * 4)
    maker = order_from(dealer)[place]
    assert state.scores == [15 - credit if seat == maker else 15 for seat in range(4)]
    assert state.result is not None and state.result.outcome is Outcome.UNCONTESTED
    assert (state.phase, state.dealer) == (phases.DEAL, (dealer + 1) % 4)


@every_dealer
@every_place
def test_trap_B49_an_uncontested_hand_may_be_void(dealer: int, place: int) -> None:
    state = uncontested(dealer, place, Uncontested.VOID, [15] * 4)
    assert told(state, HandVoided) == [HandVoided(VoidReason.UNCONTESTED)]
    assert (state.scores, state.phase) == ([15] * 4, phases.DEAL)


@every_dealer
@every_place
@pytest.mark.parametrize("needs_opponent", [True, False])
def test_trap_B49_played_out_alone(dealer: int, place: int, needs_opponent: bool) -> None:
    state = uncontested(dealer, place, Uncontested.PLAY_OUT, [15] * 4, needs_opponent)
    maker = order_from(dealer)[place]
    while state.phase == phases.PLAY:
        assert state.actor == maker
        game.apply(state, maker, game.legal_actions(state)[0])
    assert (state.tricks[maker], state.scores[maker]) == (5, 10)
    assert (state.phase == phases.GAME_OVER) is not needs_opponent


@every_dealer
def test_trap_B49_the_last_to_stay_in_a_hand_without_maker(dealer: int) -> None:
    for survivor in range(4):
        for rule, credit in ((Uncontested.CREDIT_ALL, 5), (Uncontested.CREDIT_REQUIRED, 1)):
            state = table(buck(uncontested=rule), dealer, upcard="9h")
            act(state, *(f"{seat} pass" for seat in order_from(dealer) * 2))
            act(state, *(f"{seat} {'stay' if seat == survivor else 'fold'}" for seat in order_from(dealer)))
            assert state.changes == [-credit if seat == survivor else 0 for seat in range(4)]


@every_dealer
@pytest.mark.parametrize("folded", range(8))
def test_trap_B51_turns_skip_those_who_folded(dealer: int, folded: int) -> None:
    for maker in range(4):
        others = [seat for seat in order_from(dealer) if seat != maker]
        out = {seat for place, seat in enumerate(others) if folded >> place & 1}
        state = table(BUCK, dealer, upcard="9h")
        act(state, *ordered_by(maker, dealer))
        act(state, *(f"{seat} {'fold' if seat in out else 'stay'}" for seat in others))
        if len(out) == 3:
            assert state.phase == phases.DEAL
            continue
        assert state.phase == phases.PLAY
        assert state.actor == next(seat for seat in order_from(dealer) if seat not in out)
        while state.phase == phases.PLAY:
            seat, tricks = state.actor, len(state.winners)
            assert seat not in out
            game.apply(state, seat, game.legal_actions(state)[0])
            if len(state.winners) == tricks:
                expected = next((seat + step) % 4 for step in range(1, 5) if (seat + step) % 4 not in out)
                assert state.actor == expected
        assert sum(state.tricks) == 5


@every_dealer
@every_place
@pytest.mark.parametrize("answers", list(FoldAnswers))
def test_trap_B53_who_is_asked_to_fold(dealer: int, place: int, answers: FoldAnswers) -> None:
    maker = order_from(dealer)[place]
    state = table(buck(fold_answers=answers), dealer, upcard="9h")
    act(state, *ordered_by(maker, dealer))
    asked = []
    while state.phase == phases.FOLD:
        asked.append(state.actor)
        assert legal(state) == ["fold", "stay"]
        assert refused(state, f"{maker} fold") is Reason.MAY_NOT_FOLD
        act(state, f"{state.actor} {'fold' if len(asked) == 1 else 'stay'}")
        seen = [event.seat for event in told(state, SeatOut) if isinstance(event, SeatOut)]
        shown = len(asked) == (1 if answers is FoldAnswers.OPEN else 3)
        assert seen == ([asked[0]] if shown else [])
        assert told(state, Called)
    assert asked == [seat for seat in order_from(dealer) if seat != maker]
    assert state.folded == state.out == 1 << asked[0]


@pytest.mark.parametrize(("keeps", "score"), [(False, 15), (True, 13)])
def test_trap_B55_a_set_maker(keeps: bool, score: int) -> None:
    calls = [*ordered_by(1, 3), "0 stay", "2 stay", "3 stay"]
    rules = buck(set_maker_keeps_tricks=keeps)
    state = won_by(rules, 3, calls, in_turn(0, 2, 3, 0), upcard="9h", scores=[20, 10, 20, 20])
    assert state.scores == [25, score, 17, 25]


@every_dealer
def test_trap_B57_all_pass_twice_is_a_hand_without_trump(dealer: int) -> None:
    state = table(BUCK, dealer, upcard="9h")
    act(state, *(f"{seat} pass" for seat in order_from(dealer) * 2))
    assert (state.trump, state.maker, state.phase) == (cards.NO_TRUMP, -1, phases.FOLD)
    act(state, *(f"{seat} stay" for seat in order_from(dealer)))
    assert (state.phase, state.actor, state.in_play) == (phases.PLAY, (dealer + 1) % 4, 4)
    assert [state.hands[seat].bit_count() for seat in range(4)] == [5] * 4


def test_trap_B57_jacks_follow_their_printed_suit() -> None:
    assert may_play("nt", "Kh", "Jd Qh 9h") == "Qh 9h"
    assert may_play("nt", "Kd", "Jd As") == "Jd"


@every_dealer
def test_trap_B57_or_the_hand_is_void(dealer: int) -> None:
    state = table(buck(all_pass=AllPass.NEXT_DEALER), dealer, upcard="9h")
    act(state, *(f"{seat} pass" for seat in order_from(dealer) * 2))
    assert (state.phase, state.dealer, state.scores) == (phases.DEAL, (dealer + 1) % 4, [25] * 4)


@pytest.mark.parametrize("steps", range(4))
def test_trap_B59_changes_are_by_seat(steps: int) -> None:
    # Worked example 24, turned to every place at the table.
    hands = {0: "9c Tc Ts 9s Th", 1: "Jd Ad Td Ac Ks", 2: "Jh 9d As Kc 9h", 3: "Qd Ah Kh Qs Jc"}
    zero, one, two, three = ((seat + steps) % 4 for seat in range(4))
    state = table(BUCK, three, {(seat + steps) % 4: hand for seat, hand in hands.items()}, upcard="Kd")
    act(
        state,
        f"{zero} pass",
        f"{one} order",
        f"{three} discard Jc",
        f"{zero} fold",
        f"{two} stay",
        f"{three} stay",
    )
    plays = "1:Jd 2:9d 3:Qd 1:Ad 2:Jh 3:Kd 2:As 3:Qs 1:Ks 2:Kc 3:Kh 1:Ac 1:Td 2:9h 3:Ah"
    act(state, *(play.replace(":", " play ") for play in rotated(plays, steps).split()))
    changes = {zero: 0, one: -3, two: -2, three: 5}
    assert state.changes == [changes[seat] for seat in range(4)]
    assert state.result is not None and state.result.changes == tuple(state.changes)


def test_trap_B61_folding_is_free_unless_the_rules_say_otherwise() -> None:
    for penalty in (0, 1, 2):
        state = table(buck(fold_penalty=penalty), 3, upcard="9h")
        act(state, *ordered_by(1, 3), "0 fold", "2 fold", "3 fold")
        assert state.changes == [penalty, -5, penalty, penalty]


def test_trap_B61_a_pack_is_its_cards_not_their_number() -> None:
    whole = list(BUCK.deck)
    assert sorted(map(cards.text, whole)) == sorted(f"{rank}{suit}" for rank in "9TJQKA" for suit in "cdhs")
    eight, joker = cards.card("8c"), cards.JOKER
    wrong = [whole[1:], [*whole, eight], [eight, *whole[1:]], [joker, *whole[1:]], [whole[1], *whole[1:]], []]
    for deck in wrong:
        state = game.new_game(BUCK, 0)
        before = state.copy()
        with pytest.raises(IllegalAction) as caught:
            game.deal(state, 0, deck)
        assert caught.value.reason is Reason.DECK_INVALID
        assert state == before
    assert legal(state) == ["deal"]
    assert cards_to("play", "9c") == ["play 9c"]
