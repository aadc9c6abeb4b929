"""Boards in the shape of a hexagon: cells, labels, neighbours.

Cells are numbered in row order from the top left. A label is the letter of the row, from the top,
and the number of the cell in it, from the left: `a1` … `k6` for a side of 6. The tiles stand on a
point, so that a cell's neighbours lie, clockwise, to the ne, e, se, sw, w and nw.
"""

from __future__ import annotations

from functools import cache

import attrs

DIRECTIONS = ("ne", "e", "se", "sw", "w", "nw")
_STEPS = ((1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1))  # (q, r) axial, r downwards


@attrs.frozen(eq=False)
class Hexagon:
    """A hexagon of cells.

    Attributes:
        side: cells along each side.
        labels: of the cells, in row order.
        index: the number of each label.
        around: for each cell its six neighbours by direction, -1 beyond the edge.
        neighbours: for each cell those that there are, clockwise from the ne.
        rows: the numbers of the cells of each row.

    >>> board = hexagon(6)
    >>> len(board.labels), board.labels[0], board.labels[-1]
    (91, 'a1', 'k6')
    """

    side: int
    labels: tuple[str, ...]
    index: dict[str, int]
    around: tuple[tuple[int, ...], ...]
    neighbours: tuple[tuple[int, ...], ...]
    rows: tuple[range, ...]


@cache
def hexagon(side: int) -> Hexagon:
    """The hexagon with so many cells along each side, from 1 to 13."""
    reach = side - 1
    rows = [
        [(q, r) for q in range(-reach, reach + 1) if abs(q + r) <= reach]
        for r in range(-reach, reach + 1)
    ]
    cells = [cell for row in rows for cell in row]
    number = {cell: place for place, cell in enumerate(cells)}
    labels = tuple(
        f"{chr(ord('a') + y)}{x + 1}" for y, row in enumerate(rows) for x in range(len(row))
    )
    around = tuple(tuple(number.get((q + dq, r + dr), -1) for dq, dr in _STEPS) for q, r in cells)
    return Hexagon(
        side=side,
        labels=labels,
        index={label: place for place, label in enumerate(labels)},
        around=around,
        neighbours=tuple(tuple(cell for cell in six if cell >= 0) for six in around),
        rows=tuple(range(number[row[0]], number[row[-1]] + 1) for row in rows),
    )
