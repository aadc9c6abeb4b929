"""What pictures are made of: signs and hues of any colours, and elements that are safe SVG."""

from __future__ import annotations

import math
import re
from itertools import combinations
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tilerules as tr
from tilerules.engine.picture import (
    FILLS,
    Hue,
    flower,
    hues,
    lightness,
    node,
    picture,
    polygon,
    short,
    spots,
    thing,
    words,
)
from tilerules.engine.signs import signs

SVG = "{http://www.w3.org/2000/svg}"
ODD = '<b> & "it\'s" ]]> é'
NAMES = st.from_regex(r"[a-c][a-c_]{0,5}", fullmatch=True) | st.sampled_from(sorted(FILLS))
BUNDLED = [
    ("blue", "violet", "red", "yellow", "orange", "green"),
    ("yellow", "red", "blue", "green", "violet"),
    ("pink", "blue", "orange", "purple"),
]
"""The colours of the cards of the three games; Flowers with its violet card."""


# ---- signs ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("colours", "expected"),
    [
        (BUNDLED[0], "B V R Y O G"),
        (BUNDLED[1], "Y R B G V"),
        (BUNDLED[2], "PI B O PU"),
        (("red", "redder"), "RE RD"),
        (("a", "ab", "b"), "A AB B"),
        ((), ""),
    ],
)
def test_signs_are_the_first_letters_that_tell_apart(
    colours: tuple[str, ...], expected: str
) -> None:
    assert signs(colours) == dict(zip(colours, expected.split(), strict=True))


@given(st.lists(NAMES, max_size=14, unique=True))
def test_signs_differ(colours: list[str]) -> None:
    given_signs = signs(colours)
    assert list(given_signs) == colours
    assert len(set(given_signs.values())) == len(colours)
    for colour, sign in given_signs.items():
        assert sign == sign.upper()
        assert sign.lower().startswith(colour[0])


@pytest.mark.parametrize("colours", [["bxd", "bxc", "bc"], ["rose_", "rosy_", "ro"]])
def test_a_name_that_is_the_sign_of_another_has_a_sign_too(colours: list[str]) -> None:
    assert len(set(signs(colours).values())) == 3


@pytest.mark.parametrize("colours", [*BUNDLED, tuple(FILLS)])
def test_signs_of_common_colours_are_short(colours: tuple[str, ...]) -> None:
    assert max(map(len, signs(colours).values())) <= 2


# ---- hues -----------------------------------------------------------------------------------


def luminance(fill: str) -> float:
    """The relative luminance of a colour, as WCAG 2.2 computes it."""
    full = fill if len(fill) == 7 else "#" + "".join(digit * 2 for digit in fill[1:])
    parts = [byte / 255 for byte in bytes.fromhex(full[1:])]
    red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """How well one colour can be read on another: from 1 to 21."""
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def light(fill: str) -> float:
    """The CIE lightness by the constants of the standard: (6/29)**3 and (29/3)**3."""
    y = luminance(fill)
    return 116 * y ** (1 / 3) - 16 if y > (6 / 29) ** 3 else y * (29 / 3) ** 3


def test_lightness_is_that_of_the_standard() -> None:
    assert contrast("#000", "#fff") == pytest.approx(21)
    assert lightness("#000000") == pytest.approx(0)
    assert lightness("#ffffff") == pytest.approx(100, abs=0.01)
    assert lightness("#777777") == pytest.approx(50, abs=0.1)
    for fill in (*FILLS.values(), "#010101", "#0a0a0a", "#ff0000", "#00ff00", "#0000ff"):
        assert lightness(fill) == pytest.approx(light(fill), abs=0.02)


def test_fills_go_from_light_to_dark() -> None:
    fills = [light(fill) for fill in FILLS.values()]
    assert fills == sorted(fills, reverse=True)


@given(st.lists(NAMES, max_size=30, unique=True))
def test_any_colours_have_hues(colours: list[str]) -> None:
    found = hues(colours)
    assert list(found) == colours
    fills = [hue.fill for hue in found.values()]
    assert len(set(fills)) == min(len(colours), len(FILLS))
    assert len({hue.petals for hue in found.values()}) == len(colours)
    for colour, hue in found.items():
        assert hue.fill == FILLS.get(colour, hue.fill)
        assert hue.petals >= 3
        assert contrast(hue.fill, hue.ink) >= 4.5


@pytest.mark.parametrize("number", range(15))
def test_fourteen_unknown_colours_differ(number: int) -> None:
    colours = [f"{ODD} {each}" for each in range(number)]
    assert len({hue.fill for hue in hues(colours).values()}) == number


def test_an_unknown_colour_has_the_fill_that_differs_most() -> None:
    assert hues(["white", "no_such"])["no_such"].fill == FILLS["black"]
    assert hues(["black", "no_such"])["no_such"].fill == FILLS["white"]
    assert hues(["no_such", "white"])["no_such"].fill == FILLS["black"]


def test_the_colours_of_the_games_differ_in_lightness() -> None:
    for colours in BUNDLED:
        fills = [hue.fill for hue in hues(colours).values()]
        for one, other in combinations(fills, 2):
            assert abs(light(one) - light(other)) >= 5, (one, other)


def test_the_colours_of_the_games_are_these() -> None:
    for name, colours in zip(("serendipity", "flowers", "tulips"), BUNDLED, strict=True):
        ruleset = tr.load(name)
        rules: Any = tr.new_game(ruleset, ruleset.seat_counts[-1], seed=1)
        assert set(rules.rules.colours) <= set(colours)


# ---- elements -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (1, "1"),
        (1.0, "1"),
        (1 / 3, "0.33"),
        (2 / 3, "0.67"),
        (-0.125, "-0.12"),
        (1234.567, "1234.57"),
    ]
    + [(1e-9, "0"), (10.5, "10.5"), ("1.2345", "1.2345"), (123456, "123456")],
)
def test_numbers_are_short(value: object, expected: str) -> None:
    assert short(value) == expected


@given(st.floats(-9999, 9999))
def test_numbers_have_two_places_at_most(value: float) -> None:
    assert re.fullmatch(r"-?[0-9]+(\.[0-9]{1,2})?", short(value))
    assert float(short(value)) == pytest.approx(value, abs=0.0051)


def test_a_node_has_what_it_is_given() -> None:
    inner = node("b")
    made = node("a", "text", inner, class_="c", font_size=1 / 3, stroke_dash_array="1 2", x=3)
    attributes = {"class": "c", "font-size": "0.33", "stroke-dash-array": "1 2", "x": "3"}
    assert (made.tag, made.text, list(made), made.attrib) == ("a", "text", [inner], attributes)


def test_a_thing_says_what_it_is() -> None:
    shape, text = node("rect"), node("text", "t")
    made = thing(ODD, shape, text, opacity=0.4)
    title, *inner = made
    assert (made.tag, title.tag, title.text, inner) == ("g", "title", ODD, [shape, text])
    assert made.attrib == {"role": "img", "aria-label": ODD, "opacity": "0.4"}


def test_words_stand_round_their_height() -> None:
    made = words(10, 20, "word", 10.0, class_="quiet")
    places = {"x": "10", "y": "23.6", "font-size": "10", "text-anchor": "middle"}
    assert (made.tag, made.text, made.attrib) == ("text", "word", {**places, "class": "quiet"})
    assert words(1, 2, "", 3, anchor="end").get("text-anchor") == "end"


def test_a_polygon_lists_its_points() -> None:
    made = polygon([(0, 1 / 3), (-1.5, 2), (10.0, 1e-9)], class_="face")
    assert (made.tag, made.attrib) == ("polygon", {"points": "0,0.33 -1.5,2 10,0", "class": "face"})


@pytest.mark.parametrize("petals", [3, 4, 6, 16])
@pytest.mark.parametrize("sign", ["R", "PU", "LONG"])
def test_a_flower_has_the_petals_of_its_hue(petals: int, sign: str) -> None:
    *drawn, middle, text = flower(50, 60, 20, Hue("#123456", "#fff", petals), sign)
    assert [each.get("class") for each in drawn] == ["petal"] * petals
    assert {each.get("fill") for each in (*drawn, middle)} == {"#123456"}
    assert (middle.get("cx"), middle.get("cy"), middle.get("class")) == ("50", "60", None)
    assert (text.tag, text.text, text.get("style")) == ("text", sign, "fill:#fff")
    angles = []
    for each in drawn:
        x, y, radius = (float(each.get(name, "")) for name in ("cx", "cy", "r"))
        away = math.hypot(x - 50, y - 60)
        assert away + radius == pytest.approx(20, abs=0.02)
        angles.append(math.atan2(x - 50, 60 - y) % math.tau)
    even = [math.tau * petal / petals for petal in range(petals)]
    assert sorted(angles) == pytest.approx(even, abs=0.01)
    assert float(text.get("font-size", "")) * 0.7 * len(sign) <= 2 * 20


# ---- pictures -------------------------------------------------------------------------------


def drawn(*inner: ET.Element, title: str = ODD, description: str = ODD) -> ET.Element:
    return ET.fromstring(picture(480.0, 1 / 3, *inner, title=title, description=description))


def test_a_picture_is_svg_that_says_what_it_is() -> None:
    shape = node("rect", x=1)
    root = drawn(thing(ODD, shape, words(1, 2, ODD, 3)))
    assert root.tag == SVG + "svg"
    title, desc, style, panel, made = root
    assert (title.tag, title.text, desc.tag, desc.text) == (SVG + "title", ODD, SVG + "desc", ODD)
    assert (style.tag, panel.tag, panel.get("class")) == (SVG + "style", SVG + "rect", "panel")
    assert (panel.get("width"), panel.get("height")) == ("480", "0.33")
    assert (made.get("aria-label"), made[2].text) == (ODD, ODD)
    assert {name: root.get(name) for name in ("viewBox", "width", "class", "aria-label")} == {
        "viewBox": "0 0 480 0.33",
        "width": "100%",
        "class": "tr",
        "aria-label": ODD,
    }
    assert (root.get("role"), root.get("style")) == (
        "graphics-document document",
        "max-width:768px",
    )


def test_a_picture_is_text_in_which_names_are_escaped() -> None:
    text = picture(1, 1, thing(ODD, node("rect")), title=ODD, description=ODD)
    assert text.startswith("<svg ")
    assert "<b>" not in text
    assert "& " not in text
    assert text.count("&lt;b&gt; &amp;") == 5  # twice title and label each, and the description


def test_a_picture_needs_nothing_from_elsewhere() -> None:
    root = drawn(thing("a", node("rect")), title="t", description="d")
    assert {each.tag.removeprefix(SVG) for each in root.iter()} == {
        *("svg", "title", "desc", "style", "rect", "g")
    }
    names = {name for each in root.iter() for name in each.attrib}
    assert names == {*("viewBox", "width", "height", "style", "role", "aria-label", "class", "rx")}
    style = root[2].text or ""
    assert "url" not in style
    assert "@import" not in style
    assert "http" not in style


def test_the_sheet_of_styles_is_for_pictures_alone() -> None:
    style = drawn()[2].text or ""
    inside = re.sub(r"@media \(prefers-color-scheme:dark\)\{(.*)\}", r"\1", style, flags=re.DOTALL)
    assert inside != style
    rules = re.findall(r"([^{}]+)\{[^{}]*\}", inside)
    assert len(rules) > 10
    for rule in rules:
        assert re.fullmatch(r"\.tr (text|\.[a-z]+)", rule.strip())
    assert not re.sub(r"[^{}]+\{[^{}]*\}", "", inside).strip()


def test_the_spots_of_a_score_are_those_of_its_lines() -> None:
    rule = tr.RulePlace("scoring.keeping", "card.yaml", 1)
    lines = [
        tr.ScoreLine("keeping", None, 1, 1, spots, rule)
        for spots in (("a1", "b2"), ("b2", "c3"), ())
    ]
    assert spots(tr.ScoreBreakdown(0, tuple(lines))) == {"a1", "b2", "c3"}
    assert spots(None) == frozenset()
