"""What flowers of Serendipity score besides their carpets: rings, lines, and those apart."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from tilerules.games.serendipity.carpets import Carpet, Meadow

_AXES = (0, 1, 2)  # the directions of rows; those after them lead back


def rings(meadow: Meadow) -> list[int]:
    """The cells in the middle of six flowers."""
    around = meadow.rules.board.around
    return [cell for cell, near in enumerate(around) if meadow.flowers.issuperset(near)]


def rows(meadow: Meadow, length: int) -> list[list[int]]:
    """The straight rows of at least so many flowers, each as long as it can be."""
    around = meadow.rules.board.around
    starts = (
        (axis, cell)
        for axis in _AXES
        for cell in meadow.flowers
        if around[cell][axis + 3] not in meadow.flowers
    )
    found = ([*_row(meadow, cell, axis)] for axis, cell in starts)
    return [row for row in found if len(row) >= length]


def _row(meadow: Meadow, cell: int, axis: int) -> Iterator[int]:
    """The flowers from a cell on in one direction."""
    while cell in meadow.flowers:
        yield cell
        cell = meadow.rules.board.around[cell][axis]


def apart(meadow: Meadow, carpets: Iterable[Carpet]) -> Collection[int]:
    """The flowers that lie in none of these carpets, which may be of other colours."""
    return meadow.flowers.difference(*(carpet.flowers for carpet in carpets))
