"""`docs/architecture.svg`: the packages on their floors and who imports whom, drawn from the imports."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any, Final

import grimp

from tests.docs.contract import ROOT
from tests.docs.layout import Arrow, Layout, Point

Imports = Mapping[str, frozenset[str]]
"""What each package imports of the others."""

_WIDTH: Final = 860
_FLOOR: Final = 96
_BOX: Final = (150, 44)
_STYLE: Final = """
  :root { --paper: #fbfaf7; --ink: #22303c; --line: #6b7c8c; --band: #f0eee8; }
  @media (prefers-color-scheme: dark) {
    :root { --paper: #1d242b; --ink: #e6ebef; --line: #91a2b1; --band: #262f38; }
  }
  .paper { fill: var(--paper); }
  .band { fill: var(--band); }
  .box { fill: var(--paper); stroke: var(--ink); stroke-width: 1.5; }
  .wire { stroke-dasharray: 5 3; }
  .import { fill: none; stroke: var(--line); stroke-width: 1.5; }
  .tip { fill: var(--line); }
  text { fill: var(--ink); font: 14px ui-monospace, "DejaVu Sans Mono", monospace; text-anchor: middle; }
"""


def floors() -> list[list[str]]:
    """Returns the packages of each floor, the highest first, as the contract of the imports has them."""
    contracts = _settings()["contracts"]
    (contract,) = (each for each in contracts if each["type"] == "layers")
    return [line.replace("|", ":").replace(" ", "").split(":") for line in contract["layers"]]


def imports() -> Imports:
    """Returns what each package imports of the others."""
    packages = _settings()["root_packages"]
    graph = grimp.build_graph(*packages, cache_dir=None)
    found: dict[str, set[str]] = {package: set() for package in packages}
    for module in graph.modules:
        package = module.partition(".")[0]
        others = {name.partition(".")[0] for name in graph.find_modules_directly_imported_by(module)}
        found[package] |= others - {package}
    return {package: frozenset(others) for package, others in found.items()}


def direct(imported: Imports) -> list[Arrow]:
    """Returns the imports that none of a lower floor implies: enough to tell who rests on whom."""
    floor = {name: number for number, row in enumerate(floors()) for name in row}
    return [
        (package, other)
        for package, others in sorted(imported.items())
        for other in sorted(others)
        if not any(other in imported[between] for between in others if floor[between] > floor[package])
    ]


def picture() -> str:
    """Draws the picture."""
    rows, arrows = floors(), direct(imports())
    layout = Layout(rows, arrows, width=_WIDTH, floor=_FLOOR, box=_BOX)
    height = len(rows) * _FLOOR
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {height}" role="img">',
        f"<title>{_said(arrows)}</title>",
        f"<style>{_STYLE}</style>",
        f'<rect class="paper" width="{_WIDTH}" height="{height}" rx="8"/>',
    ]
    parts += [
        f'<rect class="band" x="8" y="{number * _FLOOR + 8}" width="{_WIDTH - 16}"'
        f' height="{_FLOOR - 16}" rx="6"/>'
        for number in range(len(rows))
    ]
    parts += [_arrow(layout.way(arrow)) for arrow in arrows]
    parts += [_box(name, layout.centre(name)) for row in rows for name in row]
    return "\n".join([*parts, "</svg>"]) + "\n"


def _arrow(way: Sequence[Point]) -> str:
    """Draws a line that leaves and arrives straight down, with a tip."""
    start, end = way[0], way[-1]
    path = f"M{start.x:.0f} {start.y:.0f}"
    for one, other in pairwise(way):
        bend = (other.y - one.y) / 2
        path += (
            f" C{one.x:.0f} {one.y + bend:.0f} {other.x:.0f} {other.y - bend:.0f} {other.x:.0f} {other.y:.0f}"
        )
    if start.y == end.y:
        back = 8 if end.x > start.x else -8
        tip = f"M{end.x:.0f} {end.y:.0f} l{-back} -4 v8 z"
    else:
        tip = f"M{end.x:.0f} {end.y:.0f} l-4 -8 h8 z"
    return f'<path class="import" d="{path}"/><path class="tip" d="{tip}"/>'


def _box(name: str, centre: Point) -> str:
    width, height = _BOX
    kind = "box wire" if name == "euchre" else "box"
    label = "euchre (stubs)" if name == "euchre" else name
    left, top = centre.x - width / 2, centre.y - height / 2
    return (
        f'<rect class="{kind}" x="{left:.0f}" y="{top:.0f}" width="{width}" height="{height}" rx="5"/>'
        f'<text x="{centre.x:.0f}" y="{centre.y + 5:.0f}">{label}</text>'
    )


def _said(arrows: Sequence[Arrow]) -> str:
    """Tells the picture to who cannot see it."""
    return "; ".join(f"{package} rests on {other}" for package, other in arrows)


def _settings() -> dict[str, Any]:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    found: dict[str, Any] = settings["tool"]["importlinter"]
    return found
