"""What follows from a whole ruleset and is asked for in many places."""

from __future__ import annotations

from euchre.v1.ruleset_pb2 import Ruleset, Teams


def sides_of(ruleset: Ruleset) -> tuple[int, ...]:
    """Returns the side of each seat: its partnership, or itself."""
    sides = 2 if ruleset.teams == Teams.TEAMS_PAIRS else ruleset.players
    return tuple(seat % sides for seat in range(ruleset.players))


def counts_down(ruleset: Ruleset) -> bool:
    """Whether scores go down to the target, so that a point off is a gain."""
    return ruleset.target < ruleset.start_score
