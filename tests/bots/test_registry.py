from __future__ import annotations

import ast
from pathlib import Path

import pytest

import euchre_bots
from euchre.v1.state_pb2 import Phase
from euchre_bots import NAMES, Bot, make
from euchre_client import action_text
from tests.bots.positions import position


@pytest.mark.parametrize("name", NAMES)
def test_a_bot_is_made_by_its_name(name: str) -> None:
    bot: Bot = make(name, seed=3)
    assert bot.name == name


def test_an_unknown_name_is_refused() -> None:
    with pytest.raises(ValueError, match="there are expert, heuristic, random"):
        make("clever")


@pytest.mark.parametrize("name", NAMES)
def test_bots_of_the_same_seed_choose_alike(name: str) -> None:
    view = position(Phase.PHASE_PLAY, "Jh 9c Ks", "play Jh, play 9c, play Ks", trump="h")
    first, second = make(name, seed=7), make(name, seed=7)
    assert [first.decide(view) for _ in range(20)] == [second.decide(view) for _ in range(20)]


def test_the_random_bot_chooses_everything_but_a_renege() -> None:
    view = position(Phase.PHASE_PLAY, "Jh 9c Ks", "play Jh, play 9c, play Ks", trump="h")
    view.legal_actions[1].renege = True
    bot = make("random")
    assert {action_text(bot.decide(view)) for _ in range(50)} == {"play Jh", "play Ks"}


def test_a_bot_knows_nothing_of_the_service() -> None:
    for module in Path(euchre_bots.__path__[0]).glob("*.py"):
        for node in ast.walk(ast.parse(module.read_text())):
            names = [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            names += [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            assert not any(name.startswith(("euchre_rules", "euchre_service")) for name in names)
