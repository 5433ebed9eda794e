"""The named games have the values of the option table (`rules.md` 6a), and names and values are checked."""

from __future__ import annotations

from dataclasses import replace
from enum import Enum
from typing import Any

import pytest

from euchre_rules import conflicts, presets
from euchre_rules.errors import Reason, RulesetError
from euchre_rules.ruleset import OPTION_FIELDS, OPTION_NAMES, option_values

GAMES = ("classic", "ghost_hand", "buck", "egn", "openspiel")
TABLE = """
option                classic               ghost_hand     buck              egn              openspiel
players               4                     3              4                 4                4
teams                 PAIRS                 SOLO           SOLO              PAIRS            PAIRS
min_rank              9                     9              9                 9                9
joker                 False                 False          False             False            False
hand_size             5                     6              5                 5                5
ghost_hand            False                 True           False             False            False
dummy_hand            False                 False          False             False            False
upcard                True                  False          True              True             True
deal_pattern THREE_TWO_THREE_TWO ONE TWO_THREE THREE_TWO_THREE_TWO ONE_FROM_DEALER
first_dealer          RANDOM                RANDOM         RANDOM            RANDOM           RANDOM
calling               ORDER_UP              AUCTION        ORDER_UP          ORDER_UP         ORDER_UP
dealer_pickup         OPTIONAL_WHEN_ORDERED -              MANDATORY         MANDATORY        MANDATORY
discard_may_be_upcard False                 -              False             False            False
round2_turned_suit    BARRED                -              BARRED            BARRED           BARRED
round2_no_trump       False                 -              False             False            False
stick_dealer          OFF                   -              OFF               ON               ON
all_pass              NEXT_DEALER           NEXT_DEALER    NO_TRUMP          NEXT_DEALER      NEXT_DEALER
club_forces_trump     False                 -              True              False            False
club_dealer_takes     -                     -              False             -                -
club_dealer_need      -                     -              1                 -                -
min_bid               -                     3              -                 -                -
max_bid               -                     0              -                 -                -
bid_form              -                     NUMBER         -                 -                -
auction_rounds        -                     SINGLE         -                 -                -
dealer_may_equal      -                     False          -                 -                -
ghost_swap            -                     ON_TURN_ONCE   -                 -                -
no_trump              NONE                  NONE           -                 NONE             NONE
allow_alone           True                  False          False             True             True
lone_maker_side       ANY                   -              -                 MAKER_ONLY       MAKER_ONLY
lone_defender         ANY                   -              -                 NEVER            NEVER
alone_timing          AFTER_EXCHANGE        -              -                 WITH_CALL        AFTER_EXCHANGE
canadian              False                 -              -                 False            False
partners_best         OFF                   -              -                 OFF              OFF
fold                  OFF                   OFF            AFTER_TRUMP       OFF              OFF
fold_in_all_pass      -                     -              True              -                -
fold_penalty          -                     -              0                 -                -
uncontested           -                     -              CREDIT_ALL        -                -
sweep_needs_opponent  -                     -              True              -                -
first_lead            LEFT_OF_DEALER        MAKER          LEFT_OF_DEALER    LEFT_OF_DEALER   LEFT_OF_DEALER
loner_lead            LEFT_OF_LONER         -              -                 LEFT_OF_DEALER   LEFT_OF_DEALER
start_score           0                     0              25                0                0
target                10                    32             0                 10               10
num_deals             0                     0              0                 0                0
make_score            1                     -              -                 1                1
march_score           2                     -              -                 2                2
set_score             2                     -              -                 2                2
loner_march_score     4                     -              -                 4                4
loner_set_score       2                     -              -                 2                2
lone_defender_score   SPLIT                 -              -                 FLAT4            FLAT4
super_euchre          0                     -              -                 0                0
trick_points          0                     1              -1                0                0
set_penalty           -                     0              5                 -                -
zero_penalty          -                     0              5                 -                -
set_maker_keeps_tricks -                    False          False             -                -
maker_need            3                     0              3                 3                3
other_need            -                     0              1                 -                -
moon_score            -                     24             -                 -                -
moon_set              -                     6              -                 -                -
sweep_wins_game       False                 False          True              False            False
simultaneous          -                     HIGHEST        LOWEST            -                -
out_rule              FREE                  FREE           FREE              FREE             FREE
farmers               OFF                   OFF            OFF               OFF              OFF
go_under              False                 False          False             False            False
fast_break            False                 -              -                 False            False
four_trick_tokens     False                 -              -                 False            False
min_trump_to_call     False                 False          False             False            False
alone_take5           False                 False          False             False            False
take4for1             False                 False          False             False            False
laps                  False                 False          False             False            False
slam                  False                 False          False             False            False
renege                REJECT                REJECT         REJECT            REJECT           REJECT
renege_points         2                     2              0                 2                2
"""
"""The table of `rules.md` 6a. A 0 in `set_penalty` and `maker_need` is the number bid; `-` is any value."""
ROWS = [line.split() for line in TABLE.strip().splitlines()[1:]]


def in_words(value: object) -> str:
    return value.name if isinstance(value, Enum) else str(value)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: str(row[0]))
def test_option_table(row: list[str]) -> None:
    option, *values = row
    for name, value in zip(GAMES, values, strict=True):
        if value != "-":
            assert in_words(getattr(presets.resolve(name), option)) == value, name


def test_the_table_holds_every_option_but_the_joker_s_and_those_of_the_shooter() -> None:
    left_out = {"joker_upcard", "shooter", "shooter_score", "shooter_set", "best_order", "fold_answers"}
    assert {row[0] for row in ROWS} | left_out == set(OPTION_NAMES)


@pytest.mark.parametrize("name", GAMES)
def test_presets_are_playable(name: str) -> None:
    rules = presets.resolve(name)
    assert conflicts.faults(rules) == []
    assert rules.base == name
    assert presets.resolve(name, {}) == rules


@pytest.mark.parametrize("name", ["", "whist", "CLASSIC", "ghost", "x" * 200])
def test_unknown_presets(name: str) -> None:
    with pytest.raises(RulesetError) as caught:
        presets.resolve(name)
    assert caught.value.reason is Reason.UNKNOWN_RULESET
    assert caught.value.refusal.metadata == {"base": name[:40]}
    assert all(known in str(caught.value) for known in GAMES)


@pytest.mark.parametrize("option", OPTION_FIELDS, ids=lambda option: str(option.name))
def test_out_of_range_values(option: Any) -> None:
    values = option_values(option.name)
    wrong: list[object]
    if option.metadata:
        low, high = values
        assert option.metadata["low"] == low <= option.default <= high
        assert isinstance(low, int) and isinstance(high, int)
        wrong = [low - 1, high + 1, str(option.default), float(option.default), None, True]
    else:
        assert option.default in values
        wrong = [None, 1, "ON", object]
    for value in wrong:
        with pytest.raises(RulesetError) as caught:
            presets.resolve("classic", {option.name: value})
        assert caught.value.reason is Reason.OPTION_INVALID
        assert caught.value.refusal.metadata == {"option": option.name}
        assert option.name in str(caught.value)


def test_values_of_an_option() -> None:
    assert option_values("joker") == (False, True)
    assert option_values("min_rank") == (7, 9)
    assert [value.name for value in option_values("stick_dealer") if isinstance(value, Enum)] == [
        "OFF",
        "ON",
        "ON_OR_PAY1",
    ]
    with pytest.raises(KeyError):
        option_values("base")


def test_every_fault_of_a_ruleset_is_listed() -> None:
    wrong = conflicts.faults(replace(presets.CLASSIC, target=-1, players=9, joker=1))  # type: ignore[arg-type]
    assert [fault.metadata["option"] for fault in wrong] == ["players", "joker", "target"]
    several = conflicts.faults(replace(presets.CLASSIC, players=3, hand_size=6, target=0))
    assert [fault.metadata["option"] for fault in several] == ["teams", "start_score", "simultaneous"]
