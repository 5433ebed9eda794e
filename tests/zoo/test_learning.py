from __future__ import annotations

import re
from itertools import pairwise

import pytest

from euchre_zoo.actions import ACTIONS, BLOCKS
from euchre_zoo.example import main
from euchre_zoo.features import power
from euchre_zoo.layout import FIELDS, SIZE
from tests.zoo.learning_page import PAGE, fresh


def test_tables_of_the_page_are_fresh() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert page == fresh(page), "run python -m tests.zoo.learning_page"


def test_numbers_that_policies_rely_on_stay() -> None:
    starts = {block.texts[0]: block.start for block in BLOCKS}
    assert [starts[text] for text in ("play B", "discard B", "name c", "bid 1", "pass", "take dummy")] == [
        0, 33, 132, 144, 204, 214,
    ]  # fmt: skip
    assert ACTIONS[1] == "play 7c" and ACTIONS[32] == "play As" and ACTIONS[152] == "bid 1 c"


def test_fields_follow_each_other() -> None:
    fields = list(FIELDS.values())
    for one, other in pairwise(fields):
        assert one.stop == other.start
    assert (fields[0].start, fields[-1].stop) == (0, SIZE)


def test_page_shows_an_example_that_runs(capsys: pytest.CaptureFixture[str]) -> None:
    (snippet,) = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    exec(compile(snippet, "learning.md", "exec"), {})
    assert "seat_0" in capsys.readouterr().out


def test_power_ranks_the_bowers_first() -> None:
    clubs = 0
    right, left, ace, off_ace = (ACTIONS.index(f"play {card}") for card in ("Jc", "Js", "Ac", "Ah"))
    assert (
        power(0, clubs) > power(right, clubs) > power(left, clubs) > power(ace, clubs) > power(off_ace, clubs)
    )


def test_training_beats_chance(capsys: pytest.CaptureFixture[str]) -> None:
    before, after = main(["--hands", "250", "--test-hands", "100"])
    assert after.points.mean > before.points.mean
    assert after.points.mean - after.points.margin > 0
    assert "points a hand" in capsys.readouterr().out
