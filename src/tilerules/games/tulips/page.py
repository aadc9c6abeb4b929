"""What the picture of a Tulips table is made of: a page, and cards with tulips on it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from xml.etree import ElementTree as ET

import attrs

from tilerules.engine.picture import Hue, hues, node, short, thing, words
from tilerules.engine.signs import signs
from tilerules.games.tulips.rules import Rules

# ---- the page -------------------------------------------------------------------------------

WIDTH, MARGIN, INNER, BETWEEN = 400.0, 12.0, 20.0, 8.0
BOLD = {"font_weight": "bold"}
SIZE, SMALL, LINE = 12.5, 11.5, 16.0
BREADTH, HEIGHT, STEP, ROW = 26.0, 46.0, 31.0, 52.0
MOST = {"festival": 44, "secret": 33, "bouquet": 55}  # with more cards, equal ones are one pile


@attrs.frozen
class Look:
    """How a colour is drawn."""

    hue: Hue
    sign: str


@attrs.frozen
class Tile:
    """A card that is drawn, or several equal ones.

    Attributes:
        name: in words; None if it lies face down.
        look: of its colour.
        where: it lies, in words.
        by: the seat it came from, where its back says that.
        fresh: whether the last ply has laid it open.
        drawn: whether the end has drawn it from the secret festival.
        lit: what it counts for in a score.
        times: how many there are.
    """

    name: str | None
    look: Look | None
    where: str
    by: int | None = None
    fresh: bool = False
    drawn: bool = False
    lit: str | None = None
    times: int = 1

    @property
    def label(self) -> str:
        """The card in words."""
        number = f"{self.times} cards: " if self.times > 1 else ""
        notes = (
            (self.by is not None, f"by seat {self.by}"),
            (self.drawn, "drawn from the secret one"),
            (self.fresh, "just laid open"),
            (self.lit, f"counts for {self.lit}"),
        )
        told = [self.name or "face down", self.where, *(note for holds, note in notes if holds)]
        return number + ", ".join(told)


@attrs.define
class Page:
    """A picture that grows downwards: what is on it, and where the next thing goes."""

    looks: Sequence[Look]
    top: float = MARGIN
    inner: list[ET.Element] = attrs.field(factory=list)

    def say(self, text: str, *, left: float = INNER, **attributes: str) -> None:
        """Add a text, in as many lines as it needs; one in bold is a heading."""
        bold, room = "font_weight" in attributes, WIDTH - INNER - left
        size = SIZE if bold else SMALL
        for line in _folded(text, size, room, bold=bold):
            middle = self.top + LINE / 2
            self.inner.append(fitted(left, middle, line, size, room, **attributes))
            self.top += LINE

    def lay(self, groups: Iterable[Sequence[Tile]], left: float = INNER) -> None:
        """Add cards in rows, with more room between groups of them."""
        x, self.top = left, self.top + 3
        for group in groups:
            for tile in group:
                if x + BREADTH > WIDTH - INNER + 1:
                    x, self.top = left, self.top + ROW
                self.inner.append(_card(tile, x, self.top))
                x += STEP
            x += 5 if group else 0
        self.top += ROW

    def frame(self, label: str, start: tuple[int, float], *texts: ET.Element) -> None:
        """Put what has been added since the start into a frame, with texts of its own."""
        index, top = start
        outline = node(
            "rect",
            class_="line",
            x=MARGIN,
            y=top,
            width=WIDTH - 2 * MARGIN,
            height=self.top - top,
            rx=7.0,
        )
        self.inner.insert(index, thing(label, outline, *texts))
        self.top += BETWEEN

    @property
    def place(self) -> tuple[int, float]:
        """Where a frame can start."""
        return len(self.inner), self.top


LETTERS = {
    **dict.fromkeys("ijlI", 0.29),
    **dict.fromkeys("frt.,:;/()- ", 0.38),
    **dict.fromkeys("cksvxyz_", 0.57),
    **dict.fromkeys("mwMW", 0.96),
}
"""How broad letters are; others are about as broad as a digit."""


def breadth(text: str, size: float, *, bold: bool = False) -> float:
    """About how broad a text is."""
    return size * sum(LETTERS.get(letter, 0.64) for letter in text) * (1.11 if bold else 1)


def _folded(text: str, size: float, room: float, *, bold: bool) -> list[str]:
    """A text in lines that fit."""
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and breadth(longer, size, bold=bold) > room:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines


def fitted(
    x: float, y: float, text: str, size: float, room: float, **attributes: str
) -> ET.Element:
    """A text from x on, made narrower if it is too broad."""
    out = words(x, y, text, size, **{"anchor": "start", **attributes})
    if breadth(text, size, bold="font_weight" in attributes) > room:
        out.attrib |= {"textLength": short(room), "lengthAdjust": "spacingAndGlyphs"}
    return out


# ---- tulips and cards -----------------------------------------------------------------------


def looks(rules: Rules) -> list[Look]:
    """How each colour is drawn."""
    found, fills = signs(rules.colours), hues(rules.colours)
    return [Look(fills[colour], found[colour]) for colour in rules.colours]


CUP = "M0 9C-9 9-11 2-10-9.5L-5-4 0-10 5-4 10-9.5C11 2 9 9 0 9Z"
STEM, LEAF = "M0 9v10", "M0 19q-7-1-8-8q7 1 8 8Z"


def tulip(x: float, y: float, look: Look, text: str, *, stem: bool) -> list[ET.Element]:
    """A cup of three pointed petals round a point, and what is written on it."""
    fill, there = (
        f"fill:{look.hue.fill}",
        {"transform": f"translate({short(x)} {short(y)})"},
    )
    bold = {"anchor": "middle", "font_weight": "bold", "style": f"fill:{look.hue.ink}"}
    parts = [
        node("path", class_="back", d=LEAF, **there),
        node("path", class_="line", d=STEM, **there),
    ]
    return [
        *(parts if stem else ()),
        node("path", class_="face", style=fill, d=CUP, **there),
        fitted(x, y + 2, text, SIZE, 12, **bold),
    ]


def _card(tile: Tile, x: float, y: float) -> ET.Element:
    """A card whose upper left corner lies there."""
    middle = x + BREADTH / 2
    inner = [box("face" if tile.name else "back", x, y)]
    if tile.drawn:
        inner.append(node("rect", class_="back", x=x, y=y, width=BREADTH, height=4.0))
    if tile.name and tile.look:
        bold = {"anchor": "middle", "font_weight": "bold"}
        inner.append(fitted(middle, y + 10.5, tile.look.sign, SMALL, BREADTH - 4, **bold))
        value = tile.name.rpartition("-")[2]
        inner += tulip(middle, y + 26, tile.look, value, stem=tile.times == 1)
    elif tile.by is not None:
        inner.append(words(middle, y + 10, "by", SMALL))
        inner.append(words(middle, y + 24, str(tile.by), SIZE, font_weight="bold"))
    if tile.times > 1:
        middling = {"anchor": "middle"}
        inner.append(fitted(middle, y + 40, f"×{tile.times}", SMALL, BREADTH - 2, **middling))
    if tile.lit:
        inner += [box("halo", x, y), box("lit", x, y)]
    if tile.fresh:
        inner.append(box("marked", x, y, 2.5 if tile.lit else 0.5))
    return thing(tile.label, *inner)


def box(class_: str, x: float, y: float, out: float = 0.0) -> ET.Element:
    """The outline of a card, or one round it."""
    width, height = BREADTH + 2 * out, HEIGHT + 2 * out
    return node("rect", class_=class_, x=x - out, y=y - out, width=width, height=height, rx=4.0)


def piled(tiles: Sequence[Tile], most: int) -> list[Tile]:
    """The cards; if there are too many, equal ones together."""
    if len(tiles) <= most:
        return [*tiles]
    return [attrs.evolve(tile, times=times) for tile, times in Counter(tiles).items()]
