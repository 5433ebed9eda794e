"""The table as a person at it sees it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from rich.console import Console
from rich.text import Text

from euchre.v1.cards_pb2 import Trump
from euchre.v1.state_pb2 import Phase
from euchre.v1.view_pb2 import LegalAction, SeatStatus, UpcardStatus, View
from euchre_arena.account import capital, print_indented, side_name
from euchre_arena.words import Who, by_suit, calls_words, trump_word
from euchre_client import action_text, card_text, suit_of
from euchre_client.cards import CardValue, TrumpValue

_RED: Final = (2, 3)
_COLUMNS: Final = 4
_COLUMN_WIDTH: Final = 20
_UPCARD: Final = {
    UpcardStatus.UPCARD_STATUS_FACE_UP: "face up",
    UpcardStatus.UPCARD_STATUS_TAKEN: "taken by the dealer",
    UpcardStatus.UPCARD_STATUS_TURNED_DOWN: "turned down",
    UpcardStatus.UPCARD_STATUS_LEFT: "left on the table",
}


def show(console: Console, view: View, who: Who) -> None:
    """Prints the table before a person's turn.

    Args:
        console: where to.
        view: the person's view.
        who: names the seats.
    """
    console.print()
    for line in _lines(view, who):
        print_indented(console, line)
    seat = view.seats[view.seat]
    console.print(Text("  Your cards: ") + _hand(seat.cards, view.trump), style="bold")
    if seat.laid_down:
        console.print(Text("  You laid down: ") + _hand(seat.laid_down, view.trump))
    show_choices(console, view.legal_actions)


def show_choices(console: Console, choices: Sequence[LegalAction]) -> None:
    """Prints what a person may do, numbered."""
    cells = [f"{number:2} {choice.text}".ljust(_COLUMN_WIDTH) for number, choice in enumerate(choices, 1)]
    for start in range(0, len(cells), _COLUMNS):
        console.print("  " + "".join(cells[start : start + _COLUMNS]).rstrip())


def _lines(view: View, who: Who) -> Iterator[str]:
    scores = "; ".join(f"{side_name(view, side.side, who)} {side.score}" for side in view.sides)
    yield f"Hand {view.hand_number}. Score: {scores}"
    facts = [f"Dealer: {who(view.dealer)}"]
    if view.HasField("upcard"):
        facts.append(f"Up-card: {card_text(view.upcard)}, {_UPCARD.get(view.upcard_status, '')}")
    if view.HasField("bid"):
        facts.append(f"Highest bid: {_bid(view)} by {who(view.bidder)}")
    if view.trump != Trump.TRUMP_UNSPECIFIED:
        maker = f", made by {who(view.maker)}" if view.HasField("maker") else ", made by nobody"
        facts.append(f"Trump: {trump_word(view.trump)}{maker}")
    yield ".  ".join(facts)
    said = calls_words(view, hidden="has decided")
    if said:
        yield "Said: " + "; ".join(f"{who(seat)}: {word}" for seat, word in said)
    out = [
        f"{who(seat.seat)}: {'folded' if seat.status == SeatStatus.SEAT_STATUS_FOLDED else 'sits out'}"
        for seat in view.seats
        if seat.status != SeatStatus.SEAT_STATUS_IN
    ]
    if out:
        yield f"{capital('; '.join(out))}"
    if view.next.phase == Phase.PHASE_PLAY:
        won = "; ".join(f"{who(seat.seat)} {seat.tricks}" for seat in view.seats)
        yield f"Tricks: {won}"
        played = "  ".join(f"{who(card.seat)}: {card_text(card.card)}" for card in view.trick.cards)
        yield f"Trick {len(view.tricks) + 1}: {played or 'you lead'}"


def _bid(view: View) -> str:
    amount = view.bid.WhichOneof("amount")
    return str(view.bid.tricks) if amount == "tricks" else str(amount)


def _hand(cards: Iterable[CardValue], trump: TrumpValue) -> Text:
    text = Text()
    for place, card in enumerate(by_suit(cards, trump)):
        text.append(" " if place else "")
        text.append(card_text(card), style="red" if suit_of(card) in _RED else "")
    return text


def find_choice(line: str, choices: Sequence[LegalAction]) -> LegalAction | None:
    """Finds what a person means among what may be done.

    Args:
        line: a number of the list, an action (`play Jd`, `order`), a card (`jd`), or a suit to name (`h`).
        choices: what may be done.

    Returns:
        The choice; `None` if it is none of them.
    """
    if line.isdecimal():
        return choices[int(line) - 1] if 1 <= int(line) <= len(choices) else None
    wanted = " ".join(line.lower().split())
    card = as_card(line)
    for choice in choices:
        text = action_text(choice.action)
        word, _, rest = text.partition(" ")
        if text.lower() == wanted or (word == "name" and rest == wanted):
            return choice
        if card and rest == card and word in ("play", "discard", "lay", "give"):
            return choice
    return None


def as_card(line: str) -> str | None:
    """Returns the text form of a card that was typed in any case, with `10` for a ten; else `None`."""
    typed = line.strip().replace("10", "T")
    if typed.upper() == "B":
        return "B"
    if len(typed) == 2 and typed[0].upper() in "789TJQKA" and typed[1].lower() in "cdhs":
        return typed[0].upper() + typed[1].lower()
    return None
