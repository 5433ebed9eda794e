import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from euchre_bots.solver import Contract, card_values, prepare, tricks, tricks_many
from euchre_bots.solver.batch import solve_many
from euchre_bots.solver.state import WORK

PAIR = Contract(1, (0, 1), (True, True))


def run(script: str, **variables: str) -> str:
    """Return what a script prints in a process of its own."""
    roots = os.pathsep.join(["service", "clients/python", *filter(None, [os.environ.get("PYTHONPATH")])])
    environment = {**os.environ, "PYTHONPATH": roots, **variables}
    done = subprocess.run(
        [sys.executable, "-c", script],
        cwd=Path(__file__).parents[2],
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout


def test_compiled_code_is_taken_from_the_cache_by_the_next_process() -> None:
    prepare(lambda _: None)
    script = (
        "from euchre_bots.solver import Contract, prepare, tricks\n"
        "prepare(print)\n"
        "print(tricks(Contract(1, (0, 1), (True, True)), [[0b101, 0b1010]], 0).tolist())\n"
        "from euchre_bots.solver.batch import solve_many\n"
        "print(sum(solve_many.stats.cache_misses.values()))\n"
    )
    assert run(script).splitlines() == ["[0]", "0"]


def test_a_new_machine_is_told_of_the_wait_and_code_out_of_date_goes(tmp_path: Path) -> None:
    script = (
        "import os, pathlib\n"
        "from euchre_bots.solver import batch, compiled\n"
        "cache = pathlib.Path(batch.misfit.stats.cache_path)\n"
        "cache.mkdir(parents=True, exist_ok=True)\n"
        "for name in ('search.offer-1.py311.nbi', 'elsewhere.offer-1.py311.nbi'):\n"
        "    (cache / name).touch()\n"
        "    os.utime(cache / name, (1, 1))\n"
        "compiled.announce(print)\n"
        "print(*(file.name for file in cache.iterdir()))\n"
    )
    said, left = run(script, NUMBA_CACHE_DIR=str(tmp_path)).splitlines()
    assert said.startswith("compiling the solver")
    assert left == "elsewhere.offer-1.py311.nbi"


def test_no_worlds_have_no_tricks() -> None:
    assert tricks_many([], np.zeros((0, 4)), [], (0, 1, 0, 1), (1, 1, 1, 1)).shape == (0,)


def test_hands_without_cards_take_no_trick() -> None:
    assert tricks(PAIR, [[0, 0]], 0).tolist() == [0]


def test_more_worlds_than_the_table_has_numbers_for() -> None:
    number = 40_000
    hands = np.tile(np.array([[0b111, 0b111000], [0b111000, 0b111]]), (number // 2, 1))
    found = tricks_many(np.full(number, 1), hands, np.zeros(number), (0, 1), (1, 1))
    assert found[:2].tolist() == [0, 3]
    assert (found.reshape(-1, 2) == found[:2]).all()


def test_eight_cards_a_hand_use_the_whole_pack() -> None:
    hands = [[0xFF, 0xFF00, 0xFF0000, 0xFF000000]]
    assert tricks(Contract(5, (0, 1, 0, 1), (True,) * 4), hands, 1).tolist() == [0]
    assert tricks(Contract(1, (0, 1, 1, 1), (True,) * 4), hands, 1).tolist() == [8]


def test_a_deal_is_solved_with_few_positions() -> None:
    chance = np.random.default_rng(1)
    pack = np.array([1 << (8 * suit + rank) for suit in range(4) for rank in range(2, 8)])
    hands = np.array([chance.permutation(pack)[:20].reshape(4, 5).sum(axis=1) for _ in range(1000)])
    work, ones = np.zeros(1, WORK), np.ones((1000, 4), np.int64)
    sides = np.tile(np.array([0, 1, 0, 1]), (1000, 1))
    solve_many(work, np.arange(1000) % 4 + 1, hands, np.ones(1000, np.int64), sides, ones)
    assert 50 < work["positions"][0] / 1000 < 130


@pytest.mark.parametrize(
    ("trump", "sides", "playing"),
    [
        (0, (0, 1), (True, True)),
        (7, (0, 1), (True, True)),
        (1, (0, 2), (True, True)),
        (1, (0, 1), (True, False)),
        (1, (0,), (True,)),
        (1, (0, 1, 0), (True, True)),
    ],
)
def test_contracts_that_are_none(trump: int, sides: tuple[int, ...], playing: tuple[bool, ...]) -> None:
    with pytest.raises(ValueError, match=r"trump|side|seat"):
        Contract(trump, sides, playing)


@pytest.mark.parametrize(
    ("hands", "to_move", "trick", "message"),
    [
        ([[3, 3]], 0, [], "no position"),
        ([[3, 4]], 0, [], "no position"),
        ([[1 << 33, 4]], 0, [], "no position"),
        ([[(1 << 9) - 1, ((1 << 9) - 1) << 9]], 0, [], "no position"),
        ([[3, 12], [5, 10]], 0, [], "same cards"),
        ([], 0, [], "shape"),
        ([[0, 0]], 0, [], "no card"),
        ([[1, 2]], 2, [], "does not play"),
        ([[1, 12]], 1, [(1, 6)], "play before"),
        ([[1, 12]], 1, [(0, 2)], "in a hand"),
        ([[1, 12]], 1, [(0, 40)], "none"),
        ([[1, 12]], 0, [(0, 5), (1, 6)], "play before"),
    ],
)
def test_positions_that_are_none(
    hands: list[list[int]], to_move: int, trick: list[tuple[int, int]], message: str
) -> None:
    with pytest.raises(ValueError, match=message):
        card_values(PAIR, hands, to_move, trick)


@pytest.mark.parametrize(
    ("trumps", "leaders", "sides", "playing", "message"),
    [
        ([9], [0], (0, 1), (1, 1), "trump"),
        ([1], [2], (0, 1), (1, 1), "leaders"),
        ([1], [0], (0, 3), (1, 1), "sides"),
        ([1], [0], (0, 1), (0, 1), "leader does not play"),
        ([1], [0], (0, 1), (1, 0), "fewer than two"),
    ],
)
def test_worlds_that_are_none(
    trumps: list[int], leaders: list[int], sides: tuple[int, ...], playing: tuple[int, ...], message: str
) -> None:
    with pytest.raises(ValueError, match=message):
        tricks_many(trumps, [[1, 2]], leaders, sides, playing)
