"""The worked examples of `rules.md` 6b about the classic game, 7 to 18."""

from __future__ import annotations

import pytest

from euchre_rules import game, phases
from euchre_rules.actions import parse
from euchre_rules.errors import Reason
from euchre_rules.options import (
    DealerPickup,
    LoneDefender,
    LoneDefenderScore,
    LonerLead,
    StickDealer,
)
from euchre_rules.state import State
from tests.rules.tables import (
    CLASSIC,
    act,
    cards_to,
    classic,
    in_turn,
    legal,
    options,
    play,
    refused,
    table,
    won_by,
)

DEALER = "Kc Qd Ad Ts 9s"
PASSES = [f"{seat} pass" for seat in (1, 2, 3, 0)]


def up_nine_of_hearts(**changes: object) -> State:
    return table(classic(**changes), 0, {0: DEALER}, upcard="9h")


def with_partner(state: State) -> State:
    """Let everybody who is asked play with his partner."""
    while state.phase == phases.ALONE:
        act(state, f"{state.actor} partner")
    return state


def asked(state: State, alone: str = "") -> list[int]:
    """Who is asked about playing alone, when the seats of `alone` (digits) say yes."""
    order = []
    while state.phase == phases.ALONE:
        order.append(state.actor)
        assert legal(state) == ["alone", "partner"]
        act(state, f"{state.actor} {'alone' if str(state.actor) in alone else 'partner'}")
    return order


def test_example_07_an_order_ends_the_calling() -> None:
    state = up_nine_of_hearts()
    assert (state.actor, legal(state)) == (1, ["order", "pass"])
    act(state, "1 pass", "2 pass", "3 order")
    assert (state.trump, state.maker, state.maker_mask()) == (2, 3, 0b1010)
    assert (state.actor, legal(state)) == (0, options("decline", *cards_to("discard", DEALER)))
    assert refused(state, "0 discard 9h") is Reason.UPCARD_NOT_DISCARDABLE


def test_example_08_a_dealer_who_accepts_must_take() -> None:
    state = act(up_nine_of_hearts(), "1 pass", "2 pass", "3 pass", "0 order")
    assert (state.actor, legal(state)) == (0, cards_to("discard", DEALER))
    assert refused(state, "0 decline") is Reason.UPCARD_MUST_BE_TAKEN


def test_example_08_a_mandatory_pickup_cannot_be_declined() -> None:
    state = up_nine_of_hearts(dealer_pickup=DealerPickup.MANDATORY)
    act(state, "1 pass", "2 pass", "3 order")
    assert legal(state) == cards_to("discard", DEALER)
    assert refused(state, "0 decline") is Reason.UPCARD_MUST_BE_TAKEN


def test_example_09_second_round_and_a_hand_passed_out() -> None:
    state = act(up_nine_of_hearts(), *PASSES)
    assert (state.actor, legal(state)) == (1, options("pass", "name c", "name d", "name s"))
    assert refused(state, "1 name h") is Reason.SUIT_TURNED_DOWN
    act(state, *PASSES)
    assert (state.phase, state.dealer, state.actor) == (phases.DEAL, 1, 1)
    assert (state.scores, state.result) == ([0, 0], None)


def test_example_09_a_stuck_dealer_must_name() -> None:
    state = act(up_nine_of_hearts(stick_dealer=StickDealer.ON), *PASSES, *PASSES[:3])
    assert (state.actor, legal(state)) == (0, options("name c", "name d", "name s"))
    assert refused(state, "0 pass") is Reason.DEALER_MUST_CALL


@pytest.mark.parametrize(
    ("alone", "order"),
    [
        ("", [1, 3, 2, 0]),
        ("1", [1, 2, 0]),
        ("3", [1, 3, 2, 0]),
        ("2", [1, 3, 2]),
        ("12", [1, 2]),
        ("30", [1, 3, 2, 0]),
    ],
)
def test_example_10_who_is_asked(alone: str, order: list[int]) -> None:
    state = act(up_nine_of_hearts(), "1 order", "0 decline")
    assert asked(state, alone) == order


def test_example_10_lone_defender_leads_when_both_sides_are_alone() -> None:
    state = act(up_nine_of_hearts(), "1 order", "0 decline", "1 alone", "2 alone")
    assert (state.actor, state.out) == (2, 0b1001)


@pytest.mark.parametrize(
    ("loner_lead", "leader"), [(LonerLead.LEFT_OF_LONER, 0), (LonerLead.LEFT_OF_DEALER, 2)]
)
def test_example_11_lead_to_a_lone_maker(loner_lead: LonerLead, leader: int) -> None:
    state = up_nine_of_hearts(loner_lead=loner_lead)
    act(state, "1 pass", "2 pass", "3 order", "0 decline", "3 alone", "2 partner", "0 partner")
    assert (state.phase, state.actor, state.out) == (phases.PLAY, leader, 0b0010)


@pytest.mark.parametrize(
    ("loner_lead", "leader"), [(LonerLead.LEFT_OF_LONER, 2), (LonerLead.LEFT_OF_DEALER, 1)]
)
def test_example_12_lead_to_a_lone_defender(loner_lead: LonerLead, leader: int) -> None:
    state = up_nine_of_hearts(loner_lead=loner_lead)
    act(state, "1 pass", "2 order", "0 decline", "2 partner", "0 partner", "1 alone")
    assert (state.phase, state.actor, state.out) == (phases.PLAY, leader, 0b1000)


def test_example_12_lone_defenders_only_against_a_lone_maker() -> None:
    state = up_nine_of_hearts(lone_defender=LoneDefender.VS_LONE_MAKER)
    assert asked(act(state, "1 pass", "2 order", "0 decline")) == [2, 0]
    assert state.phase == phases.PLAY


@pytest.mark.parametrize("exchange", ["0 decline", "0 discard 9s"])
def test_example_13_dealers_partner_assists_and_goes_alone(exchange: str) -> None:
    state = act(up_nine_of_hearts(), "1 pass", "2 order")
    assert legal(state) == options("decline", *cards_to("discard", DEALER))
    act(state, exchange, "2 alone", "1 partner", "3 partner")
    assert (state.out, state.actor) == (0b0001, 3)
    assert play_hand_out(state) == {1, 2, 3}
    taken = exchange != "0 decline"
    assert bool(state.hands[0] >> parse("play 9h") & 1) is taken
    assert state.upcard_status == (phases.TAKEN if taken else phases.LEFT)


def play_hand_out(state: State) -> set[int]:
    """Play first legal cards to the end; return who played."""
    players = set()
    while state.phase == phases.PLAY:
        players.add(state.actor)
        game.apply(state, state.actor, game.legal_actions(state)[0])
    return players


TO_MAKER_2 = ["1 pass", "2 order", "0 decline"]


def of_makers(taken: int, lone_maker: bool = False, lone_defender: bool = False) -> tuple[list[str], str]:
    """Calls by which seat 2 is maker, and winners by which his side takes so many tricks."""
    alone = ["2 alone"] if lone_maker else ["2 partner", "0 partner"]
    defenders = ["1 alone"] if lone_defender else ["1 partner", "3 partner"]
    return [*TO_MAKER_2, *alone, *defenders], "1" * (5 - taken) + "2" * taken


@pytest.mark.parametrize(
    ("taken", "changes"),
    [(0, [0, 2]), (1, [0, 2]), (2, [0, 2]), (3, [1, 0]), (4, [1, 0]), (5, [2, 0])],
)
def test_example_14_nobody_alone(taken: int, changes: list[int]) -> None:
    assert won_by(CLASSIC, 0, *of_makers(taken)).changes == changes


def test_example_14_partners_tricks_count_together() -> None:
    calls, _ = of_makers(3)
    assert won_by(CLASSIC, 0, calls, in_turn(1, 1, 2, 1)).changes == [1, 0]


def test_example_14_super_euchre() -> None:
    assert won_by(classic(super_euchre=4), 0, *of_makers(0)).changes == [0, 4]
    assert won_by(classic(super_euchre=4), 0, *of_makers(1)).changes == [0, 2]


@pytest.mark.parametrize(
    ("taken", "changes"),
    [(0, [0, 2]), (1, [0, 2]), (2, [0, 2]), (3, [1, 0]), (4, [1, 0]), (5, [4, 0])],
)
def test_example_15_lone_maker(taken: int, changes: list[int]) -> None:
    calls, winners = of_makers(taken, lone_maker=True)
    assert won_by(CLASSIC, 0, calls, winners).changes == changes
    dearer = [0, 4] if taken < 3 else changes
    assert won_by(classic(loner_set_score=4), 0, calls, winners).changes == dearer


@pytest.mark.parametrize(
    ("taken", "lone_maker", "split", "flat"),
    [
        (5, False, [2, 0], [2, 0]),
        (4, False, [1, 0], [1, 0]),
        (3, False, [1, 0], [1, 0]),
        (2, False, [0, 2], [0, 4]),
        (1, False, [0, 2], [0, 4]),
        (0, False, [0, 4], [0, 4]),
        (5, True, [4, 0], [4, 0]),
        (4, True, [1, 0], [1, 0]),
        (3, True, [1, 0], [1, 0]),
        (2, True, [0, 2], [0, 4]),
        (1, True, [0, 2], [0, 4]),
        (0, True, [0, 4], [0, 4]),
    ],
)
def test_example_16_lone_defender(taken: int, lone_maker: bool, split: list[int], flat: list[int]) -> None:
    calls, winners = of_makers(taken, lone_maker, lone_defender=True)
    assert won_by(CLASSIC, 0, calls, winners).changes == split
    flat4 = classic(lone_defender_score=LoneDefenderScore.FLAT4)
    assert won_by(flat4, 0, calls, winners).changes == flat


@pytest.mark.parametrize(("laps", "carry"), [(False, (0, 0)), (True, (0, 3))])
def test_example_17_over_the_target(laps: bool, carry: tuple[int, int]) -> None:
    calls = ["1 order", "0 decline", "1 alone", "2 partner", "0 partner"]
    state = won_by(classic(laps=laps), 0, calls, "11111", scores=[9, 9])
    assert state.scores == [9, 13]
    assert state.phase == phases.GAME_OVER
    assert state.won is not None
    assert (state.won.sides, state.won.carry) == ((1,), carry)
    assert game.new_game(state.rules, 0, state.won.carry).scores == list(carry)


def test_example_18_a_full_hand() -> None:
    hands = ["9c Kc Ad Ts 9s", "9h Th Qs Jc Qd", "Jd Kh As Ks Td", "Jh Ah Ac Kd 9d"]
    state = table(CLASSIC, 0, hands, upcard="Qh", kitty="Tc Qc Js")
    act(state, "1 pass", "2 pass", "3 order", "0 decline", "3 alone", "2 alone")
    assert (state.actor, state.out) == (2, 0b0011)
    assert play(state, "2:As 3:Ah") == 3
    play(state, "3:Jh")
    assert legal(state) == ["play Jd", "play Kh"]
    assert play(state, "2:Kh") == 3
    assert play(state, "3:Ac 2:Jd") == 2
    assert play(state, "2:Ks 3:9d") == 2
    assert play(state, "2:Td 3:Kd") == 3
    assert state.tricks == [0, 0, 2, 3]
    assert (state.changes, state.scores) == ([0, 1], [0, 1])
    assert (state.phase, state.dealer) == (phases.DEAL, 1)
