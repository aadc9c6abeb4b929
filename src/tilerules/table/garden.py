"""The square grid on which gardens grow from the cell `0,0`.

Cells are numbered in row order: y grows downwards, x to the right. A garden of cards that touch
can only reach so far, so the cells are finite: half a square where cards are placed across sides,
a whole one where they are placed all around.
"""

from __future__ import annotations

import re
from functools import cache

import attrs

_NUMBER = re.compile(r"0|-?[1-9][0-9]{0,3}")

SIDES = ((0, -1), (1, 0), (0, 1), (-1, 0))
AROUND = (*SIDES, (1, -1), (1, 1), (-1, 1), (-1, -1))


class Near(dict[int, tuple[int, ...]]):
    """For each cell those that it touches, worked out when they are first asked for."""

    def __init__(self, grid: Grid, steps: tuple[tuple[int, int], ...]) -> None:
        self._grid = grid
        self._steps = steps

    def __missing__(self, cell: int) -> tuple[int, ...]:
        x, y = self._grid.cells[cell]
        cells = (self._grid.index.get((x + dx, y + dy)) for dx, dy in self._steps)
        near = self[cell] = tuple(sorted(cell for cell in cells if cell is not None))
        return near


class Labels(dict[int, str]):
    """The cells of a grid in notation; each is written when it is first asked for."""

    def __init__(self, cells: tuple[tuple[int, int], ...]) -> None:
        super().__init__()
        self._cells = cells

    def __missing__(self, cell: int) -> str:
        x, y = self._cells[cell]
        label = self[cell] = f"{x},{y}"
        return label


@attrs.frozen(eq=False)
class Grid:
    """The cells that a garden may reach.

    Attributes:
        cells: (x, y) of each cell, in row order.
        index: the number of each (x, y).
        sides: for each cell those that share a side with it.
        around: for each cell those that share a side or a corner with it.
        labels: each cell in notation, as `1,-2`.
        centre: the number of the cell `0,0`.

    >>> plot = grid(2, 2, 2, diagonal=False)
    >>> len(plot.cells), plot.label(plot.centre), plot.find("1,-1") in plot.around[plot.centre]
    (13, '0,0', True)
    """

    cells: tuple[tuple[int, int], ...]
    index: dict[tuple[int, int], int]
    sides: Near = attrs.field(init=False)
    around: Near = attrs.field(init=False)
    labels: Labels = attrs.field(init=False)

    def __attrs_post_init__(self) -> None:
        object.__setattr__(self, "sides", Near(self, SIDES))
        object.__setattr__(self, "around", Near(self, AROUND))
        object.__setattr__(self, "labels", Labels(self.cells))

    @property
    def centre(self) -> int:
        """The number of the cell where a garden begins."""
        return self.index[0, 0]

    def label(self, cell: int) -> str:
        """A cell in notation, as `1,-2`."""
        return self.labels[cell]

    @property
    def example(self) -> str:
        """The label of some cell other than the centre, for messages."""
        usual = "1,-2"
        return usual if self.find(usual) >= 0 else self.label(len(self.cells) - 1)

    def find(self, label: str) -> int:
        """The number of a cell in notation, or -1."""
        x, comma, y = label.partition(",")
        if not comma or not _NUMBER.fullmatch(x) or not _NUMBER.fullmatch(y):
            return -1
        return self.index.get((int(x), int(y)), -1)


@cache
def grid(reach: int, width: int, height: int, *, diagonal: bool) -> Grid:
    """The cells at most `reach` steps from the centre, `width` beside and `height` above it."""
    cells = tuple(
        (x, y)
        for y in range(-min(reach, height), min(reach, height) + 1)
        for x in range(-min(reach, width), min(reach, width) + 1)
        if diagonal or abs(x) + abs(y) <= reach
    )
    return Grid(cells, {cell: number for number, cell in enumerate(cells)})
