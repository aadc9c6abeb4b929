"""What is seen in the SVG picture of a Flowers table, and that all of it fits."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tilerules as tr
from tests.flowers.gardens import (
    bundled,
    cards,
    garden,
    new,
    play,
    position,
    random_game,
    rules,
    seen,
    variant,
)
from tests.flowers.strategies import flowers_tables
from tests.house.shelf import IDS, house
from tests.strategies import seeds
from tilerules.games.flowers import Observation, State
from tilerules.games.flowers.picture import draw_svg

SVG = "{http://www.w3.org/2000/svg}"
BASE = rules()
ONE = garden("y1")
PILES = ("y4g r1 b2", "r2 y3", "g4 b4")  # from the top; the last pile is the hidden one
ODD = tr.load(
    {
        "extends": "flowers",
        "title": "Flowers & <Weeds> with a Title of Many Words That Goes On and On Until It Ends",
        "players": [4],
        "for_players": "removed",
        "cards": {
            "colours": ["red", "reddish", "blue", "violet_grey", "amber", "amber2", "w", "x_1"],
            "values": {"2": 0, "3": 0, "4": 0, "7": 6, "9": 6},
            "butterflies": ["red-9-reddish", "amber2-9-w", "w-9-violet_grey"],
        },
        "piles": {"number": 12, "hidden": 5},
        "start": {"card": "violet", "violet": "wild", "cover_violet": "may"},
    }
)


class Thing(NamedTuple):
    """Something with a label, and the classes of what it is drawn with, apart from its shape."""

    label: str
    shape: ET.Element
    classes: Sequence[str]


def drawn(position: tr.Position, highlight: tr.ScoreBreakdown | None = None) -> ET.Element:
    """The picture, read as XML."""
    return ET.fromstring(draw_svg(position, highlight))


def things(picture: ET.Element) -> list[Thing]:
    """All that has a label, in its order."""
    found = []
    for group in picture.iter(f"{SVG}g"):
        if group.get("role") == "img":
            title, shape, *_ = group
            label = group.get("aria-label", "")
            assert title.text == label
            assert shape.tag == f"{SVG}rect"
            classes = [each.get("class", "") for each in group.iter() if each is not shape]
            found.append(Thing(label, shape, classes))
    return found


def labels(position: tr.Position, start: str = "") -> list[str]:
    """The labels that begin so."""
    return [thing.label for thing in things(drawn(position)) if thing.label.startswith(start)]


def spoken(card: str | None) -> str:
    """A card as labels call it."""
    if card is None:
        return "a card face down"
    if card == "violet":
        return "the violet card"
    colour, value, *butterfly = card.split("-")
    return f"{colour} {value}" + "".join(f" with a {each} butterfly" for each in butterfly)


def texts(picture: ET.Element) -> list[str]:
    """All that is written in a picture."""
    return [each.text or "" for each in picture.iter(f"{SVG}text")]


def everybody(state: State) -> Iterator[Observation]:
    """What every seat and a spectator see."""
    return (seen(state, viewer) for viewer in (*range(state.seats), None))


# ---- a document that stands alone -----------------------------------------------------------


@pytest.mark.parametrize("id", bundled())
def test_every_picture_is_a_document_that_needs_nothing_else(id: str) -> None:
    ruleset = rules(base=id)
    for seats in ruleset.seat_counts:
        states = list(random_game(ruleset, seats, 7))
        for state in (states[len(states) // 3], states[-1]):
            for view in (state, seen(state, 0)):
                picture = drawn(view, tr.score(view)[-1])
                assert picture.tag == f"{SVG}svg"
                for element in picture.iter():
                    assert element.tag.startswith(SVG)
                    assert element.tag not in (f"{SVG}script", f"{SVG}a", f"{SVG}image")
                    assert not [key for key in element.attrib if key == "id" or "href" in key]
                assert "url(" not in ET.tostring(picture, encoding="unicode")


def test_the_text_picture_is_the_alternative() -> None:
    state = position(BASE, [ONE, ONE], PILES)
    for view in (state, seen(state, 1)):
        assert drawn(view).findtext(f"{SVG}desc") == tr.draw_text(view)


def test_the_picture_of_a_state_is_what_its_spectator_sees() -> None:
    for state in list(random_game(BASE, 2, 3))[::9]:
        assert draw_svg(state, None) == draw_svg(state, None)
        assert draw_svg(state, None) == draw_svg(seen(state, None), None)


def test_other_positions_are_drawn_by_their_own_game() -> None:
    with pytest.raises(AssertionError):
        draw_svg(tr.new_game(tr.load("tulips"), 3, seed=1), None)


# ---- what is on the table -------------------------------------------------------------------


def test_a_card_for_every_cell_of_every_garden() -> None:
    for state in list(random_game(rules(base="flowers-summer"), 3, 5))[::20]:
        for seat, plot in enumerate(state.gardens):
            found = [text.partition(", just")[0] for text in labels(state, f"seat {seat}, ")]
            wanted = []
            for (x, y), (*under, top) in plot.items():
                below = [spoken(card) for card in reversed(under)]
                on = " and ".join([", ".join(below[:-1]), *below[-1:]] if below[1:] else below)
                wanted.append(f"seat {seat}, {x},{y}: {spoken(top)}" + (f", on {on}" if on else ""))
            assert sorted(found) == sorted(wanted)


def test_covered_cards_that_are_not_known() -> None:
    state = position(BASE, [garden("y1+r2+b4y"), ONE], PILES)
    assert labels(state, "seat 0, ") == [
        "seat 0, 0,0: blue 4 with a yellow butterfly, on red 2 and yellow 1"
    ]
    [forgotten] = labels(seen(state, 0, memory=False), "seat 0, ")
    assert forgotten.endswith(", on a card face down and a card face down")


def test_the_height_of_a_stack_is_written() -> None:
    state = position(BASE, [garden("y1+r2+b4y r1 b2+b1"), ONE], PILES)
    assert Counter(text for text in texts(drawn(state)) if "×" in text) == {"×3": 1, "×2": 1}


def test_colour_value_and_butterfly_are_written_and_drawn() -> None:
    plain, flying = (position(BASE, [garden(card), garden("b4")]) for card in ("r4", "r4g"))
    assert Counter(texts(drawn(flying))) - Counter(texts(drawn(plain))) == {"G": 1}
    assert {"R", "4"} <= set(texts(drawn(plain)))
    fills = [
        {each.get("fill") for each in drawn(position(BASE, [garden(card)] * 2)).iter()} - {None}
        for card in ("r4", "y4", "b4", "g4")
    ]
    assert [len(each) for each in fills] == [1, 1, 1, 1]
    assert len(set.union(*fills)) == 4


def test_columns_and_rows_are_numbered() -> None:
    state = position(BASE, [garden(". y4b r1", "b2 g3 ."), ONE], PILES)
    quiet = [each.text for each in drawn(state).iter(f"{SVG}text") if each.get("class") == "quiet"]
    assert Counter(quiet) == Counter(["-1", "0", "1", "0", "1", "0", "0"])


def test_a_violet_card_has_no_value() -> None:
    state = position(rules(base="flowers-summer"), [garden("v"), garden("v")])
    assert labels(state, "seat 0, ") == ["seat 0, 0,0: the violet card"]
    assert "V" in texts(drawn(state))
    assert Counter(texts(drawn(state)))["0"] == 4  # the numbers of a column and a row, twice


def test_piles_with_their_open_cards_and_backs() -> None:
    state = position(BASE, [ONE, ONE], PILES)
    assert labels(state, "pile") == [
        "pile 0: 3 cards, yellow 4 with a green butterfly on top",
        "pile 1: 2 cards, red 2 on top",
        "pile 2: 2 cards, a card face down on top",
    ]
    taken = play(state, "take 0")  # its next card is shown when the next turn begins
    assert labels(taken, "pile 0") == ["pile 0: 2 cards, a card face down on top"]
    over = position(BASE, [ONE, ONE])
    assert labels(over, "pile") == [f"pile {pile}: 0 cards" for pile in range(3)]


def test_the_card_in_hand_is_shown_to_those_who_know_it() -> None:
    state = position(BASE, [ONE, ONE], PILES)
    assert labels(state, "in hand") == []
    for view in everybody(play(state, "take 0")):
        assert labels(view, "in hand") == ["in hand of seat 0: yellow 4 with a green butterfly"]
    hidden = play(state, "take 2")
    assert labels(seen(hidden, 0), "in hand") == ["in hand of seat 0: green 4"]
    for other in (hidden, seen(hidden, 1), seen(hidden, None)):
        assert labels(other, "in hand") == ["in hand of seat 0: a card face down"]


def test_swept_cards_in_their_order() -> None:
    state = position(BASE, [ONE], ("r1 b2", "g3 g4"), swept=cards("y4g b3 b3"))
    assert labels(state, "swept") == [
        "swept: yellow 4 with a green butterfly",
        "swept: blue 3",
        "swept: blue 3",
    ]
    forgotten = seen(state, None, memory=False)
    assert labels(forgotten, "swept") == ["swept: a card face down"] * 3
    assert labels(position(BASE, [ONE], ("r1 b2", "g3 g4")), "swept") == []


def test_gardens_with_seat_points_and_turn() -> None:
    state = position(BASE, [garden("y2"), garden("y1+r1+b1")], PILES, to_move=1)
    assert labels(state, "garden") == [
        "garden of seat 0: 1 card, -1 point",
        "garden of seat 1: 3 cards, 0 points, to move",
    ]
    assert {"Seat 0", "▶ Seat 1", "\N{MINUS SIGN}1 point", "0 points"} <= set(texts(drawn(state)))


def test_what_is_said_of_the_game() -> None:
    state = position(BASE, [ONE, ONE], PILES, turns=3, to_move=1)
    assert texts(drawn(state))[:2] == ["Flowers", "Turn 4: seat 1 is to take a card"]
    after = texts(drawn(seen(play(state, "take 0"), 1)))
    assert after[:2] == ["Flowers, seen by seat 1", "Turn 4: seat 1 is to place the card in hand"]
    assert after[2] == "Last move: take 0"


@pytest.mark.parametrize(
    ("plots", "end"),
    [
        (["y2", "y1"], "Over after 7 turns: seat 1 wins"),
        (["y1", "y2", "y1"], "Over after 7 turns: seats 0 and 2 share the win"),
        (["y1"], "Over after 7 turns"),
    ],
)
def test_how_it_ended(plots: list[str], end: str) -> None:
    state = position(BASE, [garden(plot) for plot in plots], turns=7)
    assert texts(drawn(state))[1] == end


# ---- what the last ply did ------------------------------------------------------------------


def marked(position: tr.Position) -> list[str]:
    """The labels of what is marked; they say so."""
    all_of_them = things(drawn(position))
    found = [each.label for each in all_of_them if "marked" in each.classes]
    assert found == [each.label for each in all_of_them if ", just " in each.label]
    return found


def test_the_open_cards_of_a_start_are_marked() -> None:
    state = new(BASE, 2)
    assert [text.split(":")[0] for text in marked(state)] == ["pile 0", "pile 1"]


def test_the_card_just_laid_is_marked_and_the_one_turned_up() -> None:
    state = play(position(BASE, [ONE, garden("y1 r2")], PILES), "take 0")
    assert marked(state) == []
    state = play(state, "place 1,0")
    assert marked(state) == [
        "pile 0: 2 cards, red 1 on top, just turned up",
        "seat 0, 1,0: yellow 4 with a green butterfly, just laid",
    ]
    state = play(state, "take 2", "cover 1,0")
    assert marked(state) == ["seat 1, 1,0: green 4, on red 2, just laid"]


def test_the_last_card_of_a_game_is_marked() -> None:
    state = play(position(BASE, [ONE, ONE, ONE], ("r1", "r2 y3", "g4"), turns=4, to_move=1))
    state = play(state, "take 0", "place 0,1")
    assert state.is_over
    assert marked(state) == ["seat 1, 0,1: red 1, just laid"]


def test_cards_turned_up_and_swept_at_once_are_marked() -> None:
    state = position(BASE, [ONE], ("r1 b2 b2 b3", "g3 g4"), swept=cards("b2"))
    state = play(state, "take 0", "place 0,1")
    assert marked(state) == [
        "pile 0: 2 cards, blue 2 on top, just turned up",
        "seat 0, 0,1: red 1, just laid",
        "swept: blue 2, just turned up",
    ]
    assert labels(state, "swept") == ["swept: blue 2", "swept: blue 2, just turned up"]


def test_just_what_was_shown_is_marked_all_through_a_game() -> None:
    for id, seats in (("flowers", 1), ("flowers-dutch", 2)):
        for state in list(random_game(rules(base=id), seats, 4))[::3]:
            found = Counter(text for text in marked(state) if "just turned up" in text)
            assert found.total() == len(state.shown)
            for turned in state.shown:
                assert [text for text in found if spoken(turned.card) in text]


# ---- a score --------------------------------------------------------------------------------


def said(position: tr.Position, seat: int, what: str) -> list[str]:
    """The cells of which a highlighted score says such a thing."""
    found = things(drawn(position, tr.score(position)[seat]))
    return [
        match[1]
        for each in found
        if (match := re.match(rf"seat {seat}, (\S+): .*, {re.escape(what)}(,|$)", each.label))
    ]


def lit(position: tr.Position, seat: int) -> Counter[str]:
    """How many elements are lit for a score, by their tags; a path counts for each of its lines."""
    picture = drawn(position, tr.score(position)[seat])
    found: Counter[str] = Counter()
    for each in picture.iter():
        if each.get("class") == "lit":
            found[each.tag.removeprefix(SVG)] += max(1, each.get("d", "").count("M"))
    return found


def test_without_a_score_nothing_is_lit() -> None:
    state = position(BASE, [garden("y4g r4 b4 r4 y2", "g1 . . . ."), ONE])
    assert "lit" not in {each.get("class") for each in drawn(state).iter()}
    assert not [label for label in labels(state) if "removed" in label or "scores" in label]


def test_removed_cards_are_crossed_out() -> None:
    state = position(BASE, [garden("y1+b3 r2 r2 b4"), garden("y2")])
    assert said(state, 0, "removed") == ["0,0", "3,0"]
    assert lit(state, 0) == {"path": 2 * 2 + 2}  # two crosses, and the one beside the note
    assert "removed: \N{MINUS SIGN}3" in texts(drawn(state, tr.score(state)[0]))
    assert said(state, 1, "removed") == ["0,0"]


def test_fields_are_framed() -> None:
    # A field of five in an L has a perimeter of twelve sides; the sixth yellow card is apart.
    state = position(BASE, [garden("y1 y2 y2 y1", "y4 r4 b4 r4", ". . y3 ."), ONE])
    assert said(state, 0, "in a field of yellow") == ["0,0", "1,0", "2,0", "3,0", "0,1"]
    assert said(state, 0, "removed") == ["2,2"]
    notes = 4 + 2  # a frame and a cross
    assert lit(state, 0) == {"path": 12 + 2 + notes}
    assert "in fields: +5" in texts(drawn(state, tr.score(state)[0]))


def test_butterflies_are_ringed_and_joined() -> None:
    state = position(BASE, [garden("y4g r4 b4 r4", "g1 . . ."), ONE])
    assert said(state, 0, "its butterfly scores") == ["0,0"]
    assert lit(state, 0) == {"circle": 1 + 1, "path": 1}
    assert "butterflies: +1" in texts(drawn(state, tr.score(state)[0]))


@pytest.mark.parametrize("seed", [8, 9])
def test_just_what_a_score_names_is_shown_and_in_its_own_garden_alone(seed: int) -> None:
    *_, state = random_game(variant(scoring={"fields": {"least": 3}}), 3, seed)
    for breakdown in tr.score(state):
        seat, lines = breakdown.seat, breakdown.lines
        removed = {spot for line in lines if line.id == "discards" for spot in line.spots}
        flying = {line.spots[0] for line in lines if line.id == "butterflies"}
        assert sorted(said(state, seat, "removed")) == sorted(removed)
        assert sorted(said(state, seat, "its butterfly scores")) == sorted(flying)
        for colour in ("yellow", "red", "blue", "green"):
            of = {
                spot
                for line in lines
                if (line.id, line.of) == ("fields", colour)
                for spot in line.spots
            }
            assert sorted(said(state, seat, f"in a field of {colour}")) == sorted(of)
        plain, shown = labels(state), [each.label for each in things(drawn(state, breakdown))]
        others = {label for label in plain if not label.startswith(f"seat {seat},")}
        assert others <= set(shown)


# ---- nothing hidden -------------------------------------------------------------------------


@pytest.mark.parametrize("id", ["flowers", "flowers-dutch", "flowers-summer"])
def test_what_looks_alike_to_a_viewer_is_drawn_alike(id: str) -> None:
    for state in list(random_game(rules(base=id), 2, 6))[4::25]:
        for view in everybody(state):
            other = tr.observe(tr.determinize(view, 5), view.viewer)
            assert draw_svg(view, None) == draw_svg(other, None)
        assert draw_svg(state, None) == draw_svg(tr.determinize(seen(state, None), 6), None)


# ---- that it fits ---------------------------------------------------------------------------


class Box(NamedTuple):
    """A rectangle of a picture."""

    left: float
    top: float
    right: float
    bottom: float

    def holds(self, other: Box, slack: float = 0.5) -> bool:
        """Whether another one lies within it."""
        return (
            self.left - slack <= other.left
            and self.top - slack <= other.top
            and other.right <= self.right + slack
            and other.bottom <= self.bottom + slack
        )

    def meets(self, other: Box) -> bool:
        """Whether another one shares more than a rim with it."""
        across = min(self.right, other.right) - max(self.left, other.left)
        return across > 0.5 and min(self.bottom, other.bottom) - max(self.top, other.top) > 0.5


def box_of(element: ET.Element, x: float, y: float) -> Box | None:
    """The room of a rectangle or a text, its letters about so wide, or None."""
    own_x, own_y = x + float(element.get("x", 0)), y + float(element.get("y", 0))
    if element.tag == f"{SVG}rect":
        width, height = float(element.get("width", 0)), float(element.get("height", 0))
        return Box(own_x, own_y, own_x + width, own_y + height)
    if element.tag != f"{SVG}text" or not element.text:
        return None
    size = float(element.get("font-size", 0))
    width = size * len(element.text) * (0.66 if element.get("font-weight") else 0.6)
    back = {"start": 0.0, "middle": 0.5, "end": 1.0}[element.get("text-anchor", "start")]
    left = own_x - back * width
    return Box(left, own_y - 0.76 * size, left + width, own_y + 0.05 * size)


def boxes(
    element: ET.Element, x: float = 0, y: float = 0, thing: str = ""
) -> Iterator[tuple[str, str, Box, float]]:
    """The thing, the tag, the room and the size of every rectangle and text of a picture."""
    if move := re.fullmatch(r"translate\((\S+) (\S+)\)", element.get("transform", "")):
        x, y = x + float(move[1]), y + float(move[2])
    if element.get("role") == "img":
        thing = element.get("aria-label", "")
    if box := box_of(element, x, y):
        yield thing, element.tag.removeprefix(SVG), box, float(element.get("font-size", 0))
    for inner in element:
        yield from boxes(inner, x, y, thing)


def fits(position: tr.Position, seat: int = 0) -> None:
    """Everything lies in the picture, what belongs to a thing in its shape; cards do not meet."""
    picture = drawn(position, tr.score(position)[seat])
    _, _, width, height = map(float, picture.get("viewBox", "").split())
    assert width <= 560
    shapes: dict[str, list[Box]] = {}
    written: dict[str, list[Box]] = {}
    for thing, tag, box, _ in boxes(picture):
        assert Box(0, 0, width, height).holds(box), thing
        if tag == "rect":
            shapes.setdefault(thing, []).append(box)
        else:
            assert not thing or any(shape.holds(box, 2) for shape in shapes[thing]), thing
            written.setdefault(thing, []).append(box)
    panel, *under = shapes.pop("")
    assert panel == Box(0, 0, width, height)
    own = [(thing, found[0]) for thing, found in shapes.items() if thing.startswith("seat ")]
    beds = {thing[15]: found[0] for thing, found in shapes.items() if thing.startswith("garden")}
    for number, (thing, card) in enumerate(own):
        assert beds[thing[5]].holds(card)
        assert not [other for other, there in own[:number] if card.meets(there)]
        assert not [
            one for k, one in enumerate(written[thing]) if any(map(one.meets, written[thing][:k]))
        ]
    for edge in under:
        assert sum(card.meets(edge) for _, card in own) == 1
    apart = [
        found[0] for thing, found in shapes.items() if not thing.startswith(("seat ", "swept"))
    ]
    assert not [one for k, one in enumerate(apart) for other in apart[:k] if one.meets(other)]


def wide(columns: int, more: int = 0) -> dict[str, list[str]]:
    """A garden so wide, with so many more cards below its end."""
    deck = [f"{colour}{value}" for colour in "yrbg" for value in "1122223333334444444"]
    empty = ["."] * (columns - more)
    return garden(" ".join(deck[:columns]), " ".join([*empty, *deck[columns : columns + more]]))


@pytest.mark.parametrize("columns", [4, 5, 8, 9, 10, 11, 30])
def test_a_garden_fits_however_wide_it_is(columns: int) -> None:
    state = position(BASE, [wide(columns, min(columns, 10)), ONE], ("r1", "r2", "g4"))
    fits(state)
    assert len(labels(state, "seat 0, ")) == columns + min(columns, 10)
    least = min(size for _, tag, _, size in boxes(drawn(state)) if tag == "text")
    assert least * 320 / 480 >= 7.9


def test_a_garden_fits_however_high_it_is() -> None:
    fits(position(BASE, [garden(*wide_column(30)), ONE], ("r1", "r2", "g4")))


def wide_column(rows: int) -> list[str]:
    """The cards of a garden of one column."""
    return [stack[0][0] + stack[0].split("-")[1] for stack in wide(rows).values()]


def test_every_number_of_piles_and_odd_colours_fit() -> None:
    states = list(random_game(ODD, 4, 9))
    for state in (states[0], states[50], states[-1]):
        fits(state, 2)
    assert len(labels(states[-1], "pile")) == 12


def test_a_colour_beside_all_that_have_a_fill_of_their_name() -> None:
    colours = ["yellow", "pink", "orange", "green", "red", "purple", "blue", "odd"]
    summer = variant(
        "flowers-summer",
        players=[2],
        cards={"colours": colours, "butterflies": []},
        scoring={"butterflies": "removed", "steps": ["discards", "fields"]},
    )
    fits(new(summer, 2))


def test_many_swept_cards_and_high_stacks_fit() -> None:
    deck = cards("y4 r4 b4 g4 y3 r3 b3 g3") * 6
    state = position(BASE, [garden("+".join(["y2"] * 6 + ["b2"] * 6))], ("r1", "r2"), swept=deck)
    fits(state)
    assert len(labels(state, "swept")) == 48
    assert "×12" in texts(drawn(state))


@pytest.mark.parametrize("id", [id for id in IDS if id.startswith("flowers")])
def test_every_house_card_is_drawn(id: str) -> None:
    ruleset = house(id)
    states = list(random_game(ruleset, max(ruleset.seat_counts), 2))
    for state in (states[0], states[len(states) // 2], states[-1]):
        fits(state)


@settings(max_examples=15)
@given(flowers_tables(), seeds, st.data())
def test_every_table_is_drawn(
    table: tuple[tr.Ruleset, int], seed: int, data: st.DataObject
) -> None:
    states = list(random_game(*table, seed))
    fits(data.draw(st.sampled_from(states)), data.draw(st.integers(0, table[1] - 1)))
