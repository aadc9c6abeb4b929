"""A Serendipity table as a picture."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from xml.etree import ElementTree as ET

import attrs

from tilerules.engine.drawing import (
    Hue,
    ending,
    flower,
    hues,
    node,
    picture,
    polygon,
    said,
    spots,
    thing,
    words,
)
from tilerules.engine.positions import Position
from tilerules.engine.scoring import ScoreBreakdown, ScoreLine
from tilerules.engine.signs import signs
from tilerules.games.serendipity.choices import swap_is_duty
from tilerules.games.serendipity.drawing import draw_text
from tilerules.games.serendipity.hidden import observe
from tilerules.games.serendipity.scoring import game_outcome, score
from tilerules.games.serendipity.state import SERENDIP, Cell, Observation, State
from tilerules.table.hexagon import DIRECTIONS, Hexagon
from tilerules.wording import counted, listed

Point = tuple[float, float]

_WIDTH = 480.0
_MARGIN = 12.0
_BOARD = 66.0  # where the board begins, below what is said above it
_WIDEST = 60.0  # a tile of a small board
_SIZE = 13.5  # of letters that one has to read
_CHIPS = 138.0, 374.0  # where the colours of a seat begin and end


def draw_svg(position: Position, highlight: ScoreBreakdown | None) -> str:
    """The board, and beneath it whose the colours are; a score's carpets stand out.

    A state is drawn as a spectator sees it.
    """
    assert isinstance(position, State | Observation), "the game draws its own positions"
    table = observe(position, None, memory=True) if isinstance(position, State) else position
    sheet, status = _sheet(table, highlight), _status(table)
    boxes, below = _boxes(sheet, sheet.end + _MARGIN)
    lines, below = _score(sheet, below)
    room = _WIDTH - 2 * _MARGIN
    return picture(
        _WIDTH,
        below + _MARGIN - 5,
        _fitted(_WIDTH / 2, 22, status, 17, room, font_weight="bold"),
        _fitted(_WIDTH / 2, 46, _last_move(table), _SIZE, room),
        *_board(sheet),
        *boxes,
        *lines,
        title=f"{table.ruleset.title}. {status}",
        description=draw_text(table),
    )


@attrs.frozen
class _Sheet:
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


def _sheet(table: Observation, highlight: ScoreBreakdown | None) -> _Sheet:
    board, colours = table.rules.board, table.rules.colours
    across = min(_WIDEST, (_WIDTH - 2 * _MARGIN) / (2 * board.side - 1))
    radius = across / math.sqrt(3)
    return _Sheet(
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
            _WIDTH / 2 + (place - (len(cells) - 1) / 2) * radius * math.sqrt(3),
            _BOARD + radius * (1 + 1.5 * row),
        )
        for row, cells in enumerate(board.rows)
        for place, cell in enumerate(cells)
    }


# ---- the board ------------------------------------------------------------------------------


def _board(sheet: _Sheet) -> Iterator[ET.Element]:
    """The tiles in row order, a line round those of a score, and one round the one turned up."""
    yield from (_tile(sheet, label) for label in sheet.middles)
    if sheet.lit:
        yield from _outline(sheet)
    if sheet.just:
        shape = _hexagon(sheet.middles[sheet.just], sheet.radius)
        yield polygon(shape, class_="halo", style=_stroke(sheet, 6))
        yield polygon(shape, class_="marked", style=_stroke(sheet, 2.5))


def _tile(sheet: _Sheet, label: str) -> ET.Element:
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


def _what(sheet: _Sheet, label: str, cell: Cell) -> str:
    """A tile in words, and what it does in the score."""
    if cell.tile is None:
        return "a tile not seen yet, face down" if sheet.table.memory else "a tile, face down"
    tile = f"a {cell.tile} flower"
    if cell.tile == SERENDIP:
        tile = f"a Serendip with {sheet.table.rules.edges[0]} to the {cell.facing}"
    just = ", just turned up" if label == sheet.just else ""
    if not cell.up:
        return f"{tile}{f'{just} and turned back' if just else ', seen before'}, face down"
    kinds = {line.id for line in sheet.lines if label in line.spots}
    return f"{tile}, face up{just}" + "".join(f", {_IN[kind]}" for kind in _IN if kind in kinds)


_IN = {
    "flowers": "in the carpet",
    "serendips": "joined to the carpet",
    "matches": "with a matching edge",
}


def _flower(sheet: _Sheet, label: str, colour: str) -> list[ET.Element]:
    """A flower on a ground of its colour, above its label."""
    (x, y), radius, hue = sheet.middles[label], sheet.radius, sheet.hue[colour]
    return [
        polygon(_hexagon((x, y), radius * 0.93), fill=hue.fill, fill_opacity=0.25),
        *flower(x, y - 0.2 * radius, 0.67 * radius, hue, sheet.sign[colour]),
        words(x, y + 0.63 * radius, label, radius * 0.34),
    ]


def _seen(sheet: _Sheet, label: str, cell: Cell) -> list[ET.Element]:
    """On a back its label, and small and pale what lies there."""
    (x, y), radius = sheet.middles[label], sheet.radius
    name, at = words(x, y - 0.42 * radius, label, radius * 0.44), (x, y + 0.33 * radius)
    if cell.tile == SERENDIP:
        ground = polygon(_hexagon(at, 0.5 * radius), class_="face")
        star = polygon(_star(at, 0.22 * radius), class_="quiet")
        return [name, node("g", ground, *_edges(sheet, cell, at, 0.5), star, opacity=0.65)]
    assert cell.tile is not None, "what has been seen is known"
    hue, sign = sheet.hue[cell.tile], sheet.sign[cell.tile]
    ring = f"stroke:{hue.fill};stroke-width:{said(radius / 9)};fill-opacity:.55"
    return [
        name,
        node("circle", cx=at[0], cy=at[1], r=radius * 0.4, class_="face", style=ring),
        words(*at, sign, radius * min(0.54, 0.9 / len(sign))),
    ]


def _serendip(sheet: _Sheet, label: str, cell: Cell) -> list[ET.Element]:
    """A star over the label, and round them the six edges with the signs of their colours."""
    (x, y), radius = sheet.middles[label], sheet.radius
    return [
        *_edges(sheet, cell, (x, y), 0.92),
        *(_edge_sign(sheet, (x, y), *edge) for edge in _lies(sheet, cell)),
        polygon(_star((x, y - 0.2 * radius), 0.24 * radius), class_="quiet"),
        words(x, y + 0.19 * radius, label, radius * 0.34),
    ]


def _lies(sheet: _Sheet, cell: Cell) -> Iterator[tuple[str, int]]:
    """The edges of a Serendip, each with the number of the direction in which it lies."""
    first = DIRECTIONS.index(cell.facing or DIRECTIONS[0])
    for place, edge in enumerate(sheet.table.rules.edges):
        yield edge, (first + place) % 6


def _edges(sheet: _Sheet, cell: Cell, at: Point, part: float) -> Iterator[ET.Element]:
    """The edges of a Serendip that is drawn so large, against a tile."""
    outer, inner = (_hexagon(at, sheet.radius * part * size) for size in (1, 0.6))
    for edge, one in _lies(sheet, cell):
        other = (one + 1) % 6
        shape = [outer[one], outer[other], inner[other], inner[one]]
        yield polygon(shape, fill=sheet.hue[edge].fill)


def _edge_sign(sheet: _Sheet, at: Point, edge: str, direction: int) -> ET.Element:
    """The sign of an edge of a Serendip; several letters run along it."""
    sign, angle = sheet.sign[edge], 60 * direction + 30
    x, y = _round(at, [0.65 * sheet.radius] * 12)[2 * direction + 1]
    along = f"rotate({(angle + 90) % 180 - 90} {_point((x, y))})"
    turned = {"transform": along} if len(sign) > 1 else {}
    ink, size = f"fill:{sheet.hue[edge].ink}", sheet.radius * min(0.32, 0.9 / len(sign))
    return words(x, y, sign, size, style=ink, font_weight="bold", **turned)


# ---- a score on the board -------------------------------------------------------------------


def _outline(sheet: _Sheet) -> Iterator[ET.Element]:
    """A line round all that the score names, and a ring on each matching edge."""
    border = "".join(f"M{_point(one)}L{_point(other)}" for one, other in _border(sheet))
    matches = [*_matches(sheet)]
    for kind, width in (("halo", 5.5), ("lit", 3)):
        style = _stroke(sheet, width)
        yield node("path", d=border, class_=kind, style=style, stroke_linecap="round")
        for x, y in matches:
            yield node("circle", cx=x, cy=y, r=0.07 * sheet.radius, class_=kind, style=style)


def _border(sheet: _Sheet) -> Iterator[tuple[Point, Point]]:
    """The ends of each edge between a cell that the score names and one that it does not."""
    for label in (each for each in sheet.middles if each in sheet.lit):
        points = _hexagon(sheet.middles[label], sheet.radius)
        for direction in range(6):
            if _near(sheet, label, direction) not in sheet.lit:
                yield points[direction], points[(direction + 1) % 6]


def _matches(sheet: _Sheet) -> Iterator[Point]:
    """The middles of the edges that lie against flowers of their colour."""
    for line in (each for each in sheet.lines if each.id == "matches"):
        flowers = _against(sheet, line.of)
        for label in (each for each in sheet.middles if each in line.spots):
            for edge, direction in _lies(sheet, sheet.table.cells[label]):
                near = _near(sheet, label, direction)
                if edge == line.of and near in flowers:
                    (x, y), (u, v) = sheet.middles[label], sheet.middles[near]
                    yield (x + u) / 2, (y + v) / 2


def _against(sheet: _Sheet, colour: str | None) -> set[str]:
    """The flowers against which an edge of their colour matches."""
    carpets = [line.spots for line in sheet.lines if (line.id, line.of) == ("flowers", colour)]
    if carpets and sheet.table.rules.scoring.against == "carpet":
        return {label for carpet in carpets for label in carpet}
    return {at for at, cell in sheet.table.cells.items() if cell.up and cell.tile == colour}


def _near(sheet: _Sheet, label: str, direction: int) -> str:
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
    return f"{said(point[0])} {said(point[1])}"


def _stroke(sheet: _Sheet, width: float) -> str:
    """The width of a line round tiles, which is less round small ones."""
    return f"stroke-width:{said(float(width * min(1, sheet.radius / 22)))}"


def _fitted(
    x: float, y: float, text: str, size: float, room: float, *, anchor: str = "middle", **more: str
) -> ET.Element:
    """A text, in smaller letters if it needs more room than there is."""
    return words(x, y, text, size * min(1, room / _length(text, size)), anchor=anchor, **more)


def _length(text: str, size: float) -> float:
    """About how long a text is, rather too long than too short."""
    return 0.66 * size * max(1, len(text))


# ---- what is said above and below -----------------------------------------------------------


def _status(table: Observation) -> str:
    """Whose move it is and what is due, or how the game ended."""
    if not table.is_over:
        return f"Turn {table.turns + 1}, seat {table.to_move}: {_due(table)}"
    return ending(table.turns, game_outcome(table))


def _due(table: Observation) -> str:
    match table.step:
        case "choose":
            return "choose a colour"
        case "decide":
            return f"decide about {table.turned_up}"
        case "swap":
            return "swap two tiles" if swap_is_duty(table.rules) else "swap two tiles, or pass"
        case "go_on":
            return "turn up one more tile, or pass"
        case "again":
            return "turn up one more tile"
    return "turn up a tile"


def _last_move(table: Observation) -> str:
    if table.last_move is None:
        return "No move yet"
    tile = f" ({table.shown.tile})" if table.shown else ""
    return f"Last move: {table.last_move}{tile}"


def _boxes(sheet: _Sheet, top: float) -> tuple[list[ET.Element], float]:
    """A box for each seat, and one for the colours that nobody has; and where they end."""
    table, boxes = sheet.table, list[ET.Element]()
    points = [counted(each.total, "point") for each in score(table)]
    free = any(colour not in table.owners for colour in table.rules.colours)
    for seat in [*range(table.seats), *([None] if free else [])]:
        name = "nobody" if seat is None else f"seat {seat}"
        name += " (you)" if seat is not None and seat == table.viewer else ""
        colours = [each for each in table.rules.colours if table.owners.get(each) == seat]
        moves = seat is not None and seat == table.to_move
        worth = "" if seat is None else points[seat]
        box, height = _box(sheet, name, colours, worth, top, to_move=moves)
        boxes.append(box)
        top += height + 5
    return boxes, top


def _box(
    sheet: _Sheet, name: str, colours: Sequence[str], worth: str, top: float, *, to_move: bool
) -> tuple[ET.Element, float]:
    """Whose some colours are, and the points; and how high it is."""
    y, weight = top + 15, "bold" if to_move else "normal"
    chips, low = _chips(sheet, colours, y)
    shape = {"x": _MARGIN, "y": top, "width": _WIDTH - 2 * _MARGIN, "height": low + 15 - top}
    inner = [words(36, y, name, _SIZE, anchor="start", font_weight=weight), *chips]
    if worth:
        at = _WIDTH - _MARGIN - 8
        inner.append(words(at, y, worth, _SIZE, anchor="end", font_weight=weight))
    if to_move:
        inner.append(polygon([(20, y - 6), (30, y), (20, y + 6)], class_="quiet"))
    told = (listed(colours) or "no colour yet", worth, "to move" if to_move else "")
    box = node("rect", class_="face", rx=6.0, **shape)
    return thing(f"{name}: {'; '.join(filter(None, told))}", box, *inner), shape["height"]


def _chips(sheet: _Sheet, colours: Iterable[str], y: float) -> tuple[list[ET.Element], float]:
    """Colours with their flowers, in as many rows as they need; and where the last row stands."""
    (left, right), out = _CHIPS, list[ET.Element]()
    x = left
    for colour in colours:
        wide = 24 + _length(colour, _SIZE)
        if x > left and x + wide > right:
            x, y = left, y + 26
        out += flower(x + 10, y, 10, sheet.hue[colour], sheet.sign[colour])
        out.append(words(x + 24, y, colour, _SIZE, anchor="start"))
        x += wide + 6
    return out, y


def _score(sheet: _Sheet, top: float) -> tuple[list[ET.Element], float]:
    """What the score on the board is made of; and where it ends."""
    if sheet.score is None:
        return [], top
    texts = [f"Score of seat {sheet.score.seat}: {counted(sheet.score.total, 'point')}"]
    for line in sheet.lines:
        things = counted(line.count, _ONE.get(line.id, line.id))
        texts.append(f"{line.of}, {things}: {counted(line.points, 'point')}")
    out, room = list[ET.Element](), _WIDTH - 2 * _MARGIN - 8
    for number, text in enumerate(texts):
        y, weight = top + 12 + 22 * number, "normal" if number else "bold"
        out.append(_fitted(_MARGIN + 8, y, text, _SIZE, room, anchor="start", font_weight=weight))
    return out, top + 22 * len(texts) + 5


_ONE = {"flowers": "flower", "serendips": "joined Serendip", "matches": "matching Serendip"}
