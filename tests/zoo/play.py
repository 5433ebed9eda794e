"""Random runs of the environment: `python -m tests.zoo.play --games 1000` plays whole games."""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from typing import Any

import numpy as np

from euchre_rules.presets import PRESETS
from euchre_service.embedded import EmbeddedServer
from euchre_zoo import env


def check_episode(table: Any, chance: np.random.Generator) -> int:
    """Plays one episode at random, checks every observation and returns the number of steps."""
    spaces = {agent: table.observation_space(agent) for agent in table.possible_agents}
    totals = dict.fromkeys(table.possible_agents, 0.0)
    steps = 0
    for agent in table.agent_iter():
        seen, reward, termination, truncation, _ = table.last()
        totals[agent] += reward
        assert spaces[agent].contains(seen)
        legal = np.flatnonzero(seen["action_mask"])
        if termination or truncation:
            assert not legal.size
            table.step(None)
            continue
        assert legal.size
        steps += 1
        table.step(int(chance.choice(legal)))
    assert not table.agents
    assert abs(sum(totals.values())) < 1e-6
    return steps


def random_run(
    address: str, games: int, *, hands: int | None = None, max_hands: int = 20, seed: int = 1
) -> Iterator[tuple[str, int]]:
    """Plays games in turn over all presets; yields the preset and the steps of each game."""
    chance = np.random.default_rng(seed)
    tables = {
        name: env(name, address=address, hands=hands, max_hands=max_hands, seed=seed) for name in PRESETS
    }
    names = list(PRESETS)
    for game in range(games):
        name = names[game % len(names)]
        tables[name].reset()
        yield name, check_episode(tables[name], chance)
    for table in tables.values():
        table.close()


def main() -> None:
    """Plays the run and prints its speed."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--hands", type=int, help="hands of an episode, instead of a whole game")
    parser.add_argument("--max-hands", type=int, default=20, help="hands after which a game is truncated")
    chosen = parser.parse_args()
    begun = time.monotonic()
    with EmbeddedServer() as address:
        steps = [
            taken
            for _, taken in random_run(address, chosen.games, hands=chosen.hands, max_hands=chosen.max_hands)
        ]
    seconds = time.monotonic() - begun
    print(f"{len(steps)} games, {sum(steps)} steps, {seconds:.0f} s: {sum(steps) / seconds:.0f} steps/s")


if __name__ == "__main__":
    main()
