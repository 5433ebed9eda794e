from __future__ import annotations

import pytest

from euchre.v1 import events_pb2 as ev
from euchre.v1.cards_pb2 import Trump
from euchre_arena.words import cards_words, event_words, outcome_word, says, seat_names, trump_word
from euchre_client import parse_action, parse_card, parse_cards

WHO = seat_names(["a", "b", "c"], you=2)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("pass", "passes"),
        ("order alone", "orders it up, alone"),
        ("name h", "makes it hearts"),
        ("name nt alone", "makes it no trump, alone"),
        ("bid 4", "bids 4"),
        ("bid 4 low", "bids 4 in no trump, nine high"),
        ("moon", "shoots the moon"),
        ("play Jd", "plays Jd"),
        ("claim 2", "calls a renege of seat 2"),
        ("deal", "deal"),
    ],
)
def test_actions(text: str, words: str) -> None:
    assert says(parse_action(text)) == words


@pytest.mark.parametrize(
    ("event", "words"),
    [
        (ev.Event(dealt=ev.Dealt(hand_number=1, dealer=0)), None),
        (ev.Event(upcard_turned=ev.UpcardTurned(card=parse_card("9h"))), "9h is turned up."),
        (ev.Event(called=ev.Called(seat=0, action=parse_action("pass"))), "Seat 0 (a): passes."),
        (ev.Event(called=ev.Called(seat=1)), "Seat 1 (b): has decided."),
        (ev.Event(upcard_turned_down=ev.UpcardTurnedDown(card=parse_card("9h"))), "9h is turned down."),
        (ev.Event(trump_fixed=ev.TrumpFixed(trump=Trump.TRUMP_CLUBS, maker=1)), None),
        (
            ev.Event(trump_fixed=ev.TrumpFixed(trump=Trump.TRUMP_CLUBS)),
            "Trump is clubs; nobody made it.",
        ),
        (ev.Event(upcard_left=ev.UpcardLeft(seat=1)), "The up-card stays on the table."),
        (ev.Event(hand_swapped=ev.HandSwapped(seat=2)), "You: swaps with the ghost hand."),
        (ev.Event(card_laid_down=ev.CardLaidDown(seat=1)), "Seat 1 (b): lays a card face down."),
        (ev.Event(card_given=ev.CardGiven(seat=0, to=2)), "Seat 0 (a): gives you a card."),
        (ev.Event(dummy_taken=ev.DummyTaken(seat=0)), "Seat 0 (a): takes the dummy."),
        (ev.Event(trick_won=ev.TrickWon(seat=2, trick_number=3)), "Trick 3 to you."),
        (
            ev.Event(hand_voided=ev.HandVoided(reason=ev.VoidReason.VOID_REASON_ALL_PASSED)),
            "The hand counts for nothing: everybody passed.",
        ),
        (
            ev.Event(renege_proved=ev.RenegeProved(seat=0, offender=1)),
            "Seat 0 (a): proves a renege of seat 1 (b).",
        ),
    ],
)
def test_events(event: ev.Event, words: str | None) -> None:
    assert event_words(event, WHO) == words


def test_cards_are_sorted_by_suit_with_trump_and_its_bowers_first() -> None:
    cards = parse_cards("9c Jd Ah Jh B As Tc Ks 9h")
    assert cards_words(cards, Trump.TRUMP_HEARTS) == "B Jh Jd Ah 9h Tc 9c As Ks"
    assert cards_words(cards) == "B Tc 9c Jd Ah Jh 9h As Ks"


def test_names() -> None:
    assert seat_names()(3) == "seat 3"
    assert trump_word(Trump.TRUMP_UNSPECIFIED) == "not fixed"
    assert outcome_word(ev.HandOutcome.HAND_OUTCOME_UNSPECIFIED) == "scored"
