"""Every value of every option has a vector that shows its effect, and the vectors hold.

The vectors are in `tests.rules.vectors`, by subject: a table from option and value to a scenario. While one
runs, the rulesets that it starts games with are noted: one of them must have the value. And with another
value put in its place under the scenario's hands, it must fail: so it is the value that makes the difference.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, Final

import pytest

from euchre_rules import game
from euchre_rules.ruleset import OPTION_NAMES, Ruleset
from euchre_rules.state import State
from tests.rules.vectors import alone, auctions, calling, endings, folding, house, points, seats
from tests.rules.vectors.kinds import Each, Scenario, Vectors, needed

SUBJECTS: Final = (seats, calling, auctions, alone, folding, points, endings, house)
TABLES: Final[list[Vectors]] = [subject.VECTORS for subject in SUBJECTS]
CASES: Final = [(option, value) for option in OPTION_NAMES for value in needed(option)]


def vector(option: str, value: object) -> Scenario | None:
    """The scenario for a value, if there is one."""
    for table in TABLES:
        vectors = table.get(option)
        if isinstance(vectors, Each):
            return lambda: vectors.scenario(value)
        if vectors is not None:
            return vectors.get(value)
    return None


def in_words(value: object) -> str:
    return str(getattr(value, "name", value))


def test_every_value_of_every_option_has_a_vector() -> None:
    assert [f"{option}={in_words(value)}" for option, value in CASES if vector(option, value) is None] == []


def test_every_vector_is_of_an_option_and_of_a_value_of_it() -> None:
    listed = [option for table in TABLES for option in table]
    assert sorted(listed) == sorted(OPTION_NAMES)
    for table in TABLES:
        for option, vectors in table.items():
            if not isinstance(vectors, Each):
                assert set(vectors) == set(needed(option)), option


every_value = pytest.mark.parametrize(
    ("option", "value"), CASES, ids=[f"{option}={in_words(value)}" for option, value in CASES]
)


@every_value
def test_vector(option: str, value: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    scenario = vector(option, value)
    assert scenario is not None
    played: list[Ruleset] = []

    def noted(rules: Ruleset) -> Ruleset:
        played.append(rules)
        return rules

    with_rules(monkeypatch, noted)
    scenario()
    assert value in [getattr(rules, option) for rules in played], "the scenario has other rules"


THE_SAME: Final = {
    ("calling", frozenset({"ORDER_UP", "AUCTION"})): "bound to `upcard`, which is what the rules ask for",
    ("teams", frozenset({"SOLO", "MAKER_VS_REST"})): "they differ in what they exclude: folds, two players",
    (
        "simultaneous",
        frozenset({"HIGHEST", "LOWEST"}),
    ): "both are the better score of the games that allow it",
    ("all_pass", frozenset({"NEXT_DEALER", "FORCE_DEALER_MIN"})): "nothing is bid over an up-card",
    ("target", frozenset({"0", "5"})): "a game cannot start where it ends",
}
"""Values that differ only by what else they go with, so that a scenario of one may hold under the other."""


@pytest.mark.slow
@every_value
def test_vector_fails_under_any_other_value(option: str, value: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    scenario = vector(option, value)
    assert scenario is not None
    for other in others(option, value):
        if (option, frozenset({in_words(value), in_words(other)})) in THE_SAME:
            continue

        def changed(rules: Ruleset, other: Any = other) -> Ruleset:
            return replace(rules, **{option: other}) if getattr(rules, option) == value else rules

        with monkeypatch.context() as patch:
            with_rules(patch, changed)
            # A scenario may fail in any way: a table set for other rules need not even be dealt.
            with pytest.raises((Exception, pytest.fail.Exception)):
                scenario()


def others(option: str, value: Any) -> list[Any]:
    """The other values of an option; of a number's, the next ones."""
    values = needed(option)
    place = values.index(value)
    if isinstance(value, int) and not isinstance(value, bool):
        return [values[other] for other in (place - 1, place + 1) if 0 <= other < len(values)]
    return values[:place] + values[place + 1 :]


def with_rules(monkeypatch: pytest.MonkeyPatch, see: Callable[[Ruleset], Ruleset]) -> None:
    """Lets every game begin with the rules that `see` makes of those asked for."""
    new_game = game.new_game

    def begin(rules: Ruleset, first_dealer: int, scores: Sequence[int] | None = None) -> State:
        return new_game(see(rules), first_dealer, scores)

    monkeypatch.setattr(game, "new_game", begin)
