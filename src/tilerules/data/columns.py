"""Tables as plain text, for whoever prints a result."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from tilerules.wording import plain

WIDEST = 60
"""So many signs of a cell are shown at most."""


def columns(caption: str, heads: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """A table under its caption; None is an empty cell, and what is too wide is cut short.

    >>> from tilerules.data.columns import columns
    >>> print(columns("two tiles", ["tile", "points"], [["red", 3], ["serendip", None]]))
    two tiles
    tile      points
    red       3
    serendip
    """
    cells = [
        ["" if cell is None else plain(str(cell), WIDEST) for cell in row] for row in (heads, *rows)
    ]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    lines = ("  ".join(map(str.ljust, row, widths)).rstrip() for row in cells)
    return "\n".join((plain(caption), *lines))
