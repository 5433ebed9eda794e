"""Positions to ask a bot about, from games of many kinds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from euchre.v1.ruleset_pb2 import Ruleset
from euchre.v1.state_pb2 import Phase
from euchre.v1.view_pb2 import View
from euchre_arena.games import game_seed
from euchre_bots import make
from euchre_client import RulesClient, Table


class Position(NamedTuple):
    """A decision that is due, and the rules of its table."""

    ruleset: Ruleset
    view: View


def gather(rules: RulesClient, presets: Sequence[str], count: int, seed: int) -> list[Position]:
    """Collects decisions from games, as many from each preset as from the others.

    Two bots play them: one at random, which gets into every corner, and one that plays sensibly.

    Args:
        rules: plays the games.
        presets: names of presets; empty: all.
        count: how many positions.
        seed: of the games.

    Returns:
        The positions. Each is one with at least one legal action, of the seat that acts.
    """
    wanted = [ruleset for ruleset in rules.list_rulesets() if not presets or ruleset.base in presets]
    positions: list[Position] = []
    for place, ruleset in enumerate(wanted):
        share = (count + place) // len(wanted)
        positions += [Position(ruleset, view) for view in _views(rules, ruleset, share, seed)]
    return positions


def _views(rules: RulesClient, ruleset: Ruleset, count: int, seed: int) -> list[View]:
    views: list[View] = []
    game = 0
    while len(views) < count:
        table = Table.create(rules, ruleset, seed=game_seed("bot check", ruleset.base, seed, game))
        players = [
            make("random" if (game + seat) % 2 else "heuristic", seed + seat) for seat in range(table.seats)
        ]
        while (seat := table.actor) is not None and len(views) < count:
            if table.phase == Phase.PHASE_DEAL:
                table.deal()
                continue
            view = table.view(seat)
            views.append(view)
            table.act(seat, players[seat].decide(view))
        game += 1
    return views
