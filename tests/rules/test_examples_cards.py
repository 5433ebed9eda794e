"""The worked examples of `rules.md` 6b about cards and tricks, 1 to 6."""

from __future__ import annotations

import pytest

from euchre_rules.errors import Reason
from tests.rules.tables import classic, legal, may_play, play, refused, trick_table, winner

WITH_JOKER = classic(joker=True, allow_alone=False, round2_no_trump=True)


def test_example_01_the_left_bower_must_follow_its_trump() -> None:
    assert may_play("h", "9h", "Jd Ad Ks") == "Jd"


def test_example_01_anything_else_is_refused() -> None:
    state = trick_table("h", "1:9h 2:Jd,Ad,Ks")
    play(state, "1:9h")
    assert refused(state, "2 play Ad") is Reason.MUST_FOLLOW_SUIT
    assert refused(state, "2 play Ks") is Reason.MUST_FOLLOW_SUIT


def test_example_02_the_left_bower_does_not_follow_its_printed_suit() -> None:
    assert may_play("h", "Kd", "Jd As 9c") == "Jd As 9c"


def test_example_03_a_led_left_bower_is_a_trump_lead() -> None:
    assert may_play("s", "Jc", "Ac Kc 9s") == "9s"


@pytest.mark.parametrize(
    ("trump", "plays", "wins"),
    [
        ("d", "1:Ah 2:9h 3:Jh 0:Ad", 3),
        ("d", "1:Ah 2:Jd 3:Jh 0:Ad", 2),
        ("c", "1:Ks 2:9s 3:Ad 0:Qs", 1),
    ],
)
def test_example_04_who_wins(trump: str, plays: str, wins: int) -> None:
    assert winner(trump, plays) == wins


def test_example_05_no_trump() -> None:
    assert winner("nt", "1:Jh 2:Qh 3:9d 0:Js") == 2
    assert may_play("nt", "Kh", "Jd 9h") == "9h"


def test_example_06_the_joker_is_the_highest_trump() -> None:
    assert winner("c", "1:Ac 2:Jc 3:B 0:Js", WITH_JOKER) == 3


@pytest.mark.parametrize(
    ("led", "held", "playable"), [("B", "Js Ah", "Js"), ("9h", "B Ah", "Ah"), ("9c", "B Ah", "B")]
)
def test_example_06_the_joker_follows_as_a_trump(led: str, held: str, playable: str) -> None:
    assert may_play("c", led, held, WITH_JOKER) == playable


def test_joker_without_trump_is_a_suit_of_its_own() -> None:
    # rules.md 1.7: it beats everything, may be led, or played by who is void; led, it asks for nothing.
    assert winner("nt", "1:Ah 2:Kh 3:B 0:9h", WITH_JOKER) == 3
    assert winner("nt", "1:B 2:Ah 3:As 0:Ac", WITH_JOKER) == 1
    assert may_play("nt", "Kh", "B 9h", WITH_JOKER) == "9h"
    assert may_play("nt", "Kh", "B 9d", WITH_JOKER) == "B 9d"
    state = trick_table("nt", "1:B 2:Ah", WITH_JOKER)
    play(state, "1:B")
    assert len(legal(state)) == 5
