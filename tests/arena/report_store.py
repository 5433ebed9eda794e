"""Small stores of tournaments with results made up by hand."""

from __future__ import annotations

import zlib
from collections.abc import Sequence

from euchre.v1.record_pb2 import GameRecord
from euchre.v1.ruleset_pb2 import Ruleset, Teams
from euchre_arena.tournament.plan import Plan, contests
from euchre_arena.tournament.results import BlockResult, Failure, GameResult, HandResult, Spent
from euchre_arena.tournament.store import Store
from euchre_arena.tournament.timing import Tally
from euchre_client.rulesets import counts_down, sides_of

CLASSIC = Ruleset(base="classic", players=4, teams=Teams.TEAMS_PAIRS, start_score=0, target=10)
BUCK = Ruleset(base="buck", players=4, teams=Teams.TEAMS_SOLO, start_score=25, target=0)
GHOST = Ruleset(base="ghost_hand", players=3, teams=Teams.TEAMS_SOLO, start_score=0, target=32)


def stored(
    plan: Plan,
    rules: Ruleset,
    blocks: int,
    *,
    failures: Sequence[Failure] = (),
    finished: bool = True,
    wins: Sequence[Sequence[bool]] = (),
) -> Store:
    """Returns a tournament in which the entrant with the lowest number wins, save in every third block.

    Each game has one hand, dealt by the seat of its number of seating; the winner orders up and gets two
    points. `failures` happen in the first game of every block. Games that are not `finished` are forfeited
    by the loser before their hand ends. With `wins`, these say by block and seating whether the entrant with
    the lowest number wins.
    """
    sides = sides_of(rules)
    meetings = contests(plan, sides)
    store = Store(":memory:")
    store.begin(plan, meetings, resume=False)
    run = store.start_run(1, arena="0.1", service="0.2", bots=["1.0"] * len(plan.entrants))
    for block in range(blocks):
        for meeting in meetings:
            games = []
            for seating, places in enumerate(meeting.seatings):
                order = sorted(
                    set(meeting.entrants), reverse=not wins[block][seating] if wins else block % 3 == 2
                )
                seat = places.index(order[0])
                sign = -1 if counts_down(rules) else 1
                points = 2 * sign if finished else 0
                changes = tuple(points if side == sides[seat] else 0 for side in range(max(sides) + 1))
                hand = HandResult(1, seating % len(sides), seat, "order", 1, None, "h")
                if finished:
                    hand.outcome, hand.tricks, hand.points = "made", changes, changes
                games.append(
                    GameResult(
                        seating,
                        places,
                        sides,
                        "won" if finished else "forfeit",
                        30,
                        changes,
                        changes,
                        tuple(sign * change for change in changes),
                        (sides[seat],),
                        [hand],
                        list(failures) if seating == 0 else [],
                        zlib.compress(GameRecord(ruleset=rules).SerializeToString()),
                    )
                )
            tally = Tally()
            for milliseconds in range(1, 101):
                tally.add(milliseconds * 1_000_000)
            result = BlockResult(
                meeting.number, block, games, {(meeting.entrants[0], "play"): tally}, Spent(1.0, 2.0, 1.0)
            )
            score = result.score(meeting.entrants[0])
            store.add(result, score=score, run=run, seconds=4.0, contests=len(meetings))
    return store
