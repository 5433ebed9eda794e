"""Euchre as a PettingZoo environment, played through the rules service.

    from euchre_zoo import env

    table = env("classic")
    table.reset(seed=1)
    for agent in table.agent_iter():
        observation, reward, termination, truncation, info = table.last()
        done = termination or truncation
        mask = observation["action_mask"]
        table.step(None if done else table.action_space(agent).sample(mask))
    table.close()

`ACTIONS` says what an action's number means and `FIELDS` what stands where in an observation; `part` cuts
a field out of one. An extra: `pip install 'euchre-rules-service[zoo]'`.
"""

from typing import Any

try:
    from pettingzoo.utils.wrappers import AssertOutOfBoundsWrapper, OrderEnforcingWrapper
except ModuleNotFoundError as missing:
    raise ModuleNotFoundError(
        f"euchre_zoo needs {missing.name}: pip install 'euchre-rules-service[zoo]'", name=missing.name
    ) from missing

from euchre_client.requests import RulesetLike
from euchre_zoo.actions import ACTIONS, NUMBERS
from euchre_zoo.environment import MAX_HANDS, EuchreEnv, Observation
from euchre_zoo.layout import FIELDS
from euchre_zoo.observation import part

__all__ = ["ACTIONS", "FIELDS", "MAX_HANDS", "NUMBERS", "EuchreEnv", "Observation", "env", "part"]


def env(
    preset: str = "classic",
    *,
    address: str | None = None,
    ruleset: RulesetLike | None = None,
    hands: int | None = 1,
    max_hands: int = MAX_HANDS,
    seed: int | None = None,
    render_mode: str | None = None,
) -> OrderEnforcingWrapper[str, Any, Any]:
    """Makes an environment in PettingZoo's usual wrappers.

    Args:
        preset: name of the preset to play.
        address: `host:port` of a server; `None` starts one inside this process.
        ruleset: a ruleset of your own, instead of the preset.
        hands: hands of an episode; `None`: a whole game.
        max_hands: an episode is truncated after so many hands.
        seed: decides the episodes until `reset` is given a seed.
        render_mode: `ansi` or `human`.

    Returns:
        The environment; see `EuchreEnv`.

    Raises:
        ValueError: `hands` or `max_hands` is below 1, or there is no such render mode.
        EuchreError: the service refuses the ruleset, or nobody answers at the address.
    """
    table = EuchreEnv(
        preset if ruleset is None else ruleset,
        address=address,
        hands=hands,
        max_hands=max_hands,
        seed=seed,
        render_mode=render_mode,
    )
    return OrderEnforcingWrapper(AssertOutOfBoundsWrapper(table))
