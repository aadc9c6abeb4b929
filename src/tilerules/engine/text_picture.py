"""The picture of a game that has none of its own: its text, on a page."""

from __future__ import annotations

from tilerules.engine.picture import node, picture
from tilerules.engine.positions import Position
from tilerules.engine.scoring import ScoreBreakdown

SIZE, LINE, BREADTH, MARGIN = 12.0, 16.0, 7.3, 12.0


def draw_svg(position: Position, highlight: ScoreBreakdown | None) -> str:
    """The text of a position, line by line; a score cannot be shown in it."""
    lines = str(position).splitlines()
    width = 2 * MARGIN + BREADTH * max(map(len, lines))
    rows = [
        node(
            "text",
            line,
            x=MARGIN,
            y=MARGIN + LINE * (number + 0.75),
            font_size=SIZE,
            style="font-family:'DejaVu Sans Mono',monospace;white-space:pre",
        )
        for number, line in enumerate(lines)
    ]
    title = f"{position.ruleset.title}, ply {position.ply}"
    height = 2 * MARGIN + LINE * len(lines)
    return picture(width, height, *rows, title=title, description=repr(position))
