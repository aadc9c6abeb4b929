"""Flowers cards, and marks on them, as the elements of an SVG picture."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping
from typing import NamedTuple
from xml.etree import ElementTree as ET

import attrs

from tilerules.engine.picture import Hue, flower, hues, node, short, words
from tilerules.engine.signs import signs
from tilerules.games.flowers.rules import UNKNOWN, VIOLET, Rules

Line = tuple[float, float, float, float]
Step = tuple[int, int]


class Square(NamedTuple):
    """A square part of a picture."""

    x: float
    y: float
    size: float

    def part(self, x: float, y: float, size: float) -> Square:
        """A smaller one within it, in its own measure."""
        return Square(self.x + x * self.size, self.y + y * self.size, size * self.size)

    def drawn(self, **attributes: object) -> ET.Element:
        """Its sides, with round corners."""
        x, y, size = self
        return node("rect", x=x, y=y, width=size, height=size, rx=0.1 * size, **attributes)


@attrs.frozen
class Look:
    """How the cards of some rules are drawn."""

    rules: Rules
    hues: Mapping[str, Hue]
    signs: Mapping[str, str]


def look(rules: Rules) -> Look:
    """The hue and the sign of every colour, of the violet card too where there is one."""
    return Look(rules, hues(rules.colours_drawn), signs(rules.colours_drawn))


# ---- cards ----------------------------------------------------------------------------------


def in_words(rules: Rules, card: int) -> str:
    """A card as it is called in a label."""
    if card == UNKNOWN:
        return "a card face down"
    kind = rules.kinds[card]
    if kind.colour is None:
        return "the violet card"
    butterfly = f" with a {kind.butterfly} butterfly" if kind.butterfly else ""
    return f"{kind.colour} {kind.value}{butterfly}"


def face(look: Look, card: int, at: Square) -> list[ET.Element]:
    """A card, its shape first: a flower in its colour, its value and its butterfly."""
    x, y, size = at
    if card == UNKNOWN:
        inner = node("circle", cx=x + size / 2, cy=y + size / 2, r=size * 0.22, class_="line")
        return [at.drawn(class_="back"), inner]
    kind = look.rules.kinds[card]
    colour = kind.colour or VIOLET
    hue, sign = look.hues[colour], look.signs[colour]
    drawn = [
        at.drawn(class_="face"),
        *flower(x + 0.44 * size, y + 0.56 * size, 0.42 * size, hue, sign),
    ]
    if kind.colour:
        value, letters = str(kind.value), 0.35 * size
        drawn.append(words(x + 0.82 * size, y + 0.23 * size, value, letters, font_weight="bold"))
    if kind.butterfly:
        drawn += _butterfly(at, look.hues[kind.butterfly], look.signs[kind.butterfly])
    return drawn


WINGS = (0.77, 0.77)  # where the butterfly of a card is


def _butterfly(at: Square, hue: Hue, sign: str) -> Iterator[ET.Element]:
    """Two pairs of wings in the colour of a butterfly, and its sign."""
    x, y, size = at.part(*WINGS, 1)
    outlined = f"fill:{hue.fill};stroke-width:1.5"
    for side in (-1, 1):
        for aside, down, across, high in ((0.1, 0.11, 0.09, 0.09), (0.12, -0.05, 0.11, 0.13)):
            yield node(
                "ellipse",
                cx=x + side * aside * size,
                cy=y + down * size,
                rx=across * size,
                ry=high * size,
                class_="halo",
                style=outlined,
            )
    yield node("ellipse", cx=x, cy=y, rx=0.13 * size, ry=0.14 * size, fill=hue.fill)
    letters = size * (0.32 if len(sign) == 1 else 0.44 / len(sign))
    yield words(x, y, sign, letters, style=f"fill:{hue.ink}", font_weight="bold")


def beneath(at: Square, cards: int) -> list[ET.Element]:
    """The edges of the cards under the upper one, two of them at most."""
    layers = reversed(range(1, min(cards, 3)))
    return [at.part(0.035 * layer, 0.035 * layer, 1).drawn(class_="back") for layer in layers]


def depth(at: Square, cards: int) -> list[ET.Element]:
    """The number of cards in a stack."""
    x, y, size = at.part(0.05, 0.05, 1)
    text = f"×{cards}"
    letters = size * min(0.31, 0.6 / (0.35 + 0.66 * len(text)))
    width = letters * (0.35 + 0.66 * len(text))
    return [
        node("rect", x=x, y=y, width=width, height=0.36 * size, rx=0.1 * size, class_="back"),
        words(x + width / 2, y + 0.18 * size, text, letters),
    ]


# ---- marks ----------------------------------------------------------------------------------


def outlined(at: Square) -> ET.Element:
    """The mark of what the last ply laid or turned up."""
    return at.part(-0.01, -0.01, 1.02).drawn(class_="marked")


def cross(at: Square) -> list[ET.Element]:
    """The mark of a card that a score removes."""
    x, y, size = at
    return stroked((x, y, x + size, y + size), (x + size, y, x, y + size))


def ring(at: Square) -> list[ET.Element]:
    """The mark of a butterfly that scores."""
    return [node("circle", cx=at.x, cy=at.y, r=at.size, class_=layer) for layer in ("halo", "lit")]


def stroked(*lines: Line) -> list[ET.Element]:
    """Lines that stand out from what they cross."""
    path = "".join(f"M{short(a)} {short(b)}L{short(c)} {short(d)}" for a, b, c, d in lines)
    layers = ("halo", "lit") if lines else ()
    return [node("path", d=path, class_=layer, stroke_linecap="square") for layer in layers]


def edges(cell: Square, inside: Container[Step]) -> Iterator[Line]:
    """The sides of a cell that are the edge of its field, which goes on at the steps inside."""
    x, y, size = cell
    left, right = x + 2 * ((-1, 0) not in inside), x + size - 2 * ((1, 0) not in inside)
    top, bottom = y + 2 * ((0, -1) not in inside), y + size - 2 * ((0, 1) not in inside)
    sides = {
        (0, -1): (left, top, right, top),
        (1, 0): (right, top, right, bottom),
        (0, 1): (left, bottom, right, bottom),
        (-1, 0): (left, top, left, bottom),
    }
    return (side for step, side in sides.items() if step not in inside)
