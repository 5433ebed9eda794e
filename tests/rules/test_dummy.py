"""The dummy of a three-handed game (`rules.md` 4.3)."""

from __future__ import annotations

from euchre_rules import cards, phases
from euchre_rules.errors import Reason
from euchre_rules.events import CardLaidDown, DummyTaken
from euchre_rules.options import DealerPickup, Teams
from euchre_rules.state import State
from tests.rules.tables import act, cards_to, classic, legal, refused, table, told, won_by

RULES = classic(
    players=3,
    teams=Teams.MAKER_VS_REST,
    allow_alone=False,
    dummy_hand=True,
    dealer_pickup=DealerPickup.MANDATORY,
    march_score=3,
)
OWN, DUMMY = "9c Tc Qc Kc Ac", "9d Td Qd Kd Ad"


def asked() -> State:
    state = table(RULES, 0, {1: OWN}, upcard="Jh", ghost=DUMMY)
    return act(state, "1 order", "0 discard")


def test_four_cards_are_left_and_one_of_them_is_turned_up() -> None:
    assert RULES.kitty_size == 3


def test_the_maker_may_take_it_and_keeps_five_of_ten() -> None:
    state = asked()
    assert (state.phase, state.actor, legal(state)) == (phases.DUMMY, 1, ["pass", "take dummy"])
    assert refused(state, "1 lay 9c") is Reason.WRONG_PHASE
    assert refused(state, "2 take dummy") is Reason.NOT_YOUR_TURN
    act(state, "1 take dummy")
    assert told(state, DummyTaken) == [DummyTaken(1)]
    assert (state.ghost, legal(state)) == (0, cards_to("lay", f"{OWN} {DUMMY}"))
    assert refused(state, "1 pass") is Reason.EXCHANGE_UNFINISHED
    assert refused(state, "1 lay 9h") is Reason.CARD_NOT_HELD
    for card in ["9c", "Tc", "9d", "Td"]:
        act(state, f"1 lay {card}")
        assert told(state, CardLaidDown) == [CardLaidDown(1, cards.card(card))]
    assert refused(state, "1 take dummy") is Reason.EXCHANGE_UNFINISHED
    act(state, "1 lay Qc")
    assert (state.phase, state.actor) == (phases.PLAY, 1)
    assert cards.texts(state.hands[1]) == "Kc Ac Qd Kd Ad"
    assert cards.texts(state.laid[1]) == "9c Tc Qc 9d Td"


def test_not_taking_it_is_playing_alone() -> None:
    state = act(asked(), "1 pass")
    assert (state.phase, state.actor, state.alone) == (phases.PLAY, 1, 0b010)
    assert (state.out, state.in_play) == (0, 3)


def test_scores_with_and_without_the_dummy() -> None:
    calls = ["1 order", "0 discard"]
    assert won_by(RULES, 0, [*calls, "1 pass"], "11111").changes == [0, 4, 0]
    assert won_by(RULES, 0, [*calls, "1 pass"], "11122").changes == [0, 1, 0]
    assert won_by(RULES, 0, [*calls, "1 pass"], "11222").changes == [2, 0, 2]
    taken = [*calls, "1 take dummy", *["1 lay"] * 5]
    assert won_by(RULES, 0, taken, "11222").changes == [2, 0, 2]
    assert won_by(RULES, 0, taken, "11122").changes == [0, 1, 0]
