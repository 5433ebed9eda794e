"""Those who take part in a tournament, and the games they are seated at."""

from __future__ import annotations

from collections.abc import Callable

from euchre.v1.ruleset_pb2 import Ruleset
from euchre_arena.entrants import Entrant, parse_entrant
from euchre_arena.games import game_seed
from euchre_arena.remote.bot import DEFAULT_LIMIT
from euchre_arena.tournament.live import Fixture
from euchre_arena.tournament.plan import Contest, Plan
from euchre_bots import Bot


class Roster:
    """The entrants as one process knows them. Belongs to that process.

    A bot of this package is made anew for each seat of each game. One of another program is one object for
    all its seats, so that it can be asked about many games at once.

    Args:
        plan: the tournament.
        ruleset: its rules, whole.

    Raises:
        EntrantError: an entrant is neither a bot here nor an address.
    """

    def __init__(self, plan: Plan, ruleset: Ruleset) -> None:
        limit = plan.time_limit or DEFAULT_LIMIT
        self._plan = plan
        self._ruleset = ruleset
        self._entrants: list[Entrant] = []
        self._shared: dict[int, Bot] = {}
        for number, text in enumerate(plan.entrants):
            entrant = parse_entrant(text, limit=limit)
            self._entrants.append(entrant)
            if entrant.is_shared:
                self._shared[number] = entrant.make(_seed(plan.seed, number), ruleset)

    def check(self, say: Callable[[str], None], *, is_variant: bool) -> dict[str, str]:
        """Makes sure that everybody is there, plays this game, and is ready for it.

        Args:
            say: called with a line where something takes a while.
            is_variant: whether the rules differ in options from their preset.

        Returns:
            The versions by label.

        Raises:
            EntrantError: somebody is not there, or does not play this.
        """
        versions = {
            label: entrant.check(self._ruleset, is_variant=is_variant)
            for label, entrant in zip(self._plan.labels, self._entrants, strict=True)
        }
        for entrant in self._entrants:
            entrant.prepare(say)
        return versions

    def fixtures(self, contest: Contest, block: int) -> list[Fixture]:
        """Draws up the games of a block.

        They have the same cards, and so have the blocks of that number in all contests. The bots' own chance
        comes from another stream, so that no bot's choices bear on the cards or on another bot.

        Args:
            contest: who meets.
            block: which block, from 0.

        Returns:
            The games, in the order of the seatings.
        """
        cards = game_seed("tournament", self._plan.seed, block)
        return [
            Fixture(
                seed=cards,
                label=f"{contest.number}.{block}.{seating}",
                seating=seating,
                places=places,
                bots=[
                    self._bot(entrant, contest.number, block, seating, seat)
                    for seat, entrant in enumerate(places)
                ],
            )
            for seating, places in enumerate(contest.seatings)
        ]

    def _bot(self, entrant: int, *stream: int) -> Bot:
        shared = self._shared.get(entrant)
        if shared is not None:
            return shared
        return self._entrants[entrant].make(_seed(self._plan.seed, *stream), self._ruleset)

    def close(self) -> None:
        """Lets go of connections."""
        for entrant in self._entrants:
            entrant.close()


def _seed(*stream: int) -> int:
    return int.from_bytes(game_seed("bot", *stream)[:4], "big")
