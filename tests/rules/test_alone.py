"""Who may play alone, when he is asked, and who leads then (`rules.md` 1.4, 1.5)."""

from __future__ import annotations

import pytest

from euchre_rules import phases
from euchre_rules.events import Called, OutReason, SeatOut
from euchre_rules.options import AloneTiming, JokerUpcard, LoneDefender, LoneMakerSide, LonerLead
from euchre_rules.state import State
from tests.rules.tables import act, classic, shuffled, table

ANY, VS_LONE_MAKER, NEVER = LoneDefender


def ask(state: State, alone: str) -> list[int]:
    """Who is asked when the seats of `alone` (digits) say yes and the dealer discards when it is his turn."""
    asked = []
    while state.phase != phases.PLAY:
        if state.phase == phases.EXCHANGE:
            act(state, f"{state.actor} discard")
            asked.append(-1)
            continue
        seat = state.actor
        asked.append(seat)
        act(state, f"{seat} {'alone' if str(seat) in alone else 'partner'}")
    return asked


X = -1  # the exchange
# Dealer 0 and maker 1: his partner is 3, the defenders are 2 and 0.
ASKED = [
    (LoneMakerSide.ANY, ANY, "", [1, 3, 2, 0]),
    (LoneMakerSide.ANY, ANY, "1", [1, 2, 0]),
    (LoneMakerSide.ANY, ANY, "3", [1, 3, 2, 0]),
    (LoneMakerSide.ANY, ANY, "2", [1, 3, 2]),
    (LoneMakerSide.ANY, ANY, "120", [1, 2]),
    (LoneMakerSide.MAKER_ONLY, ANY, "", [1, 2, 0]),
    (LoneMakerSide.MAKER_ONLY, ANY, "30", [1, 2, 0]),
    (LoneMakerSide.ANY, VS_LONE_MAKER, "", [1, 3]),
    (LoneMakerSide.ANY, VS_LONE_MAKER, "1", [1, 2, 0]),
    (LoneMakerSide.ANY, VS_LONE_MAKER, "3", [1, 3, 2, 0]),
    (LoneMakerSide.ANY, VS_LONE_MAKER, "12", [1, 2]),
    (LoneMakerSide.MAKER_ONLY, VS_LONE_MAKER, "3", [1]),
    (LoneMakerSide.ANY, NEVER, "", [1, 3]),
    (LoneMakerSide.ANY, NEVER, "1", [1]),
    (LoneMakerSide.MAKER_ONLY, NEVER, "2", [1]),
]


@pytest.mark.parametrize("timing", [AloneTiming.AFTER_EXCHANGE, AloneTiming.BEFORE_EXCHANGE])
@pytest.mark.parametrize(("makers", "defenders", "alone", "asked"), ASKED)
def test_who_is_asked(
    timing: AloneTiming, makers: LoneMakerSide, defenders: LoneDefender, alone: str, asked: list[int]
) -> None:
    rules = classic(lone_maker_side=makers, lone_defender=defenders, alone_timing=timing)
    state = act(shuffled(rules, 0, 4), "1 order")
    before = timing is AloneTiming.BEFORE_EXCHANGE
    # A dealer who sits out already is not asked about the up-card.
    dealer_out = "2" in alone and 2 in asked
    exchange = [] if before and dealer_out else [X]
    assert ask(state, alone) == ([*asked, *exchange] if before else [X, *asked])


@pytest.mark.parametrize(("makers", "defenders", "alone", "asked"), ASKED)
def test_who_is_asked_after_a_call_that_carries_alone(
    makers: LoneMakerSide, defenders: LoneDefender, alone: str, asked: list[int]
) -> None:
    rules = classic(lone_maker_side=makers, lone_defender=defenders, alone_timing=AloneTiming.WITH_CALL)
    state = act(shuffled(rules, 0, 4), "1 order alone" if "1" in alone else "1 order")
    assert ask(state, alone) == [X, *(seat for seat in asked if seat != 1)]


def test_a_dealer_who_made_trump_blind_is_asked_all_the_same() -> None:
    rules = classic(
        joker=True, alone_timing=AloneTiming.WITH_CALL, joker_upcard=JokerUpcard.DEALER_MAKES_BLIND
    )
    state = act(table(rules, 0, upcard="B"), "0 name h", "0 discard")
    assert ask(state, "") == [0, 2, 1, 3]


# Who leads: dealer 0; by who is alone.
LEADS = [
    ("", 1, 1),
    ("1", 2, 1),
    ("2", 3, 1),
    ("3", 0, 2),
    ("0", 1, 1),
    ("12", 2, 1),
    ("10", 0, 1),
    ("32", 2, 2),
    ("30", 0, 3),
]


@pytest.mark.parametrize(("alone", "left_of_loner", "left_of_dealer"), LEADS)
def test_who_leads(alone: str, left_of_loner: int, left_of_dealer: int) -> None:
    for rule, leader in (
        (LonerLead.LEFT_OF_LONER, left_of_loner),
        (LonerLead.LEFT_OF_DEALER, left_of_dealer),
    ):
        state = act(shuffled(classic(loner_lead=rule), 0, 4), "1 order")
        ask(state, alone)
        if alone == "30":
            # Seats 1 and 2 are out; the first seat in from the dealer's left is 3.
            assert state.out == 0b0110
        assert state.actor == leader


def test_events_of_going_alone() -> None:
    state = act(shuffled(classic(), 0, 4), "1 order", "0 discard", "1 alone")
    assert state.events == [Called(1, 215), SeatOut(3, OutReason.PARTNER_ALONE)]
    act(state, "2 partner")
    assert state.events == [Called(2, 216)]
