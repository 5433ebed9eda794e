"""Vectors: house rules that stand by themselves (`rules.md` 5)."""

from __future__ import annotations

from typing import Final

from euchre_rules.options import Farmers, Renege
from tests.rules.tables import act, classic, play, won_by
from tests.rules.test_renege import TOGETHER as RENEGER_TOGETHER
from tests.rules.test_renege import reneged
from tests.rules.test_scoring import TOGETHER
from tests.rules.vectors.kinds import Each, Vectors, both, shown


def four_tricks_are_no_token() -> None:
    state = won_by(classic(four_trick_tokens=False), 0, TOGETHER, "12222", tokens=[3, 0])
    assert (state.changes, state.tokens) == ([1, 0], [3, 0])


def renege_costs(points: int) -> None:
    state = reneged(RENEGER_TOGETHER, renege_points=points)
    play(state, "1:Kh 2:9d 3:Ah 0:9s 3:Ad 0:Ts 1:Ac 2:Jd")
    assert act(state, "3 claim 2").scores == [0, points]


_BY_DEFAULT = "test_traps_calling.test_trap_B37_by_default_nothing_comes_before_calling"
_THREE_LOW = "test_traps_calling.test_trap_B37_three_low_cards_for_the_unseen_kitty"
_THROWN_IN = "test_farmers.test_a_hand_thrown_in"
_BREAK = "test_scoring.test_fast_break"
_LONER = "test_traps_scoring.test_trap_B47_a_loner_must_take_five"
_FOUR = "test_traps_scoring.test_trap_B47_makers_need_four_for_the_point"

VECTORS: Final[Vectors] = {
    "farmers": {
        Farmers.OFF: shown(_BY_DEFAULT),
        Farmers.REDEAL_ALL_LOW: both(
            shown(_THROWN_IN, rule=Farmers.REDEAL_ALL_LOW, held="9c Tc 9d Td 9h", entitled=True),
            shown(_THROWN_IN, rule=Farmers.REDEAL_ALL_LOW, held="9c Tc 9d Td 8h", entitled=False),
        ),
        Farmers.REDEAL_NO_ACE_NO_FACE: shown(
            _THROWN_IN, rule=Farmers.REDEAL_NO_ACE_NO_FACE, held="9c Tc 9d Td 8h", entitled=True
        ),
        Farmers.EXCHANGE3: shown(_THREE_LOW, changes={"farmers": Farmers.EXCHANGE3}),
    },
    "go_under": {False: shown(_BY_DEFAULT), True: shown(_THREE_LOW, changes={"go_under": True})},
    "fast_break": {
        False: shown(_BREAK, winners="11222", fast_break=False),
        True: shown(_BREAK, winners="11222", fast_break=True),
    },
    "four_trick_tokens": {
        False: four_tricks_are_no_token,
        True: shown("test_scoring.test_the_fourth_token_is_a_point_and_they_start_anew"),
    },
    # Each test plays the hand with the option and without it.
    "alone_take5": {False: shown(_LONER, taken=4), True: shown(_LONER, taken=4)},
    "take4for1": {False: shown(_FOUR, taken=3), True: shown(_FOUR, taken=3)},
    "renege": {
        Renege.REJECT: shown("test_examples_cards.test_example_01_anything_else_is_refused"),
        Renege.ALLOW_CLAIM: shown("test_renege.test_a_renege_is_proved_by_a_card_shown_later"),
    },
    "renege_points": Each(renege_costs),
}
