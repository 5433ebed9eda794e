"""Places boxes on floors and leads arrows between them, so that no arrow crosses a box."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, pairwise
from typing import Final, NamedTuple

Arrow = tuple[str, str]
"""From a box to one on a lower floor, or to a neighbour on its own."""

_GAP: Final = 72


class Point(NamedTuple):
    """A place in the picture."""

    x: float
    y: float


class _Slot(NamedTuple):
    """What takes up room on a floor: a box, or an arrow on its way down.

    Attributes:
        row: the floor, from the top.
        arrow: the arrow; a box stands for an arrow from itself to itself.
    """

    row: int
    arrow: Arrow


class Layout:
    """Where everything is.

    Args:
        rows: the names of the boxes on each floor, the highest first.
        arrows: the arrows.
        width: of the picture.
        floor: height of a floor.
        box: width and height of a box.
    """

    def __init__(
        self,
        rows: Sequence[Sequence[str]],
        arrows: Sequence[Arrow],
        *,
        width: float,
        floor: float,
        box: tuple[float, float],
    ) -> None:
        self._row = {name: number for number, row in enumerate(rows) for name in row}
        self._arrows = arrows
        self._width, self._floor, self._box = width, floor, box
        slots = [[_Slot(number, (name, name)) for name in row] for number, row in enumerate(rows)]
        for arrow in arrows:
            for number in range(self._row[arrow[0]] + 1, self._row[arrow[1]]):
                slots[number].append(_Slot(number, arrow))
        self._x = self._ordered(slots)

    def centre(self, name: str) -> Point:
        """Returns the middle of a box."""
        return self._at(_Slot(self._row[name], (name, name)))

    def way(self, arrow: Arrow) -> list[Point]:
        """Returns the points of an arrow, from the edge of one box to that of the other."""
        start, end = self.centre(arrow[0]), self.centre(arrow[1])
        width, height = self._box
        if start.y == end.y:
            side = width / 2 if end.x > start.x else -width / 2
            return [Point(start.x + side, start.y), Point(end.x - side, end.y)]
        passed = [self._at(slot) for slot in self._chain(arrow)[1:-1]]
        first = Point(start.x + self._shift(arrow, 0), start.y + height / 2)
        last = Point(end.x + self._shift(arrow, 1), end.y - height / 2)
        return [first, *passed, last]

    def _chain(self, arrow: Arrow) -> list[_Slot]:
        """Returns what an arrow touches on each floor: a box, its own slots, a box."""
        top, bottom = self._row[arrow[0]], self._row[arrow[1]]
        between = [_Slot(number, arrow) for number in range(top + 1, bottom)]
        return [_Slot(top, (arrow[0], arrow[0])), *between, _Slot(bottom, (arrow[1], arrow[1]))]

    def _shift(self, arrow: Arrow, end: int) -> float:
        """Spreads the arrows that leave a box, or reach it, along its edge."""
        place = 1 if end == 0 else -2
        sharing = [each for each in self._arrows if each[end] == arrow[end]]
        sharing = [each for each in sharing if self._row[each[0]] != self._row[each[1]]]
        sharing.sort(key=lambda each: self._x[self._chain(each)[place]])
        return (sharing.index(arrow) - (len(sharing) - 1) / 2) * min(24, self._box[0] / len(sharing))

    def _ordered(self, slots: list[list[_Slot]]) -> dict[_Slot, float]:
        """Exchanges slots of a floor as long as that makes the arrows straighter; returns where each is."""
        steps = [step for arrow in self._arrows for step in pairwise(self._chain(arrow))]
        x: dict[_Slot, float] = {}
        for row in slots:
            self._spread(row, x)
        best, better = self._bends(steps, x), True
        while better:
            better = False
            for row in slots:
                for one, other in combinations(range(len(row)), 2):
                    row[one], row[other] = row[other], row[one]
                    self._spread(row, x)
                    if (bends := self._bends(steps, x)) < best:
                        best, better = bends, True
                    else:
                        row[one], row[other] = row[other], row[one]
                        self._spread(row, x)
        return x

    @staticmethod
    def _bends(steps: Sequence[tuple[_Slot, _Slot]], x: dict[_Slot, float]) -> float:
        return sum((x[one] - x[other]) ** 2 for one, other in steps)

    def _spread(self, row: Sequence[_Slot], x: dict[_Slot, float]) -> None:
        """Spreads a floor over the width, in its order."""
        widths = [self._box[0] if slot.arrow[0] == slot.arrow[1] else 0.0 for slot in row]
        gap = min(_GAP, (self._width - sum(widths)) / (len(row) + 1))
        left = (self._width - sum(widths) - gap * (len(row) - 1)) / 2
        for slot, width in zip(row, widths, strict=True):
            x[slot] = left + width / 2
            left += width + gap

    def _at(self, slot: _Slot) -> Point:
        return Point(self._x[slot], (slot.row + 0.5) * self._floor)
