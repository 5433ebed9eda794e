from __future__ import annotations

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test

from euchre.v1.ruleset_pb2 import Ruleset
from euchre_client import RulesClient, UnknownRuleset
from euchre_rules.presets import PRESETS
from euchre_zoo import ACTIONS, NUMBERS, EuchreEnv, env, part
from tests.zoo.play import check_episode, random_run


@pytest.mark.filterwarnings(
    "ignore:Observation is not a NumPy array", "ignore:Observation space for each agent"
)
@pytest.mark.parametrize("preset", PRESETS)
def test_pettingzoo_accepts_it(preset: str, address: str) -> None:
    table = env(preset, address=address, hands=2, seed=1)
    api_test(table, num_cycles=60)
    table.close()


@pytest.mark.parametrize("preset", ["classic", "ghost_hand", "buck"])
def test_pettingzoo_finds_it_deterministic(preset: str, address: str) -> None:
    seed_test(lambda: env(preset, address=address, hands=None), num_cycles=40)


def test_random_run_over_all_presets(address: str) -> None:
    played = [name for name, _ in random_run(address, 5 * len(PRESETS), hands=1)]
    assert played == [*PRESETS] * 5


def test_a_server_of_its_own_is_started() -> None:
    table = env("two_handed", seed=1)
    table.reset()
    assert check_episode(table, np.random.default_rng(1)) > 0
    table.close()


def test_seed_reproduces_the_following_episodes_too(address: str) -> None:
    table = EuchreEnv("classic", address=address)
    hands = []
    for seed in (7, None, 7, None, 8):
        table.reset(seed=seed)
        hands.append(part(table.observe("seat_0")["observation"], "hand").tolist())
    table.close()
    assert hands[:2] == hands[2:4]
    assert len({tuple(hand) for hand in hands}) == 3


def test_constructor_seed_decides_until_reset_is_given_one(address: str) -> None:
    seen = []
    for seed in (3, 3, 4):
        table = EuchreEnv("classic", address=address, seed=seed)
        table.reset()
        seen.append(part(table.observe("seat_1")["observation"], "hand").tolist())
        table.close()
    assert seen[0] == seen[1] != seen[2]


def _play(table: EuchreEnv, seed: int) -> tuple[list[int], list[float]]:
    """Plays an episode at random and returns the score changes and the rewards, by seat."""
    chance = np.random.default_rng(seed)
    table.reset(seed=seed)
    before = table._session.scores
    rewards = dict.fromkeys(table.possible_agents, 0.0)
    while not any((*table.terminations.values(), *table.truncations.values())):
        mask = table.observe(table.agent_selection)["action_mask"]
        table.step(int(chance.choice(np.flatnonzero(mask))))
        for agent, reward in table.rewards.items():
            rewards[agent] += reward
    changes = [new - old for old, new in zip(before, table._session.scores, strict=True)]
    return changes, list(rewards.values())


def test_reward_of_partners_is_the_gain_of_one_side_over_the_other(address: str) -> None:
    table = EuchreEnv("classic", address=address)
    scored = 0
    for seed in range(12):
        changes, rewards = _play(table, seed)
        gain = changes[0] - changes[1]
        assert rewards == [gain, -gain, gain, -gain]
        scored += gain != 0
    table.close()
    assert scored


def test_reward_is_more_for_fewer_points_where_the_score_counts_down(address: str) -> None:
    table = EuchreEnv("buck", address=address)
    different = 0
    for seed in range(12):
        changes, rewards = _play(table, seed)
        for change, reward in zip(changes, rewards, strict=True):
            assert reward == pytest.approx((sum(changes) - change) / 3 - change)
        different += len(set(changes)) > 1
    table.close()
    assert different


def test_whole_game_ends_at_the_target(address: str) -> None:
    table = EuchreEnv("classic", address=address, hands=None)
    _play(table, 1)
    assert max(table._session.scores) >= 10
    assert all(table.terminations.values())
    assert not any(table.truncations.values())
    table.close()


def test_too_long_an_episode_is_truncated(address: str) -> None:
    table = EuchreEnv("classic", address=address, hands=None, max_hands=2)
    _play(table, 1)
    assert all(table.truncations.values())
    assert not any(table.terminations.values())
    table.close()


def test_illegal_action_changes_nothing(address: str) -> None:
    table = EuchreEnv("classic", address=address)
    table.reset(seed=1)
    agent = table.agent_selection
    before = table.observe(agent)
    with pytest.raises(ValueError, match=f"{agent} may not do play 9c now"):
        table.step(NUMBERS["play 9c"])
    with pytest.raises(ValueError, match="may not do -1 now"):
        table.step(-1)
    after = table.observe(agent)
    assert np.array_equal(before["observation"], after["observation"])
    assert table.agent_selection == agent
    table.step(NUMBERS["pass"])
    assert table.agent_selection != agent
    table.close()


def test_mask_is_what_the_service_allows(address: str) -> None:
    table = EuchreEnv("classic", address=address)
    table.reset(seed=1)
    allowed = {
        ACTIONS[number] for number in np.flatnonzero(table.observe(table.agent_selection)["action_mask"])
    }
    assert allowed == {"pass", "order"}
    others = [agent for agent in table.agents if agent != table.agent_selection]
    assert not any(table.observe(agent)["action_mask"].any() for agent in others)
    table.close()


def test_a_ruleset_of_ones_own(address: str) -> None:
    table = env(address=address, ruleset=Ruleset(base="classic", target=1), hands=None, seed=1)
    table.reset()
    check_episode(table, np.random.default_rng(1))
    table.close()


def test_wrong_arguments_are_refused(address: str) -> None:
    with pytest.raises(ValueError, match="at least one hand"):
        env(hands=0, address=address)
    with pytest.raises(ValueError, match="no render mode: ansi, human"):
        env(render_mode="rgb_array", address=address)
    with pytest.raises(UnknownRuleset):
        env("whist", address=address)


def test_render(address: str, capsys: pytest.CaptureFixture[str]) -> None:
    for mode in ("ansi", "human"):
        table = EuchreEnv("classic", address=address, seed=1, render_mode=mode)
        table.reset()
        text = table.render() or capsys.readouterr().out
        assert text.startswith("hand 1 | scores 0 0 | trump not fixed | trick empty | seat_")
        table.close()


def test_every_action_of_every_preset_has_a_number(address: str) -> None:
    assert len(set(ACTIONS)) == len(ACTIONS) == 215
    with RulesClient(address) as client:
        assert {ruleset.base for ruleset in client.list_rulesets()} == set(PRESETS)
