"""The page of a comparison: sound HTML, with all that there is, and nothing from elsewhere."""

from __future__ import annotations

import re
import sys
from functools import cache
from html.parser import HTMLParser
from typing import Any

import matplotlib as mpl
import pytest

import tilerules as tr
from tests.simulation.made_up import game, summary
from tilerules.ruleset.ruleset import Origin
from tilerules.simulation import plots
from tilerules.simulation.comparison import Comparison
from tilerules.simulation.measures import decimals, interval_in_words, number_in_words
from tilerules.simulation.plots import Bars

HOSTILE = "</title><script>alert(1)</script>\"'&lt;<svg onload=x>"
VOID = {"meta", "wbr"}


class Page(HTMLParser):
    """What stands on a page: its elements, their attributes and texts; all are closed in order."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str, str]] = []
        self.texts: list[tuple[str, str]] = []
        self.feed(html)
        self.close()
        assert not self.open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += [(tag, name, value or "") for name, value in attrs]
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.texts.append((self.open[-1] if self.open else "", data))

    def values(self, name: str) -> list[str]:
        return [value for _, own, value in self.attributes if own == name]

    def text(self, tag: str) -> list[str]:
        return [text for own, text in self.texts if own == tag]


@cache
def compared() -> Comparison:
    """A comparison with rules that differ, and a measure without spread."""
    base, house = tr.load("tulips"), tr.load("tulips-thanks")
    return tr.compare(base, house, 3, 10, tr.uniform, seed=4)


@cache
def page() -> tuple[str, Page]:
    html = compared().html()
    return html, Page(html)


def hostile() -> Comparison:
    """A comparison of which every text that anybody might have written is hostile."""
    origin = Origin(HOSTILE, 3)
    rule = tr.Difference(HOSTILE, (2,), (HOSTILE, "b"), HOSTILE, origin, origin)
    side = summary([game(), game(11, winners=(1,))], ruleset=HOSTILE)
    return Comparison(side, side, (HOSTILE, HOSTILE), HOSTILE, (rule,))


# ---- a page of its own ----------------------------------------------------------------------


def test_it_needs_nothing_from_elsewhere() -> None:
    html, found = page()
    assert not {"script", "link", "img", "iframe", "object", "image"} & {*found.tags}
    assert not re.search(r"@import|@font-face|https?://(?!www\.w3\.org)", html)
    assert all(value.startswith("#") for value in found.values("href"))
    assert all(url.startswith("#") for url in re.findall(r"url\((.*?)\)", html))
    assert not [name for _, name, _ in found.attributes if name.startswith("on")]


def test_the_same_comparison_gives_the_same_bytes() -> None:
    """Also where somebody has made other pictures otherwise."""
    html, _ = page()
    with mpl.rc_context({"font.size": 30, "svg.fonttype": "path", "lines.markersize": 9}):
        assert compared.__wrapped__().html() == html
        assert mpl.rcParams["font.size"] == 30


def test_ids_are_unique_and_what_is_referred_to_is_there() -> None:
    html, found = page()
    ids = found.values("id")
    assert len({*ids}) == len(ids)
    named = {value[1:] for value in found.values("href")} | {*re.findall(r"url\(#(.*?)\)", html)}
    assert named
    assert named <= {*ids}


def test_it_follows_light_and_dark() -> None:
    """Every colour is a variable, each of which is set for both."""
    html, _ = page()
    style, _, rest = html.partition("</style>")
    assert not re.search(r"#[0-9a-f]{6}\b", rest)
    used = {*re.findall(r"var\(--(\w+)\)", html)}
    light, _, dark = style.partition("prefers-color-scheme: dark")
    for part in (light, dark):
        assert used == {*re.findall(r"--(\w+): #", part)}


def contrast(one: str, other: str) -> float:
    """How much two colours differ in lightness, by WCAG 2.1."""

    def luminance(colour: str) -> float:
        parts = (int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5))
        linear = (p / 12.92 if p <= 0.03928 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
        return sum(w * p for w, p in zip((0.2126, 0.7152, 0.0722), linear, strict=True))

    low, high = sorted(map(luminance, (one, other)))
    return (high + 0.05) / (low + 0.05)


def test_texts_can_be_read_and_lines_be_seen() -> None:
    """WCAG 2.1 asks for a contrast of 4.5 for texts, and of 3 for pictures."""
    style = page()[0].partition("</style>")[0]
    for part in style.split("prefers-color-scheme: dark"):
        colour = dict(re.findall(r"--(\w+): (#[0-9a-f]{6})", part))
        for text in ("ink", "soft", "a", "b"):
            assert contrast(colour[text], colour["paper"]) >= 4.5, text


def test_small_screens_get_their_own_width() -> None:
    _, found = page()
    assert ("meta", "content", "width=device-width, initial-scale=1") in found.attributes
    assert ("html", "lang", "en") in found.attributes
    assert not [value for tag, name, value in found.attributes if (tag, name) == ("svg", "width")]


# ---- what it says ---------------------------------------------------------------------------


def test_it_says_what_was_compared() -> None:
    _, found = page()
    assert (
        found.text("title")
        == found.text("h1")
        == ["Gift of Tulips, with thanks against Gift of Tulips"]
    )
    assert found.text("dd") == [
        "Gift of Tulips (tulips), 10 games",
        "Gift of Tulips, with thanks (tulips-thanks), 10 games",
        *("3", "uniform at every seat", "4"),
    ]


def cells(html: str) -> list[list[str]]:
    """The rows of all tables as texts."""
    rows = re.findall(r"<tr>(.*?)</tr>", html.replace("&nbsp;", " ").replace("<wbr>", ""))
    return [
        [re.sub("<.*?>", "", cell) for cell in re.findall(r"<t[hd].*?</t[hd]>", row)]
        for row in rows
    ]


def test_it_shows_the_rules_that_differ() -> None:
    rows = cells(page()[0])
    lines = [
        ":".join(map(str, tr.load(id).origin("tie_breaks"))) for id in ("tulips", "tulips-thanks")
    ]
    assert ["tie_breaks", f"bouquet {lines[0]}", f"giving, bouquet {lines[1]}"] in rows


def test_it_shows_every_measure() -> None:
    rows = {row[0]: row[1:] for row in cells(page()[0]) if len(row) == 5}
    for change in compared().changes:
        words: dict[str, Any] = {
            "share": change.a.is_share,
            "decimals": decimals(change.difference),
        }
        a, b, difference, effect = rows[change.a.title]
        for told, each in ((a, change.a.estimate), (b, change.b.estimate)):
            assert (
                told == f"{number_in_words(each.value, **words)} {interval_in_words(each, **words)}"
            )
        number = number_in_words(change.difference.value, signed=True, **words)
        interval = interval_in_words(change.difference, signed=True, **words)
        assert difference == f"{number} {interval}"
        assert effect == (f"{change.effect.value:+z.2f} {change.size}" if change.effect else "–")


def test_clear_differences_stand_out_and_are_named() -> None:
    played = [game(points=(points, 0)) for points in (9, 10, 11)] * 20
    more = [game(points=(points, 0)) for points in (19, 20, 21)] * 20
    html = Comparison(summary(played), summary(more), ("A", "B"), 1, ()).html()
    assert "<p>1 of 8 differences is clear: points of seat 0.</p>" in html
    assert re.findall(r'<div class="clear">(\S+) ', html) == ["+10.00"]


def test_rules_that_play_alike_and_nothing_that_varies() -> None:
    """Where no effect has a size there is none to draw, but shares always have one."""
    side = summary([game()])
    html = Comparison(side, side, ("A", "B"), 1, ()).html()
    assert "<p>None: with 2 seats both play alike.</p>" in html
    assert "<p>No of 8 differences are clear.</p>" in html
    forest = html[html.index('<figure class="forest">') : html.index("</figure>")]
    assert re.findall(r">([a-z][a-z 0-9]*)</text>", forest) == [
        *("wins of seat 0", "wins of seat 1", "games cut short"),
    ]


def test_a_rule_that_one_side_has_not_and_a_list_that_is_empty() -> None:
    rules = (
        tr.Difference("cover.depth", (2,), 2, None, Origin("a.yaml", None), None),
        tr.Difference("tie_breaks", (2,), (), True, Origin("a", 1), Origin("b", 2)),
    )
    side = summary([game()])
    rows = cells(Comparison(side, side, ("A", "B"), 1, rules).html())
    assert ["cover.depth", "2 a.yaml", "–"] in rows
    assert ["tie_breaks", "none a:1", "True b:2"] in rows


def test_seats_with_policies_of_their_own() -> None:
    rules = tr.load("tulips")
    found = tr.compare(rules, rules, 2, 1, [tr.uniform, tr.greedy], seed=1)
    assert found.players == "uniform, greedy"


# ---- pictures -------------------------------------------------------------------------------


def test_every_picture_says_what_it_shows_and_has_its_numbers_beside_it() -> None:
    _, found = page()
    labels = [
        value for tag, name, value in found.attributes if (tag, name) == ("svg", "aria-label")
    ]
    assert [label.split(":")[0] for label in labels] == [
        "Effect sizes",
        "The shares of moves in a game",
        *(f"The shares of points of seat {seat}" for seat in range(3)),
    ]
    assert labels[1] == "The shares of moves in a game: A from 63 to 63 and B from 63 to 63."
    assert found.values("role") == ["img"] * 5
    assert found.tags.count("details") == 4
    assert found.tags.count("figure") == found.tags.count("figcaption") == 5


def test_pictures_hold_texts_and_no_letters_drawn_as_shapes() -> None:
    html, found = page()
    assert {"A", "B", "share of games", "moves in a game"} <= {*found.text("text")}
    assert "font-family" not in html  # the letters are those of the page


def drawn(html: str, style: str) -> list[tuple[float, float]]:
    """The corners of the one shape between the axes that has a style, in units of its picture."""
    [path] = re.findall(rf'<path d="([^"]*)" clip-path[^>]*style="[^"]*{re.escape(style)}', html)
    return [(float(x), float(y)) for x, y in re.findall(r"([\d.]+) ([\d.]+)", path)]


def test_a_picture_shows_where_the_games_of_each_side_are() -> None:
    """All games of A have two plies, all of B eight: A stands on the left, B on the right."""
    bars = Bars.of(((2, 9),), ((8, 3),))
    svg = plots.distribution("x", bars, "plies", "what it shows")
    tops = []
    for style in ("fill: var(--a)", "stroke: var(--b); stroke-width: 1.8"):
        corners = drawn(svg, style)
        height = min(y for _, y in corners)
        tops.append([x for x, y in corners if y == height])
    ticks = {text: float(x) for x, text in re.findall(r'x="([\d.]+)"[^>]*>(\d+)</text>', svg)}
    assert [sum(top) / 2 for top in tops] == pytest.approx([ticks["2"], ticks["8"]], abs=0.01)
    assert 'aria-label="what it shows"' in svg
    assert (svg.count("plies"), svg.count('id="x-')) == (1, svg.count(' id="'))


def test_a_picture_shows_effects_where_they_are() -> None:
    """A row for each; a dot is full if the difference is clear, and lies in its interval."""
    a = summary([game(10 + number % 2, points=(number % 5, 0)) for number in range(60)])
    b = summary([game(10, points=(number % 5 - 4, 0)) for number in range(60)])
    changes = [each for each in Comparison(a, b, ("A", "B"), 1, ()).changes if each.effect]
    svg = plots.forest("x", changes, "what it shows")
    style = r'style="fill: var\(--(ink|paper)\); stroke: var\(--ink\)'
    dots = re.findall(rf'<use href="#\S+" x="([\d.]+)" y="([\d.]+)" {style}', svg)
    assert [fill == "ink" for _, _, fill in dots] == [each.is_clear for each in changes]
    assert {fill for _, _, fill in dots} == {"ink", "paper"}
    rows = [float(y) for _, y, _ in dots]
    assert rows == sorted({*rows})
    [(zero, _), _] = drawn(svg, "stroke: var(--faint); stroke-linecap")
    lines = re.findall(r'd="M ([\d.]+) ([\d.]+) \nL ([\d.]+) \2 \n" clip-path', svg)
    for (x, y, _), (low, row, high), each in zip(dots, lines, changes, strict=True):
        assert row == y
        assert each.effect is not None
        told = (each.effect.value, *(each.effect.ends or ()))
        assert [sign(float(end) - zero) for end in (x, low, high)] == [*map(sign, told)]
        assert float(low) < float(x) < float(high)


def sign(value: float) -> int:
    return (value > 0) - (value < 0)


def test_numbers_beside_a_picture_are_those_of_the_games() -> None:
    rows, found = cells(page()[0]), compared()
    assert ["63", "100.0%", "100.0%"] in rows
    for a, b in zip(found.a.points, found.b.points, strict=True):
        told = [[values, f"{x:.1%}", f"{y:.1%}"] for values, x, y in Bars.of(a, b).rows]
        start = rows.index(told[0])
        assert rows[start : start + len(told)] == told


@pytest.mark.parametrize(
    ("values", "step", "first", "ranges"),
    [
        ([5], 1, 5, 1),
        ([0, 29], 1, 0, 30),
        ([0, 30], 2, 0, 16),
        ([-7, 60], 5, -10, 15),
        ([-1, 299], 20, -20, 16),
        ([150, 4999], 200, 0, 25),
    ],
)
def test_bars_are_round_and_few(values: list[int], step: int, first: int, ranges: int) -> None:
    bars = Bars.of(tuple((value, 3) for value in values), ((values[0], 1),))
    assert (bars.step, bars.first, len(bars.a)) == (step, first, ranges)
    assert [sum(bars.a), sum(bars.b)] == pytest.approx([1, 1])
    starts = [range.split(" to ")[0] for range, _, _ in bars.rows]
    assert starts == [str(first + step * number) for number in range(ranges)]


def test_bars_count_values_where_they_belong() -> None:
    bars = Bars.of(((-3, 1), (0, 2), (40, 1)), ((1, 1), (41, 3)))
    rows = {range: shares for range, *shares in bars.rows}
    assert rows["-4 to -3"] == [0.25, 0]
    assert rows["0 to 1"] == [0.5, 0.25]
    assert rows["40 to 41"] == [0.25, 0.75]


# ---- hostile texts, and no matplotlib -------------------------------------------------------


def test_nothing_that_anybody_wrote_breaks_out() -> None:
    html = hostile().html()
    tame, found = page()[1], Page(html)
    assert {*found.tags} <= {*tame.tags}
    assert found.text("title") == found.text("h1") == [f"{HOSTILE} against {HOSTILE}"]
    assert HOSTILE in found.text("dd")
    assert not re.search("<script|<svg onload", html)


def test_pictures_hold_nothing_that_anybody_wrote() -> None:
    for picture in re.findall(r"<svg.*?</svg>", hostile().html(), re.DOTALL):
        assert "alert" not in picture


def test_without_matplotlib_the_error_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("page", "plots"):
        monkeypatch.delitem(sys.modules, f"tilerules.simulation.{name}", raising=False)
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(ModuleNotFoundError, match=r'pip install "tilerules\[plots\]"'):
        compared().html()
    assert "Gift of Tulips" in compared()._repr_html_()
