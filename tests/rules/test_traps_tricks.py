"""Faults other programs had in following suit and winning tricks: traps B1 to B13, B27 and B71."""

from __future__ import annotations

import pytest

from euchre_rules import cards
from euchre_rules.errors import Reason
from tests.rules.tables import (
    CLASSIC,
    SUITS,
    act,
    cards_to,
    classic,
    legal,
    may_play,
    play,
    recolour,
    refused,
    rotated,
    table,
    trick_table,
    winner,
)

every_trump = pytest.mark.parametrize("trump", SUITS)
every_place = pytest.mark.parametrize("steps", range(4))


@every_trump
@every_place
def test_trap_B01_a_led_left_bower_asks_for_trumps(trump: str, steps: int) -> None:
    led = recolour("Jd", "h", trump)
    leader = (1 + steps) % 4
    assert may_play(trump, led, recolour("Ad 9h Kc", "h", trump), leader=leader) == recolour("9h", "h", trump)
    no_trump_held = recolour("Kd Qd As", "h", trump)
    assert may_play(trump, led, no_trump_held, leader=leader) == no_trump_held
    for plays, wins in (("1:Jd 2:9h 3:Kd 0:Qh", 1), ("1:Jd 2:Jh 3:Kd 0:Qh", 2)):
        turned = rotated(recolour(plays, "h", trump), steps)
        assert winner(trump, turned) == (wins + steps) % 4


@every_trump
@every_place
@pytest.mark.parametrize(
    ("led", "held", "playable"),
    [
        ("Ah", "Jd 9c", "Jd"),
        ("Ah", "Jd Kh 9c", "Jd Kh"),
        ("Jd", "Kh 9d Ac", "Kh"),
        ("Ad", "Jd 9d", "9d"),
        ("Ad", "Jd 9c", "Jd 9c"),
    ],
)
def test_trap_B03_left_bower_leaves_its_suit_and_joins_trump(
    trump: str, steps: int, led: str, held: str, playable: str
) -> None:
    asked = [recolour(words, "h", trump) for words in (led, held, playable)]
    assert may_play(trump, asked[0], asked[1], leader=steps) == asked[2]


@every_trump
@every_place
@pytest.mark.parametrize(
    ("plays", "wins"),
    [
        ("1:9h 2:Jd 3:Ah 0:Kh", 2),
        ("1:Kd 2:9d 3:Jd 0:Ad", 3),
        ("1:Ah 2:Jd 3:Jh 0:Kh", 3),
        ("1:Jd 2:Jh 3:Ah 0:9h", 2),
        ("1:Ac 2:Jd 3:Ah 0:Jh", 0),
        ("1:Ac 2:Jd 3:Ah 0:Kc", 2),
    ],
)
def test_trap_B05_rank_of_the_left_bower(trump: str, steps: int, plays: str, wins: int) -> None:
    assert winner(trump, rotated(recolour(plays, "h", trump), steps)) == (wins + steps) % 4


@every_trump
@every_place
@pytest.mark.parametrize(
    ("plays", "wins"),
    [
        ("1:9h 2:As 3:Qh 0:Th", 3),
        ("1:9h 2:Ah 3:Kh 0:Td", 2),
        ("1:9s 2:Ts 3:Qs 0:Ks", 0),
        ("1:Ks 2:9s 3:Ad 0:Qs", 1),
        ("1:Ah 2:9c 3:Tc 0:Kh", 3),
        ("1:Ah 2:Tc 3:9c 0:Kh", 2),
    ],
)
def test_trap_B07_the_best_card_wins_not_the_last_that_beats_the_lead(
    trump: str, steps: int, plays: str, wins: int
) -> None:
    # Written with clubs as trump; the left bower, the jack of spades, is not among the cards.
    assert winner(trump, rotated(recolour(plays, "c", trump), steps)) == (wins + steps) % 4


@every_trump
def test_trap_B07_strengths_are_a_strict_order(trump: str) -> None:
    fixed = SUITS.index(trump)
    for led in cards.pack(7, joker=True):
        row = cards.STRENGTHS[fixed][led]
        winning = [row[card] for card in cards.pack(7, joker=True) if row[card]]
        assert len(set(winning)) == len(winning)
        assert row[led] > 0


@pytest.mark.parametrize(
    ("trump", "plays", "wins"),
    [("s", "1:Ah 2:9s 3:Kh 0:Th", 2), ("d", "1:9c 2:Tc 3:Qc 0:Kc", 0), ("s", "3:9c 0:Ah 1:Kd 2:Qd", 3)],
)
def test_trap_B09_numbers_that_are_zero(trump: str, plays: str, wins: int) -> None:
    assert winner(trump, plays) == wins


@every_place
def test_trap_B09_the_first_suit_seat_and_card_are_something(steps: int) -> None:
    # Clubs are suit 0: as trump they win, and naming them is not "not fixed yet".
    plays = rotated("1:Ah 2:9c 3:Kh 0:Th", steps)
    assert winner("c", plays) == (2 + steps) % 4
    state = trick_table("c", plays)
    assert state.trump == SUITS.index("c")
    assert len({cards.CLUBS, cards.NO_TRUMP, cards.NO_TRUMP_LOW, cards.UNFIXED}) == 4


def test_trap_B09_seat_0_deals_makes_and_acts() -> None:
    state = act(table(CLASSIC, 0, upcard="9c"), "1 pass", "2 pass", "3 pass", "0 order")
    assert (state.dealer, state.maker, state.actor, state.trump) == (0, 0, 0, 0)
    assert refused(state, "1 discard 9d") is Reason.NOT_YOUR_TURN


@every_trump
@every_place
def test_trap_B13_a_revoke_is_refused_and_changes_nothing(trump: str, steps: int) -> None:
    held = recolour("2:Jd,9d,As", "h", trump)
    lead = recolour("1:Kh", "h", trump)
    state = trick_table(trump, rotated(f"{lead} {held}", steps))
    play(state, rotated(lead, steps))
    follower = (2 + steps) % 4
    assert legal(state) == [recolour("play Jd", "h", trump)] or legal(state) == [
        f"play {recolour('Jd', 'h', trump)}"
    ]
    for card in recolour("9d As", "h", trump).split():
        assert refused(state, f"{follower} play {card}") is Reason.MUST_FOLLOW_SUIT
    assert state.scores == [0, 0]


@every_trump
@every_place
def test_trap_B27_a_real_hand(trump: str, steps: int) -> None:
    # N E S W are seats 0 to 3; W dealt and took the ten of hearts, S ordered.
    hands = ["Qs Jh Jd Td Kc", "Ks Kh Qd Ac Jc", "Js Ah Qh 9h Kd", "As Ts Qc Ad 9d"]
    dealt = {(seat + steps) % 4: recolour(hand, "h", trump) for seat, hand in enumerate(hands)}
    north, _, south, west = ((seat + steps) % 4 for seat in range(4))
    state = table(classic(allow_alone=False), west, dealt, upcard=recolour("Th", "h", trump))
    discard = recolour("Qc", "h", trump)
    act(state, f"{north} pass", f"{(north + 1) % 4} pass", f"{south} order", f"{west} discard {discard}")
    assert play(state, _turned("0:Jh 1:Kh 2:9h 3:Th", trump, steps)) == north
    led_bower = state.copy()
    assert play(state, _turned("0:Td 1:Qd 2:Kd 3:Ad", trump, steps)) == west
    play(state, _turned("3:9d", trump, steps))
    assert (state.actor, legal(state)) == (north, cards_to("play", recolour("Qs Jd Kc", "h", trump)))
    # Had the jack been led it would have been a heart lead: east has no heart left, south must play one.
    play(led_bower, _turned("0:Jd", trump, steps))
    assert legal(led_bower) == cards_to("play", recolour("Ks Qd Ac Jc", "h", trump))
    play(led_bower, _turned("1:Qd", trump, steps))
    assert legal(led_bower) == cards_to("play", recolour("Ah Qh", "h", trump))


def _turned(plays: str, trump: str, steps: int) -> str:
    return rotated(recolour(plays, "h", trump), steps)


@every_place
@pytest.mark.parametrize(
    ("plays", "wins"), [("1:Jh 2:Qh 3:Jd 0:Js", 2), ("3:Td 0:Jd 1:Qd 2:Jh", 1), ("1:Tc 2:Jc 3:Js 0:9c", 2)]
)
def test_trap_B71_jacks_are_ordinary_without_trump(steps: int, plays: str, wins: int) -> None:
    assert winner("nt", rotated(plays, steps)) == (wins + steps) % 4
    for jack, led, others in (("Jd", "Kh", "9h"), ("Jh", "Kd", "9d"), ("Jc", "Ks", "9s"), ("Js", "Kc", "9c")):
        assert may_play("nt", led, f"{jack} {others}") == others
        assert may_play("nt", f"9{jack[1]}", f"{jack} As Ah" if jack[1] in "cd" else f"{jack} Ac Ad") == jack
