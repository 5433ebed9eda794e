"""Vectors: who plays alone and when he says so, and who leads (`rules.md` 1.4 to 1.6, 4.4)."""

from __future__ import annotations

from typing import Final

from euchre_rules.options import (
    AloneTiming,
    BestOrder,
    FirstLead,
    LoneDefender,
    LoneDefenderScore,
    LoneMakerSide,
    LonerLead,
    PartnersBest,
)
from tests.rules.vectors.kinds import Vectors, both, shown

_ASKED = "test_alone.test_who_is_asked"
_LONER_LEAD = "test_examples_classic.test_example_11_lead_to_a_lone_maker"
_LONE_DEFENDER = "test_examples_classic.test_example_16_lone_defender"

VECTORS: Final[Vectors] = {
    "allow_alone": {
        False: shown("test_traps_alone.test_trap_B19_without_lone_hands_nobody_is_asked"),
        True: shown("test_examples_classic.test_example_10_who_is_asked", alone=""),
    },
    "lone_maker_side": {
        LoneMakerSide.ANY: shown(_ASKED, makers=LoneMakerSide.ANY, alone="3"),
        LoneMakerSide.MAKER_ONLY: shown(_ASKED, makers=LoneMakerSide.MAKER_ONLY, alone="30"),
    },
    "lone_defender": {
        LoneDefender.ANY: shown(_ASKED, makers=LoneMakerSide.ANY, defenders=LoneDefender.ANY, alone="2"),
        LoneDefender.VS_LONE_MAKER: both(
            shown("test_examples_classic.test_example_12_lone_defenders_only_against_a_lone_maker"),
            shown(_ASKED, makers=LoneMakerSide.ANY, defenders=LoneDefender.VS_LONE_MAKER, alone="1"),
        ),
        LoneDefender.NEVER: shown(_ASKED, defenders=LoneDefender.NEVER, alone="1"),
    },
    "alone_timing": {
        AloneTiming.AFTER_EXCHANGE: shown(_ASKED, timing=AloneTiming.AFTER_EXCHANGE),
        AloneTiming.WITH_CALL: shown("test_traps_alone.test_trap_B19_both_rounds_carry_alone_alike"),
        AloneTiming.BEFORE_EXCHANGE: shown(_ASKED, timing=AloneTiming.BEFORE_EXCHANGE),
    },
    "partners_best": {
        # After the last word about alone the lead follows at once.
        PartnersBest.OFF: shown(_LONER_LEAD, loner_lead=LonerLead.LEFT_OF_LONER),
        PartnersBest.MAKER: shown("test_best_card.test_the_lone_maker_lays_first"),
        PartnersBest.MAKER_AND_DEFENDER: shown(
            "test_best_card.test_lone_defenders_where_they_get_one_come_after_the_makers"
        ),
    },
    "best_order": {
        BestOrder.DISCARD_FIRST: shown("test_best_card.test_the_lone_maker_lays_first"),
        BestOrder.RECEIVE_FIRST: shown("test_best_card.test_receiving_first"),
    },
    "first_lead": {
        FirstLead.LEFT_OF_DEALER: shown(
            "test_fold.test_who_leads", folded=0, first_lead=FirstLead.LEFT_OF_DEALER
        ),
        FirstLead.MAKER: shown("test_fold.test_who_leads", folded=0, first_lead=FirstLead.MAKER),
    },
    "loner_lead": {
        LonerLead.LEFT_OF_LONER: shown(_LONER_LEAD, loner_lead=LonerLead.LEFT_OF_LONER),
        LonerLead.LEFT_OF_DEALER: shown(_LONER_LEAD, loner_lead=LonerLead.LEFT_OF_DEALER),
    },
    "lone_defender_score": {
        # The test plays both: two tricks of the makers give 2 or 4.
        LoneDefenderScore.SPLIT: shown(_LONE_DEFENDER, taken=2, lone_maker=False),
        LoneDefenderScore.FLAT4: shown(_LONE_DEFENDER, taken=2, lone_maker=False),
    },
}
