"""Random hands in the preset `openspiel` and in OpenSpiel: the same at every node.

Many more: `python -m tests.rules.openspiel --hands 200000`.
"""

from __future__ import annotations

import pytest

HANDS = 500


@pytest.mark.parametrize("lone_defender", [False, True])
@pytest.mark.parametrize("stick", [False, True])
def test_same_hands(lone_defender: bool, stick: bool) -> None:
    # Imported here, so that a missing OpenSpiel fails these tests, by name, with what to install.
    from tests.rules.openspiel import compare

    assert compare(HANDS, "test", lone_defender, stick) > 10 * HANDS
