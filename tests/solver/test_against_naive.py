import random

import pytest

from tests.solver.check import check_deal, check_ending


@pytest.mark.parametrize("seed", range(20))
def test_every_card_of_a_hundred_endings_has_the_value_that_full_enumeration_finds(seed: int) -> None:
    chance = random.Random(f"endings {seed}")
    for _ in range(100):
        check_ending(chance)


@pytest.mark.parametrize("seed", range(10))
def test_twenty_whole_deals_end_as_plain_alpha_beta_says(seed: int) -> None:
    chance = random.Random(f"deals {seed}")
    for _ in range(20):
        check_deal(chance)
