"""Trains a policy in under a minute: `python -m euchre_zoo.example`.

A linear softmax policy learns by REINFORCE to beat seats that act at random. It starts as one of them: with
all weights zero, every legal action is as likely as the other.
"""

from __future__ import annotations

import argparse
import time
from dataclasses import dataclass
from statistics import NormalDist
from typing import Any, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray
from pettingzoo.utils.wrappers import OrderEnforcingWrapper

from euchre_zoo import Observation, env, part
from euchre_zoo.features import NAMES, Features, Sight

Weights: TypeAlias = NDArray[np.float64]
Table: TypeAlias = OrderEnforcingWrapper[str, Any, Any]

RATE: Final = 0.06
_MEMORY: Final = 0.98
_Z: Final = NormalDist().inv_cdf(0.975)


@dataclass(frozen=True)
class Figure:
    """A mean with the half width of its 95 % interval."""

    mean: float
    margin: float

    def __str__(self) -> str:
        return f"{self.mean:.2f} ± {self.margin:.2f}"


@dataclass(frozen=True)
class Evaluation:
    """How a policy did against random seats.

    Attributes:
        points: points a hand, as rewards count them.
        won: share of the hands with a reward that were won, in percent.
        steps: actions taken by all seats.
    """

    points: Figure
    won: Figure
    steps: int


@dataclass
class Hand:
    """What came of one hand.

    Attributes:
        reward: what the learners' side got.
        slopes: the gradient of the log likelihood of each of their decisions.
        steps: actions taken by all seats.
    """

    reward: float
    slopes: list[Features]
    steps: int


def decide(weights: Weights, seen: Observation, chance: np.random.Generator) -> tuple[int, Features]:
    """Draws an action from the policy.

    Args:
        weights: the policy, a weight for each feature.
        seen: the observation.
        chance: where the draw comes from.

    Returns:
        The action's number, and the gradient of the logarithm of its likelihood.
    """
    legal = np.flatnonzero(seen["action_mask"])
    sight = Sight(seen["observation"])
    features = np.array([sight.features(int(number)) for number in legal])
    preferences = features @ weights
    likelihood = np.exp(preferences - preferences.max())
    likelihood /= likelihood.sum()
    chosen = int(chance.choice(len(legal), p=likelihood))
    return int(legal[chosen]), features[chosen] - likelihood @ features


def play_hand(table: Table, weights: Weights, chance: np.random.Generator) -> Hand:
    """Plays an episode: the side of seat 0 by the policy, the others at random."""
    learners = {"seat_0"}
    own = part(table.observe("seat_0")["observation"], "same_side")
    learners |= {agent for seat, agent in enumerate(table.possible_agents) if own[seat]}
    hand = Hand(0.0, [], 0)
    for agent in table.agent_iter():
        seen, reward, termination, truncation, _ = table.last()
        if agent == "seat_0":
            hand.reward += reward
        if termination or truncation:
            table.step(None)
            continue
        hand.steps += 1
        if agent in learners:
            number, slope = decide(weights, seen, chance)
            hand.slopes.append(slope)
        else:
            number = int(chance.choice(np.flatnonzero(seen["action_mask"])))
        table.step(number)
    return hand


def train(table: Table, hands: int, *, seed: int) -> Weights:
    """Learns by REINFORCE, with the mean reward so far as the baseline."""
    weights: Weights = np.zeros(len(NAMES))
    chance = np.random.default_rng(seed)
    baseline, spread = 0.0, 1.0
    table.reset(seed=seed)
    for number in range(hands):
        if number:
            table.reset()
        hand = play_hand(table, weights, chance)
        surprise = hand.reward - baseline
        for slope in hand.slopes:
            weights += RATE * surprise / spread**0.5 * slope
        baseline = _MEMORY * baseline + (1 - _MEMORY) * hand.reward
        spread = _MEMORY * spread + (1 - _MEMORY) * surprise**2
    return weights


def evaluate(table: Table, weights: Weights, hands: int, *, seed: int) -> Evaluation:
    """Plays hands with the policy; the same seed deals the same hands."""
    chance = np.random.default_rng(seed)
    rewards, steps = [], 0
    table.reset(seed=seed)
    for number in range(hands):
        if number:
            table.reset()
        hand = play_hand(table, weights, chance)
        rewards.append(hand.reward)
        steps += hand.steps
    scored = [100.0 * (reward > 0) for reward in rewards if reward]
    return Evaluation(_figure(rewards), _figure(scored), steps)


def _figure(sample: list[float]) -> Figure:
    if len(sample) < 2:
        return Figure(float(np.mean(sample)) if sample else 0.0, float("inf"))
    return Figure(float(np.mean(sample)), float(_Z * np.std(sample, ddof=1) / len(sample) ** 0.5))


def main(arguments: list[str] | None = None) -> tuple[Evaluation, Evaluation]:
    """Evaluates the untrained policy, trains it, and evaluates it again.

    Args:
        arguments: of the command line.

    Returns:
        The evaluations before and after.
    """
    parser = argparse.ArgumentParser(prog="python -m euchre_zoo.example", description=__doc__)
    parser.add_argument("--preset", default="classic")
    parser.add_argument("--address", help="host:port of a server; without it one is started")
    parser.add_argument("--hands", type=int, default=600, help="hands to learn from")
    parser.add_argument("--test-hands", type=int, default=250, help="hands of each evaluation")
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args(arguments)

    begun = time.monotonic()
    table = env(chosen.preset, address=chosen.address)
    try:
        before = evaluate(table, np.zeros(len(NAMES)), chosen.test_hands, seed=chosen.seed)
        _report("before", before)
        weights = train(table, chosen.hands, seed=chosen.seed + 1)
        after = evaluate(table, weights, chosen.test_hands, seed=chosen.seed)
        _report("after", after)
    finally:
        table.close()
    for name, weight in zip(NAMES, weights, strict=True):
        print(f"  {weight:+6.2f}  {name}")
    print(f"{time.monotonic() - begun:.1f} s")
    return before, after


def _report(when: str, figures: Evaluation) -> None:
    print(f"{when:>6}: {figures.points} points a hand, {figures.won} % of the scored hands won")


if __name__ == "__main__":
    main()
