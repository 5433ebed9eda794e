"""Players that choose among the moves the service offers.

A bot gets a view and returns an action; nothing else is asked of it. Make one by name:

    from euchre_bots import make

    bots = [make("heuristic"), make("random", seed=1), make("heuristic"), make("random", seed=2)]
    result = table.play_with(bots)
"""

from euchre_bots.bot import Bot
from euchre_bots.heuristic import HeuristicBot
from euchre_bots.random_bot import RandomBot
from euchre_bots.registry import NAMES, make

__all__ = ["NAMES", "Bot", "HeuristicBot", "RandomBot", "make"]
