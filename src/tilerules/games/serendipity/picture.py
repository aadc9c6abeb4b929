"""A Serendipity table as a picture."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from xml.etree import ElementTree as ET

from tilerules.engine.picture import flower, node, picture, polygon, thing, words
from tilerules.engine.positions import Position
from tilerules.engine.scoring import ScoreBreakdown, how_it_ended
from tilerules.engine.shared.tally import in_words
from tilerules.engine.shared.words import seat_in_words
from tilerules.games.serendipity.choices import due
from tilerules.games.serendipity.drawing import draw_text
from tilerules.games.serendipity.ending import game_outcome
from tilerules.games.serendipity.hidden import observe
from tilerules.games.serendipity.scoring import score
from tilerules.games.serendipity.state import Observation, State
from tilerules.games.serendipity.tiles import MARGIN, WIDTH, Sheet, laid_out, tiles
from tilerules.wording import counted, listed

_SIZE = 13.5  # of letters that one has to read
_CHIPS = 138.0, 374.0  # where the colours of a seat begin and end
_NAME = 110.0  # how long the name beside them may be


def draw_svg(position: Position, highlight: ScoreBreakdown | None) -> str:
    """The board, and beneath it whose the colours are; a score's carpets stand out.

    A state is drawn as a spectator sees it.
    """
    assert isinstance(position, State | Observation), "the game draws its own positions"
    table = observe(position, None, memory=True) if isinstance(position, State) else position
    sheet, status = laid_out(table, highlight), _status(table)
    boxes, below = _boxes(sheet, sheet.end + MARGIN)
    counts, below = _tally(table, below)
    lines, below = _score(sheet, below)
    room = WIDTH - 2 * MARGIN
    return picture(
        WIDTH,
        below + MARGIN - 5,
        _fitted(WIDTH / 2, 22, status, 17, room, font_weight="bold"),
        _fitted(WIDTH / 2, 46, _last_move(table), _SIZE, room),
        *tiles(sheet),
        *boxes,
        *counts,
        *lines,
        title=f"{table.ruleset.title}. {status}",
        description=draw_text(table),
    )


# ---- what is said above and below -----------------------------------------------------------


def _status(table: Observation) -> str:
    """Whose move it is and what is due, or how the game ended."""
    if not table.is_over:
        return f"Turn {table.turns + 1}, seat {table.to_move}: {due(table)}"
    return how_it_ended(table.turns, game_outcome(table))


def _last_move(table: Observation) -> str:
    if table.last_move is None:
        return "No move yet"
    tile = f" ({table.shown.tile})" if table.shown else ""
    return f"Last move: {table.last_move}{tile}"


def _boxes(sheet: Sheet, top: float) -> tuple[list[ET.Element], float]:
    """A box for each seat, and one for the colours that nobody has; and where they end."""
    table, boxes = sheet.table, list[ET.Element]()
    points = [counted(each.total, "point") for each in score(table)]
    free = any(colour not in table.owners for colour in table.rules.colours)
    for seat in [*range(table.seats), *([None] if free else [])]:
        name = "nobody" if seat is None else seat_in_words(table.rules.shared, seat)
        name += " (you)" if seat is not None and seat == table.viewer else ""
        colours = [each for each in table.rules.colours if table.owners.get(each) == seat]
        moves = seat is not None and seat == table.to_move
        worth = "" if seat is None else points[seat]
        box, height = _box(sheet, name, colours, worth, top, to_move=moves)
        boxes.append(box)
        top += height + 5
    return boxes, top


def _box(
    sheet: Sheet, name: str, colours: Sequence[str], worth: str, top: float, *, to_move: bool
) -> tuple[ET.Element, float]:
    """Whose some colours are, and the points; and how high it is."""
    y, weight = top + 15, "bold" if to_move else "normal"
    beside = _length(name, _SIZE) <= _NAME or not colours
    chips, low = _chips(sheet, colours, y if beside else y + 30)
    shape = {"x": MARGIN, "y": top, "width": WIDTH - 2 * MARGIN, "height": low + 15 - top}
    inner = [words(36, y, name, _SIZE, anchor="start", font_weight=weight), *chips]
    if worth:
        at = WIDTH - MARGIN - 8
        inner.append(words(at, y, worth, _SIZE, anchor="end", font_weight=weight))
    if to_move:
        inner.append(polygon([(20, y - 6), (30, y), (20, y + 6)], class_="quiet"))
    told = (listed(colours) or "no colour yet", worth, "to move" if to_move else "")
    box = node("rect", class_="face", rx=6.0, **shape)
    return thing(f"{name}: {'; '.join(filter(None, told))}", box, *inner), shape["height"]


def _chips(sheet: Sheet, colours: Iterable[str], y: float) -> tuple[list[ET.Element], float]:
    """Colours with their flowers, in as many rows as they need; and where the last row stands."""
    (left, right), out = _CHIPS, list[ET.Element]()
    x = left
    for colour in colours:
        wide = 32 + _length(colour, _SIZE)
        if x > left and x + wide > right:
            x, y = left, y + 30
        out += flower(x + 13, y, 13.2, sheet.hue[colour], sheet.sign[colour])
        out.append(words(x + 32, y, colour, _SIZE, anchor="start"))
        x += wide + 6
    return out, y


def _score(sheet: Sheet, top: float) -> tuple[list[ET.Element], float]:
    """What the score on the board is made of; and where it ends."""
    if sheet.score is None:
        return [], top
    texts = [f"Score of seat {sheet.score.seat}: {counted(sheet.score.total, 'point')}"]
    for line in sheet.lines:
        things = counted(line.count, _ONE.get(line.id, line.id)) if line.of else _ONE[line.id]
        texts.append(f"{line.of or 'start'}, {things}: {counted(line.points, 'point')}")
    return _texts(texts, top, head=True)


def _tally(table: Observation, top: float) -> tuple[list[ET.Element], float]:
    """What has been counted; and where it ends."""
    lines = in_words(table)
    return _texts(lines, top, head=False) if lines else ([], top)


def _texts(texts: Iterable[str], top: float, *, head: bool) -> tuple[list[ET.Element], float]:
    """Lines of text, the first of them a head or not; and where they end."""
    out, room = list[ET.Element](), WIDTH - 2 * MARGIN - 8
    y = top + 12
    for number, text in enumerate(texts):
        weight = "bold" if head and not number else "normal"
        out.append(_fitted(MARGIN + 8, y, text, _SIZE, room, anchor="start", font_weight=weight))
        y += 22
    return out, y - 7


_ONE = {
    "flowers": "flower",
    "serendips": "joined Serendip",
    "matches": "matching Serendip",
    "sizes": "joined flower",
    "rings": "ring",
    "lines": "row",
    "apart": "lone flower",
    "face_down": "missing flower",
    "handicap": "handicap",
}


def _fitted(
    x: float, y: float, text: str, size: float, room: float, *, anchor: str = "middle", **more: str
) -> ET.Element:
    """A text, in smaller letters if it needs more room than there is."""
    return words(x, y, text, size * min(1, room / _length(text, size)), anchor=anchor, **more)


def _length(text: str, size: float) -> float:
    """About how long a text is, rather too long than too short."""
    return 0.66 * size * max(1, len(text))
