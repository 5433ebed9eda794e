"""`euchre demo`: everything once, in a few seconds."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from functools import partial
from importlib import resources
from typing import Annotated, Final

import typer
from rich.console import Console

from euchre.v1.ruleset_pb2 import Ruleset
from euchre_arena.account import score_words, swept, tell
from euchre_arena.connection import Target, connected
from euchre_arena.console import fail, output
from euchre_arena.games import DESCRIPTIONS, game_seed, play_game, title
from euchre_arena.tournament import engine
from euchre_arena.tournament.plan import Plan
from euchre_arena.tournament.statistics import standings
from euchre_arena.tournament.store import Store
from euchre_arena.words import seat_names
from euchre_bots import Bot, make
from euchre_client import RulesClient, Table
from euchre_client.egn import EgnError, read, replay

_GAMES: Final = ("classic", "ghost_hand", "buck")
_MORE_BLOCKS: Final = 4
_MORE_BLOCKS_FAST: Final = 1
_MAX_HANDS: Final = 200
_BOTS: Final = ("heuristic", "random")
_RECORDED: Final = "recorded-01.egn"
_KNOWN_SCORE: Final = (11, 9)


@dataclass
class _Speed:
    """Transitions and the time they took."""

    transitions: int = 0
    seconds: float = 0.0

    def add(self, transitions: int, since: float) -> None:
        self.transitions += transitions
        self.seconds += time.perf_counter() - since

    @property
    def rate(self) -> float:
        return self.transitions / self.seconds if self.seconds else 0.0


@dataclass
class _Figures:
    games: int = 0
    hands: int = 0
    single: _Speed = field(default_factory=_Speed)
    batched: _Speed = field(default_factory=_Speed)


def demo(
    seed: Annotated[
        int, typer.Option("--seed", help="Decides every card; the same seed, the same games.")
    ] = 1,
    fast: Annotated[bool, typer.Option("--fast", help="Play fewer games.")] = False,
    target: Target = None,
) -> None:
    """Play Classic, Ghost Hand and Buck through the service, and replay a recorded game.

    Bots play whole games over gRPC; one hand of each is told card by card. The exit code is not 0 if the
    recorded game does not end as it is known to.
    """
    console, figures = output(), _Figures()
    with connected(target) as client:
        server = f"the server at {target}" if target else "a server started for this demo"
        console.print(
            f"Every game is played over gRPC through {server}, which keeps nothing between calls.\n"
        )
        for name in _GAMES:
            console.rule(title(name), style="", characters="-")
            console.print(f"{DESCRIPTIONS[name]}\n")
            ruleset = _play_one(console, client, figures, name, seed)
            _play_more(console, client, figures, ruleset, seed, _MORE_BLOCKS_FAST if fast else _MORE_BLOCKS)
        met = _replay(console, client, figures)
    transitions = figures.single.transitions + figures.batched.transitions
    console.print(f"{figures.games} games, {figures.hands} hands, {transitions} transitions.")
    console.print(
        f"{figures.single.rate:.0f} transitions per second one by one, "
        f"{figures.batched.rate:.0f} in batches, bots included."
    )
    if not met:
        fail(f"The recorded game did not end {score_words(_KNOWN_SCORE)}.")


def _bots(seats: int, game: int, seed: int) -> list[Bot]:
    """Seats the bots in turn around the table, moved on by one seat with each game."""
    return [
        make(_BOTS[(seat + game) % len(_BOTS)], int.from_bytes(game_seed("bot", seed, game, seat)[:4], "big"))
        for seat in range(seats)
    ]


def _play_one(console: Console, client: RulesClient, figures: _Figures, name: str, seed: int) -> Ruleset:
    """Plays a game call by call, and tells its first hand."""
    started = time.perf_counter()
    table = Table.create(client, name, seed=game_seed("demo", seed, name, 0))
    bots = _bots(table.seats, 0, seed)
    who = seat_names(bot.name for bot in bots)
    result = play_game(table, bots, max_hands=_MAX_HANDS, first_hand=partial(tell, console, who=who))
    figures.single.add(table.info.ply, started)
    figures.games += 1
    figures.hands += result.hands
    winners = " and ".join(who(seat) for seat in table.winning_seats)
    end = f"{winners} won" if result.finished else "broken off"
    if swept(table):
        end = f"{winners} took every trick and so {'win' if ' and ' in winners else 'wins'} at once"
    console.print(f"\n  The game: {score_words(result.scores)} after {result.hands} hands; {end}.")
    return table.ruleset


def _play_more(
    console: Console, client: RulesClient, figures: _Figures, ruleset: Ruleset, seed: int, blocks: int
) -> None:
    """Plays games side by side, by BatchApply."""
    started = time.perf_counter()
    plan = Plan(ruleset.base, _BOTS, blocks=blocks, seed=seed, max_hands=_MAX_HANDS)
    with Store(":memory:") as store:
        engine.run(store, plan, client, ruleset)
        ((played, hands, transitions),) = store.query(
            "SELECT count(*), sum(hands), sum(transitions) FROM games"
        )
        table = standings(store)
    figures.batched.add(transitions, started)
    figures.games += played
    figures.hands += hands
    wins = ", ".join(f"{one.label} {one.won.mean:.0%}" for one in table)
    console.print(f"  {played} more games side by side, in duplicate. Won in a seat: {wins}.\n")


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
