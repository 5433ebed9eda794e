"""`euchre play`: a person at the table, bots in the other seats."""

from __future__ import annotations

import secrets
import sys
from pathlib import Path
from typing import Annotated, Final

import grpc
import typer
from rich.console import Console

from euchre.v1.rules_service_pb2 import Turn
from euchre.v1.state_pb2 import Phase
from euchre.v1.view_pb2 import View
from euchre_arena.account import capital, result_lines, score_words, swept
from euchre_arena.analysing import hint
from euchre_arena.connection import Target, opened
from euchre_arena.console import fail, is_interactive, output, readable_errors, writing
from euchre_arena.games import game_seed
from euchre_arena.ruleset_choice import as_written, rules_of, title_of
from euchre_arena.ruleset_files import FileFault
from euchre_arena.saving import obstacle
from euchre_arena.tabletop import as_card, find_choice, show, show_choices
from euchre_arena.words import event_words, seat_names
from euchre_bots import NAMES, make
from euchre_client import (
    EuchreError,
    RulesClient,
    Table,
    WrongPhase,
    action_text,
    card_text,
    parse_action,
    save_record,
)

_HELP: Final = "Type a number, an action or a card; ? explains, hint advises, q quits."
_TRUMPS: Final = ("c", "d", "h", "s", "nt")
_NAMING: Final = tuple(f"name {trump}{alone}" for alone in ("", " alone") for trump in _TRUMPS)
_WORDS: Final = {
    Phase.PHASE_NAME_JOKER_SUIT: _NAMING,
    Phase.PHASE_FARMERS: ("pass", "redeal"),
    Phase.PHASE_CALL_ROUND_1: ("pass", "order", "order alone"),
    Phase.PHASE_CALL_ROUND_2: ("pass", *_NAMING),
    Phase.PHASE_AUCTION: ("pass", "swap", *(f"bid {tricks}" for tricks in range(1, 7)), "moon"),
    Phase.PHASE_NAME_TRUMP: _NAMING,
    Phase.PHASE_EXCHANGE: ("decline",),
    Phase.PHASE_ALONE: ("alone",),
    Phase.PHASE_DUMMY: ("pass",),
    Phase.PHASE_FOLD: ("fold",),
}
"""What a person may think of saying, by phase."""

_CARD_WORDS: Final = {
    Phase.PHASE_PLAY: "play",
    Phase.PHASE_EXCHANGE: "discard",
    Phase.PHASE_FARMERS: "lay",
    Phase.PHASE_DUMMY: "lay",
}


class _Quit(Exception):
    """The person has had enough."""


class _InputEnded(_Quit):
    """Nobody is there to answer any more."""


def play(
    game: Annotated[
        str, typer.Argument(help="Which game (see `euchre rulesets`), or a file with house rules.")
    ] = "classic",
    bots: Annotated[
        str, typer.Option("--bots", help=f"Who plays with you: {', '.join(NAMES)}.")
    ] = "heuristic",
    seat: Annotated[int, typer.Option("--seat", min=0, help="Where you sit, from 0.")] = 0,
    seed: Annotated[int | None, typer.Option("--seed", help="Decides every card.")] = None,
    save: Annotated[
        Path | None,
        typer.Option("--save", help="Write the record of the game there; in binary form if it ends in .pb."),
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Overwrite a file that exists.")] = False,
    target: Target = None,
) -> None:
    """Play a game in the terminal against bots.

    At your turn type the number of an action, the action itself (play Jd, order, bid 4) or just a card (jd).
    ? tells why the rest is not allowed, in the service's own words; hint says what a strong bot would do
    in your place, where the server analyses; q quits and offers to save the record.
    """
    if bots not in NAMES:
        fail(f"No bot is called {bots!r}; there are {', '.join(NAMES)}.")
    try:
        make(bots, 0)
    except ValueError as error:
        fail(f"{capital(str(error))}.")
    if save is not None and (why := obstacle(save, force=force)):
        fail(why)
    try:
        game = as_written(game)
    except FileFault as fault:
        fail(f"{game}: {fault}")
    with opened(target) as channel:
        client = RulesClient(channel)
        own_seed = secrets.token_bytes(32) if seed is None else game_seed("play", seed)
        table = Table.create(client, rules_of(game), seed=own_seed)
        if seat >= table.seats:
            fail(f"There is no seat {seat} here: seats go from 0 to {table.seats - 1}.")
        session = _Session(output(), client, table, seat, bots, seed, channel)
        session.run(title_of(game), target, save, force=force)


class _Session:
    """One game of one person."""

    def __init__(
        self,
        console: Console,
        client: RulesClient,
        table: Table,
        seat: int,
        bot: str,
        seed: int | None,
        channel: grpc.Channel,
    ) -> None:
        self._console = console
        self._channel = channel
        self._client = client
        self._table = table
        self._seat = seat
        bot_seed = secrets.randbelow(2**32) if seed is None else seed
        self._bots = {
            other: make(bot, bot_seed * 10 + other, table.ruleset)
            for other in range(table.seats)
            if other != seat
        }
        names = tuple("person" if other == seat else bot for other in range(table.seats))
        table.record.players = names
        self._who = seat_names(names, you=seat)

    def run(self, game: str, target: str | None, save: Path | None, *, force: bool) -> None:
        """Plays until the game is over or the person quits; an error does not lose the record.

        Args:
            game: what it is called.
            target: where the server is meant to be, for an error.
            save: where the record goes.
            force: whether it may overwrite a file.
        """
        self._console.print(f"{game}. You sit in seat {self._seat}. {_HELP}")
        ask = is_interactive()
        try:
            with readable_errors(target):
                self._play()
            self._console.print(self._end(), style="bold")
        except _Quit as left:
            scores = score_words(self._table.scores)
            self._console.print(f"You leave the game at {scores}.")
            ask = not isinstance(left, _InputEnded)
        except typer.Exit:
            self._keep(save, ask=ask, force=force)
            raise
        except KeyboardInterrupt:
            self._keep(save, ask=False, force=force)
            raise
        self._reveal()
        self._keep(save, ask=ask, force=force)

    def _play(self) -> None:
        while (actor := self._table.actor) is not None:
            if self._table.phase == Phase.PHASE_DEAL:
                self._table.deal()
            elif actor == self._seat:
                self._take_turn()
            else:
                view = self._table.view(actor)
                self._table.act(actor, self._bots[actor].decide(view), seen=view.info)
            self._tell()

    def _end(self) -> str:
        winners = " and ".join(self._who(seat) for seat in self._table.winning_seats)
        verb = "win" if winners == "you" or " and " in winners else "wins"
        sweep = f"{capital(winners)} took every trick and so {verb} at once. " if swept(self._table) else ""
        return f"{sweep}{capital(winners)} {verb} the game, {score_words(self._table.scores)}."

    def _tell(self) -> None:
        """Prints what just happened, as the person may know it."""
        view = self._table.view(self._seat)
        for event in view.events:
            if event.HasField("dealt"):
                self._console.print(
                    f"\n--- Hand {event.dealt.hand_number}, dealt by {self._who(event.dealt.dealer)}",
                    style="bold",
                )
            words = event_words(event, self._who)
            if words:
                self._console.print(words)
            if event.HasField("hand_scored"):
                for line in result_lines(view, self._who):
                    self._console.print(line)

    def _take_turn(self) -> None:
        view = self._table.view(self._seat)
        show(self._console, view, self._who)
        while True:
            line = self._read("> ")
            if not line:
                self._console.print(_HELP)
            elif line == "?":
                self._explain(view)
            elif line.lower() == "hint":
                self._console.print(hint(self._channel, self._table, self._seat))
            elif line.lower() in ("q", "quit"):
                raise _Quit
            elif self._try(line, view):
                return

    def _try(self, line: str, view: View) -> bool:
        """Does what was typed; tells why not if it cannot be."""
        choice = find_choice(line, view.legal_actions)
        card = as_card(line)
        if choice is not None:
            action = choice.action
        elif card is not None:
            action = parse_action(f"{_CARD_WORDS.get(view.next.phase, 'play')} {card}")
        else:
            try:
                action = parse_action(line)
            except ValueError:
                self._console.print(f"{line!r} is none of your choices. {_HELP}")
                return False
        try:
            self._table.act(self._seat, action, seen=view.info)
        except EuchreError as refused:
            if not refused.reason_name:
                raise
            self._console.print(f"Not allowed: {refused.message}")
            return False
        return True

    def _explain(self, view: View) -> None:
        self._console.print("You may:")
        show_choices(self._console, view.legal_actions)
        legal = {action_text(choice.action) for choice in view.legal_actions}
        for text in self._others(view):
            if text not in legal:
                why = self._why_not(text)
                if why:
                    self._console.print(f"  Not {text}: {why}")

    def _others(self, view: View) -> list[str]:
        """Returns what a person may think of in this phase."""
        word = _CARD_WORDS.get(view.next.phase)
        cards = [card_text(card) for card in view.seats[self._seat].cards] if word else []
        if view.next.phase == Phase.PHASE_EXCHANGE:
            cards.append(card_text(view.upcard))
        return [*(f"{word} {card}" for card in cards), *_WORDS.get(view.next.phase, ())]

    def _why_not(self, text: str) -> str | None:
        """Asks the service what it has against an action; `None` if it belongs to another phase."""
        table = self._table
        turn = Turn(state=table.state, seat=self._seat, key=table.seat_keys[self._seat])
        try:
            # The table does not move: it keeps its own state, and this answer is not used.
            self._client.apply(turn, text)
        except WrongPhase:
            return None
        except EuchreError as refused:
            if not refused.reason_name:
                raise
            return refused.message
        return None

    def _read(self, prompt: str) -> str:
        typer.echo(prompt, nl=False)
        line = sys.stdin.readline()
        if not line:
            typer.echo()
            raise _InputEnded
        return line.strip()

    def _reveal(self) -> None:
        """Notes what proves the deals of the hands that are over."""
        try:
            self._table.reveal_deals()
        except EuchreError:
            self._console.print("The server no longer answers: the record cannot prove its deals.")

    def _keep(self, save: Path | None, *, ask: bool, force: bool) -> None:
        """Saves the record where it was said, or where the person says now."""
        if save is None and ask:
            save = self._ask_where(force=force)
        if save is not None:
            self._save(save)

    def _ask_where(self, *, force: bool) -> Path | None:
        why: str | None = None
        while True:
            try:
                name = self._read("Save the record as (nothing: do not save): ")
            except _InputEnded:
                if why:
                    fail(why)
                return None
            if not name:
                return None
            why = obstacle(Path(name), force=force)
            if why is None:
                return Path(name)
            self._console.print(why)

    def _save(self, path: Path) -> None:
        with writing(path):
            save_record(self._table.record, path)
        self._console.print(f"Saved as {path}; `euchre replay {path}` tells it again.")
