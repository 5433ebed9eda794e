"""Our own games, written as EGN and replayed, end as they did."""

from __future__ import annotations

import hashlib
from typing import Any

import pytest

from euchre.v1.ruleset_pb2 import BestOrder, LoneDefender, LonerLead, PartnersBest, Ruleset, StickDealer
from euchre_bots import make
from euchre_client import GameRecord, RulesClient, Table
from tests.egn.files import egn_of, replayed

VARIANTS: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "plain": ({}, {}),
    "left of loner": (
        {"loner_lead": "LEFT_OF_LONER"},
        {"loner_lead": LonerLead.LONER_LEAD_LEFT_OF_LONER},
    ),
    "passed out": ({"std": False}, {"stick_dealer": StickDealer.STICK_DEALER_OFF}),
    "defend alone": (
        {"defend_alone": True, "loner_euchred_score": 4},
        {"lone_defender": LoneDefender.LONE_DEFENDER_VS_LONE_MAKER, "loner_set_score": 4},
    ),
    "canadian": ({"canadian": True, "loner_march_score": 5}, {"canadian": True, "loner_march_score": 5}),
    "no trump": ({"allow_no_trump": True, "winning_score": 7}, {"round2_no_trump": True, "target": 7}),
    "big pack": ({"min_rank": 7, "num_deals": 6}, {"min_rank": 7, "num_deals": 6, "target": 1000}),
    "tokens": (
        {"four_trick_tokens": True, "fast_break": True},
        {"four_trick_tokens": True, "fast_break": True},
    ),
    "partner's best": (
        {"partners_best": True},
        {
            "partners_best": PartnersBest.PARTNERS_BEST_MAKER,
            "best_order": BestOrder.BEST_ORDER_RECEIVE_FIRST,
        },
    ),
}


def played(rules: RulesClient, options: dict[str, Any], seed: int, bot: str) -> GameRecord:
    key = hashlib.sha256(f"{seed} {bot}".encode()).digest()
    table = Table.create(rules, Ruleset(base="egn", **options), seed=key, watch=[])
    table.play_with([make(bot, seed * 10 + seat) for seat in range(4)])
    return table.record


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("seed", [1, 2])
def test_random_games(rules: RulesClient, variant: str, seed: int) -> None:
    egn_options, options = VARIANTS[variant]
    record = played(rules, options, seed, "random")
    game = egn_of(record, egn_options, discards=seed == 2, spell=seed == 2)
    assert replayed(rules, game).final_score == record.scores


@pytest.mark.parametrize("seed", range(3))
def test_sensible_games(rules: RulesClient, seed: int) -> None:
    record = played(rules, {}, seed, "heuristic")
    assert replayed(rules, egn_of(record, {})).final_score == record.scores


def test_hands_with_a_joker(rules: RulesClient) -> None:
    checked = 0
    for seed in range(4):
        record = played(rules, {"joker": True}, seed, "random")
        game = egn_of(record, {"joker": True})
        game["deals"] = before_a_joker_is_turned_up(game["deals"])
        if game["deals"]:
            scores = record.hands[len(game["deals"]) - 1].scores
            assert replayed(rules, game).final_score == scores
            checked += len(game["deals"])
    assert checked > 5


def before_a_joker_is_turned_up(deals: list[dict[str, Any]]) -> list[dict[str, Any]]:
    for number, deal in enumerate(deals):
        if deal["initialState"]["upCard"] == "B":
            return deals[:number]
    return deals
