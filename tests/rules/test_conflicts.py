"""Every pair of options that exclude each other: each can be reached, and its refusal names both."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from euchre_rules import conflicts, presets
from euchre_rules.errors import Reason, RulesetError
from euchre_rules.options import (
    AllPass,
    AloneTiming,
    AuctionRounds,
    BidForm,
    Calling,
    DealerPickup,
    Farmers,
    FirstDealer,
    FoldRule,
    GhostSwap,
    PartnersBest,
    Simultaneous,
    StickDealer,
    Teams,
)

AUCTION = {"calling": Calling.AUCTION, "upcard": False, "allow_alone": False}
SOLO = {"teams": Teams.SOLO, "allow_alone": False}
WAYS: list[tuple[str, str, str, dict[str, Any]]] = [
    ("teams", "players", "classic", {"players": 3, "allow_alone": False}),
    ("teams", "players", "classic", {"players": 2, "teams": Teams.MAKER_VS_REST, "allow_alone": False}),
    ("hand_size", "min_rank", "ghost_hand", {"players": 4}),
    ("first_dealer", "players", "ghost_hand", {"first_dealer": FirstDealer.SEAT_3}),
    ("ghost_hand", "dummy_hand", "classic", {**SOLO, "players": 2, "ghost_hand": True, "dummy_hand": True}),
    ("dummy_hand", "teams", "classic", {"dummy_hand": True, "min_rank": 7}),
    ("dummy_hand", "calling", "classic", {**AUCTION, **SOLO, "players": 3, "dummy_hand": True}),
    ("dummy_hand", "trick_points", "buck", {"players": 3, "dummy_hand": True}),
    ("calling", "upcard", "classic", {"upcard": False}),
    ("calling", "upcard", "classic", {"calling": Calling.AUCTION}),
    ("discard_may_be_upcard", "dealer_pickup", "classic", {"discard_may_be_upcard": True}),
    ("stick_dealer", "calling", "ghost_hand", {"stick_dealer": StickDealer.ON}),
    ("all_pass", "calling", "classic", {"all_pass": AllPass.FORCE_DEALER_MIN}),
    ("all_pass", "trick_points", "classic", {"all_pass": AllPass.NO_TRUMP}),
    ("club_forces_trump", "trick_points", "classic", {"club_forces_trump": True}),
    ("club_forces_trump", "upcard", "ghost_hand", {"club_forces_trump": True}),
    ("club_dealer_takes", "club_forces_trump", "classic", {"club_dealer_takes": True}),
    ("club_dealer_need", "hand_size", "buck", {"club_dealer_need": 6}),
    ("min_bid", "hand_size", "classic", {**AUCTION, "min_bid": 6}),
    ("max_bid", "hand_size", "classic", {**AUCTION, "max_bid": 6}),
    ("min_bid", "max_bid", "ghost_hand", {"min_bid": 4, "max_bid": 3}),
    ("ghost_swap", "ghost_hand", "ghost_hand", {"ghost_hand": False}),
    (
        "ghost_swap",
        "calling",
        "classic",
        {**SOLO, "players": 3, "ghost_hand": True, "ghost_swap": GhostSwap.ON_TURN_ONCE},
    ),
    ("shooter", "calling", "classic", {"shooter": True}),
    ("shooter", "teams", "ghost_hand", {"shooter": True}),
    ("allow_alone", "teams", "classic", {"teams": Teams.SOLO}),
    ("allow_alone", "trick_points", "classic", {"trick_points": 1}),
    (
        "alone_timing",
        "bid_form",
        "classic",
        {
            **AUCTION,
            "allow_alone": True,
            "alone_timing": AloneTiming.WITH_CALL,
            "bid_form": BidForm.NUMBER_AND_SUIT,
        },
    ),
    ("canadian", "allow_alone", "classic", {"canadian": True, "allow_alone": False}),
    ("canadian", "calling", "classic", {**AUCTION, "allow_alone": True, "canadian": True}),
    ("partners_best", "allow_alone", "classic", {"partners_best": PartnersBest.MAKER, "allow_alone": False}),
    ("alone_take5", "allow_alone", "classic", {"alone_take5": True, "allow_alone": False}),
    ("fold", "teams", "buck", {"teams": Teams.PAIRS}),
    ("fold", "trick_points", "classic", {**SOLO, "fold": FoldRule.AFTER_TRUMP}),
    ("start_score", "target", "classic", {"target": 0}),
    ("trick_points", "target", "ghost_hand", {"trick_points": -1}),
    ("simultaneous", "target", "classic", {"simultaneous": Simultaneous.LOWEST}),
    ("simultaneous", "target", "buck", {"simultaneous": Simultaneous.HIGHEST}),
    ("maker_need", "hand_size", "classic", {"maker_need": 6}),
    ("maker_need", "calling", "classic", {"maker_need": 0}),
    ("other_need", "hand_size", "buck", {"other_need": 6}),
    ("farmers", "go_under", "classic", {"farmers": Farmers.EXCHANGE3, "go_under": True}),
    ("farmers", "upcard", "classic", {**AUCTION, "farmers": Farmers.EXCHANGE3}),
    ("go_under", "upcard", "classic", {**AUCTION, "go_under": True}),
    (
        "farmers",
        "hand_size",
        "buck",
        {"farmers": Farmers.EXCHANGE3, "players": 3, "hand_size": 6, "min_rank": 9, "ghost_hand": True},
    ),
    ("go_under", "hand_size", "buck", {"go_under": True, "players": 3, "hand_size": 6, "ghost_hand": True}),
    ("fast_break", "hand_size", "classic", {"fast_break": True, "hand_size": 6, "min_rank": 7}),
    ("fast_break", "trick_points", "buck", {"fast_break": True}),
    ("four_trick_tokens", "hand_size", "classic", {"four_trick_tokens": True, "hand_size": 6, "min_rank": 7}),
    ("four_trick_tokens", "trick_points", "buck", {"four_trick_tokens": True}),
    ("take4for1", "trick_points", "buck", {"take4for1": True}),
    ("take4for1", "maker_need", "classic", {"take4for1": True, "maker_need": 2}),
    ("min_trump_to_call", "calling", "ghost_hand", {"min_trump_to_call": True}),
    ("laps", "target", "buck", {"laps": True}),
]


@pytest.mark.parametrize(("option", "other", "base", "changes"), WAYS)
def test_conflict(option: str, other: str, base: str, changes: dict[str, Any]) -> None:
    with pytest.raises(RulesetError) as caught:
        presets.resolve(base, changes)
    found = [
        fault
        for fault in conflicts.faults(replace(presets.PRESETS[base], **changes))
        if (fault.metadata["option"], fault.metadata["other"]) == (option, other)
    ]
    assert found, caught.value
    assert found[0].reason is caught.value.reason is Reason.OPTION_CONFLICT
    assert option in found[0].message
    assert other in found[0].message


def test_every_conflict_is_reached() -> None:
    reached = {
        conflict
        for _, _, base, changes in WAYS
        for conflict in conflicts.CONFLICTS
        if conflict.found(replace(presets.PRESETS[base], **changes))
    }
    assert [conflict[:3] for conflict in conflicts.CONFLICTS if conflict not in reached] == []


@pytest.mark.parametrize(
    ("base", "changes"),
    [
        (
            "classic",
            {**AUCTION, "maker_need": 0, "trick_points": 1, "auction_rounds": AuctionRounds.UNTIL_PASSES},
        ),
        ("classic", {"discard_may_be_upcard": True, "dealer_pickup": DealerPickup.MANDATORY}),
        ("classic", {"min_rank": 7, "hand_size": 6}),
        ("buck", {"players": 3}),
        ("ghost_hand", {"min_bid": 6, "max_bid": 6}),
    ],
)
def test_what_does_not_conflict(base: str, changes: dict[str, Any]) -> None:
    assert conflicts.faults(presets.resolve(base, changes)) == []
