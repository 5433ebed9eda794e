"""The strongest player there is here; see `ExpertBot`."""

from euchre_bots.expert.bot import Evaluation, ExpertBot

__all__ = ["Evaluation", "ExpertBot"]
