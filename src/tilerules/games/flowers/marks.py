"""What a score says of a Flowers garden, as marks in a picture and as notes below it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from xml.etree import ElementTree as ET

import attrs

from tilerules.engine.picture import words
from tilerules.engine.scoring import ScoreBreakdown, ScoreLine
from tilerules.games.flowers.faces import Square, cross, edges, ring, stroked
from tilerules.games.flowers.rules import Rules


@attrs.frozen
class Lit:
    """What a score says of a garden: nothing, if it is of another one.

    Attributes:
        removed: the cells of groups that are removed.
        framed: the cells of each field and each square, with what they are called.
        lines: the cells of each line, in their order.
        butterflies: for the cell of each butterfly those that it touches.
        apart: the cells of cards that touch no card of their colour.
        notes: the steps with their points.
    """

    removed: frozenset[int] = frozenset()
    framed: tuple[tuple[str, frozenset[int]], ...] = ()
    lines: tuple[tuple[int, ...], ...] = ()
    butterflies: Mapping[int, Sequence[int]] = {}
    apart: frozenset[int] = frozenset()
    notes: tuple[tuple[str, str], ...] = ()

    def said_of(self, cell: int) -> Iterator[str]:
        """What the score says of the card on a cell, in words."""
        if cell in self.removed:
            yield "removed"
        for name, cells in self.framed:
            if cell in cells:
                yield f"in a {name}"
        if any(cell in line for line in self.lines):
            yield "in a line"
        if cell in self.butterflies:
            yield "its butterfly scores"
        if cell in self.apart:
            yield "apart from its colour"


def lit(rules: Rules, seat: int, highlight: ScoreBreakdown | None) -> Lit:
    """What a score says of the garden of a seat."""
    if highlight is None or highlight.seat != seat:
        return Lit()
    found: dict[str, list[tuple[int, ...]]] = {step: [] for step in _NOTES}
    framed: dict[tuple[str, frozenset[int]], None] = {}
    for line in highlight.lines:
        cells = tuple(rules.grid.find(spot) for spot in line.spots)
        found[line.id].append(cells)
        if line.id in _FRAMED:
            framed[_FRAMED[line.id].format(line.of), frozenset(cells)] = None
    return Lit(
        frozenset(cell for cells in found["discards"] for cell in cells),
        tuple(framed),
        tuple(found["lines"]),
        {cells[0]: cells[1:] for cells in found["butterflies"]},
        frozenset(cell for cells in found["apart"] for cell in cells),
        tuple(_notes(highlight.lines)),
    )


def _notes(lines: Sequence[ScoreLine]) -> Iterator[tuple[str, str]]:
    """The points of each step, in the order of the steps."""
    for step in dict.fromkeys(line.id for line in lines):
        points = sum(line.points for line in lines if line.id == step)
        yield step, f"{_NOTES[step]}: {points:+d}".replace("-", "\N{MINUS SIGN}")


_FRAMED = {
    "fields": "field of {}",
    "sizes": "field of {}",
    "squares": "square",
    "all_colours": "field for all colours",
}
_NOTES = {
    "handicap": "handicap",
    "discards": "removed",
    "fields": "in fields",
    "butterflies": "butterflies",
    "sizes": "fields by size",
    "squares": "squares",
    "lines": "lines",
    "all_colours": "all colours",
    "apart": "apart",
}
NOTE = 21.0  # how high a note is


def noted(lit: Lit, above: float) -> Iterator[ET.Element]:
    """The points of each step beside its mark."""
    for place, (step, text) in enumerate(lit.notes):
        y = above + (place + 0.3) * NOTE
        at = Square(11, y - 6, 12)
        if step == "discards":
            yield from cross(at)
        elif step in _FRAMED:
            yield from stroked(*edges(at.part(-0.15, -0.15, 1.3), ()))
        elif step == "lines":
            yield from stroked((at.x, y, at.x + at.size, y))
        elif step in ("butterflies", "apart"):
            yield from ring(at.part(0.5, 0.5, 0.5))
        yield words(34, y, text, 14.0, anchor="start")
