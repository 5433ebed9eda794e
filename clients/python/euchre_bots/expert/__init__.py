"""The strongest player there is here; see `ExpertBot`.

Much of it is compiled on a machine's first use, which takes a minute, and read from a cache afterwards;
`prepare` does it at a time of your choosing.
"""

from euchre_bots.expert.bot import Evaluation, ExpertBot
from euchre_bots.expert.preparing import prepare, remove_outdated_code

__all__ = ["Evaluation", "ExpertBot", "prepare"]

remove_outdated_code()
