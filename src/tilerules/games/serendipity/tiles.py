"""The tiles of a Serendipity picture, and a score on them."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from xml.etree import ElementTree as ET

import attrs

from tilerules.engine.picture import (
    Hue,
    flower,
    hues,
    node,
    polygon,
    short,
    spots,
    thing,
    words,
)
from tilerules.engine.scoring import ScoreBreakdown, ScoreLine
from tilerules.engine.signs import signs
from tilerules.games.serendipity.state import SERENDIP, Cell, Observation
from tilerules.table.hexagon import DIRECTIONS, Hexagon

Point = tuple[float, float]

WIDTH = 480.0
MARGIN = 12.0
_BOARD = 66.0  # where the board begins, below what is said above it
_WIDEST = 60.0  # a tile of a small board


@attrs.frozen
class Sheet:
    """A table, and how it is drawn.

    Attributes:
        lines: of the score that is shown on it.
        lit: the cells that the score names.
        just: the cell of the tile just turned up.
        radius: from the middle of a tile to its points.
        middles: of the tiles, by label.
        end: of the board.
    """

    table: Observation
    score: ScoreBreakdown | None
    lines: Sequence[ScoreLine]
    lit: frozenset[str]
    just: str | None
    hue: Mapping[str, Hue]
    sign: Mapping[str, str]
    radius: float
    middles: Mapping[str, Point]
    end: float


def laid_out(table: Observation, highlight: ScoreBreakdown | None) -> Sheet:
    """Where everything is drawn on a table, and what a score says of it."""
    board, colours = table.rules.board, table.rules.colours
    across = min(_WIDEST, (WIDTH - 2 * MARGIN) / (2 * board.side - 1))
    radius = across / math.sqrt(3)
    return Sheet(
        table=table,
        score=highlight,
        lines=highlight.lines if highlight else (),
        lit=spots(highlight) & board.index.keys(),
        just=table.shown.cell if table.shown else table.turned_up,
        hue=hues(colours),
        sign=signs(colours),
        radius=radius,
        middles=_middles(board, radius),
        end=_BOARD + radius * (3 * board.side - 1),
    )


def _middles(board: Hexagon, radius: float) -> dict[str, Point]:
    return {
        board.labels[cell]: (
            WIDTH / 2 + (place - (len(cells) - 1) / 2) * radius * math.sqrt(3),
            _BOARD + radius * (1 + 1.5 * row),
        )
        for row, cells in enumerate(board.rows)
        for place, cell in enumerate(cells)
    }


# ---- the board ------------------------------------------------------------------------------


def tiles(sheet: Sheet) -> Iterator[ET.Element]:
    """The tiles in row order, a line round those of a score, and one round the one turned up."""
    yield from (_tile(sheet, label) for label in sheet.middles)
    if sheet.lit:
        yield from _outline(sheet)
    if sheet.just:
        shape = _hexagon(sheet.middles[sheet.just], sheet.radius)
        yield polygon(shape, class_="halo", style=_stroke(sheet, 6))
        yield polygon(shape, class_="marked", style=_stroke(sheet, 2.5))


def _tile(sheet: Sheet, label: str) -> ET.Element:
    """A tile as the viewer knows it; beside a score, what it does not name is pale."""
    cell, at = _known(sheet.table, label), sheet.middles[label]
    shape = polygon(_hexagon(at, sheet.radius * 0.97), class_="face" if cell.up else "back")
    if cell.tile is None:
        inner = [words(*at, label, sheet.radius * 0.56)]
    elif not cell.up:
        inner = _seen(sheet, label, cell)
    elif cell.tile == SERENDIP:
        inner = _serendip(sheet, label, cell)
    else:
        inner = _flower(sheet, label, cell.tile)
    pale = {"opacity": 0.4} if sheet.lit and label not in sheet.lit else {}
    return thing(f"{label}: {_what(sheet, label, cell)}", shape, *inner, **pale)


def _known(table: Observation, label: str) -> Cell:
    """What the viewer knows of a cell: without memory too, what was just turned up and back."""
    cell, shown = table.cells[label], table.shown
    if cell.tile is None and shown and shown.cell == label:
        return Cell(shown.tile, up=False, facing=shown.facing, seen=True)
    return cell


def _what(sheet: Sheet, label: str, cell: Cell) -> str:
    """A tile in words, and what it does in the score."""
    if cell.tile is None:
        tile = "a tile not seen yet" if sheet.table.memory else "a tile"
        return f"{tile}, face down{_named(sheet, label)}"
    tile = f"a {cell.tile} flower"
    if cell.tile == SERENDIP:
        tile = f"a Serendip with {sheet.table.rules.edges[0]} to the {cell.facing}"
    just = ", just turned up" if label == sheet.just else ""
    if not cell.up:
        back = f"{just} and turned back" if just else ", seen before"
        return f"{tile}{back}, face down{_named(sheet, label)}"
    return f"{tile}, face up{just}{_named(sheet, label)}"


def _named(sheet: Sheet, label: str) -> str:
    """What a cell does in the score."""
    kinds = {line.id for line in sheet.lines if label in line.spots}
    return "".join(f", {_IN[kind]}" for kind in _IN if kind in kinds)


_IN = {
    "flowers": "in the carpet",
    "serendips": "joined to the carpet",
    "matches": "with a matching edge",
    "sizes": "counted for the size",
    "rings": "in the middle of a ring",
    "lines": "in a row",
    "apart": "in no carpet that counts",
}


def _flower(sheet: Sheet, label: str, colour: str) -> list[ET.Element]:
    """A flower on a ground of its colour, above its label."""
    (x, y), radius, hue = sheet.middles[label], sheet.radius, sheet.hue[colour]
    return [
        polygon(_hexagon((x, y), radius * 0.93), fill=hue.fill, fill_opacity=0.25),
        *flower(x, y - 0.2 * radius, 0.67 * radius, hue, sheet.sign[colour]),
        words(x, y + 0.63 * radius, label, radius * 0.34),
    ]


def _seen(sheet: Sheet, label: str, cell: Cell) -> list[ET.Element]:
    """On a back its label, and small and pale what lies there."""
    (x, y), radius = sheet.middles[label], sheet.radius
    name, at = words(x, y - 0.42 * radius, label, radius * 0.44), (x, y + 0.33 * radius)
    if cell.tile == SERENDIP:
        ground = polygon(_hexagon(at, 0.5 * radius), class_="face")
        star = polygon(_star(at, 0.22 * radius), class_="quiet")
        return [name, node("g", ground, *_edges(sheet, cell, at, 0.5), star, opacity=0.65)]
    assert cell.tile is not None, "what has been seen is known"
    hue, sign = sheet.hue[cell.tile], sheet.sign[cell.tile]
    ring = f"stroke:{hue.fill};stroke-width:{short(radius / 9)};fill-opacity:.55"
    return [
        name,
        node("circle", cx=at[0], cy=at[1], r=radius * 0.4, class_="face", style=ring),
        words(*at, sign, radius * min(0.54, 0.9 / len(sign))),
    ]


def _serendip(sheet: Sheet, label: str, cell: Cell) -> list[ET.Element]:
    """A star over the label, and round them the six edges with the signs of their colours."""
    (x, y), radius = sheet.middles[label], sheet.radius
    return [
        *_edges(sheet, cell, (x, y), 0.92),
        *(_edge_sign(sheet, (x, y), *edge) for edge in _lies(sheet, cell)),
        polygon(_star((x, y - 0.2 * radius), 0.16 * radius), class_="quiet"),
        words(x, y + 0.06 * radius, label, radius * 0.34),
    ]


def _lies(sheet: Sheet, cell: Cell) -> Iterator[tuple[str, int]]:
    """The edges of a Serendip, each with the number of the direction in which it lies."""
    first = DIRECTIONS.index(cell.facing or DIRECTIONS[0])
    for place, edge in enumerate(sheet.table.rules.edges):
        yield edge, (first + place) % 6


def _edges(sheet: Sheet, cell: Cell, at: Point, part: float) -> Iterator[ET.Element]:
    """The edges of a Serendip that is drawn so large, against a tile."""
    outer, inner = (_hexagon(at, sheet.radius * part * size) for size in (1, 0.5))
    for edge, one in _lies(sheet, cell):
        other = (one + 1) % 6
        shape = [outer[one], outer[other], inner[other], inner[one]]
        yield polygon(shape, fill=sheet.hue[edge].fill)


def _edge_sign(sheet: Sheet, at: Point, edge: str, direction: int) -> ET.Element:
    """The sign of an edge of a Serendip; several letters run along it."""
    sign, angle = sheet.sign[edge], 60 * direction + 30
    x, y = _round(at, [0.6 * sheet.radius] * 12)[2 * direction + 1]
    along = f"rotate({(angle + 90) % 180 - 90} {_point((x, y))})"
    turned = {"transform": along} if len(sign) > 1 else {}
    ink, size = f"fill:{sheet.hue[edge].ink}", sheet.radius * min(0.44, 0.66 / len(sign))
    return words(x, y, sign, size, style=ink, font_weight="bold", **turned)


# ---- a score on the board -------------------------------------------------------------------


def _outline(sheet: Sheet) -> Iterator[ET.Element]:
    """A line round all that the score names, and a ring on each matching edge."""
    border = "".join(f"M{_point(one)}L{_point(other)}" for one, other in _border(sheet))
    matches = [*_matches(sheet)]
    for kind, width in (("halo", 5.5), ("lit", 3)):
        style = _stroke(sheet, width)
        yield node("path", d=border, class_=kind, style=style, stroke_linecap="round")
        for x, y in matches:
            yield node("circle", cx=x, cy=y, r=0.07 * sheet.radius, class_=kind, style=style)


def _border(sheet: Sheet) -> Iterator[tuple[Point, Point]]:
    """The ends of each edge between a cell that the score names and one that it does not."""
    for label in (each for each in sheet.middles if each in sheet.lit):
        points = _hexagon(sheet.middles[label], sheet.radius)
        for direction in range(6):
            if _near(sheet, label, direction) not in sheet.lit:
                yield points[direction], points[(direction + 1) % 6]


def _matches(sheet: Sheet) -> Iterator[Point]:
    """The middles of the edges that lie against flowers of their colour."""
    for line in (each for each in sheet.lines if each.id == "matches"):
        flowers = _against(sheet, line.of)
        for label in (each for each in sheet.middles if each in line.spots):
            for edge, direction in _lies(sheet, sheet.table.cells[label]):
                near = _near(sheet, label, direction)
                if edge == line.of and near in flowers:
                    (x, y), (u, v) = sheet.middles[label], sheet.middles[near]
                    yield (x + u) / 2, (y + v) / 2


def _against(sheet: Sheet, colour: str | None) -> set[str]:
    """The flowers against which an edge of their colour matches."""
    carpets = [line.spots for line in sheet.lines if (line.id, line.of) == ("flowers", colour)]
    if carpets and sheet.table.rules.scoring.against == "carpet":
        return {label for carpet in carpets for label in carpet}
    return {at for at, cell in sheet.table.cells.items() if cell.up and cell.tile == colour}


def _near(sheet: Sheet, label: str, direction: int) -> str:
    """The cell that lies next to another; beyond the edge of the board an empty label."""
    board = sheet.table.rules.board
    cell = board.around[board.index[label]][direction]
    return board.labels[cell] if cell >= 0 else ""


# ---- shapes ---------------------------------------------------------------------------------


def _hexagon(at: Point, radius: float) -> list[Point]:
    """The points of a tile, clockwise from the top; its edge to the ne lies after the first."""
    return _round(at, [radius] * 6)


def _star(at: Point, radius: float) -> list[Point]:
    """The points of a star, and what lies between them."""
    return _round(at, [radius, 0.45 * radius] * 6)


def _round(at: Point, radii: Sequence[float]) -> list[Point]:
    """Points round a middle, clockwise from the top, and so far away from it."""
    angles = [2 * math.pi * place / len(radii) for place in range(len(radii))]
    return [
        (at[0] + radius * math.sin(angle), at[1] - radius * math.cos(angle))
        for radius, angle in zip(radii, angles, strict=True)
    ]


def _point(point: Point) -> str:
    return f"{short(point[0])} {short(point[1])}"


def _stroke(sheet: Sheet, width: float) -> str:
    """The width of a line round tiles, which is less round small ones."""
    return f"stroke-width:{short(float(width * min(1, sheet.radius / 22)))}"
