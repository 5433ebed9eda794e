"""Checks of the naive rules against the worked examples of rules.md 6b, numbered as there.

Left out, because they need more than one hand or other forms: 6 (joker), 17, the match part of 22 and 25,
and E1 to E5.
"""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.reference import perft
from tests.reference.naive_euchre import (
    NO_TRUMP,
    Options,
    Play,
    State,
    actor,
    apply,
    cards_allowed,
    deal_out,
    effective_suit,
    full_deck,
    legal,
    options_for,
    result,
    score_buck,
    score_classic,
    score_ghost,
    start,
    trick_winner,
)


def hand(text: str) -> tuple[str, ...]:
    """A hand from text such as ``Jd Ad Ks``."""
    return tuple(sorted(text.split()))


def trick(text: str) -> tuple[Play, ...]:
    """A trick from text such as ``1:Ah 2:9h``."""
    return tuple((int(play[0]), play[2:]) for play in text.split())


def deck_for(options: Options, dealer: int, hands: list[str], ghost: str = "", upcard: str = "") -> list[str]:
    """A deck that deals these hands, ghost hand and up-card; unnamed cards fill the gaps in sorted order."""
    named = " ".join([*hands, ghost, upcard]).split()
    spare = [card for card in full_deck() if card not in named]
    places, ghost_places, rest_places = deal_out(options, dealer, [str(place) for place in range(24)])
    deck = [""] * 24
    for place_list, cards in zip([*places, ghost_places, rest_places], [*hands, ghost, upcard], strict=True):
        wanted = cards.split()
        for place in place_list:
            deck[int(place)] = wanted.pop(0) if wanted else spare.pop(0)
        assert not wanted
    return deck


def upcard_hand(game: str, dealer: int, upcard: str, overrides: dict[str, Any] | None = None) -> State:
    """The start of an order-up hand in which only the up-card matters."""
    options = options_for(game, overrides)
    return start(options, dealer, deck_for(options, dealer, [""] * 4, upcard=upcard))


def after(state: State, *texts: str) -> State:
    """The state after some actions."""
    for text in texts:
        state = apply(state, text)
    return state


def first_discard(state: State) -> State:
    """The dealer takes the up-card and lays down the first of his cards."""
    return apply(state, next(text for text in legal(state) if text.startswith("discard")))


def said(state: State) -> list[str]:
    """The legal actions without the discards, which depend on the cards."""
    return [text for text in legal(state) if not text.startswith("discard")]


def prompts(state: State, answers: list[str]) -> list[int | None]:
    """Who is asked, one after the other, when these answers are given."""
    asked = []
    for answer in answers:
        asked.append(actor(state))
        state = apply(state, answer)
    return asked


def play_tricks(state: State, tricks: list[str]) -> tuple[State, list[int | None]]:
    """Play tricks such as ``1:Ah 2:9h``, checking each seat; the end and the winners (last: None)."""
    winners = []
    for text in tricks:
        for seat, card in trick(text):
            assert actor(state) == seat
            state = apply(state, "play " + card)
        winners.append(actor(state))
    return state, winners


# ------------------------------------------------------------------------------
# Dealing (rules.md 0.4, 2)
# ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "pattern", "dealer", "places"),
    [
        ("classic", "3232-2323", 0, {1: [0, 1, 2, 10, 11], 2: [3, 4, 12, 13, 14], 0: [8, 9, 17, 18, 19]}),
        ("buck", "2-3", 3, {0: [0, 1, 8, 9, 10], 3: [6, 7, 17, 18, 19]}),
        ("buck", "3-2", 3, {0: [0, 1, 2, 12, 13], 3: [9, 10, 11, 18, 19]}),
        ("classic", "1", 2, {3: [0, 4, 8, 12, 16], 2: [3, 7, 11, 15, 19]}),
        ("classic", "1_from_dealer", 2, {2: [0, 4, 8, 12, 16], 3: [1, 5, 9, 13, 17], 1: [3, 7, 11, 15, 19]}),
        ("ghost", "1", 2, {0: [0, 4, 8, 12, 16, 20], 2: [2, 6, 10, 14, 18, 22]}),
        ("ghost", "1_from_dealer", 2, {2: [0, 4, 8, 12, 16, 20], 0: [1, 5, 9, 13, 17, 21]}),
    ],
)
def test_deal(game: str, pattern: str, dealer: int, places: dict[int, list[int]]) -> None:
    """Deck positions that each seat gets; the up-card is the 21st card, the ghost gets every fourth."""
    deck = full_deck()
    state = start(options_for(game, {"deal_pattern": pattern}), dealer, deck)
    for seat, positions in places.items():
        assert state.hands[seat] == tuple(sorted(deck[place] for place in positions))
    if game == "ghost":
        assert state.ghost == tuple(sorted(deck[3::4]))
        assert state.upcard is None
    else:
        assert state.upcard == deck[20]


# ------------------------------------------------------------------------------
# Cards and tricks (rules.md 6b, 1 to 5)
# ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("trump", "led", "cards", "allowed"),
    [
        ("h", "9h", "Jd Ad Ks", "Jd"),  # 1
        ("h", "Kd", "Jd As 9c", "Jd As 9c"),  # 2
        ("s", "Jc", "Ac Kc 9s", "9s"),  # 3
        (NO_TRUMP, "Kh", "Jd 9h", "9h"),  # 5
        ("h", None, "Jd As 9c", "Jd As 9c"),
    ],
)
def test_1_2_3_5_following(trump: str, led: str | None, cards: str, allowed: str) -> None:
    """Which cards may be played."""
    assert cards_allowed(hand(cards), led, trump) == list(hand(allowed))


@pytest.mark.parametrize(
    ("trump", "plays", "winner"),
    [
        ("d", "1:Ah 2:9h 3:Jh 0:Ad", 3),  # 4
        ("d", "1:Ah 2:Jd 3:Jh 0:Ad", 2),  # 4
        ("c", "1:Ks 2:9s 3:Ad 0:Qs", 1),  # 4
        (NO_TRUMP, "1:Jh 2:Qh 3:9d 0:Js", 2),  # 5
    ],
)
def test_4_5_winner(trump: str, plays: str, winner: int) -> None:
    """Who wins the trick."""
    assert trick_winner(trick(plays), trump) == winner


def test_left_bower_belongs_to_trump() -> None:
    """rules.md 0.3: every left bower, and no jack without trump."""
    assert [effective_suit(card, "c") for card in ("Js", "Jc", "Jd")] == ["c", "c", "d"]
    assert [effective_suit(card, "h") for card in ("Jd", "Jh", "Js")] == ["h", "h", "s"]
    assert effective_suit("Js", NO_TRUMP) == "s"


# ------------------------------------------------------------------------------
# Classic (rules.md 6b, 7 to 18)
# ------------------------------------------------------------------------------


def test_7_ordered_dealer_may_decline() -> None:
    """First round, ordered up by seat 3."""
    state = upcard_hand("classic", 0, "9h")
    assert actor(state) == 1
    assert legal(state) == ["order", "pass"]
    state = after(state, "pass", "pass", "order")
    assert (state.trump, state.maker, actor(state)) == ("h", 3, 0)
    assert legal(state) == sorted(["decline"] + ["discard " + card for card in state.hands[0]])
    with pytest.raises(ValueError, match="illegal"):
        apply(state, "discard 9h")
    declined = apply(state, "decline")
    assert declined.hands == state.hands
    taken = first_discard(state)
    assert set(taken.hands[0]) == (set(state.hands[0]) | {"9h"}) - {state.hands[0][0]}


def test_8_dealer_who_accepts_must_take() -> None:
    """The dealer accepts himself, or the exchange is compulsory."""
    state = after(upcard_hand("classic", 0, "9h"), "pass", "pass", "pass", "order")
    assert state.maker == 0
    assert legal(state) == ["discard " + card for card in state.hands[0]]
    state = after(upcard_hand("classic", 0, "9h", {"dealer_pickup": "mandatory"}), "pass", "pass", "order")
    assert legal(state) == ["discard " + card for card in state.hands[0]]


def test_9_second_round() -> None:
    """The suit turned down is barred; eight passes are void; a stuck dealer must name."""
    state = after(upcard_hand("classic", 0, "9h"), *["pass"] * 4)
    assert actor(state) == 1
    assert legal(state) == ["name c", "name d", "name s", "pass"]
    over = after(state, *["pass"] * 4)
    assert (actor(over), legal(over)) == (None, [])
    assert result(over) == {"tricks": [0] * 4, "changes": [0, 0], "void": True, "outcome": "void"}
    stuck = after(upcard_hand("classic", 0, "9h", {"stick_dealer": "on"}), *["pass"] * 7)
    assert (actor(stuck), legal(stuck)) == (0, ["name c", "name d", "name s"])


def test_9_second_round_options() -> None:
    """rules.md 1.3, 5: any suit, and no trump."""
    overrides = {"round2_turned_suit": "allowed", "round2_no_trump": True}
    state = after(upcard_hand("classic", 0, "9h", overrides), *["pass"] * 4)
    assert legal(state) == ["name c", "name d", "name h", "name nt", "name s", "pass"]
    assert apply(state, "name nt").trump == NO_TRUMP


def test_10_alone_prompts() -> None:
    """Maker, partner, then defenders clockwise from the left of the dealer; both alone: defender leads."""
    state = after(upcard_hand("classic", 0, "9h"), "order", "decline")
    assert legal(state) == ["alone", "partner"]
    assert prompts(state, ["partner"] * 4) == [1, 3, 2, 0]
    assert prompts(state, ["partner", "alone", "partner", "partner"]) == [1, 3, 2, 0]
    assert prompts(state, ["alone", "partner", "partner"]) == [1, 2, 0]
    both = after(state, "alone", "alone")
    assert (both.phase, sorted(both.sitting_out), actor(both)) == ("play", [0, 3], 2)


def test_10_alone_prompts_options() -> None:
    """rules.md 1.4: maker only; defenders never, or only against a lone maker; nobody alone."""
    calls = ["order", "decline"]
    state = after(upcard_hand("classic", 0, "9h", {"lone_maker_side": "maker_only"}), *calls)
    assert prompts(state, ["partner"] * 3) == [1, 2, 0]
    state = after(upcard_hand("classic", 0, "9h", {"lone_defender": "never"}), *calls)
    assert prompts(state, ["partner"] * 2) == [1, 3]
    assert after(state, "partner", "partner").phase == "play"
    assert after(state, "alone").phase == "play"
    state = after(upcard_hand("classic", 0, "9h", {"lone_defender": "vs_lone_maker"}), *calls)
    assert after(state, "partner", "partner").phase == "play"
    assert prompts(state, ["partner", "alone", "partner", "alone"]) == [1, 3, 2, 0]
    assert after(upcard_hand("classic", 0, "9h", {"allow_alone": False}), *calls).phase == "play"


@pytest.mark.parametrize(("loner_lead", "leader"), [("left_of_loner", 0), ("left_of_dealer", 2)])
def test_11_lead_against_lone_maker(loner_lead: str, leader: int) -> None:
    """Maker 3 goes alone, no defender does."""
    state = after(
        upcard_hand("classic", 0, "9h", {"loner_lead": loner_lead}), "pass", "pass", "order", "decline"
    )
    assert actor(after(state, "alone", "partner", "partner")) == leader


@pytest.mark.parametrize(("loner_lead", "leader"), [("left_of_loner", 2), ("left_of_dealer", 1)])
def test_12_lead_with_lone_defender(loner_lead: str, leader: int) -> None:
    """Makers 2 and 0 play together, defender 1 alone."""
    state = after(upcard_hand("classic", 0, "9h", {"loner_lead": loner_lead}), "pass", "order", "decline")
    assert prompts(state, ["partner", "partner", "alone"]) == [2, 0, 1]
    state = after(state, "partner", "partner", "alone")
    assert (state.sitting_out, actor(state)) == ((3,), leader)


def test_12_defender_not_asked_unless_maker_alone() -> None:
    """``vs_lone_maker``: seat 1 is never asked."""
    state = upcard_hand("classic", 0, "9h", {"lone_defender": "vs_lone_maker"})
    assert after(state, "pass", "order", "decline", "partner", "partner").phase == "play"


@pytest.mark.parametrize("takes", [True, False])
def test_13_dealers_partner_alone(takes: bool) -> None:
    """Seat 2 assists and goes alone; the dealer was asked about the up-card first."""
    state = after(upcard_hand("classic", 0, "9h"), "pass", "order")
    assert (actor(state), said(state)) == (0, ["decline"])
    state = first_discard(state) if takes else apply(state, "decline")
    state = after(state, "alone", "partner", "partner")
    assert (state.sitting_out, actor(state)) == ((0,), 3)


def classic_scores(overrides: dict[str, Any], *, alone: bool, defender_alone: bool) -> list[list[int]]:
    """Changes for 0 to 5 tricks of team 0 as makers."""
    options = options_for("classic", overrides)
    return [
        score_classic(
            options, makers=0, makers_tricks=tricks, maker_side_alone=alone, defender_alone=defender_alone
        )
        for tricks in range(6)
    ]


def test_14_nobody_alone() -> None:
    """Team 0 are makers."""
    plain = [[0, 2], [0, 2], [0, 2], [1, 0], [1, 0], [2, 0]]
    assert classic_scores({}, alone=False, defender_alone=False) == plain
    assert classic_scores({"super_euchre": 4}, alone=False, defender_alone=False) == [[0, 4], *plain[1:]]


def test_15_maker_alone() -> None:
    """The maker's side alone against two."""
    made = [[1, 0], [1, 0], [4, 0]]
    assert classic_scores({}, alone=True, defender_alone=False) == [[0, 2]] * 3 + made
    assert classic_scores({"loner_set_score": 4}, alone=True, defender_alone=False) == [[0, 4]] * 3 + made


def test_16_lone_defender() -> None:
    """A lone defender against two makers, or against one."""
    makers_two = [[0, 4], [0, 2], [0, 2], [1, 0], [1, 0], [2, 0]]
    assert classic_scores({}, alone=False, defender_alone=True) == makers_two
    flat = {"lone_defender_score": "flat4"}
    assert classic_scores(flat, alone=False, defender_alone=True) == [[0, 4]] * 3 + makers_two[3:]
    assert classic_scores({}, alone=True, defender_alone=True) == [*makers_two[:5], [4, 0]]
    # two values for one set: the higher counts
    assert classic_scores({"loner_set_score": 4}, alone=True, defender_alone=True)[:3] == [[0, 4]] * 3
    assert classic_scores({"super_euchre": 4}, alone=True, defender_alone=False)[:2] == [[0, 4], [0, 2]]


def test_18_full_hand() -> None:
    """Both alone, maker 3 takes three tricks."""
    options = options_for("classic")
    hands = ["9c Kc Ad Ts 9s", "9h Th Qs Jc Qd", "Jd Kh As Ks Td", "Jh Ah Ac Kd 9d"]
    state = start(options, 0, deck_for(options, 0, hands, upcard="Qh"))
    assert state.hands == tuple(hand(text) for text in hands)
    state = after(state, "pass", "pass", "order", "decline")
    assert actor(state) == 3
    state = apply(state, "alone")
    assert actor(state) == 2
    state = apply(state, "alone")
    assert actor(state) == 2
    assert legal(after(state, "play As", "play Ah", "play Jh")) == ["play Jd", "play Kh"]
    tricks = ["2:As 3:Ah", "3:Jh 2:Kh", "3:Ac 2:Jd", "2:Ks 3:9d", "2:Td 3:Kd"]
    state, winners = play_tricks(state, tricks)
    assert winners == [3, 3, 2, 2, None]
    assert result(state) == {"tricks": [0, 0, 2, 3], "changes": [0, 1], "void": False, "outcome": "scored"}


# ------------------------------------------------------------------------------
# Ghost (rules.md 6b, 19 to 22)
# ------------------------------------------------------------------------------


def ghost_start(overrides: dict[str, Any] | None = None) -> State:
    """A ghost hand with dealer 2."""
    return start(options_for("ghost", overrides), 2, full_deck())


def test_19_auction_and_swap() -> None:
    """Bids must rise; one swap in a hand."""
    state = apply(ghost_start(), "bid 3")
    assert (actor(state), legal(state)) == (1, ["bid 4", "bid 5", "moon", "pass", "swap"])
    swapped = apply(state, "swap")
    assert (swapped.hands[1], swapped.ghost) == (state.ghost, state.hands[1])
    assert (actor(swapped), legal(swapped)) == (1, ["bid 4", "bid 5", "moon", "pass"])
    state = apply(swapped, "bid 4")
    assert (actor(state), legal(state)) == (2, ["bid 5", "moon", "pass"])
    state = apply(state, "pass")
    assert (actor(state), legal(state)) == (1, ["name c", "name d", "name h", "name s"])
    state = apply(state, "name s")
    assert (actor(state), legal(state)) == (1, ["play " + card for card in state.hands[1]])


def test_19_auction_options() -> None:
    """rules.md 6a: lower minimum, dealer's right to equal, no trump."""
    state = ghost_start({"min_bid": 2, "dealer_may_equal": True, "no_trump": "high"})
    assert legal(state) == ["bid 2", "bid 3", "bid 4", "bid 5", "moon", "pass", "swap"]
    state = apply(state, "bid 4")
    assert (actor(state), legal(state)) == (1, ["bid 5", "moon", "pass", "swap"])
    state = apply(state, "pass")
    assert (actor(state), legal(state)) == (2, ["bid 4", "bid 5", "moon", "pass", "swap"])
    state = apply(state, "bid 4")
    assert (actor(state), said(state)) == (2, ["name c", "name d", "name h", "name nt", "name s"])


def test_20_moon_and_all_pass() -> None:
    """After a moon others may only swap and pass; three passes are void."""
    state = apply(ghost_start(), "moon")
    assert legal(state) == ["pass", "swap"]
    assert legal(apply(state, "swap")) == ["pass"]
    assert legal(after(state, "swap", "pass")) == ["pass"]
    assert legal(after(state, "pass")) == ["pass", "swap"]
    over = after(ghost_start(), "pass", "pass", "pass")
    assert (actor(over), legal(over)) == (None, [])
    assert result(over) == {"tricks": [0] * 3, "changes": [0] * 3, "void": True, "outcome": "void"}


@pytest.mark.parametrize(
    ("overrides", "maker", "bid", "tricks", "changes"),
    [
        ({}, 1, 4, [1, 4, 1], [1, 4, 1]),
        ({}, 1, 4, [2, 3, 1], [2, -4, 1]),
        ({}, 0, 6, [6, 0, 0], [24, 0, 0]),
        ({}, 0, 6, [5, 1, 0], [-6, 1, 0]),
        ({"moon_set": 24}, 0, 6, [5, 1, 0], [-24, 1, 0]),
        ({}, 2, 3, [1, 0, 5], [1, 0, 5]),
        ({"set_penalty": 5}, 1, 4, [2, 3, 1], [2, -5, 1]),
        ({"set_maker_keeps_tricks": True}, 1, 4, [2, 3, 1], [2, -1, 1]),
        ({}, 1, 5, [0, 6, 0], [0, 6, 0]),
    ],
)
def test_21_scores(
    overrides: dict[str, Any], maker: int, bid: int, tricks: list[int], changes: list[int]
) -> None:
    """Score changes by seat."""
    assert score_ghost(options_for("ghost", overrides), maker=maker, bid=bid, tricks=tricks) == changes


def test_22_full_hand() -> None:
    """Seat 1 swaps, bids four and names spades."""
    options = options_for("ghost")
    hands = ["9c Tc Kc Qd 9d Th", "9s Ts Qh 9h Td Qc", "Qs Jc Kh Jh Ad Kd"]
    state = start(options, 2, deck_for(options, 2, hands, ghost="Js As Ks Ac Ah Jd"))
    state = after(state, "pass", "swap", "bid 4", "pass", "name s")
    assert state.ghost == hand(hands[1])
    assert legal(after(state, "play Js", "play Qs", "play 9c", "play As")) == ["play Jc"]
    tricks = [
        "1:Js 2:Qs 0:9c",
        "1:As 2:Jc 0:9d",
        "2:Kh 0:Th 1:Ah",
        "1:Ac 2:Jh 0:Tc",
        "1:Ks 2:Kd 0:Kc",
        "1:Jd 2:Ad 0:Qd",
    ]
    state, winners = play_tricks(state, tricks)
    assert winners == [1, 2, 1, 1, 1, None]
    assert result(state) == {"tricks": [0, 4, 2], "changes": [0, 4, 2], "void": False, "outcome": "scored"}


# ------------------------------------------------------------------------------
# Buck (rules.md 6b, 23 to 25)
# ------------------------------------------------------------------------------


def test_23_club_upcard() -> None:
    """Clubs are trump, everybody plays, seat 0 leads; a spade up-card is ordinary."""
    state = upcard_hand("buck", 3, "Qc")
    assert (state.trump, state.maker, state.phase, actor(state)) == ("c", None, "play", 0)
    assert all("Qc" not in cards for cards in state.hands)
    spade = upcard_hand("buck", 3, "Qs")
    assert (actor(spade), legal(spade)) == (0, ["order", "pass"])
    assert legal(first_discard(apply(spade, "order"))) == ["fold", "stay"]
    scores = score_buck(options_for("buck"), maker=None, folded=[], tricks=[2, 3, 0, 0])
    assert scores == [-2, -3, 5, 5]


def test_23_club_upcard_not_forcing() -> None:
    """rules.md 3.6: ``club_forces_trump=False`` makes the club an ordinary up-card."""
    state = upcard_hand("buck", 3, "Qc", {"club_forces_trump": False})
    assert legal(state) == ["order", "pass"]
    assert legal(first_discard(apply(state, "order"))) == ["fold", "stay"]


def test_24_full_hand() -> None:
    """Maker 1, seat 0 folds."""
    options = options_for("buck")
    hands = ["", "Jd Ad Td Ac Ks", "Jh 9d As Kc 9h", "Qd Jc Ah Kh Qs"]
    state = start(options, 3, deck_for(options, 3, hands, upcard="Kd"))
    state = after(state, "pass", "order")
    assert (actor(state), said(state)) == (3, [])
    state = apply(state, "discard Jc")
    assert prompts(state, ["fold", "stay", "stay"]) == [0, 2, 3]
    state = after(state, "fold", "stay", "stay")
    assert actor(state) == 1
    assert legal(after(state, "play Jd", "play 9d", "play Qd", "play Ad")) == ["play Jh"]
    tricks = ["1:Jd 2:9d 3:Qd", "1:Ad 2:Jh 3:Kd", "2:As 3:Qs 1:Ks", "2:Kc 3:Kh 1:Ac", "1:Td 2:9h 3:Ah"]
    state, winners = play_tricks(state, tricks)
    assert winners == [1, 2, 2, 1, None]
    assert result(state)["tricks"] == [0, 3, 2, 0]
    assert result(state)["changes"] == [0, -3, -2, 5]


@pytest.mark.parametrize(
    ("overrides", "changes"),
    [
        ({}, [5, 5, 0, -3]),
        ({"set_maker_keeps_tricks": True}, [5, 3, 0, -3]),
        ({"fold_penalty": 1, "set_penalty": 7, "zero_penalty": 6}, [6, 7, 1, -3]),
    ],
)
def test_24_set_maker(overrides: dict[str, Any], changes: list[int]) -> None:
    """Maker 1 takes two, seat 3 three, seat 0 none, seat 2 folded."""
    options = options_for("buck", overrides)
    assert score_buck(options, maker=1, folded=[2], tricks=[0, 2, 0, 3]) == changes


def test_25a_all_pass_and_all_fold() -> None:
    """Eight passes: no trump, no maker, all may fold; all fold: void."""
    state = after(upcard_hand("buck", 3, "Qs"), *["pass"] * 8)
    assert (state.trump, state.maker) == (NO_TRUMP, None)
    assert prompts(state, ["fold"] * 4) == [0, 1, 2, 3]
    over = after(state, *["fold"] * 4)
    assert result(over) == {"tricks": [0] * 4, "changes": [0] * 4, "void": True, "outcome": "void"}
    played = after(state, "fold", "stay", "fold", "stay")
    assert (played.phase, actor(played)) == ("play", 1)


def test_25a_all_pass_options() -> None:
    """rules.md 3.6: void, or everybody must play."""
    void = after(upcard_hand("buck", 3, "Qs", {"all_pass": "next_dealer"}), *["pass"] * 8)
    assert result(void)["void"]
    played = after(upcard_hand("buck", 3, "Qs", {"fold_in_all_pass": False}), *["pass"] * 8)
    assert (played.phase, actor(played)) == ("play", 0)
    with_maker = after(upcard_hand("buck", 3, "Qs", {"fold_in_all_pass": False}), *["pass"] * 4, "name h")
    assert (with_maker.phase, actor(with_maker)) == ("fold", 1)


@pytest.mark.parametrize(
    ("overrides", "changes", "outcome"),
    [
        ({}, [0, -5, 0, 0], "uncontested"),
        ({"uncontested": "credit_required"}, [0, -3, 0, 0], "uncontested"),
        ({"fold_penalty": 1}, [1, -5, 1, 1], "uncontested"),
        ({"uncontested": "void", "fold_penalty": 1}, [0, 0, 0, 0], "void"),
    ],
)
def test_25b_all_others_fold(overrides: dict[str, Any], changes: list[int], outcome: str) -> None:
    """Maker 1 remains alone: the hand is not played."""
    state = first_discard(after(upcard_hand("buck", 3, "Qs", overrides), "pass", "order"))
    state = after(state, "fold", "fold", "fold")
    assert (actor(state), legal(state)) == (None, [])
    assert result(state)["changes"] == changes
    assert result(state)["outcome"] == outcome
    assert result(state)["void"] == (outcome == "void")


def test_25b_survivor_without_maker() -> None:
    """rules.md 3.4: without a maker the survivor is credited one trick in ``credit_required``."""
    state = after(upcard_hand("buck", 3, "Qs", {"uncontested": "credit_required"}), *["pass"] * 8)
    assert result(after(state, "fold", "fold", "stay", "fold"))["changes"] == [0, 0, -1, 0]


def test_25c_25d_scores() -> None:
    """A sweep, and a made hand."""
    options = options_for("buck")
    assert score_buck(options, maker=1, folded=[0], tricks=[0, 0, 5, 0]) == [0, 5, -5, 5]
    assert score_buck(options, maker=1, folded=[2], tricks=[2, 3, 0, 0]) == [-2, -3, 0, 5]


# ------------------------------------------------------------------------------
# Options, and the perft table
# ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "overrides"),
    [
        ("whist", {}),
        ("classic", {"min_bid": 3}),
        ("classic", {"stick_dealer": "yes"}),
        ("ghost", {"stick_dealer": "on"}),
        ("buck", {"lone_defender": "any"}),
        ("buck", {"set_penalty": "bid"}),
    ],
)
def test_options_outside_the_table_are_refused(game: str, overrides: dict[str, Any]) -> None:
    """rules.md 6a: names and values."""
    with pytest.raises(ValueError, match=r"unknown game|not an option|not allowed"):
        options_for(game, overrides)


def test_perft_table_has_all_cases() -> None:
    """The committed table belongs to the cases in the code."""
    rows = json.loads(perft.TABLE.read_text(encoding="utf-8"))
    for case, row in zip(perft.CASES, rows, strict=True):
        assert row["name"] == case.name
        assert row["deck"] == case.deck.split()
        assert (row["game"], row["options"], row["dealer"]) == (case.game, case.options, case.dealer)
        assert row["prefix"] == case.prefix


@pytest.mark.parametrize("case", perft.CASES, ids=lambda case: case.name)
def test_perft_first_depths(case: perft.Case) -> None:
    """The first depths of the committed table, counted again; the whole of it: ``perft --check``."""
    rows = {row["name"]: row for row in json.loads(perft.TABLE.read_text(encoding="utf-8"))}
    row = rows[case.name]
    depth = 0
    while depth + 1 < len(row["counts"]) and row["counts"][depth + 1] <= 1500:
        depth += 1
    counted = perft.perft(perft.root(case), depth)
    for field in ("counts", "ended", "void", "changes"):
        assert counted[field] == row[field][: depth + 1]
