"""Tables for notebooks, as HTML that needs nothing from elsewhere."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape


def table(caption: str, heads: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """A table with a caption; every text is escaped, and None is an empty cell."""
    lines = [
        "<table>",
        f"<caption>{escape(caption)}</caption>",
        f"<thead>{_row('th', heads)}</thead>",
        "<tbody>",
        *(_row("td", row) for row in rows),
        "</tbody>",
        "</table>",
    ]
    return "\n".join(lines)


def _row(tag: str, cells: Iterable[object]) -> str:
    texts = ("" if cell is None else escape(str(cell)) for cell in cells)
    return "<tr>" + "".join(f"<{tag}>{text}</{tag}>" for text in texts) + "</tr>"
