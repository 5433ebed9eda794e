"""The bots of a tournament: a new one for each seat of each game."""

from __future__ import annotations

from euchre.v1.ruleset_pb2 import Ruleset
from euchre_arena.games import game_seed
from euchre_arena.tournament.live import Fixture
from euchre_arena.tournament.plan import Contest, Plan
from euchre_bots import NAMES, Bot, make


def check_entrants(plan: Plan) -> None:
    """Checks that every entrant can be made.

    Raises:
        ValueError: no bot has the name of one.
    """
    for name in plan.entrants:
        if name not in NAMES:
            raise ValueError(f"no bot is called {name!r}; there are {', '.join(NAMES)}")


def fixtures(plan: Plan, ruleset: Ruleset, contest: Contest, block: int) -> list[Fixture]:
    """Draws up the games of a block.

    They have the same cards, and so have the blocks of that number in all contests. The bots' own chance
    comes from another stream, so that no bot's choices bear on the cards or on another bot.

    Args:
        plan: the tournament.
        ruleset: its rules, whole.
        contest: who meets.
        block: which block, from 0.

    Returns:
        The games, in the order of the seatings.
    """
    cards = game_seed("tournament", plan.seed, block)
    return [
        Fixture(
            seed=cards,
            label=f"{contest.number}.{block}.{seating}",
            seating=seating,
            places=places,
            bots=[
                _make(plan.entrants[entrant], ruleset, plan.seed, contest.number, block, seating, seat)
                for seat, entrant in enumerate(places)
            ],
        )
        for seating, places in enumerate(contest.seatings)
    ]


def _make(name: str, ruleset: Ruleset, *stream: int) -> Bot:
    return make(name, int.from_bytes(game_seed("bot", *stream)[:4], "big"), ruleset)
