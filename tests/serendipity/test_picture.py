"""Pictures of Serendipity tables: every tile in words and shapes, scores, and nothing hidden."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import islice, pairwise
from random import Random
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given, settings

import tilerules as tr
from tests.serendipity.boards import (
    BASE,
    SMALL,
    card,
    play,
    position,
    random_game,
    some,
    strip,
    values,
)
from tests.strategies import SERENDIPITY_IDS, serendipity_games
from tilerules.engine.picture import hues
from tilerules.games.serendipity import Observation, State
from tilerules.games.serendipity.picture import draw_svg

NAMESPACE = "{http://www.w3.org/2000/svg}"
CLOCKWISE = ("ne", "e", "se", "sw", "w", "nw")
Point = tuple[float, float]


class Seen:
    """A picture, looked at."""

    def __init__(self, at: tr.Position, highlight: tr.ScoreBreakdown | None = None) -> None:
        self.root = ET.fromstring(draw_svg(at, highlight))
        self.things = [each for each in self.all("g") if each.get("role") == "img"]
        self.labels = [each.get("aria-label", "") for each in self.things]
        names = [label.partition(": ") for label in self.labels]
        self.what = {name: what for name, _, what in names}
        self.of = {name: thing for (name, _, _), thing in zip(names, self.things, strict=True)}

    def all(self, tag: str, of: str | None = None) -> list[ET.Element]:
        """The elements with a tag, perhaps of a class."""
        found = self.root.iter(NAMESPACE + tag)
        return [each for each in found if of is None or each.get("class") == of]

    def texts(self) -> list[str]:
        """All that is written on it."""
        return [each.text or "" for each in self.all("text")]

    def middle(self, name: str) -> Point:
        """Of a tile."""
        return middle(self.of[name][1])

    def lit(self) -> set[str]:
        """The tiles that are not pale."""
        return {name for name in self.of if self.of[name].get("opacity") is None}


def corners(shape: ET.Element) -> list[Point]:
    """The points of a polygon."""
    pairs = (pair.split(",") for pair in shape.get("points", "").split())
    return [(float(x), float(y)) for x, y in pairs]


def middle(shape: ET.Element) -> Point:
    """Of a polygon, or of a circle."""
    if shape.tag == NAMESPACE + "circle":
        return float(shape.get("cx", "")), float(shape.get("cy", ""))
    points = corners(shape)
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)


def direction(one: Point, other: Point) -> str:
    """Where something lies, seen from something else."""
    angle = math.degrees(math.atan2(other[0] - one[0], one[1] - other[1]))
    return CLOCKWISE[round((angle % 360 - 30) / 60) % 6]


def near(one: Point, other: Point) -> bool:
    return math.dist(one, other) < 0.1


def spectator(state: tr.State) -> Observation:
    seen = tr.observe(state, None)
    assert isinstance(seen, Observation)
    return seen


# ---- the document ---------------------------------------------------------------------------


@pytest.mark.parametrize("id", SERENDIPITY_IDS)
def test_all_rulesets_and_seats(id: str) -> None:
    rules = tr.load(id)
    for seats in rules.seat_counts:
        *_, state = islice(random_game(rules, seats, 5), 40)
        is_well_formed(Seen(state, tr.score(state)[-1]), state)


def is_well_formed(seen: Seen, state: State) -> None:
    """A document of its own, which names each tile and each seat once, in their order."""
    assert {each.tag.startswith(NAMESPACE) for each in seen.root.iter()} == {True}
    assert not seen.all("script") + seen.all("a") + seen.all("image") + seen.all("use")
    attributes = {name for each in seen.root.iter() for name in each.attrib}
    assert not {name for name in attributes if name == "id" or "href" in name or name[:2] == "on"}
    for thing in seen.things:
        assert thing[0].tag == NAMESPACE + "title"
        assert thing[0].text == thing.get("aria-label")
        assert thing[1].tag in (NAMESPACE + "polygon", NAMESPACE + "rect")
    names = [label.partition(": ")[0].partition(" (")[0] for label in seen.labels]
    seats = [f"seat {seat}" for seat in range(state.seats)]
    nobodys = set(state.rules.colours) - state.owners.keys()
    assert names == [*state.cells, *seats, *(["nobody"] if nobodys else [])]
    (description,) = seen.all("desc")
    assert description.text == tr.draw_text(state)
    assert seen.root[0].text == seen.root.get("aria-label")


def test_the_same_position_the_same_text() -> None:
    one, other = (list(islice(random_game(SMALL, 2, 3), 20))[-1] for _ in range(2))
    assert one is not other
    assert draw_svg(one, None) == draw_svg(other, None)
    assert draw_svg(one, None) == draw_svg(spectator(one), None)


# ---- tiles ----------------------------------------------------------------------------------

LYING = {
    "a1": "blue up",
    "b3": "red seen",
    "c2": "serendip:se up",
    "d4": "serendip:e seen",
    "e5": "yellow",
}


def test_tiles_in_words() -> None:
    seen = Seen(position(SMALL, 2, LYING))
    cells = {name: what for name, what in seen.what.items() if len(name) == 2}
    named = {
        "a1": "a blue flower, face up",
        "b3": "a red flower, seen before, face down",
        "c2": "a Serendip with blue to the se, face up",
        "d4": "a Serendip with blue to the e, seen before, face down",
    }
    del cells["e5"]
    assert {name: cells.pop(name) for name in named} == named
    assert len(cells) == 37 - 5
    assert {*cells.values(), seen.what["e5"]} == {"a tile not seen yet, face down"}


def test_tiles_in_shapes() -> None:
    seen = Seen(position(SMALL, 2, LYING))
    classes = {name: thing[1].get("class") for name, thing in seen.of.items() if len(name) == 2}
    assert {name for name, kind in classes.items() if kind == "face"} == {"a1", "c2"}
    assert {name for name, kind in classes.items() if kind == "back"} == classes.keys() - {
        "a1",
        "c2",
    }
    written = {name: written_on(seen.of[name]) for name in seen.of}
    assert written["a1"] == {"a1", "B"}
    assert written["b3"] == {"b3", "R"}
    assert written["c2"] == {"c2", "B", "R", "Y"}
    assert written["d4"] == {"d4"}
    assert written["e5"] == {"e5"}


def written_on(thing: ET.Element) -> set[str]:
    return {each.text or "" for each in thing.iter(NAMESPACE + "text")}


def test_flowers_have_the_petals_of_their_colour() -> None:
    colours = values(BASE, 2)["tiles"]["colours"]
    labels = ["a1", "b1", "c1", "d1", "e1", "f1"]
    lying = {label: f"{colour} up" for label, colour in zip(labels, colours, strict=True)}
    seen, hue = Seen(position(BASE, 2, lying)), hues(colours)
    for label, colour in zip(labels, colours, strict=True):
        circles = [*seen.of[label].iter(NAMESPACE + "circle")]
        assert {each.get("fill") for each in circles} == {hue[colour].fill}
        assert len(circles) == hue[colour].petals + 1


def test_where_tiles_lie() -> None:
    """The rows of a side of four have 4, 5, 6, 7, 6, 5 and 4 tiles; all stand on a point."""
    seen = Seen(position(SMALL, 2, {}))
    assert direction(seen.middle("d4"), seen.middle("c3")) == "nw"
    assert direction(seen.middle("d4"), seen.middle("c4")) == "ne"
    assert direction(seen.middle("d4"), seen.middle("d5")) == "e"
    assert direction(seen.middle("d4"), seen.middle("e4")) == "se"
    assert direction(seen.middle("d4"), seen.middle("e3")) == "sw"
    assert direction(seen.middle("d4"), seen.middle("d3")) == "w"
    across = math.dist(seen.middle("d4"), seen.middle("d5"))
    for neighbour in ("c3", "c4", "e3", "e4"):
        assert math.dist(seen.middle("d4"), seen.middle(neighbour)) == pytest.approx(
            across, abs=0.1
        )
    (x, y), (_, high) = seen.middle("d4"), min(corners(seen.of["d4"][1]), key=lambda at: at[1])
    assert any(near((x, high), corner) for corner in corners(seen.of["d4"][1]))
    assert y - high == pytest.approx(across / math.sqrt(3), rel=0.05)


@pytest.mark.parametrize("state", ["up", "seen"])
@pytest.mark.parametrize("facing", CLOCKWISE)
def test_the_edges_of_a_serendip(facing: str, state: str) -> None:
    """From where the first edge lies the others follow clockwise, each against its neighbour."""
    seen = Seen(position(BASE, 2, {"f6": f"serendip:{facing} {state}"}))
    edges, hue = (
        values(BASE, 2)["tiles"]["serendip_edges"],
        hues(values(BASE, 2)["tiles"]["colours"]),
    )
    shapes = {each.get("fill"): each for each in seen.of["f6"].iter(NAMESPACE + "polygon")}
    star = next(e for e in seen.of["f6"].iter(NAMESPACE + "polygon") if e.get("class") == "quiet")
    ring = [shapes[hue[edge].fill] for edge in edges]
    around = (sum(x for x, _ in map(middle, ring)) / 6, sum(y for _, y in map(middle, ring)) / 6)
    assert math.dist(around, middle(star)) < 5
    start = CLOCKWISE.index(facing)
    expected = [CLOCKWISE[(start + place) % 6] for place in range(6)]
    assert [direction(around, middle(shape)) for shape in ring] == expected
    signs = [each for each in seen.of["f6"].iter(NAMESPACE + "text") if len(each.text or "") == 1]
    if state == "up":
        assert {each.text: direction(around, place(each)) for each in signs} == dict(
            zip("BVRYOG", expected, strict=True)
        )


def place(text: ET.Element) -> Point:
    """The middle of a text."""
    return float(text.get("x", "")), float(text.get("y", "")) - 0.36 * size(text)


def size(text: ET.Element) -> float:
    return float(text.get("font-size", ""))


# ---- what was just turned up ----------------------------------------------------------------


def marked(seen: Seen) -> set[str]:
    """The tiles round which there is a mark, after what they are in words."""
    shapes = seen.all("polygon", "marked")
    assert len(shapes) < 2
    cells = [name for name in seen.of if len(name) < 4]
    said = {name for name in cells if "just turned up" in seen.what[name]}
    assert said == {
        name for name in cells for each in shapes if near(middle(each), seen.middle(name))
    }
    return said


def test_what_the_last_ply_turned_up_is_marked() -> None:
    """Seats 0 and 1 own blue and red; yellow is nobody's and goes back."""
    lying = {"a1": "yellow", "b3": "blue", "c2": "serendip:se", "d4": "red"}
    state = position(SMALL, 2, lying)
    assert marked(Seen(state)) == set()
    state = play(state, "reveal a1")
    assert marked(Seen(state)) == {"a1"}
    assert Seen(state).what["a1"] == "a yellow flower, just turned up and turned back, face down"
    state = play(state, "reveal d4")
    assert marked(Seen(state)) == {"d4"}
    assert Seen(state).what["d4"] == "a red flower, face up, just turned up"
    assert Seen(state).what["a1"] == "a yellow flower, seen before, face down"
    state = play(state, "keep")
    assert marked(Seen(state)) == set()
    state = play(state, "reveal c2")
    assert Seen(state).what["c2"] == "a Serendip with blue to the se, face up, just turned up"


def test_what_waits_for_a_choice_is_marked() -> None:
    state = position(SMALL, 2, {"b3": "blue up"}, phase="decide", turned_up="b3")
    assert state.last_move is None
    assert marked(Seen(state)) == {"b3"}


def test_without_memory() -> None:
    """Only what was just turned up and back is known; that others were seen is not."""
    state = play(position(SMALL, 2, {"a1": "yellow", "b3": "red seen"}), "reveal a1")
    seen = Seen(tr.observe(state, 1, memory=False))
    assert marked(seen) == {"a1"}
    assert written_on(seen.of["a1"]) == {"a1", "Y"}
    assert {what for name, what in seen.what.items() if len(name) == 2 and name != "a1"} == {
        "a tile, face down"
    }
    assert written_on(seen.of["b3"]) == {"b3"}


# ---- a score --------------------------------------------------------------------------------


def scored(row: str, signs: str, **changes: Any) -> tuple[State, tr.ScoreBreakdown]:
    """A strip on the board, and what it is worth to the owner of blue."""
    rules = card(scoring=changes) if changes else BASE
    state = position(rules, 6, strip(row, signs))
    return state, tr.score(state)[0]


def rings(seen: Seen) -> set[tuple[str, str]]:
    """The pairs of tiles between whose middles there is a ring."""
    found = set()
    cells = [name for name in seen.of if len(name) < 4]
    for ring in seen.all("circle", "lit"):
        (x, y), pairs = (
            middle(ring),
            sorted(cells, key=lambda n: math.dist(middle(ring), seen.middle(n))),
        )
        one, other = sorted(pairs[:2])
        (a, b), (c, d) = seen.middle(one), seen.middle(other)
        assert near((x, y), ((a + c) / 2, (b + d) / 2))
        found.add((one, other))
    return found


def borders(seen: Seen) -> int:
    """How many edges of tiles the line round a score runs along."""
    (path,) = seen.all("path", "lit")
    return path.get("d", "").count("M")


def test_a_score_stands_out() -> None:
    """Both Serendips match: one to the west, one to the east. Nothing else is lit."""
    state, score = scored("f", "B < > B B")
    assert score.total == 11
    seen = Seen(state, score)
    assert seen.lit() - {f"seat {seat}" for seat in range(6)} == {"f1", "f2", "f3", "f4", "f5"}
    assert rings(seen) == {("f1", "f2"), ("f3", "f4")}
    assert borders(seen) == 5 * 6 - 4 * 2
    assert {name: seen.what[name] for name in ("f1", "f2", "f4")} == {
        "f1": "a blue flower, face up, in the carpet",
        "f2": "a Serendip with blue to the w, face up, joined to the carpet, with a matching edge",
        "f4": "a blue flower, face up, in the carpet",
    }
    assert seen.texts()[-4:] == [
        "Score of seat 0: 11 points",
        "blue, 3 flowers: 3 points",
        "blue, 2 joined Serendips: 4 points",
        "blue, 2 matching Serendips: 4 points",
    ]


def test_joined_without_a_match() -> None:
    state, score = scored("b", "B B ^ ^")
    seen = Seen(state, score)
    assert score.total == 4
    assert seen.what["b3"] == "a Serendip with blue to the ne, face up, joined to the carpet"
    assert seen.what["b4"] == "a Serendip with blue to the ne, face up"
    assert (rings(seen), borders(seen)) == (set(), 3 * 6 - 2 * 2)


@pytest.mark.parametrize(
    ("against", "total", "expected"), [("carpet", 4, set()), ("any_own", 6, {("f3", "f4")})]
)
def test_a_match_against_another_carpet(
    against: str, total: int, expected: set[tuple[str, str]]
) -> None:
    """If Serendips do not join, the blue edge of this one lies against another carpet."""
    state, score = scored(
        "f", "B B > B", carpet={"joined_by": "never"}, matches={"against": against}
    )
    assert score.total == total
    assert rings(Seen(state, score)) == expected


def test_one_of_two_edges_matches() -> None:
    """Both blue edges lie against blue flowers, but only one against the carpet."""
    rules = card("serendipity-small", scoring={"carpet": {"joined_by": "never"}})
    state = position(rules, 2, strip("d", "B B > B"))
    score = tr.score(state)[0]
    assert (score.total, rings(Seen(state, score))) == (6, {("d2", "d3")})


def test_matches_alone() -> None:
    """Where flowers do not score, a score does not name them; the edge lies against them still."""
    state, score = scored("f", "B B > B", flowers="removed", serendips={"points": 0})
    assert {line.id for line in score.lines} == {"serendips", "matches"}
    seen = Seen(state, score)
    assert rings(seen) == {("f3", "f4")}
    assert borders(seen) == 6


def test_edges_on_the_border_match_nothing() -> None:
    """Of its two blue edges only that to the flower matches; the other looks off the board."""
    state = position(SMALL, 2, {"d1": "serendip:e up", "d2": "blue up"})
    score = tr.score(state)[0]
    assert (score.count("matches"), rings(Seen(state, score))) == (1, {("d1", "d2")})


def test_all_carpets_of_a_sum() -> None:
    rules = card(scoring={"carpet": {"colours": "sum"}})
    state = position(rules, 2, {**some("blue up", "a1-3"), **some("red up", "k5-6", "f1")})
    lit = {"a1", "a2", "a3", "k5", "k6"}
    seen = Seen(state, tr.score(state)[0])
    assert seen.lit() - {"seat 0", "seat 1"} == lit
    assert borders(seen) == (3 * 6 - 2 * 2) + (2 * 6 - 2)


def test_nothing_scored() -> None:
    """A score that names nothing leaves the board as it is."""
    state = position(BASE, 6, {"a1": "red up"})
    seen = Seen(state, tr.score(state)[0])
    assert seen.lit() == {*seen.of}
    assert not seen.all("path") + seen.all("circle", "lit")
    assert seen.texts()[-1] == "Score of seat 0: 0 points"


def test_what_is_lit_in_games() -> None:
    """All that the lines name, and a ring at least for each match of the default card."""
    for seed in range(2):
        *_, state = islice(random_game(BASE, 6, seed), 300)
        for score in tr.score(state):
            seen = Seen(state, score)
            named = {spot for line in score.lines for spot in line.spots}
            cells = set(state.cells)
            assert seen.lit() & cells == (named or cells)
            assert len(rings(seen)) == score.count("matches")


# ---- seats and status -----------------------------------------------------------------------


def test_seats() -> None:
    rules = tr.load("serendipity-unowned-open")
    state = position(rules, 2, some("blue up", "a1-3") | some("violet up", "c1"), to_move=1)
    what = Seen(state).what
    assert [what["seat 0"], what["seat 1"], what["nobody"]] == [
        "blue and red; 3 points",
        "violet and yellow; 1 point; to move",
        "orange and green",
    ]
    seen = Seen(tr.observe(state, 1))
    assert seen.what["seat 1 (you)"] == what["seat 1"]
    assert {"seat 0", "nobody"} < seen.what.keys()


def test_seats_before_the_colours_are_chosen() -> None:
    what = Seen(play(State.from_data(tr.new_game(SMALL, 2).to_data()), "choose red")).what
    assert what["seat 0"] == "red; 0 points"
    assert what["seat 1"] == "no colour yet; 0 points; to move"
    assert what["nobody"] == "blue and yellow"


def status(state: tr.State) -> list[str]:
    """The two lines above the board."""
    return Seen(state).texts()[:2]


def test_what_is_due() -> None:
    state: tr.State = tr.new_game(SMALL, 2)
    assert status(state) == ["Turn 1, seat 0: choose a colour", "No move yet"]
    lying = {"a1": "yellow", "b3": "blue", "c2": "serendip:se", "d4": "serendip:e"}
    state = position(SMALL, 2, lying)
    assert status(state) == ["Turn 1, seat 0: turn up a tile", "No move yet"]
    state = play(state, "reveal a1")
    assert status(state) == ["Turn 2, seat 1: turn up a tile", "Last move: reveal a1 (yellow)"]
    state = play(state, "reveal c2")
    assert status(state)[0] == "Turn 2, seat 1: decide about c2"
    state = play(state, "keep blue:e")
    assert status(state)[0] == "Turn 2, seat 1: swap two tiles, or pass"
    state = play(state, "pass", "reveal b3", "keep")
    assert status(state) == ["Turn 3, seat 0: turn up one more tile", "Last move: keep"]
    state = play(state, "reveal d4", "move e1")
    assert status(state)[0] == "Turn 3, seat 0: turn up one more tile, or pass"


def test_a_swap_that_is_due() -> None:
    rules = card("serendipity-small", turn={"serendip": {"leave": {"swap": "must"}}})
    state = play(position(rules, 2, {"c2": "serendip:se"}), "reveal c2", "keep blue:e")
    assert status(state)[0] == "Turn 1, seat 0: swap two tiles"


@pytest.mark.parametrize(
    ("lying", "limit", "expected"),
    [
        ({"a1": "blue up"}, 8, "Broken off after 8 turns: seat 0 wins"),
        (
            {"a1": "blue up", "e1": "red up"},
            1,
            "Broken off after 1 turn: seats 0 and 1 share the win",
        ),
    ],
)
def test_broken_off(lying: dict[str, str], limit: int, expected: str) -> None:
    rules = card("serendipity-small", end={"turn_limit": limit})
    state = position(rules, 2, lying, turns=limit)
    assert state.is_over
    assert status(state)[0] == expected


def test_a_long_status_fits() -> None:
    state = position(card(end={"turn_limit": 1000}), 6, {}, turns=1000)
    seen, won = Seen(state), "seats 0, 1, 2, 3, 4 and 5 share the win"
    assert seen.texts()[0] == f"Broken off after 1000 turns: {won}"
    fits(seen)


def test_over() -> None:
    rules = card("serendipity-small", end={"serendips_up": 0, "complete_colours": 1})
    state = position(rules, 2, some("blue up", "a1-4", "b1-5"), turns=40)
    assert status(state)[0] == "Over after 40 turns: seat 0 wins"
    assert not [what for what in Seen(state).what.values() if what.endswith("to move")]


# ---- nothing hidden -------------------------------------------------------------------------


def test_deals_that_look_alike() -> None:
    """Whatever lies unseen, a state has the picture of its spectator, and a seat its own."""
    for number, state in enumerate(islice(random_game(BASE, 3, 8), 60)):
        if number % 20:
            continue
        other = tr.determinize(spectator(state), seed=number)
        assert other.to_data() != state.to_data()
        score = tr.score(state)[number % 3]
        assert draw_svg(state, score) == draw_svg(other, score)
        for viewer in range(3):
            for memory in (True, False):
                one, two = (tr.observe(each, viewer, memory=memory) for each in (state, other))
                assert draw_svg(one, None) == draw_svg(two, None)


@given(serendipity_games())
@settings(max_examples=25)
def test_drawn_games(states: list[tr.State]) -> None:
    state = states[-1]
    assert isinstance(state, State)
    seen = Seen(state)
    is_well_formed(seen, state)
    fits(seen)
    known = spectator(state).cells
    backs = {name for name in known if seen.of[name][1].get("class") == "back"}
    assert backs == {name for name, cell in known.items() if not cell.up}
    unseen = {name for name in known if seen.what[name] == "a tile not seen yet, face down"}
    assert unseen == {name for name, cell in known.items() if cell.tile is None}
    assert draw_svg(tr.determinize(spectator(state), seed=1), None) == draw_svg(state, None)


# ---- odd cards ------------------------------------------------------------------------------

LONG = ["blue", "blush-of-the-evening", "blush-of-the-morning", "x", "white_2", "grey", "green"]


def odd(side: int) -> tr.Ruleset:
    """A card with long names and few Serendips."""
    copies, serendips = divmod(3 * side * (side - 1) + 1, len(LONG))
    tiles = {
        "colours": LONG,
        "copies": copies,
        "serendips": serendips,
        "serendip_edges": [*LONG[:3], *LONG[:3]],
    }
    players: dict[str, Any] = {"players": [2], "for_players": "removed", "colours_each": 3}
    ends = {"serendips_up": "all" if serendips else 0, "complete_colours": 1}
    return card(board={"side": side}, tiles=tiles, end=ends, **players)


@pytest.mark.parametrize("side", [2, 7, 13])
def test_odd_cards(side: int) -> None:
    rules = odd(side)
    up, seen = (position(rules, 2, {}, rest=rest, phase="reveal") for rest in ("up", "seen"))
    for state in (position(rules, 2, {}), seen, up):
        picture = Seen(state, tr.score(state)[0])
        is_well_formed(picture, state)
        fits(picture)
    assert Seen(up).what["seat 0"].startswith("blue, blush-of-the-morning and white_2; ")


def fits(seen: Seen) -> None:
    """All texts lie in the picture, those of a tile or seat in its shape, side by side."""
    _, _, wide, high = map(float, seen.root.get("viewBox", "").split())
    for text in seen.all("text"):
        lies_in(text, (0, wide), (0, high))
    for thing in seen.things:
        texts = [*thing.iter(NAMESPACE + "text")]
        across, down = extent(thing[1])
        for text in texts:
            lies_in(text, across, down)
        for one, other in pairs(texts):
            assert not meet(one, other), (thing.get("aria-label"), one.text, other.text)


def extent(shape: ET.Element) -> tuple[Point, Point]:
    """From where to where a shape reaches, across and down."""
    if shape.tag == NAMESPACE + "rect":
        x, y, wide, high = (float(shape.get(key, "")) for key in ("x", "y", "width", "height"))
        return (x, x + wide), (y, y + high)
    columns, rows = zip(*corners(shape), strict=True)
    return (min(columns), max(columns)), (min(rows), max(rows))


def box(text: ET.Element) -> tuple[Point, Point]:
    """About from where to where a text reaches, across and down."""
    (x, y), long = place(text), 0.58 * size(text) * len(text.text or "")
    if (text.get("transform") or "").startswith(("rotate(90", "rotate(-90")):
        return (x - 0.36 * size(text), x + 0.36 * size(text)), (y - long / 2, y + long / 2)
    left = {"start": x, "middle": x - long / 2, "end": x - long}[text.get("text-anchor", "")]
    return (left, left + long), (y - 0.36 * size(text), y + 0.36 * size(text))


def lies_in(text: ET.Element, across: Point, down: Point) -> None:
    (left, right), (top, bottom) = box(text)
    assert across[0] <= left < right <= across[1], text.text
    assert down[0] <= top < bottom <= down[1], text.text


def meet(one: ET.Element, other: ET.Element) -> bool:
    """Whether two texts lie on each other; what runs aslant is left out."""
    if any("rotate" in (text.get("transform") or "") for text in (one, other)):
        return False
    return all(a[0] < b[1] and b[0] < a[1] for a, b in zip(box(one), box(other), strict=True))


def pairs(texts: list[ET.Element]) -> Iterator[tuple[ET.Element, ET.Element]]:
    for number, one in enumerate(texts):
        yield from ((one, other) for other in texts[:number])


def test_letters_can_be_read() -> None:
    """At a width of 320 what has to be read is nine pixels high, labels on tiles up a bit less."""
    *_, state = islice(random_game(BASE, 6, 4), 60)
    seen = Seen(state, tr.score(state)[0])
    scale = 320 / float(seen.root.get("viewBox", "").split()[2])
    sizes = {text.text: round(size(text) * scale, 1) for text in seen.all("text")}
    backs = [name for name, what in seen.what.items() if what.startswith("a tile")]
    assert min(sizes[name] for name in backs) >= 8.9
    sentences = [text for text in sizes if len(text or "") > 4]
    assert min(sizes[text] for text in sentences) >= 9
    assert Random(1).choice(backs) in sizes


# ---- the board as text ----------------------------------------------------------------------


@pytest.mark.parametrize("facing", ["e", "ne", "sw"])
def test_a_serendip_that_waits_leaves_the_columns_as_they_are(facing: str) -> None:
    state = play(position(BASE, 4, {"f6": f"serendip:{facing}"}), "reveal f6")
    [row] = [each for each in tr.draw_text(state).splitlines() if each.startswith("f1")]
    sign, before, after = f"[*{facing}]", "f1 ", " f11"
    assert sign in row
    middles = [at for at, letter in enumerate(row) if letter == "."]
    steps = [b - a for a, b in pairwise(middles)]
    width = steps[0]
    assert steps == [width] * 4 + [2 * width] + [width] * 4
    assert len(row) == len(before) + 11 * width + len(after)


def test_how_a_game_ended_stands_below_the_board() -> None:
    over = position(BASE, 6, {}, rest="up", turns=1)
    shared = tr.outcome(over)
    assert shared is not None
    last = tr.draw_text(over).splitlines()[-1]
    assert last.startswith("Over after 1 turn: ")
    assert all(str(seat) in last for seat in shared.winners)
    cut = play(position(card(end={"turn_limit": 1}), 4, {"f6": "red"}), "reveal f6")
    assert tr.draw_text(cut).splitlines()[-1].startswith("Broken off after 1 turn: ")
