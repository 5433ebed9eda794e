"""What happens at a table, in words."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Final, TypeAlias

from euchre.v1 import events_pb2
from euchre.v1.action_pb2 import Action
from euchre.v1.cards_pb2 import Trump
from euchre.v1.events_pb2 import Event, HandOutcome, VoidReason
from euchre.v1.view_pb2 import View
from euchre_client import action_text, card_text, suit_of
from euchre_client.cards import CardValue, TrumpValue

Who: TypeAlias = Callable[[int], str]
"""Names a seat."""

_TRUMPS: Final[Mapping[TrumpValue, str]] = {
    Trump.TRUMP_CLUBS: "clubs",
    Trump.TRUMP_DIAMONDS: "diamonds",
    Trump.TRUMP_HEARTS: "hearts",
    Trump.TRUMP_SPADES: "spades",
    Trump.TRUMP_NO_TRUMP: "no trump",
    Trump.TRUMP_NO_TRUMP_LOW: "no trump, nine high",
}
_SAYS: Final = {
    "pass": "passes",
    "order": "orders it up",
    "order alone": "orders it up, alone",
    "swap": "swaps with the ghost hand",
    "decline": "leaves the up-card",
    "alone": "plays alone",
    "partner": "plays with the partner",
    "fold": "folds",
    "stay": "stays",
    "moon": "shoots the moon",
    "shooter": "bids a shooter",
    "redeal": "shows a hand of nines and tens",
    "take dummy": "takes the dummy",
}
_OUTCOMES: Final = {
    HandOutcome.HAND_OUTCOME_MADE: "made",
    HandOutcome.HAND_OUTCOME_MARCH: "every trick",
    HandOutcome.HAND_OUTCOME_SET: "set",
    HandOutcome.HAND_OUTCOME_NO_MAKER: "no maker",
    HandOutcome.HAND_OUTCOME_UNCONTESTED: "everybody else folded",
    HandOutcome.HAND_OUTCOME_CONCEDED: "the dealer gave the deal up",
}
_VOIDS: Final = {
    VoidReason.VOID_REASON_ALL_PASSED: "everybody passed",
    VoidReason.VOID_REASON_ALL_FOLDED: "everybody folded",
    VoidReason.VOID_REASON_UNCONTESTED: "only one seat was left",
    VoidReason.VOID_REASON_FARMERS_HAND: "a hand of nines and tens was shown",
    VoidReason.VOID_REASON_JOKER_TURNED_UP: "the joker was turned up",
}


def seat_names(players: Iterable[str] = (), *, you: int | None = None) -> Who:
    """Returns what to call each seat: by number and player, or `you`."""
    names = list(players)

    def who(seat: int) -> str:
        if seat == you:
            return "you"
        return f"seat {seat} ({names[seat]})" if seat < len(names) and names[seat] else f"seat {seat}"

    return who


def counted(count: int, noun: str) -> str:
    """Returns a count with its noun, such as `1 game` or `2 games`."""
    return f"{count} {noun}{'' if count == 1 else 's'}"


def trump_word(trump: TrumpValue) -> str:
    """Returns trump in words."""
    return _TRUMPS.get(trump, "not fixed")


def outcome_word(outcome: events_pb2.HandOutcome.ValueType) -> str:
    """Returns in words how a hand ended for its maker."""
    return _OUTCOMES.get(outcome, "scored")


def void_word(reason: VoidReason.ValueType) -> str:
    """Returns in words why a hand counts for nothing."""
    return _VOIDS.get(reason, "it is void")


def cards_words(cards: Iterable[CardValue], trump: TrumpValue = Trump.TRUMP_UNSPECIFIED) -> str:
    """Writes cards by suit, trump first, the highest of each suit first."""
    return " ".join(card_text(card) for card in by_suit(cards, trump))


def by_suit(cards: Iterable[CardValue], trump: TrumpValue) -> list[CardValue]:
    """Sorts cards by suit, trump first and its bowers at the top of it."""

    def place(card: CardValue) -> tuple[int, int]:
        suit, rank = int(suit_of(card)), card % 16
        if suit == 0:
            return (0, 100)  # the joker
        if 1 <= trump <= 4 and rank == 11 and suit in (trump, 5 - trump):
            return (0, 99 if suit == trump else 98)
        return (0 if suit == trump else suit, rank)

    return sorted(cards, key=lambda card: (place(card)[0], -place(card)[1]))


def says(action: Action) -> str:
    """Returns an action in words, to follow the name of who does it."""
    text = action_text(action)
    if text in _SAYS:
        return _SAYS[text]
    word, _, rest = text.partition(" ")
    if word == "name":
        alone = ", alone" if action.name_trump.alone else ""
        return f"makes it {trump_word(action.name_trump.trump)}{alone}"
    if word == "bid":
        named = action.tricks_bid.trump
        trump = f" in {trump_word(named)}" if named else ""
        return f"bids {action.tricks_bid.tricks}{trump}"
    return {"play": f"plays {rest}", "claim": f"calls a renege of seat {rest}"}.get(word, text)


def calls_words(view: View, *, hidden: str) -> list[tuple[int, str]]:
    """Returns what was said in a hand: who, and what in words.

    Args:
        view: the hand.
        hidden: the words for an answer that is not shown yet.
    """
    said = [(call.seat, says(call.action) if call.HasField("action") else hidden) for call in view.calls]
    if view.HasField("swapped_by"):
        # A view does not count the swap among the calls; it comes before the seat's own first one.
        seats = [seat for seat, _ in said]
        place = seats.index(view.swapped_by) if view.swapped_by in seats else len(said)
        said.insert(place, (view.swapped_by, _SAYS["swap"]))
    return said


def event_words(event: Event, who: Who) -> str | None:
    """Returns an event as a sentence; `None` for one that needs no words of its own."""
    text = _event(event, who)
    return text[:1].upper() + text[1:] if text else None


def _event(event: Event, who: Who) -> str | None:
    match event.WhichOneof("kind"):
        case "upcard_turned":
            return f"{card_text(event.upcard_turned.card)} is turned up."
        case "called":
            called = event.called
            return (
                f"{who(called.seat)}: {says(called.action) if called.HasField('action') else 'has decided'}."
            )
        case "upcard_turned_down":
            return f"{card_text(event.upcard_turned_down.card)} is turned down."
        case "trump_fixed" if not event.trump_fixed.HasField("maker"):
            return f"Trump is {trump_word(event.trump_fixed.trump)}; nobody made it."
        case "upcard_taken":
            return f"{who(event.upcard_taken.seat)}: takes the up-card and lays a card face down."
        case "upcard_left":
            return "The up-card stays on the table."
        case "hand_swapped":
            return f"{who(event.hand_swapped.seat)}: swaps with the ghost hand."
        case "card_laid_down":
            return f"{who(event.card_laid_down.seat)}: lays a card face down."
        case "card_given":
            return f"{who(event.card_given.seat)}: gives {who(event.card_given.to)} a card."
        case "dummy_taken":
            return f"{who(event.dummy_taken.seat)}: takes the dummy."
        case "card_played":
            return f"{who(event.card_played.seat)}: plays {card_text(event.card_played.card)}."
        case "trick_won":
            return f"Trick {event.trick_won.trick_number} to {who(event.trick_won.seat)}."
        case "hand_voided":
            return f"The hand counts for nothing: {void_word(event.hand_voided.reason)}."
        case "renege_proved":
            return f"{who(event.renege_proved.seat)}: proves a renege of {who(event.renege_proved.offender)}."
    return None
