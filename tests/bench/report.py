"""What a measurement says, and how the measurements are kept and shown."""

import json
import platform
import statistics
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from rich.console import Console
from rich.table import Table


@dataclass(frozen=True)
class Measurement:
    """One figure.

    Attributes:
        name: stable name, the key in the file.
        value: the figure itself.
        unit: its unit.
        ratio: `value` over what it is compared with, or None.
        against: what it is compared with, and how fast that was.
        floor: what the project promises: of the ratio, or of the value if there is no ratio.
        runs: every single run's figure, in order.
    """

    name: str
    value: float
    unit: str
    ratio: float | None
    against: str
    floor: float | None
    runs: tuple[float, ...] = ()

    @property
    def promised(self) -> float:
        """The figure that the floor is about."""
        return self.value if self.ratio is None else self.ratio


def median_ratio(ours: Sequence[float], theirs: Sequence[float]) -> float:
    """Return the median of the ratios of runs that were made in turn."""
    return statistics.median(a / b for a, b in zip(ours, theirs, strict=True))


def write(measurements: Sequence[Measurement], path: Path) -> None:
    """Write the measurements as JSON: name to value, unit, ratio and what against."""
    path.parent.mkdir(parents=True, exist_ok=True)
    table = {each.name: {k: v for k, v in asdict(each).items() if k != "name"} for each in measurements}
    machine = {"python": platform.python_version(), "machine": platform.machine()}
    path.write_text(json.dumps({**table, "_machine": machine}, indent=1) + "\n")


def show(measurements: Sequence[Measurement]) -> None:
    """Print the measurements as a table."""
    table = Table("name", "value", "ratio", "floor", "against")
    for each in measurements:
        table.add_row(
            each.name,
            f"{each.value:,.0f} {each.unit}",
            "" if each.ratio is None else f"{each.ratio:.2f}",
            "" if each.floor is None else f"{each.floor:,g}",
            each.against,
        )
    Console(width=120).print(table)


def as_markdown(measurements: Sequence[Measurement]) -> str:
    """Return the measurements as a Markdown table for the docs."""
    lines = ["| name | value | ratio | floor | against |", "|---|---|---|---|---|"]
    for each in measurements:
        ratio = "" if each.ratio is None else f"{each.ratio:.2f}"
        floor = "" if each.floor is None else f"{each.floor:,g}"
        lines.append(
            f"| `{each.name}` | {each.value:,.0f} {each.unit} | {ratio} | {floor} | {each.against} |"
        )
    return "\n".join(lines) + "\n"
