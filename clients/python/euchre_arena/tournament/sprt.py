"""The sequential test: when a contest is decided.

It is the generalised sequential probability ratio test on the scores of blocks, with its hypotheses in
normalised Elo, as testers of chess engines use it: they do not depend on how much luck a game holds.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

from euchre_arena.tournament.plan import Sprt

ELO_PER_SIGMA: Final = 800 / math.log(10)
"""Normalised Elo of a score that is one standard deviation of a game above one half."""

FEWEST_BLOCKS: Final = 10
"""Blocks before a test may end: a variance is not to be had from fewer."""


@dataclass
class Test:
    """The test of one contest.

    Attributes:
        bounds: hypotheses and error rates.
        games: games of a block.
        blocks: blocks so far.
    """

    bounds: Sprt
    games: int
    blocks: int = 0
    _sum: float = 0.0
    _squares: float = 0.0

    def add(self, score: float) -> None:
        """Adds a block by its score."""
        self.blocks += 1
        self._sum += score
        self._squares += score * score

    @property
    def llr(self) -> float:
        """The log-likelihood ratio of H1 to H0; 0 while nothing can be said."""
        if self.blocks < 2:
            return 0.0
        mean = self._sum / self.blocks
        variance = self._squares / self.blocks - mean * mean
        # Blocks that all end alike have no variance to measure by: as if one had ended otherwise.
        variance = max(variance, 0.25 / self.blocks)
        # Of a block's mean score; the bounds are of a game's.
        scale = math.sqrt(self.games) / ELO_PER_SIGMA
        score = (mean - 0.5) / math.sqrt(variance)
        off0, off1 = score - self.bounds.elo0 * scale, score - self.bounds.elo1 * scale
        return self.blocks / 2 * math.log((1 + off0 * off0) / (1 + off1 * off1))

    @property
    def verdict(self) -> str | None:
        """`accepted` when H1 is, `rejected` when H0 is; nothing while neither is."""
        if self.blocks < FEWEST_BLOCKS:
            return None
        lower = math.log(self.bounds.beta / (1 - self.bounds.alpha))
        upper = math.log((1 - self.bounds.beta) / self.bounds.alpha)
        if self.llr >= upper:
            return "accepted"
        return "rejected" if self.llr <= lower else None
