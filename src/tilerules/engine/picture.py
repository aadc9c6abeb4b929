"""What the pictures of all games are made of: hues, flowers, and SVG elements."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from xml.etree import ElementTree as ET

import attrs

from tilerules.engine.scoring import ScoreBreakdown

# ---- colours --------------------------------------------------------------------------------


@attrs.frozen
class Hue:
    """How a colour is drawn; no two colours of a card have the same number of petals."""

    fill: str
    ink: str
    petals: int


FILLS = {
    "white": "#fdfdfb",
    "yellow": "#f8dc55",
    "pink": "#f5b3cd",
    "lime": "#a9cf3f",
    "orange": "#ec8f2d",
    "grey": "#989898",
    "teal": "#2f9e9a",
    "green": "#4c9a50",
    "violet": "#9467c9",
    "red": "#cc2f2f",
    "brown": "#86552b",
    "purple": "#7a3fa3",
    "blue": "#1d4b94",
    "black": "#262626",
}
"""The fills of colours by name, from light to dark."""


def hues(colours: Sequence[str]) -> dict[str, Hue]:
    """How each colour of a card is drawn: by its name, or by the fill that differs most."""
    fills = {colour: FILLS[colour] for colour in colours if colour in FILLS}
    for colour in colours:
        fills.setdefault(colour, _other_than(list(fills.values())))
    return {
        colour: Hue(fills[colour], "#000" if lightness(fills[colour]) > 49.5 else "#fff", 3 + place)
        for place, colour in enumerate(colours)
    }


def _other_than(used: Sequence[str]) -> str:
    """The fill that is used least, and of these the one whose lightness is furthest from others."""
    known = [lightness(fill) for fill in used]

    def worth(fill: str) -> tuple[int, float]:
        light = lightness(fill)
        return -used.count(fill), min((abs(light - other) for other in known), default=light)

    return max(FILLS.values(), key=worth)


def lightness(fill: str) -> float:
    """The CIE lightness of a fill such as `#1d4b94`, from 0 for black to 100 for white."""
    red, green, blue = (_linear(int(fill[start : start + 2], 16) / 255) for start in (1, 3, 5))
    luminance = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    return 116 * math.cbrt(luminance) - 16 if luminance > 0.008856 else 903.3 * luminance


def _linear(part: float) -> float:
    """A part of a colour of sRGB, as the light that it gives."""
    return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4


# ---- elements -------------------------------------------------------------------------------

STYLE = """
.tr text{font-family:'DejaVu Sans',Verdana,Arial,sans-serif;fill:#23281f}
.tr .panel{fill:#f4f1e6}
.tr .back{fill:#a9b59c;stroke:#5f6b54}
.tr .face{fill:#fffdf6;stroke:#5f6b54}
.tr .quiet{fill:#6b6f63}
.tr .line{stroke:#5f6b54;fill:none}
.tr .marked{fill:none;stroke:#000;stroke-width:2.5;stroke-dasharray:5 3}
.tr .lit{fill:none;stroke:#000;stroke-width:3}
.tr .halo{fill:none;stroke:#fff;stroke-width:6}
@media (prefers-color-scheme:dark){
.tr text{fill:#e9e6da}
.tr .panel{fill:#22261f}
.tr .back{fill:#4d5947;stroke:#8f9b84}
.tr .face{fill:#343a30;stroke:#8f9b84}
.tr .petal{stroke:#e9e6da;stroke-width:.8}
.tr .quiet{fill:#aeb2a4}
.tr .line{stroke:#8f9b84}
.tr .marked{stroke:#fff}
.tr .lit{stroke:#fff}
.tr .halo{stroke:#000}
}
"""
"""Every rule is for what lies in a picture alone, for pictures stand in others' pages."""


def node(tag: str, *inner: ET.Element | str, **attributes: object) -> ET.Element:
    """An element with what is in it; `class_` is the attribute `class`, `font_size` `font-size`."""
    names = {key.rstrip("_").replace("_", "-"): short(value) for key, value in attributes.items()}
    out = ET.Element(tag, names)
    for each in inner:
        if isinstance(each, str):
            out.text = each
        else:
            out.append(each)
    return out


def short(value: object) -> str:
    """The value of an attribute; a number with two places at most."""
    return f"{round(value, 2):g}" if isinstance(value, float) else str(value)


def thing(label: str, *inner: ET.Element, **attributes: object) -> ET.Element:
    """Something on the table, with what it is in words; its shape comes first."""
    return node("g", node("title", label), *inner, role="img", aria_label=label, **attributes)


def words(
    x: float, y: float, text: str, size: float, *, anchor: str = "middle", **attributes: object
) -> ET.Element:
    """A text whose letters stand round the height y."""
    return node(
        "text",
        text,
        x=x,
        y=y + size * 0.36,
        font_size=size,
        text_anchor=anchor,
        **attributes,
    )


def polygon(points: Iterable[tuple[float, float]], **attributes: object) -> ET.Element:
    """A shape with straight sides."""
    listed = " ".join(f"{short(x)},{short(y)}" for x, y in points)
    return node("polygon", points=listed, **attributes)


def flower(x: float, y: float, radius: float, hue: Hue, sign: str) -> list[ET.Element]:
    """A flower with the petals of its colour round its sign."""
    petals = [
        node(
            "circle",
            cx=x + 0.62 * radius * math.sin(2 * math.pi * petal / hue.petals),
            cy=y - 0.62 * radius * math.cos(2 * math.pi * petal / hue.petals),
            r=0.38 * radius,
            fill=hue.fill,
            class_="petal",
        )
        for petal in range(hue.petals)
    ]
    middle = node("circle", cx=x, cy=y, r=0.62 * radius, fill=hue.fill)
    size = radius * (0.8 if len(sign) == 1 else 1.4 / len(sign))
    return [*petals, middle, words(x, y, sign, size, style=f"fill:{hue.ink}", font_weight="bold")]


def picture(width: float, height: float, *inner: ET.Element, title: str, description: str) -> str:
    """An SVG document that needs nothing from elsewhere and has no ids.

    Without ids, several of them can stand in one page.
    """
    root = node(
        "svg",
        node("title", title),
        node("desc", description),
        node("style", STYLE),
        node("rect", class_="panel", width=width, height=height, rx=10.0),
        *inner,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {short(width)} {short(height)}",
        width="100%",
        style=f"max-width:{short(float(round(width * 1.6)))}px",
        role="graphics-document document",
        aria_label=title,
        class_="tr",
    )
    return ET.tostring(root, encoding="unicode")


def spots(highlight: ScoreBreakdown | None) -> frozenset[str]:
    """The cells or cards that a score names."""
    lines = highlight.lines if highlight else ()
    return frozenset(spot for line in lines for spot in line.spots)
