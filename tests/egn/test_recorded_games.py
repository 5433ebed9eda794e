"""The recorded games end as an independent replay of the rules says."""

from __future__ import annotations

import pytest

from euchre_client import RulesClient
from tests.egn.files import EXPECTED, fault_of, load, replayed

GOOD = sorted(name for name, expected in EXPECTED.items() if "final_score" in expected)


@pytest.mark.parametrize("name", GOOD)
def test_a_recorded_game_ends_as_it_is_known_to(rules: RulesClient, name: str) -> None:
    game = replayed(rules, load(name))
    assert list(game.final_score) == EXPECTED[name]["final_score"]
    assert len(game.hands) == EXPECTED[name]["hands"]


def test_a_renege_shows_at_the_card_that_did_not_follow(rules: RulesClient) -> None:
    expected = EXPECTED["invalid-renege.egn"]
    fault = fault_of(rules, load("invalid-renege.egn"))
    assert fault.reason == "MUST_FOLLOW_SUIT"
    assert (fault.deal, fault.trick, fault.seat, fault.card) == (
        expected["deal"],
        expected["trick"],
        expected["seat"],
        expected["card"],
    )
    assert fault.message
