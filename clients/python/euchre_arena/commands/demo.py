"""`euchre demo`: everything once, in a few seconds."""

from __future__ import annotations

import time
from dataclasses import dataclass
from functools import partial
from importlib import resources
from typing import Annotated, Final

import typer
from rich.console import Console

from euchre_arena.account import score_words, tell
from euchre_arena.connection import Target, connected
from euchre_arena.console import fail, output
from euchre_arena.games import DESCRIPTIONS, game_seed, play_game, title
from euchre_arena.words import seat_names
from euchre_bots import make
from euchre_client import RulesClient, Table
from euchre_client.egn import EgnError, read, replay

_GAMES: Final = ("classic", "ghost_hand", "buck")
_GAMES_OF_EACH: Final = 4
_MAX_HANDS: Final = 200
_BOTS: Final = ("heuristic", "random")
_RECORDED: Final = "recorded-01.egn"
_KNOWN_SCORE: Final = (11, 9)


@dataclass
class _Figures:
    games: int = 0
    hands: int = 0
    transitions: int = 0

    def count(self, table: Table) -> None:
        self.games += 1
        self.hands += table.result.hands
        self.transitions += table.info.ply


def demo(
    seed: Annotated[
        int, typer.Option("--seed", help="Decides every card; the same seed, the same games.")
    ] = 1,
    fast: Annotated[bool, typer.Option("--fast", help="Play one game of each instead of four.")] = False,
    target: Target = None,
) -> None:
    """Play Classic, Ghost Hand and Buck through the service, and replay a recorded game.

    Bots play whole games over gRPC; one hand of each is told card by card. The exit code is not 0 if the
    recorded game does not end as it is known to.
    """
    console, figures = output(), _Figures()
    with connected(target) as client:
        server = f"the server at {target}" if target else "a server started for this demo"
        console.print(f"Every act below is one gRPC call to {server}, which keeps nothing between them.\n")
        started = time.perf_counter()
        for name in _GAMES:
            _play(console, client, figures, name, seed, 1 if fast else _GAMES_OF_EACH)
        seconds = time.perf_counter() - started
        met = _replay(console, client, figures)
    rate = figures.transitions / seconds
    console.print(
        f"{figures.games} games, {figures.hands} hands, {figures.transitions} transitions; "
        f"{rate:.0f} transitions per second, bots included."
    )
    if not met:
        fail(f"The recorded game did not end {score_words(_KNOWN_SCORE)}.")


def _play(console: Console, client: RulesClient, figures: _Figures, name: str, seed: int, games: int) -> None:
    console.rule(title(name), style="", characters="-")
    console.print(f"{DESCRIPTIONS[name]}\n")
    for number in range(games):
        table = Table.create(client, name, seed=game_seed("demo", seed, name, number))
        bots = [
            make(_BOTS[(seat + number) % len(_BOTS)], seed * 1000 + number * 10 + seat)
            for seat in range(table.seats)
        ]
        who = seat_names(bot.name for bot in bots)
        first = number == 0
        result = play_game(
            table,
            bots,
            max_hands=_MAX_HANDS,
            first_hand=partial(tell, console, who=who) if first else None,
        )
        figures.count(table)
        if first:
            console.print()
        winners = " and ".join(who(seat) for seat in table.winning_seats)
        end = f"{winners} won" if result.finished else "broken off"
        console.print(f"  Game {number + 1}: {score_words(result.scores)} after {result.hands} hands; {end}.")
    console.print()


def _replay(console: Console, client: RulesClient, figures: _Figures) -> bool:
    console.rule("A recorded game", style="", characters="-")
    text = resources.files("euchre_arena").joinpath("data", _RECORDED).read_text(encoding="utf-8")
    try:
        replayed = replay(client, read(text))
    except EgnError as error:
        console.print(f"{_RECORDED}: refused, {error}\n")
        return False
    figures.games += 1
    figures.hands += len(replayed.hands)
    met = replayed.final_score == _KNOWN_SCORE
    console.print(
        f"{_RECORDED}: {len(replayed.hands)} hands judged card by card. Final score "
        f"{score_words(replayed.final_score)}, known to be {score_words(_KNOWN_SCORE)}: "
        f"{'they agree' if met else 'they differ'}.\n"
    )
    return met
