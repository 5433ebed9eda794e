"""The PettingZoo environment: agents take their turns at one table."""

from __future__ import annotations

from typing import Any, Final, TypeAlias, TypedDict

import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding
from pettingzoo import AECEnv

from euchre_client import cards_text, trump_text
from euchre_client.requests import RulesetLike
from euchre_client.rulesets import counts_down
from euchre_zoo import layout
from euchre_zoo.actions import ACTIONS
from euchre_zoo.observation import Mask, Observer, Vector, action_mask
from euchre_zoo.session import Session

MAX_HANDS: Final = 200
"""Hands after which an episode is truncated, unless told otherwise."""
RENDER_MODES: Final = ("ansi", "human")


class Observation(TypedDict):
    """What an agent observes.

    Attributes:
        observation: the vector; see `layout`.
        action_mask: 1 for every action the agent may take now.
    """

    observation: Vector
    action_mask: Mask


_Base: TypeAlias = AECEnv[str, Observation, int | None]


class EuchreEnv(_Base):  # type: ignore[misc]  # PettingZoo is untyped
    """Euchre as a PettingZoo AEC environment, without its wrappers; make it with `euchre_zoo.env`.

    Agents are `seat_0`, `seat_1` and so on, clockwise. Hands are dealt by themselves. When the score
    changes, each agent's reward is what its side gained, less the mean of what the other sides gained;
    where the score counts down, a point off is a gain.

    Args:
        ruleset: a ruleset, or the name of a preset.
        address: `host:port` of a server; `None` starts one inside this process.
        hands: an episode ends after so many hands, or with the game; `None`: only with the game.
        max_hands: an episode is truncated after so many hands.
        seed: decides the episodes until `reset` is given a seed; without it they differ from run to run.
        render_mode: `ansi`: `render` returns a text; `human`: it prints it.

    Raises:
        ValueError: `hands` or `max_hands` is below 1, or there is no such render mode.
        EuchreError: the service refuses the ruleset, or nobody answers at the address.
    """

    def __init__(
        self,
        ruleset: RulesetLike = "classic",
        *,
        address: str | None = None,
        hands: int | None = 1,
        max_hands: int = MAX_HANDS,
        seed: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        if max_hands < 1 or (hands is not None and hands < 1):
            raise ValueError("an episode has at least one hand")
        if render_mode not in (None, *RENDER_MODES):
            raise ValueError(f"{render_mode!r} is no render mode: {', '.join(RENDER_MODES)}")
        self._session = Session(ruleset, address)
        rules = self._session.ruleset
        self.metadata = {
            "name": "euchre_v0",
            "render_modes": list(RENDER_MODES),
            "is_parallelizable": False,
        }
        self.render_mode = render_mode
        self.possible_agents = [f"seat_{seat}" for seat in range(rules.players)]
        self.agents: list[str] = []
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._observer = Observer(rules)
        self._gain = -1 if counts_down(rules) else 1
        self._hands, self._max_hands, self._hands_done = hands, max_hands, 0
        self._random, _ = seeding.np_random(seed)
        self.observation_spaces = {agent: _observation_space() for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(len(ACTIONS)) for agent in self.possible_agents}

    @property
    def unwrapped(self) -> EuchreEnv:
        """This environment."""
        return self

    def observation_space(self, agent: str) -> spaces.Dict:
        """Returns the space of an agent's observations, always the same object."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """Returns the space of an agent's actions, always the same object."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begins an episode with a new game.

        Args:
            seed: reproduces this episode and those that follow it; without it the sequence goes on.
            options: none are known; ignored, as PettingZoo's wrappers pass them on.
        """
        if seed is not None:
            self._random, _ = seeding.np_random(seed)
        self._session.start(self._random.bytes(32))
        self._hands_done = 0
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self._session.actor]

    def observe(self, agent: str) -> Observation:
        """Returns what an agent may know now; its mask is all zeros when another acts."""
        view = self._session.views[self._seats[agent]]
        ended = self._session.between_hands or self._session.is_over
        mask = np.zeros(len(ACTIONS), dtype=np.int8) if ended else action_mask(view)
        return {"observation": self._observer.observe(view), "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Takes the selected agent's action.

        Args:
            action: its number; `None` for an agent whose episode has ended.

        Raises:
            ValueError: the agent may not do that now; the episode stays as it was.
        """
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        session = self._session
        text = ACTIONS[action] if action is not None and 0 <= action < len(ACTIONS) else None
        legals = session.views[self._seats[agent]].legal_actions
        legal = next((legal for legal in legals if legal.text == text), None)
        if legal is None:
            raise ValueError(
                f"{agent} may not do {action if text is None else text} now: see its action mask"
            )
        before = session.scores
        session.act(legal)
        self._cumulative_rewards[agent] = 0.0
        self._reward(before, session.scores)
        self._end_or_deal()
        # When the episode has ended nobody acts, but PettingZoo wants an agent selected.
        if not (session.is_over or session.between_hands):
            self.agent_selection = self.possible_agents[session.actor]
        self._accumulate_rewards()

    def _reward(self, before: list[int], after: list[int]) -> None:
        gains = [self._gain * (new - old) for old, new in zip(before, after, strict=True)]
        sides = {seat.seat: seat.side for seat in self._session.views[0].seats}
        by_side = {sides[seat]: gain for seat, gain in enumerate(gains)}
        others = len(by_side) - 1
        for agent, seat in self._seats.items():
            gain = by_side[sides[seat]]
            self.rewards[agent] = gain - (sum(by_side.values()) - gain) / others

    def _end_or_deal(self) -> None:
        session = self._session
        if not (session.is_over or session.between_hands):
            return
        self._hands_done += 1
        if session.is_over or self._hands_done == self._hands:
            self.terminations = dict.fromkeys(self.agents, True)
        elif self._hands_done >= self._max_hands:
            self.truncations = dict.fromkeys(self.agents, True)
        else:
            session.deal_on()

    def render(self) -> str | None:
        """Shows the table as the selected agent sees it, in a line; see `render_mode`."""
        if self.render_mode is None:
            return None
        view = self._session.views[self._seats[self.agent_selection]]
        trump = trump_text(view.trump) if view.trump else "not fixed"
        text = (
            f"hand {view.hand_number} | scores {' '.join(str(side.score) for side in view.sides)}"
            f" | trump {trump} | trick {cards_text(card.card for card in view.trick.cards) or 'empty'}"
            f" | {self.agent_selection} holds {cards_text(view.seats[view.seat].cards) or 'nothing'}"
        )
        if self.render_mode == "ansi":
            return text
        print(text)
        return None

    def close(self) -> None:
        """Closes the connection, and stops the server if this environment started it."""
        self._session.close()


def _observation_space() -> spaces.Dict:
    limit = layout.LIMIT
    return spaces.Dict(
        {
            "observation": spaces.Box(-limit, limit, (layout.SIZE,), np.float32),
            "action_mask": spaces.Box(0, 1, (len(ACTIONS),), np.int8),
        }
    )
