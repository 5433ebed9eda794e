"""The account of a hand: what was dealt, said and played, and what it scored."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from rich.console import Console
from rich.table import Table as Grid

from euchre.v1.cards_pb2 import Trump
from euchre.v1.events_pb2 import Event, HandOutcome
from euchre.v1.state_pb2 import Phase
from euchre.v1.view_pb2 import UpcardStatus, View
from euchre_arena.words import (
    Who,
    calls_words,
    cards_words,
    outcome_word,
    seat_names,
    trump_word,
    void_word,
)
from euchre_client import RulesClient, Table, card_text, table_view
from euchre_client.record import outcome_text
from euchre_client.recordings import Recording

_UPCARD = {
    UpcardStatus.UPCARD_STATUS_TAKEN: "the dealer takes it and lays a card face down",
    UpcardStatus.UPCARD_STATUS_TURNED_DOWN: "it is turned down",
    UpcardStatus.UPCARD_STATUS_LEFT: "it stays on the table",
}


@dataclass(frozen=True)
class Hand:
    """A hand from its deal to its end.

    Attributes:
        number: which of the game, from 1.
        dealer: who dealt.
        ended: the whole table after the last card, or where the hand broke off.
        dealt: the whole table after the deal, if the hands are to be shown.
        before: what happened to the hands before it in which no card was played, in words.
    """

    number: int
    dealer: int
    ended: View
    dealt: View | None = None
    before: tuple[str, ...] = ()


def tell(console: Console, hand: Hand, who: Who) -> None:
    """Prints the account of a hand."""
    if hand.before:
        console.print(f"No card was played in {'; '.join(hand.before)}.", soft_wrap=True)
    console.print(f"Hand {hand.number}, dealt by {who(hand.dealer)}", style="bold")
    if hand.dealt is not None:
        console.print(_hands(hand.dealt, who))
    # With the names told once, numbers are easier to follow.
    brief = seat_names()
    for line in _calling(hand.ended, brief):
        print_indented(console, line)
    if hand.ended.tricks:
        console.print(_tricks(hand.ended, brief))
    for line in result_lines(hand.ended, brief):
        print_indented(console, line)


def print_indented(console: Console, line: str) -> None:
    """Prints a line two columns in, and further in where it goes on."""
    width = max(console.width, 20)
    console.print(textwrap.fill(line, width, initial_indent="  ", subsequent_indent="    "), soft_wrap=True)


def _grid(*titles: str) -> Grid:
    grid = Grid(*titles, box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
    grid.columns[0].header = f"  {titles[0]}"
    return grid


def _hands(dealt: View, who: Who) -> Grid:
    grid = _grid("Seat", "Cards dealt")
    for seat in dealt.seats:
        grid.add_row(f"  {capital(who(seat.seat))}", cards_words(seat.cards))
    if dealt.ghost:
        grid.add_row("  Beside the table", cards_words(dealt.ghost))
    return grid


def _calling(view: View, who: Who) -> Iterator[str]:
    if view.HasField("upcard"):
        yield f"Up-card {card_text(view.upcard)}: {_UPCARD.get(view.upcard_status, 'face up')}."
    said = calls_words(view, hidden="decides")
    if said:
        yield capital("; ".join(f"{who(seat)} {word}" for seat, word in said)) + "."
    if view.trump != Trump.TRUMP_UNSPECIFIED:
        maker = f"made by {who(view.maker)}" if view.HasField("maker") else "made by nobody"
        yield f"Trump: {trump_word(view.trump)}, {maker}."


def _tricks(view: View, who: Who) -> Grid:
    grid = _grid("Trick", "Cards in order", "Won by")
    for number, trick in enumerate(view.tricks, 1):
        cards = "  ".join(f"{card.seat}:{card_text(card.card)}" for card in trick.cards)
        grid.add_row(f"  {number}", cards, who(trick.winner))
    return grid


def result_lines(view: View, who: Who) -> Iterator[str]:
    """Yields how a hand ended."""
    if not view.HasField("result"):
        over = view.next.phase in (Phase.PHASE_DEAL, Phase.PHASE_GAME_OVER)
        yield "The hand counts for nothing." if over else "The hand breaks off here."
        return
    yield f"Result ({outcome_word(view.result.outcome)}): {_changes(view, who)}. Score {_scores(view)}."


def unplayed_words(view: View, events: Iterable[Event], who: Who) -> str:
    """Returns in one phrase how a hand ended in which no card was played.

    Args:
        view: the table at its end.
        events: what the last act of it caused.
        who: names the seats.
    """
    if view.HasField("result"):
        changes = _changes(view, who, only_some=True) or "no change"
        end = f"{outcome_word(view.result.outcome)}, {changes}, score {_scores(view)}"
    else:
        reasons = (event.hand_voided.reason for event in events if event.HasField("hand_voided"))
        end = f"{next(map(void_word, reasons), 'it is void')}, no score"
    return f"hand {view.hand_number} ({end})"


def swept(table: Table) -> bool:
    """Tells whether a game was won by taking every trick of its last hand."""
    if not table.ruleset.sweep_wins_game or len(table.winners) != 1 or not table.record.hands:
        return False
    last = table.record.hands[-1]
    if not last.tricks or last.outcome == outcome_text(HandOutcome.HAND_OUTCOME_UNCONTESTED):
        return False
    return last.tricks[table.winners[0]] == sum(last.tricks) > 0


def _changes(view: View, who: Who, *, only_some: bool = False) -> str:
    return ", ".join(
        f"{side_name(view, side.side, who)} {side.change:+d}"
        for side in view.result.sides
        if side.change or not only_some
    )


def _scores(view: View) -> str:
    return score_words([side.score for side in view.result.sides])


def side_name(view: View, side: int, who: Who) -> str:
    """Names a side by its seats."""
    seats = [seat.seat for seat in view.seats if seat.side == side]
    if len(seats) == 1:
        return who(seats[0])
    return "seats " + " and ".join(str(seat) for seat in seats)


def score_words(scores: Sequence[int]) -> str:
    """Writes a score: `10 to 7`, or all of them where there are more than two."""
    return " to ".join(map(str, scores)) if len(scores) == 2 else ", ".join(map(str, scores))


def capital(text: str) -> str:
    """Begins a text with a capital letter."""
    return text[:1].upper() + text[1:]


def hands_of(client: RulesClient, recording: Recording) -> Iterator[Hand]:
    """Yields the account of each hand; each is played by itself, from the scores before it."""
    before: Sequence[int] = recording.initial_scores
    for number, recorded in enumerate(recording.hands):
        response = client.replay(recording.ruleset, [recorded], initial_scores=before, views=[table_view()])
        before = recording.scores[number]
        yield Hand(number + 1, recorded.dealer, response.transition.views[0])
