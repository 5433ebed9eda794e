"""Measure how strong the bots are: `python -m tests.strength --help`."""

from __future__ import annotations

import argparse
import json

from euchre_bots import HeuristicBot
from euchre_bots.expert import ExpertBot
from euchre_rules.presets import PRESETS
from tests.strength.fit import call_model
from tests.strength.fit_cards import card_model
from tests.strength.measure import NAMES, run
from tests.strength.parts import PARTS, edge
from tests.strength.sanity import sanity

FLOORS = (
    ("classic", "expert", "heuristic", 0.65),
    ("classic", "heuristic", "random", 0.90),
    ("ghost_hand", "expert", "heuristic", 0.50),
    ("buck", "expert", "heuristic", 0.40),
    ("classic", "oracle", "expert", 0.50),
)
"""Preset, challenger, the others, and the least share of games the challenger should win."""


def main() -> None:
    """Run what the command line asks for."""
    parser = argparse.ArgumentParser(prog="python -m tests.strength", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    duel = commands.add_parser("match", help="a bot against others, in all seatings of the same decks")
    duel.add_argument("preset", choices=sorted(PRESETS))
    duel.add_argument("challenger", choices=NAMES)
    duel.add_argument("others", choices=NAMES)
    floors = commands.add_parser("floors", help="every match that has a floor")
    figures = commands.add_parser("sanity", help="figures of classic hands of four alike")
    figures.add_argument("bot", choices=("expert", "heuristic"), nargs="?", default="expert")
    figures.add_argument("--deals", type=int, default=1000)
    parts = commands.add_parser("parts", help="points a classic deal; calls by one bot, cards by another")
    parts.add_argument("first", choices=PARTS)
    parts.add_argument("second", choices=PARTS)
    parts.add_argument("--deals", type=int, default=1000)
    fitting = commands.add_parser("fit", help="print the call model, fitted anew")
    fitting.add_argument("--deals", type=int, default=60000)
    cards = commands.add_parser("fit-cards", help="print the card model, fitted anew")
    cards.add_argument("--deals", type=int, default=150000)
    for command in (duel, floors):
        command.add_argument("--blocks", type=int, default=200, help="decks; each is played in all seatings")
    for command in (duel, floors, parts):
        command.add_argument("--seconds", type=float, default=float("inf"), help="stop after so long")
    for command in (duel, floors, figures, parts, fitting, cards):
        command.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    if options.command == "sanity":
        bot = ExpertBot(options.seed) if options.bot == "expert" else HeuristicBot()
        print(sanity([bot] * 4, options.deals, options.seed))
        return
    if options.command == "parts":
        print(edge(options.first, options.second, options.deals, options.seed, options.seconds))
        return
    if options.command == "fit-cards":
        print(json.dumps(card_model(options.deals, options.seed)))
        return
    if options.command == "fit":
        print(json.dumps(call_model(options.deals, options.seed)))
        return
    wanted: tuple[tuple[str, str, str, float], ...] = FLOORS
    if options.command == "match":
        wanted = ((options.preset, options.challenger, options.others, 0.0),)
    for preset, challenger, others, floor in wanted:
        share = run(PRESETS[preset], challenger, others, options.blocks, options.seed, options.seconds)
        print(f"{preset}: {challenger} v {others}, {share}; floor {floor:.0%}", flush=True)


main()
