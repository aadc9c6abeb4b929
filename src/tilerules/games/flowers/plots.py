"""The gardens of a Flowers table as elements of an SVG picture, and a score marked on one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from xml.etree import ElementTree as ET

import attrs

from tilerules.engine.picture import node, short, thing, words
from tilerules.engine.scoring import ScoreBreakdown
from tilerules.engine.shared.words import partners_in_words
from tilerules.games.flowers.faces import (
    WINGS,
    Line,
    Look,
    Square,
    beneath,
    cross,
    depth,
    edges,
    face,
    in_words,
    outlined,
    ring,
    stroked,
)
from tilerules.games.flowers.marks import NOTE, Lit, lit, noted
from tilerules.games.flowers.rules import Rules
from tilerules.games.flowers.scoring import breakdown
from tilerules.games.flowers.state import Garden, Observation, Table
from tilerules.table.garden import SIDES
from tilerules.wording import counted, listed

WIDTH = 480.0
MARGIN = 16.0
INNER = WIDTH - 2 * MARGIN
GAP = 12.0
TEXT = 14.0
MINUS = "\N{MINUS SIGN}"
CELL = 46.0
COLUMNS = 10
"""The most columns of a garden side by side; of a wider one the others are drawn below."""

Drawn = tuple[list[ET.Element], float]
"""Elements, and the height at which they end."""


def moved(elements: Sequence[ET.Element], x: float, y: float) -> ET.Element:
    """Elements that were drawn from 0,0 on, where they belong."""
    return node("g", *elements, transform=f"translate({short(x)} {short(y)})")


@attrs.frozen
class _Plot:
    """A garden, in bands of columns that lie below one another.

    Attributes:
        places: the cell at each (x, y).
        bands: the columns and the rows of each band.
    """

    seat: int
    garden: Garden
    places: Mapping[tuple[int, int], int]
    bands: Sequence[tuple[range, range]]

    @property
    def columns(self) -> int:
        """How many columns the widest band has."""
        return max(len(across) for across, _ in self.bands)

    def height(self, size: float) -> float:
        """How high the bands are together, their numbers included."""
        return sum(len(down) * size + _NUMBERS + GAP for _, down in self.bands)


_NUMBERS = 16.0  # how high the numbers of columns are
_PARTNERS = 16.0  # how high the line is that names partners


def _head(rules: Rules) -> float:
    """How high the name of a garden is, with a line for partners where there are such."""
    return 26.0 + _PARTNERS * (len(set(rules.shared.sides)) < rules.seats)


def _plot(rules: Rules, seat: int, garden: Garden) -> _Plot:
    places = {rules.grid.cells[cell]: cell for cell in garden.cells}
    left, right = min(x for x, _ in places), max(x for x, _ in places)
    number = -(-(right - left + 1) // COLUMNS)
    each = -(-(right - left + 1) // number)
    bands = []
    for first in range(left, right + 1, each):
        across = range(first, min(first + each, right + 1))
        rows = [y for x, y in places if x in across]
        bands.append((across, range(min(rows), max(rows) + 1)))
    return _Plot(seat, garden, places, bands)


def gardens(table: Observation, look: Look, highlight: ScoreBreakdown | None) -> Drawn:
    """All gardens, two narrow ones side by side."""
    plots = [_plot(table.rules, seat, garden) for seat, garden in enumerate(table.plots)]
    edge = 8 + 7.5 * max(len(str(y)) for plot in plots for _, y in plot.places)
    size = min(CELL, *((INNER - edge - GAP) / plot.columns for plot in plots))
    half = (INNER - GAP) / 2
    drawn: list[ET.Element] = []
    height, waiting = 0.0, plots
    while waiting:
        pair = waiting[:2]
        if len(pair) < 2 or any(edge + GAP + plot.columns * size > half for plot in pair):
            pair = waiting[:1]
        waiting = waiting[len(pair) :]
        width = half if len(pair) == 2 else INNER
        high = max(plot.height(size) for plot in pair) + _head(table.rules)
        gardens = [
            _Drawn(table, look, plot, lit(table.rules, plot.seat, highlight), size, edge)
            for plot in pair
        ]
        extra = NOTE * max(len(garden.lit.notes) for garden in gardens)
        for place, garden in enumerate(gardens):
            elements = garden.drawn(width, high + extra)
            drawn.append(moved(elements, MARGIN + place * (half + GAP), height))
        height += high + extra + GAP
    return drawn, height - GAP


@attrs.frozen
class _Drawn:
    """One garden as it is drawn: cards so large, with so much room for the numbers of rows."""

    table: Observation
    look: Look
    plot: _Plot
    lit: Lit
    size: float
    edge: float

    def drawn(self, width: float, height: float) -> list[ET.Element]:
        """The garden with its name, in so much room."""
        plot, size = self.plot, self.size
        left = (width - self.edge - plot.columns * size) / 2 + self.edge - GAP / 4
        above = _head(self.look.rules)
        numbers: list[ET.Element] = []
        corners: dict[int, Square] = {}
        for across, down in plot.bands:
            above += _NUMBERS
            for x in across:
                at = left + (x - across[0] + 0.5) * size
                numbers.append(words(at, above - 7, str(x), 12.0, class_="quiet"))
            for y in down:
                at = above + (y - down[0] + 0.5) * size
                numbers.append(words(left - 5, at, str(y), 12.0, anchor="end", class_="quiet"))
            for (x, y), cell in plot.places.items():
                if x in across:
                    aside, below = (x - across[0]) * size, (y - down[0]) * size
                    corners[cell] = Square(left + aside, above + below, size)
            above += len(down) * size + GAP
        cards = [each for cell, corner in corners.items() for each in self._stack(cell, corner)]
        lines = stroked(*self._framed(corners), *self._barred(corners), *self._joined(corners))
        return [self._name(width, height, numbers), *cards, *lines, *noted(self.lit, above)]

    def _name(self, width: float, height: float, numbers: Sequence[ET.Element]) -> ET.Element:
        seat, table = self.plot.seat, self.table
        cards = counted(sum(map(len, self.plot.garden.stacks)), "card")
        points = counted(breakdown(table.rules, seat, self.plot.garden).total, "point")
        moves = seat == table.to_move
        label = f"garden of seat {seat}: {cards}, {points}" + ", to move" * moves
        weight = f"stroke-width:{2.5 if moves else 1}"
        shape = node("rect", width=width, height=height, rx=8.0, class_="line", style=weight)
        partners = partners_in_words(table.rules.shared, seat)
        return thing(
            label,
            shape,
            words(10, 15, "▶ " * moves + f"Seat {seat}", 15.0, anchor="start", font_weight="bold"),
            *(words(10, 32, text, 13.0, anchor="start") for text in [partners] if text),
            words(width - 10, 15, points.replace("-", MINUS), TEXT, anchor="end"),
            *numbers,
        )

    def _stack(self, cell: int, corner: Square) -> Iterator[ET.Element]:
        """The cards on a cell, the upper one with what a score says about it."""
        rules, stack = self.look.rules, self.plot.garden.stack(cell)
        at = corner.part(0.02, 0.02, 0.92)
        text = [f"seat {self.plot.seat}, {rules.grid.label(cell)}: {in_words(rules, stack[-1])}"]
        drawn = face(self.look, stack[-1], at)
        if stack[1:]:
            text.append("on " + listed(in_words(rules, card) for card in stack[-2::-1]))
            drawn += depth(at, len(stack))
        if (self.plot.seat, cell) == _last_laid(self.table):
            text.append("just laid")
            drawn.append(outlined(at))
        if cell in self.lit.removed:
            drawn = [
                drawn[0],
                node("g", *drawn[1:], opacity=0.55),
                *cross(at.part(0.09, 0.63, 0.28)),
            ]
        if cell in self.lit.butterflies:
            drawn += ring(at.part(*WINGS, 0.27))
        if cell in self.lit.apart:
            drawn += ring(at.part(0.44, 0.56, 0.38))
        text += self.lit.said_of(cell)
        yield from beneath(at, len(stack))
        yield thing(", ".join(text), *drawn)

    def _framed(self, corners: Mapping[int, Square]) -> Iterator[Line]:
        """The edges of the fields and the squares."""
        places, cells = self.plot.places, self.look.rules.grid.cells
        for _, field in self.lit.framed:
            for cell in field & corners.keys():
                x, y = cells[cell]
                inside = {step for step in SIDES if places.get((x + step[0], y + step[1])) in field}
                yield from edges(corners[cell], inside)

    def _barred(self, corners: Mapping[int, Square]) -> Iterator[Line]:
        """Bars through the cards of lines, from the middle of the first to that of the last."""
        cells = self.look.rules.grid.cells
        for line in self.lit.lines:
            (x, y), (right, below) = cells[line[0]], cells[line[1]]
            dx, dy = 0.5 * (right - x), 0.5 * (below - y)
            for cell in filter(corners.__contains__, line):
                corner = corners[cell]
                first = corner.part(0.5 - dx * (cell != line[0]), 0.5 - dy * (cell != line[0]), 1)
                last = corner.part(0.5 + dx * (cell != line[-1]), 0.5 + dy * (cell != line[-1]), 1)
                yield first.x, first.y, last.x, last.y

    def _joined(self, corners: Mapping[int, Square]) -> Iterator[Line]:
        """Bars from the cards of butterflies to those that they touch."""
        cells = self.look.rules.grid.cells
        for cell, touched in self.lit.butterflies.items():
            for other in touched:
                steps = zip(cells[cell], cells[other], strict=True)
                dx, dy = (there - here for here, there in steps)
                x, y, size = corners[cell].part(0.5 + 0.5 * dx, 0.5 + 0.5 * dy, 0.17)
                yield x - dx * size, y - dy * size, x + dx * size, y + dy * size


def _last_laid(table: Table) -> tuple[int, int] | None:
    """The seat and the cell of the card that the last ply laid."""
    if not table.last_move or table.last_move.kind not in ("place", "cover"):
        return None
    following = table.turns if table.to_move is None else table.to_move
    goes_on = table.held is not None and table.step > 0
    return (following - (not goes_on)) % table.rules.seats, table.rules.grid.find(
        table.last_move.args[0]
    )
