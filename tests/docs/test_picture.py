"""The floors that the architecture page tells of."""

from __future__ import annotations

import sys
import tomllib

import grimp

from tests.docs.contract import ROOT
from tests.docs.picture import direct, floors, imports

SETTINGS = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def test_every_package_has_its_floor() -> None:
    wheel = SETTINGS["tool"]["hatch"]["build"]["targets"]["wheel"]["packages"]
    packages = {path.rpartition("/")[2] for path in wheel}
    assert packages <= {name for floor in floors() for name in floor}
    assert {name for floor in floors() for name in floor} == set(
        SETTINGS["tool"]["importlinter"]["root_packages"]
    )


def test_no_arrow_goes_up() -> None:
    floor = {name: number for number, row in enumerate(floors()) for name in row}
    for package, others in imports().items():
        assert all(floor[other] >= floor[package] for other in others), package


def test_left_out_are_only_arrows_that_others_imply() -> None:
    imported = {
        "euchre_arena": {"euchre_service", "euchre"},
        "euchre_service": {"euchre"},
        "euchre": set[str](),
    }
    drawn = direct({package: frozenset(others) for package, others in imported.items()})
    assert drawn == [("euchre_arena", "euchre_service"), ("euchre_service", "euchre")]


def test_the_rules_need_the_standard_library_alone() -> None:
    graph = grimp.build_graph("euchre_rules", include_external_packages=True, cache_dir=None)
    outside = {name.partition(".")[0] for name in graph.modules} - {"euchre_rules"}
    assert outside
    assert outside <= sys.stdlib_module_names


def test_the_page_tells_every_package() -> None:
    page = (ROOT / "docs/architecture.md").read_text(encoding="utf-8")
    for floor in floors():
        for name in floor:
            assert f"\n| `{name}` |" in page, name
