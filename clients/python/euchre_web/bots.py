"""The bots that sit beside a person: which there are, and where they think."""

from __future__ import annotations

import hmac
from collections.abc import Mapping
from concurrent.futures import BrokenExecutor
from functools import partial
from importlib.util import find_spec
from typing import Final

from structlog.typing import FilteringBoundLogger

from euchre.v1.action_pb2 import Action
from euchre.v1.bot_service_pb2 import Question
from euchre.v1.practice_service_pb2 import Strength
from euchre.v1.ruleset_pb2 import Ruleset
from euchre.v1.view_pb2 import View
from euchre_bots import make
from euchre_hosting.thinking import Thinking
from euchre_service.aborting import INTERNAL_TEXT
from euchre_service.logs import describe_exception
from euchre_service.refusal import ServiceError, malformed

_NAMES: Final[Mapping[Strength.ValueType, str]] = {
    Strength.STRENGTH_RANDOM: "random",
    Strength.STRENGTH_HEURISTIC: "heuristic",
    Strength.STRENGTH_EXPERT: "expert",
}
_EXPERT_NEEDS: Final = ("numba", "numpy")
_SEED_BYTES: Final = 4


def offered() -> list[Strength.ValueType]:
    """Returns the strengths that can be had here, weakest first."""
    has_expert = all(find_spec(name) is not None for name in _EXPERT_NEEDS)
    return [strength for strength in _NAMES if has_expert or strength != Strength.STRENGTH_EXPERT]


class Bots:
    """Bots of every strength. Each decision is made by a new one, from the view of its seat alone.

    Args:
        log: told what goes wrong in a bot, without any card.
        expert_processes: how many processes think for experts, which take longest.
    """

    def __init__(self, log: FilteringBoundLogger, *, expert_processes: int = 1) -> None:
        self._log = log
        self._thinking = {
            strength: Thinking(
                partial(make, _NAMES[strength]),
                processes=expert_processes if strength == Strength.STRENGTH_EXPERT else 0,
            )
            for strength in offered()
        }

    @property
    def strengths(self) -> list[Strength.ValueType]:
        """The strengths that there are, weakest first."""
        return list(self._thinking)

    async def decide(
        self, strength: Strength.ValueType, ruleset: Ruleset, view: View, table_seed: bytes
    ) -> Action:
        """Decides for a seat.

        Args:
            strength: how well.
            ruleset: the table's rules, whole.
            view: the view of the seat that acts.
            table_seed: what the table's chance comes from; with the same one, and the same view, the same
                action is chosen.

        Raises:
            ServiceError: MALFORMED_REQUEST, as there is no such bot here any more; INTERNAL, as it failed.
        """
        thinking = self._thinking.get(strength)
        if thinking is None:
            raise no_such_strength(strength)
        place = view.info.ply.to_bytes(4, "big") + bytes([view.seat])
        seed = int.from_bytes(hmac.digest(table_seed, b"bot" + place, "sha256")[:_SEED_BYTES], "big")
        question = Question(view=view, seed=seed)
        # A bot has no business with the game's ids; it could find its partner by them.
        question.view.info.ClearField("game_id")
        question.view.info.ClearField("state_id")
        question.view.info.ClearField("parent_state_id")
        try:
            thought = await thinking.decide(ruleset, [question])
        except BrokenExecutor as error:
            self._log.error("bot failed", **describe_exception(error))
            raise ServiceError("INTERNAL", INTERNAL_TEXT) from None
        for fault in thought.faults:
            self._log.error("bot failed", **fault)
        (action,) = thought.actions
        if action is None:
            raise ServiceError("INTERNAL", INTERNAL_TEXT)
        return action

    def close(self) -> None:
        """Ends the threads and processes that think."""
        for thinking in self._thinking.values():
            thinking.close()


def no_such_strength(strength: Strength.ValueType) -> ServiceError:
    """The error for a strength that is not to be had here."""
    message = "This host has no such bot"
    if strength == Strength.STRENGTH_EXPERT:
        message += ": the expert needs pip install 'euchre-rules-service[solver]'"
    return malformed("strengths", f"{message}.")
