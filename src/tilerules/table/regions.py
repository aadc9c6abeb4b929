"""Connected sets of cells."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol


class Neighbours(Protocol):
    """For each cell those that it touches: a sequence, or a mapping."""

    def __getitem__(self, cell: int, /) -> Sequence[int]: ...


def region(start: Iterable[int], among: Iterable[int], neighbours: Neighbours) -> set[int]:
    """The cells of `among` that can be reached from those of `start`, step by step; `start` too."""
    found = list(set(start))
    _grow(found, {*among}.difference(found), neighbours)
    return set(found)


def regions(among: Iterable[int], neighbours: Neighbours) -> list[set[int]]:
    """The maximal connected sets of the cells of `among`, by their first cell."""
    left = set(among)
    found = []
    for cell in sorted(left):
        if cell in left:
            left.remove(cell)
            group = [cell]
            _grow(group, left, neighbours)
            found.append(set(group))
    return found


def _grow(group: list[int], left: set[int], neighbours: Neighbours) -> None:
    """Move to a group those of the cells left that can be reached from it."""
    for each in group:  # it grows while it is walked
        for near in neighbours[each]:
            if near in left:
                left.remove(near)
                group.append(near)
