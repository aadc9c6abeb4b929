"""A Flowers table as an SVG picture."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Mapping, Sequence
from xml.etree import ElementTree as ET

import attrs

from tilerules.engine.drawing import ending, node, picture, said, thing, words
from tilerules.engine.positions import Position
from tilerules.engine.scoring import ScoreBreakdown
from tilerules.games.flowers.drawing import draw_text
from tilerules.games.flowers.faces import (
    NOTE,
    WINGS,
    Line,
    Lit,
    Look,
    Square,
    beneath,
    cross,
    depth,
    edges,
    face,
    in_words,
    lit,
    look,
    noted,
    outlined,
    ring,
    stroked,
)
from tilerules.games.flowers.hidden import observe
from tilerules.games.flowers.rules import Rules
from tilerules.games.flowers.scoring import game_outcome, garden_lines
from tilerules.games.flowers.state import Garden, Observation, State, Table, is_open
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


def draw_svg(position: Position, highlight: ScoreBreakdown | None) -> str:
    """The piles, the card in hand, the gardens with their seats, and the cards swept.

    A state is drawn as a spectator sees it. In the garden that a score is of, the cards removed are
    crossed out, the fields framed, and the butterflies ringed and joined to what they touch.
    """
    assert isinstance(position, State | Observation), "the game draws its own positions"
    table = observe(position, None, memory=True) if isinstance(position, State) else position
    shown = look(table.rules)
    drawn: list[ET.Element] = []
    height = MARGIN
    for elements, high in (
        _header(table),
        _stock(table, shown),
        _gardens(table, shown, highlight),
        _swept(table, shown),
    ):
        drawn.append(_moved(elements, 0, height))
        height += high + GAP * bool(high)
    return picture(
        WIDTH,
        height - GAP + MARGIN,
        *drawn,
        title=_title(table),
        description=draw_text(table),
    )


def _moved(elements: Sequence[ET.Element], x: float, y: float) -> ET.Element:
    """Elements that were drawn from 0,0 on, where they belong."""
    return node("g", *elements, transform=f"translate({said(x)} {said(y)})")


# ---- what is said ---------------------------------------------------------------------------


def _title(table: Observation) -> str:
    seen = "" if table.viewer is None else f", seen by seat {table.viewer}"
    return f"{table.ruleset.title}{seen}"


def _header(table: Observation) -> Drawn:
    drawn: list[ET.Element] = []
    y = 0.0
    last = f"Last move: {table.last_move}" if table.last_move else ""
    for text, size, style in (
        (_title(table), 18.0, {"font_weight": "bold"}),
        (_status(table), 15.0, {}),
        (last, TEXT, {"class_": "quiet"}),
    ):
        for line in _wrapped(text, size, 0.7 if "font_weight" in style else 0.62):
            drawn.append(words(MARGIN, y + size * 0.6, line, size, anchor="start", **style))
            y += size * 1.35
    return drawn, y


def _wrapped(text: str, size: float, share: float) -> list[str]:
    """Lines that fit between the margins: a letter is as wide as such a share of its size."""
    wide = sum(sign.isupper() or not sign.isascii() for sign in text) > len(text) / 4
    return textwrap.wrap(text, int(INNER / size / (1 if wide else share)))


def _status(table: Table) -> str:
    if table.to_move is not None:
        due = "take a card" if table.phase == "take" else "place the card in hand"
        return f"Turn {table.turns + 1}: seat {table.to_move} is to {due}"
    return ending(table.turns, game_outcome(table))


# ---- the piles and the cards apart ----------------------------------------------------------

_TRAY = 98.0  # how high a pile is drawn with its name and its count


def _stock(table: Observation, look: Look) -> Drawn:
    """The piles in rows, and the card in hand."""
    places = len(table.stock) + 1
    across = -(-places // -(-places // 5))
    step = min((INNER + GAP) / across, 110.0)
    trays = [_pile(table, look, pile, step - GAP) for pile in range(len(table.stock))]
    if table.phase == "place":
        trays.append(_hand(table, look, step - GAP))
    drawn = [
        _moved([tray], MARGIN + at % across * step, at // across * (_TRAY + GAP))
        for at, tray in enumerate(trays)
    ]
    return drawn, -(-places // across) * (_TRAY + GAP) - GAP


def _turned(table: Table) -> tuple[set[int], set[int]]:
    """Of the cards last turned up: the piles that they lie on, and their places in the sweep."""
    on_top: set[int] = set()
    swept: set[int] = set()
    for pile, card in table.turned:
        if pile not in on_top and is_open(table, pile) and table.stock[pile][:1] == bytes([card]):
            on_top.add(pile)
        else:
            swept.add(table.gone.rfind(card))
    return on_top, swept


def _pile(table: Table, look: Look, pile: int, width: float) -> ET.Element:
    cards, at = table.stock[pile], Square((width - CELL) / 2, 27, CELL)
    number = counted(len(cards), "card")
    if not cards:
        empty = at.drawn(class_="line", stroke_dasharray="3 4")
        return _tray(f"pile {pile}: {number}", f"pile {pile}", number, width, empty)
    label = f"pile {pile}: {number}, {in_words(look.rules, cards[0])} on top"
    drawn = [*beneath(at, len(cards)), *face(look, cards[0], at)]
    if pile in _turned(table)[0]:
        label += ", just turned up"
        drawn.append(outlined(at))
    return _tray(label, f"pile {pile}", number, width, *drawn)


def _hand(table: Table, look: Look, width: float) -> ET.Element:
    label = f"in hand of seat {table.to_move}: {in_words(look.rules, table.hand)}"
    card = face(look, table.hand, Square((width - CELL) / 2, 27, CELL))
    return _tray(label, "in hand", "", width, *card)


def _tray(label: str, name: str, number: str, width: float, *inner: ET.Element) -> ET.Element:
    shape = node("rect", width=width, height=_TRAY, rx=6.0, class_="line", opacity=0.6)
    return thing(
        label,
        shape,
        words(width / 2, 14.0, name, TEXT),
        *inner,
        words(width / 2, 86.0, number, TEXT),
    )


def _swept(table: Observation, look: Look) -> Drawn:
    """The cards that were swept, in order."""
    if not table.gone:
        return [], 0.0
    step = 41.0
    across = int(INNER / step)
    _, marked = _turned(table)
    drawn = [words(MARGIN, TEXT * 0.6, "Swept", TEXT, anchor="start")]
    for place, card in enumerate(table.gone):
        at = Square(MARGIN + place % across * step, 22 + place // across * step, step - 3)
        label, marks = f"swept: {in_words(look.rules, card)}", []
        if place in marked:
            label, marks = f"{label}, just turned up", [outlined(at)]
        drawn.append(thing(label, *face(look, card, at), *marks))
    return drawn, 22 + -(-len(table.gone) // across) * step


# ---- gardens --------------------------------------------------------------------------------


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
_HEAD = 26.0  # how high the name of a garden is


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


def _gardens(table: Observation, look: Look, highlight: ScoreBreakdown | None) -> Drawn:
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
        high = max(plot.height(size) for plot in pair) + _HEAD
        beds = [
            _Bed(table, look, plot, lit(table.rules, plot.seat, highlight), size, edge)
            for plot in pair
        ]
        extra = NOTE * max(len(bed.lit.notes) for bed in beds)
        for place, bed in enumerate(beds):
            elements = bed.drawn(width, high + extra)
            drawn.append(_moved(elements, MARGIN + place * (half + GAP), height))
        height += high + extra + GAP
    return drawn, height - GAP


@attrs.frozen
class _Bed:
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
        above = _HEAD
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
        lines = stroked(*self._framed(corners), *self._joined(corners))
        return [self._name(width, height, numbers), *cards, *lines, *noted(self.lit, above)]

    def _name(self, width: float, height: float, numbers: Sequence[ET.Element]) -> ET.Element:
        seat, table = self.plot.seat, self.table
        cards = counted(sum(map(len, self.plot.garden.stacks)), "card")
        lines = garden_lines(table.rules, self.plot.garden)
        points = counted(sum(line.points for line in lines), "point")
        moves = seat == table.to_move
        label = f"garden of seat {seat}: {cards}, {points}" + ", to move" * moves
        weight = f"stroke-width:{2.5 if moves else 1}"
        shape = node("rect", width=width, height=height, rx=8.0, class_="line", style=weight)
        name = f"▶ Seat {seat}" if moves else f"Seat {seat}"
        return thing(
            label,
            shape,
            words(10, 15, name, 15.0, anchor="start", font_weight="bold"),
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
            text.append("removed")
            drawn = [
                drawn[0],
                node("g", *drawn[1:], opacity=0.55),
                *cross(at.part(0.09, 0.63, 0.28)),
            ]
        for colour, field in self.lit.fields:
            if cell in field:
                text.append(f"in a field of {colour}")
        if cell in self.lit.butterflies:
            text.append("its butterfly scores")
            drawn += ring(at.part(*WINGS, 0.27))
        yield from beneath(at, len(stack))
        yield thing(", ".join(text), *drawn)

    def _framed(self, corners: Mapping[int, Square]) -> Iterator[Line]:
        """The edges of the fields."""
        places, cells = self.plot.places, self.look.rules.grid.cells
        for _, field in self.lit.fields:
            for cell in field & corners.keys():
                x, y = cells[cell]
                inside = {step for step in SIDES if places.get((x + step[0], y + step[1])) in field}
                yield from edges(corners[cell], inside)

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
    if not table.last_move or table.last_move.kind == "take":
        return None
    following = table.turns if table.to_move is None else table.to_move
    return (following - 1) % table.rules.seats, table.rules.grid.find(table.last_move.args[0])
