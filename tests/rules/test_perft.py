"""The engine counts what the naive rules count. To the last depth: `python -m tests.rules.perft`."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.perft import cases, depth_within, expected, perft, root

NODES = 130_000
"""The most a case counts here."""


@pytest.mark.parametrize("case", cases(), ids=lambda case: str(case["name"]))
def test_counts(case: dict[str, Any]) -> None:
    depth = depth_within(case, NODES)
    assert depth >= 4
    assert perft(root(case), depth) == expected(case, depth)


def test_the_table_ends_hands_scores_and_voids_in_every_game() -> None:
    for which in ("classic", "ghost", "buck"):
        lines = [case for case in cases() if case["game"] == which]
        assert any(sum(case["ended"][: depth_within(case, NODES) + 1]) for case in lines)
        assert any(any(map(any, case["changes"][: depth_within(case, NODES) + 1])) for case in lines)
        assert any(sum(case["void"][: depth_within(case, NODES) + 1]) for case in lines)
